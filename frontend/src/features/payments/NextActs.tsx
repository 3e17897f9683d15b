/**
 * What a journal's next step asks for, as buttons beside it. Each asks what its panel asks, so
 * that both know the same, and is there only for whom it is open. What is approved, signed or
 * let go is so in its panel alone, beside what calls for a look: the button leads there.
 */
import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { OneApprovalDocument, OneSendingDocument } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { Button } from '@/ui';
import { actsOf } from './approvals/acts';
import { labels } from './approvals/labels';
import { ToPanel } from './approvals/leading';
import { isOpen, SEND_ICONS, type SendAct } from './sending/acts';
import { labels as sendingLabels } from './sending/labels';
import { SendDialog } from './sending/SendDialog';

/** Leads to where it is approved or signed. */
export function ApprovalAct({ act, correlationId }: { act: 'approve' | 'sign'; correlationId: string }) {
  const words = useLabels(labels);
  const { data } = useQuery(OneApprovalDocument, { variables: { correlationId } });
  const approval = data?.journal?.approval;
  if (!approval || !actsOf(approval).includes(act)) return null;
  return <ToPanel panel="approval">{act === 'approve' ? words.toApprove : words.toSign}</ToPanel>;
}

/** Leads to what rules hold back, and to letting it go. */
export function LiftAct({ correlationId }: { correlationId: string }) {
  const words = useLabels(labels);
  const { data } = useQuery(OneApprovalDocument, { variables: { correlationId } });
  const journal = data?.journal;
  if (!journal || journal.holds.length === 0 || journal.liftObstacle) return null;
  return <ToPanel panel="holds">{words.toLift}</ToPanel>;
}

interface SendingActProps {
  act: SendAct;
  correlationId: string;
  onChanged: () => unknown;
}

/** Send again, stop it, or say what became of it. */
export function SendingAct({ act, correlationId, onChanged }: SendingActProps) {
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
