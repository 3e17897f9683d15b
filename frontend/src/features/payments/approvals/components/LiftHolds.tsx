/** Lets go what rules hold back of a journal, with a reason. */
import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { LiftRuleHoldsDocument } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { Button, VerbDialog, attempt, refreshLists } from '@/ui';
import { labels } from '../labels';
import { Reason } from './ActDialog';

export function LiftHolds({ correlationId }: { correlationId: string }) {
  const words = useLabels(labels);
  const [asked, setAsked] = useState(false);
  const [reason, setReason] = useState('');
  const [lift] = useMutation(LiftRuleHoldsDocument);
  const act = async () =>
    attempt(async () => (await lift({ variables: { correlationId, reason } })).data?.liftRuleHolds);
  return (
    <>
      <Button small look="primary" icon="lock-open" onClick={() => setAsked(true)}>
        {words.lift}
      </Button>
      {asked && (
        <VerbDialog
          title={words.liftTitle}
          confirm={words.lift}
          done={words.lifted}
          act={act}
          onDone={() => void refreshLists()}
          onClose={() => setAsked(false)}
        >
          <p>{words.liftHelp}</p>
          <Reason label={words.reason} value={reason} due onChange={setReason} />
        </VerbDialog>
      )}
    </>
  );
}
