/** Asks before an approver’s act, with a reason where one is due; a refusal stays in sight. */
import { useId, useState } from 'react';
import type { ApprovalCardFragment, OneApprovalQuery } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { MoneyText, TypedDialog } from '@/ui';
import { meaningOf, needsReason, run, type Act } from '../acts';
import { tellDone, useDecide } from '../deciding';
import { labels } from '../labels';

const LONGEST = 500;

interface ActDialogProps {
  act: Act;
  correlationId: string;
  approval: ApprovalCardFragment;
  totals: NonNullable<OneApprovalQuery['journal']>['totals'];
  onClose: () => void;
}

export function ActDialog({ act, correlationId, approval, totals, onClose }: ActDialogProps) {
  const words = useLabels(labels);
  const decide = useDecide();
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const meaning = meaningOf(act, words, approval);
  const asksReason = act === 'approve' || act === 'reject';
  const isDue = needsReason(act, approval);
  const go = async () => {
    if (isDue && !reason.trim()) {
      setRefused(words.reasonMissing);
      return;
    }
    setBusy(true);
    const answer = await run(act, decide, { correlationId, sha256: approval.sha256 }, reason.trim());
    setBusy(false);
    setRefused(answer?.message ?? null);
    if (answer) return;
    onClose();
    tellDone(meaning.told);
  };
  return (
    <TypedDialog title={meaning.title} confirm={act === 'approve' && approval.forPerson ? words.approveFor(approval.forPerson) : words[act]} danger={meaning.danger} busy={busy} dirty={reason !== ''} onConfirm={() => void go()} onClose={onClose}>
      <p className="ap-sum">{totals.map((total) => <MoneyText key={total.currency} value={total} />)}</p>
      <p>{meaning.help}</p>
      {act === 'approve' && isDue && <p>{words.approveReasonHelp}</p>}
      {asksReason && <Reason label={words.reason} value={reason} due={isDue} onChange={setReason} />}
      {refused && <p className="g-field-error" role="alert">{refused}</p>}
    </TypedDialog>
  );
}

export function Reason({ label, value, due, onChange }: { label: string; value: string; due: boolean; onChange: (reason: string) => void }) {
  const id = useId();
  return (
    <div className="g-field">
      <label htmlFor={id}>{label}</label>
      <textarea id={id} className="p-inputtextarea p-inputtext p-component g-block" rows={3} maxLength={LONGEST} required={due} value={value} onChange={(event) => onChange(event.target.value)} />
    </div>
  );
}
