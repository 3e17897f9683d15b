/** Confirms, declines or withdraws a request for recall; a refusal stays in sight. */
import { useState } from 'react';
import {
  ConfirmRecallDocument,
  DeclineRecallDocument,
  WithdrawRecallDocument,
} from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { TypedDialog } from '@/ui';
import { Reason } from '../approvals/components/ActDialog';
import { tellDone, useDecide } from '../approvals/deciding';
import { labels } from './labels';

export type Act = 'CONFIRM' | 'DECLINE' | 'WITHDRAW';

export function RecallAct({ act, id, onClose }: { act: Act; id: string; onClose: () => void }) {
  const words = useLabels(labels);
  const decide = useDecide();
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const run = () => {
    if (act === 'DECLINE') return decide(DeclineRecallDocument, { id, reason: reason.trim() });
    return act === 'CONFIRM'
      ? decide(ConfirmRecallDocument, { id })
      : decide(WithdrawRecallDocument, { id });
  };
  const go = async () => {
    if (act === 'DECLINE' && !reason.trim()) {
      setRefused(words.reasonMissing);
      return;
    }
    setBusy(true);
    const answer = await run();
    setBusy(false);
    setRefused(answer?.message ?? null);
    if (answer) return;
    onClose();
    tellDone(words[`${act}_done`]);
  };
  return (
    <TypedDialog
      title={words[`${act}_title`]}
      confirm={words[act]}
      danger={act === 'CONFIRM'}
      busy={busy}
      dirty={reason !== ''}
      onConfirm={() => void go()}
      onClose={onClose}
    >
      <p>{words[`${act}_help`]}</p>
      {act === 'DECLINE' && (
        <Reason label={words.decision} value={reason} due onChange={setReason} />
      )}
      {refused && (
        <p className="g-field-error" role="alert">
          {refused}
        </p>
      )}
    </TypedDialog>
  );
}
