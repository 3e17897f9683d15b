/** Whether the bank that a file leaves by stands still, and having it do so or go on. */
import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { PauseBankDocument, ResumeBankDocument, SendingBankDocument } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import { AgeText, Button, Icon, TypedDialog, notify } from '@/ui';
import { Reason } from '../approvals/components/ActDialog';
import { tellDone, useDecide } from '../approvals/deciding';
import { queueLabels } from './queueLabels';

export function PauseControl({ bankId }: { bankId: string }) {
  const words = useLabels(queueLabels);
  const may = useMay('banks.pause');
  const decide = useDecide();
  const [asking, setAsking] = useState(false);
  const { data } = useQuery(SendingBankDocument, { variables: { id: bankId } });
  const bank = data?.bank;
  if (!bank) return null;
  const resume = async () => {
    const refused = await decide(ResumeBankDocument, { id: bankId });
    if (refused) notify({ severity: 'error', title: words.resume, text: refused.message });
    else tellDone(words.resumeDone);
  };
  return (
    <>
      {bank.paused && (
        <p className="g-notice g-tone-warn">
          <Icon name="pause-circle" />
          <span>
            {bank.name}: {words.paused(bank.paused.by)}, <AgeText value={bank.paused.since} />
            {bank.paused.reason && ` · ${bank.paused.reason}`}
          </span>
        </p>
      )}
      {may && (
        <div className="g-actions">
          {bank.paused ? (
            <Button small icon="play" onClick={() => void resume()}>
              {words.resume}
            </Button>
          ) : (
            <Button small icon="pause" onClick={() => setAsking(true)}>
              {words.pause}
            </Button>
          )}
        </div>
      )}
      {asking && <PauseDialog bankId={bankId} onClose={() => setAsking(false)} />}
    </>
  );
}

function PauseDialog({ bankId, onClose }: { bankId: string; onClose: () => void }) {
  const words = useLabels(queueLabels);
  const decide = useDecide();
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const go = async () => {
    setBusy(true);
    const answer = await decide(PauseBankDocument, { id: bankId, reason: reason.trim() || null });
    setBusy(false);
    setRefused(answer?.message ?? null);
    if (answer) return;
    onClose();
    tellDone(words.pauseDone);
  };
  return (
    <TypedDialog
      title={words.pauseTitle}
      confirm={words.pause}
      busy={busy}
      dirty={reason !== ''}
      onConfirm={() => void go()}
      onClose={onClose}
    >
      <p>{words.pauseHelp}</p>
      <Reason label={words.pauseReason} value={reason} due={false} onChange={setReason} />
      {refused && (
        <p className="g-field-error" role="alert">
          {refused}
        </p>
      )}
    </TypedDialog>
  );
}
