/** Asks before an approver’s act, beside whom it pays, with a note where one is due; a refusal stays in sight. */
import { useId, useRef, useState, type Ref } from 'react';
import type { ApprovalCardFragment } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { Refusal, TypedDialog } from '@/ui';
import { meaningOf, needsReason, run, type Act } from '../acts';
import { tellDone, useDecide, type Refused } from '../deciding';
import { labels } from '../labels';
import { payeeLabels } from '../payeeLabels';
import { PaidBy, type CutOff } from './Payees';

const LONGEST = 500;

interface ActDialogProps {
  act: Act;
  correlationId: string;
  approval: ApprovalCardFragment;
  cutOff: CutOff;
  onClose: () => void;
}

export function ActDialog({ act, correlationId, approval, cutOff, onClose }: ActDialogProps) {
  const words = useLabels(labels);
  const decide = useDecide();
  const note = useRef<HTMLTextAreaElement>(null);
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const meaning = meaningOf(act, words, approval);
  const asksReason = act === 'approve' || act === 'reject';
  const isDue = needsReason(act, approval);
  const refuse = (answer: Refused) => {
    setRefused(answer);
    if (answer.path === 'reason') note.current?.focus();
  };
  const go = async () => {
    if (isDue && !reason.trim()) {
      refuse({ message: words.reasonMissing, path: 'reason' });
      return;
    }
    setBusy(true);
    const answer = await run(
      act,
      decide,
      { correlationId, sha256: approval.sha256 },
      reason.trim(),
    );
    setBusy(false);
    setRefused(null);
    if (answer) {
      refuse(answer);
      return;
    }
    onClose();
    tellDone(meaning.told);
  };
  const type = (next: string) => {
    setReason(next);
    // What is being mended is no longer called wrong.
    if (refused?.path === 'reason') setRefused(null);
  };
  const isOfNote = asksReason && refused?.path === 'reason';
  return (
    <TypedDialog
      title={meaning.title}
      confirm={
        act === 'approve' && approval.forPerson ? words.approveFor(approval.forPerson) : words[act]
      }
      danger={meaning.danger}
      busy={busy}
      dirty={reason !== ''}
      onConfirm={() => void go()}
      onClose={onClose}
    >
      <div className="ap-asked">
        <PaidBy facts={approval.facts} cutOff={cutOff} />
        <p>{meaning.help}</p>
        {act === 'approve' && isDue && <p>{words.approveReasonHelp}</p>}
        {asksReason && (
          <Reason
            label={words.reason}
            value={reason}
            due={isDue}
            flaw={isOfNote ? refused.message : null}
            field={note}
            onChange={type}
          />
        )}
        {refused && !isOfNote && <Refusal>{refused.message}</Refusal>}
      </div>
    </TypedDialog>
  );
}

interface ReasonProps {
  label: string;
  value: string;
  due: boolean;
  /** What is wrong with it. */
  flaw?: string | null;
  field?: Ref<HTMLTextAreaElement>;
  onChange: (reason: string) => void;
}

/** A note of somebody who decides; where one is due it says so, and what is wrong with it stands at it. */
export function Reason({ label, value, due, flaw = null, field, onChange }: ReasonProps) {
  const words = useLabels(payeeLabels);
  const id = useId();
  return (
    <div className="g-field">
      <span className="ap-note">
        <label htmlFor={id}>{label}</label>
        {due && (
          <span id={`${id}-due`} className="ap-due">
            {words.required}
          </span>
        )}
      </span>
      <textarea
        ref={field}
        id={id}
        className={`p-inputtextarea p-inputtext p-component g-block${flaw ? ' p-invalid' : ''}`}
        rows={3}
        maxLength={LONGEST}
        aria-required={due}
        aria-invalid={flaw ? true : undefined}
        aria-describedby={
          [due && `${id}-due`, flaw && `${id}-flaw`].filter(Boolean).join(' ') || undefined
        }
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {flaw && (
        <p id={`${id}-flaw`} className="g-field-error" role="alert">
          {flaw}
        </p>
      )}
    </div>
  );
}
