/** Asks why payments are called back: all that can be had, or those that were chosen. */
import { useId, useState } from 'react';
import { AskRecallDocument, type RecallReason, type RecallSelection } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { useNotation } from '@/kernel/preferences';
import { TypedDialog } from '@/ui';
import { Reason } from '../approvals/components/ActDialog';
import { tellDone, useDecide } from '../approvals/deciding';
import { labels } from './labels';

const REASONS: readonly RecallReason[] = ['DUPL', 'AM09', 'AC03', 'UPAY', 'CUST', 'TECH', 'FRAD'];

interface RecallDialogProps {
  correlationId: string;
  bank: string;
  /** None asks for all that can be had. */
  chosen?: { selection: RecallSelection; count: number };
  onClose: () => void;
}

export function RecallDialog({ correlationId, bank, chosen, onClose }: RecallDialogProps) {
  const words = useLabels(labels);
  const { numberFormat } = useNotation();
  const decide = useDecide();
  const field = useId();
  const [reason, setReason] = useState<RecallReason | ''>('');
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const go = async () => {
    if (reason === '' || !note.trim()) {
      setRefused(reason === '' ? words.chooseFirst : words.noteMissing);
      return;
    }
    setBusy(true);
    const answer = await decide(AskRecallDocument, {
      correlationId,
      reason,
      note: note.trim(),
      selection: chosen?.selection ?? null,
    });
    setBusy(false);
    setRefused(answer?.message ?? null);
    if (answer) return;
    onClose();
    tellDone(words.asked);
  };
  return (
    <TypedDialog
      title={words.title}
      confirm={words.ask}
      danger
      busy={busy}
      dirty={reason !== '' || note !== ''}
      onConfirm={() => void go()}
      onClose={onClose}
    >
      <div className="g-stack">
        <p>
          {chosen
            ? words.ofChosen(formatCount(chosen.count, numberFormat), bank)
            : words.ofAll(bank)}
        </p>
        <p className="g-muted">{words.chance}</p>
        <div className="g-field">
          <label htmlFor={field}>{words.reason}</label>
          <select
            id={field}
            className="p-inputtext p-component g-block"
            required
            value={reason}
            onChange={(event) => setReason(event.target.value as RecallReason | '')}
          >
            <option value="">{words.choose}</option>
            {REASONS.map((each) => (
              <option key={each} value={each}>
                {words[each]}
              </option>
            ))}
          </select>
        </div>
        <Reason label={words.note} value={note} due onChange={setNote} />
        <p className="g-muted">{words.second}</p>
        {refused && (
          <p className="g-field-error" role="alert">
            {refused}
          </p>
        )}
      </div>
    </TypedDialog>
  );
}
