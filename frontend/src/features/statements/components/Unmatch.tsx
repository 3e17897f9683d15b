/** Takes back that a person matched an entry, after a question. */
import { useState } from 'react';
import { useMutation } from '@apollo/client/react';
import { UnmatchTransactionDocument } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import { attempt, Button, VerbDialog } from '@/ui';
import { labels } from '../labels';

export function Unmatch({ entryId }: { entryId: string }) {
  const words = useLabels(labels);
  const [isAsked, setAsked] = useState(false);
  const [unmatch] = useMutation(UnmatchTransactionDocument);
  if (!useMay('reconciliation.match')) return null;
  return (
    <>
      <Button small icon="undo" onClick={() => setAsked(true)}>
        {words.unmatch}
      </Button>
      {isAsked && (
        <VerbDialog
          title={words.unmatchTitle}
          confirm={words.unmatch}
          done={words.unmatched}
          act={async () =>
            attempt(
              async () => (await unmatch({ variables: { id: entryId } })).data?.unmatchTransaction,
            )
          }
          onClose={() => setAsked(false)}
        >
          <p>{words.unmatchHelp}</p>
        </VerbDialog>
      )}
    </>
  );
}
