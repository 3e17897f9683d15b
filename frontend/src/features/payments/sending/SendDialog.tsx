/** Asks before a file on its way is stopped, decided about or sent again; a refusal stays in sight. */
import { useState } from 'react';
import {
  CancelSendingDocument,
  DecideSendingDocument,
  SendAgainDocument,
} from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { TypedDialog } from '@/ui';
import { Reason } from '../approvals/components/ActDialog';
import { tellDone, useDecide } from '../approvals/deciding';
import type { SendAct } from './acts';
import { labels } from './labels';

interface SendDialogProps {
  act: SendAct;
  correlationId: string;
  /** Where it is not the journal’s payment file. */
  sendingId?: string;
  onClose: () => void;
}

export function SendDialog({ act, correlationId, sendingId, onClose }: SendDialogProps) {
  const words = useLabels(labels);
  const decide = useDecide();
  const [reason, setReason] = useState('');
  const [hasArrived, setHasArrived] = useState<boolean | null>(null);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const run = () => {
    const which = { correlationId, sendingId: sendingId ?? null };
    const told = { ...which, reason: reason.trim() };
    if (act === 'SEND_AGAIN') return decide(SendAgainDocument, which);
    return act === 'CANCEL'
      ? decide(CancelSendingDocument, told)
      : decide(DecideSendingDocument, { ...told, hasArrived: hasArrived === true });
  };
  const go = async () => {
    const flaw =
      act === 'DECIDE' && hasArrived === null
        ? words.choose
        : act !== 'SEND_AGAIN' && !reason.trim()
          ? words.reasonMissing
          : null;
    setRefused(flaw);
    if (flaw) return;
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
      danger={act === 'CANCEL'}
      busy={busy}
      dirty={reason !== '' || hasArrived !== null}
      onConfirm={() => void go()}
      onClose={onClose}
    >
      <p>{words[`${act}_help`]}</p>
      {act === 'DECIDE' && (
        <fieldset className="g-field">
          <legend className="g-sr">{words.DECIDE_title}</legend>
          {[true, false].map((answer) => (
            <label key={String(answer)} className="ap-choice">
              <input
                type="radio"
                name="has-arrived"
                checked={hasArrived === answer}
                onChange={() => setHasArrived(answer)}
              />
              {answer ? words.hasArrived : words.hasNotArrived}
            </label>
          ))}
        </fieldset>
      )}
      {act !== 'SEND_AGAIN' && (
        <Reason label={words.reason} value={reason} due onChange={setReason} />
      )}
      {refused && (
        <p className="g-field-error" role="alert">
          {refused}
        </p>
      )}
    </TypedDialog>
  );
}
