/** Takes a journal out of what needs attention, with the reason, or takes it up again. */
import { useState } from 'react';
import { SettleJournalDocument, UnsettleJournalDocument } from '@/generated/graphql';
import { Reason, tellDone, useDecide } from '@/features/payments';
import { useLabels } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import { Button, TypedDialog, notify } from '@/ui';
import type { ActProps } from '../acts';
import { progressLabels } from '../progressLabels';

export function SettleAct({ act, journal: { correlationId }, onChanged }: ActProps) {
  const words = useLabels(progressLabels);
  const may = useMay('journals.settle');
  const decide = useDecide();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  if (!may) return null;
  const takeUp = async () => {
    setBusy(true);
    const refused = await decide(UnsettleJournalDocument, { correlationId });
    setBusy(false);
    if (refused) notify({ severity: 'error', title: words.UNSETTLE, text: refused.message });
    else tellDone(words.unsettled);
    onChanged();
  };
  if (act === 'UNSETTLE')
    return (
      <Button small icon="undo" busy={busy} onClick={() => void takeUp()}>
        {words.UNSETTLE}
      </Button>
    );
  return (
    <>
      <Button small icon="check-square" onClick={() => setAsking(true)}>
        {words.SETTLE}
      </Button>
      {asking && (
        <SettleDialog
          correlationId={correlationId}
          onClose={() => {
            setAsking(false);
            onChanged();
          }}
        />
      )}
    </>
  );
}

function SettleDialog({ correlationId, onClose }: { correlationId: string; onClose: () => void }) {
  const words = useLabels(progressLabels);
  const decide = useDecide();
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const go = async () => {
    if (!reason.trim()) {
      setRefused(words.settleMissing);
      return;
    }
    setBusy(true);
    const answer = await decide(SettleJournalDocument, { correlationId, reason: reason.trim() });
    setBusy(false);
    setRefused(answer?.message ?? null);
    if (answer) return;
    onClose();
    tellDone(words.settled);
  };
  return (
    <TypedDialog
      title={words.settleTitle}
      confirm={words.SETTLE}
      busy={busy}
      dirty={reason !== ''}
      onConfirm={() => void go()}
      onClose={onClose}
    >
      <p>{words.settleHelp}</p>
      <Reason label={words.settleReason} value={reason} due onChange={setReason} />
      {refused && (
        <p className="g-field-error" role="alert">
          {refused}
        </p>
      )}
    </TypedDialog>
  );
}
