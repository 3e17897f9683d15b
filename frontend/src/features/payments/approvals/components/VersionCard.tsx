/** One version of the rules in sentences, and what can be decided about one that is proposed. */
import { useState } from 'react';
import {
  ConfirmApprovalPoliciesDocument,
  RejectApprovalPoliciesDocument,
  WithdrawApprovalPoliciesDocument,
  type PolicyVersionFragment,
} from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import { useNotation } from '@/kernel/preferences';
import { Button, InstantText, TypedDialog } from '@/ui';
import { inWords, tellDone, useDecide } from '../deciding';
import { policyLabels } from '../policyLabels';
import { bindingOf, conditionsOf, personsOf, type Named } from '../ruleForm';
import { Reason } from './ActDialog';

type Version = PolicyVersionFragment;

export function VersionCard({ version, named }: { version: Version; named: Named }) {
  const words = useLabels(policyLabels);
  return (
    <div className="g-card ap-version">
      <p className="g-muted">
        {words.version(version.version)} · {words.proposedBy(version.proposedBy)},{' '}
        <InstantText value={version.proposed} />
        {version.decidedBy && ` · ${words.decidedBy(version.decidedBy)}`}
      </p>
      <RuleSentences version={version} named={named} />
      {version.note && <p>{version.note}</p>}
      {version.state === 'PROPOSED' && <Decisions version={version} />}
    </div>
  );
}

export function RuleSentences({ version, named }: { version: Version; named: Named }) {
  const words = useLabels(policyLabels);
  const { numberFormat } = useNotation();
  if (version.rules.length === 0) return <p>{words.noRules}</p>;
  return (
    <ul className="ap-rules">
      {version.rules.map((rule) => (
        <li key={rule.name}>
          <strong>{rule.name}</strong>: {conditionsOf(rule, named, words, numberFormat)}
          {rule.inOrder && ` – ${words.inOrder.toLowerCase()}`}
          {bindingOf(rule, words) && ` – ${bindingOf(rule, words)}`}
          <ol>
            {rule.steps.map((step, at) => (
              <li key={at}>{personsOf(step, named, words)}</li>
            ))}
          </ol>
        </li>
      ))}
    </ul>
  );
}

type Decision = 'confirm' | 'reject' | 'withdraw';

function Decisions({ version }: { version: Version }) {
  const words = useLabels(policyLabels);
  const mayChange = useMay('payments.policies');
  const [asked, setAsked] = useState<Decision | null>(null);
  if (!mayChange) return null;
  return (
    <>
      {version.obstacle && !version.isOwn && <p className="g-muted">{inWords(version.obstacle)}</p>}
      <div className="g-actions">
        {version.isOwn && (
          <Button small icon="undo" onClick={() => setAsked('withdraw')}>
            {words.withdraw}
          </Button>
        )}
        {!version.obstacle && (
          <Button small look="primary" icon="check" onClick={() => setAsked('confirm')}>
            {words.confirm}
          </Button>
        )}
        {!version.obstacle && (
          <Button small look="danger" icon="times" onClick={() => setAsked('reject')}>
            {words.reject}
          </Button>
        )}
      </div>
      {asked && (
        <DecisionDialog version={version.version} decision={asked} onClose={() => setAsked(null)} />
      )}
    </>
  );
}

function DecisionDialog({
  version,
  decision,
  onClose,
}: {
  version: number;
  decision: Decision;
  onClose: () => void;
}) {
  const words = useLabels(policyLabels);
  const decide = useDecide();
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const run = {
    confirm: async () => decide(ConfirmApprovalPoliciesDocument, { version }),
    reject: async () =>
      decide(RejectApprovalPoliciesDocument, { version, reason: reason.trim() || null }),
    withdraw: async () => decide(WithdrawApprovalPoliciesDocument, { version }),
  }[decision];
  const told = { confirm: words.confirmed, reject: words.refused, withdraw: words.withdrawn }[
    decision
  ];
  const go = async () => {
    setBusy(true);
    const answer = await run();
    setBusy(false);
    setRefused(answer?.message ?? null);
    if (answer) return;
    onClose();
    tellDone(told);
  };
  return (
    <TypedDialog
      title={words[`${decision}Title`]}
      confirm={words[decision]}
      danger={decision === 'reject'}
      busy={busy}
      dirty={reason !== ''}
      onConfirm={() => void go()}
      onClose={onClose}
    >
      {decision === 'confirm' && <p>{words.confirmHelp}</p>}
      {decision === 'reject' && (
        <Reason label={words.reason} value={reason} due={false} onChange={setReason} />
      )}
      {refused && (
        <p className="g-field-error" role="alert">
          {refused}
        </p>
      )}
    </TypedDialog>
  );
}
