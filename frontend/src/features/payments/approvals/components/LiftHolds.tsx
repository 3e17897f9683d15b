/** Releases what rules hold of a journal, with a reason; what is wrong with it stands at its field. */
import { useRef, useState } from 'react';
import { LiftRuleHoldsDocument } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { Button, Refusal, TypedDialog } from '@/ui';
import { tellDone, useDecide, type Refused } from '../deciding';
import { labels } from '../labels';
import { Reason } from './ActDialog';

export function LiftHolds({ correlationId }: { correlationId: string }) {
  const words = useLabels(labels);
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Button small look="primary" icon="lock-open" onClick={() => setAsks(true)}>
        {words.lift}
      </Button>
      {asks && <LiftDialog correlationId={correlationId} onClose={() => setAsks(false)} />}
    </>
  );
}

function LiftDialog({ correlationId, onClose }: { correlationId: string; onClose: () => void }) {
  const words = useLabels(labels);
  const decide = useDecide();
  const note = useRef<HTMLTextAreaElement>(null);
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const isOfNote = refused?.path === 'reason';
  const refuse = (answer: Refused) => {
    setRefused(answer);
    if (answer.path === 'reason') note.current?.focus();
  };
  const go = async () => {
    if (!reason.trim()) {
      refuse({ message: words.reasonMissing, path: 'reason' });
      return;
    }
    setBusy(true);
    const answer = await decide(LiftRuleHoldsDocument, { correlationId, reason: reason.trim() });
    setBusy(false);
    if (answer) {
      refuse(answer);
      return;
    }
    onClose();
    tellDone(words.lifted);
  };
  return (
    <TypedDialog
      title={words.liftTitle}
      confirm={words.lift}
      busy={busy}
      dirty={reason !== ''}
      onConfirm={() => void go()}
      onClose={onClose}
    >
      <div className="ap-asked">
        <p>{words.liftHelp}</p>
        <Reason
          label={words.reason}
          value={reason}
          due
          flaw={isOfNote ? refused.message : null}
          field={note}
          onChange={(next) => {
            setReason(next);
            if (isOfNote) setRefused(null);
          }}
        />
        {refused && !isOfNote && <Refusal>{refused.message}</Refusal>}
      </div>
    </TypedDialog>
  );
}
