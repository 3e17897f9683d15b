/** What rules hold back of a journal, and letting it go with a reason. */
import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { LiftRuleHoldsDocument, type OneApprovalQuery } from '@/generated/graphql';
import { listed, useLabels } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import { Button, Icon, VerbDialog, attempt } from '@/ui';
import { labels } from '../labels';
import { Reason } from './ActDialog';

type Journal = NonNullable<OneApprovalQuery['journal']>;

export function RuleHolds({ journal: { correlationId, holds } }: { journal: Journal }) {
  const words = useLabels(labels);
  const mayLift = useMay('payments.lift');
  const [asked, setAsked] = useState(false);
  const [reason, setReason] = useState('');
  const [lift] = useMutation(LiftRuleHoldsDocument);
  const rules = [...new Set(holds.map(({ rule }) => rule))];
  return (
    <div className="g-notice g-tone-warn">
      <Icon name="lock" />
      <span>{words.heldByRules(listed(rules), rules.length)}</span>
      {mayLift && <Button small onClick={() => setAsked(true)}>{words.lift}</Button>}
      {asked && (
        <VerbDialog title={words.liftTitle} confirm={words.lift} done={words.lifted} act={async () => attempt(async () => (await lift({ variables: { correlationId, reason } })).data?.liftRuleHolds)} onClose={() => setAsked(false)}>
          <p>{words.liftHelp}</p>
          <Reason label={words.reason} value={reason} due onChange={setReason} />
        </VerbDialog>
      )}
    </div>
  );
}
