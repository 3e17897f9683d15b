/**
 * What a journal's next step asks for, as buttons beside it. Each asks what its panel asks, so
 * that both know the same, and is there only for whom it is open.
 */
import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { OneApprovalDocument, OneSendingDocument } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { Button } from '@/ui';
import { ACT_ICONS, actsOf, type Act } from './approvals/acts';
import { ActDialog } from './approvals/components/ActDialog';
import { LiftHolds } from './approvals/components/LiftHolds';
import { labels } from './approvals/labels';
import { isOpen, SEND_ICONS, type SendAct } from './sending/acts';
import { labels as sendingLabels } from './sending/labels';
import { SendDialog } from './sending/SendDialog';

interface NextActProps<Each> {
  act: Each;
  correlationId: string;
  onChanged: () => unknown;
}

/** Approve or sign. */
export function ApprovalAct({ act, correlationId, onChanged }: NextActProps<Act>) {
  const words = useLabels(labels);
  const [isAsked, setAsked] = useState(false);
  const { data } = useQuery(OneApprovalDocument, { variables: { correlationId } });
  const approval = data?.journal?.approval;
  if (!approval || !actsOf(approval).includes(act)) return null;
  const close = () => {
    setAsked(false);
    onChanged();
  };
  return (
    <>
      <Button small look="primary" icon={ACT_ICONS[act]} onClick={() => setAsked(true)}>{act === 'approve' && approval.forPerson ? words.approveFor(approval.forPerson) : words[act]}</Button>
      {isAsked && <ActDialog act={act} correlationId={correlationId} approval={approval} totals={data.journal?.totals ?? []} onClose={close} />}
    </>
  );
}

/** Let go what rules hold back. */
export function LiftAct({ correlationId, onChanged }: Omit<NextActProps<never>, 'act'>) {
  const { data } = useQuery(OneApprovalDocument, { variables: { correlationId } });
  const journal = data?.journal;
  if (!journal || journal.holds.length === 0 || journal.liftObstacle) return null;
  return <LiftHolds correlationId={correlationId} primary onDone={onChanged} />;
}

/** Send again, stop it, or say what became of it. */
export function SendingAct({ act, correlationId, onChanged }: NextActProps<SendAct>) {
  const words = useLabels(sendingLabels);
  const [isAsked, setAsked] = useState(false);
  const { data } = useQuery(OneSendingDocument, { variables: { correlationId } });
  const sending = data?.journal?.sending;
  if (!sending || !isOpen(act, sending)) return null;
  const close = () => {
    setAsked(false);
    onChanged();
  };
  return (
    <>
      <Button small look={act === 'CANCEL' ? 'secondary' : 'primary'} icon={SEND_ICONS[act]} onClick={() => setAsked(true)}>{words[act]}</Button>
      {isAsked && <SendDialog act={act} correlationId={correlationId} onClose={close} />}
    </>
  );
}
