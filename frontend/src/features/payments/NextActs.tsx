/**
 * What a journal's next step asks for, as buttons beside it. Each asks what its panel asks, so
 * that both know the same, and is there only for whom it is open. What is approved, signed, let
 * go or sent again is so in its panel alone, beside what calls for a look: the button leads there.
 */
import { useQuery } from '@apollo/client/react';
import { OneApprovalDocument, OneSendingDocument } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { actsOf } from './approvals/acts';
import { labels } from './approvals/labels';
import { ToPanel } from './approvals/leading';
import { openActs, type SendAct } from './sending/acts';
import { labels as sendingLabels } from './sending/labels';

/** Leads to where it is approved or signed. */
export function ApprovalAct({
  act,
  correlationId,
}: {
  act: 'approve' | 'sign';
  correlationId: string;
}) {
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

/** Leads to where the file is sent again or stopped, or decided about; once, however much is open there. */
export function SendingAct({ act, correlationId }: { act: SendAct; correlationId: string }) {
  const words = useLabels(sendingLabels);
  const { data } = useQuery(OneSendingDocument, { variables: { correlationId } });
  const sending = data?.journal?.sending;
  if (!sending || openActs(sending)[0] !== act) return null;
  return (
    <ToPanel panel="sending" look={act === 'CANCEL' ? 'secondary' : 'primary'}>
      {words[`${act}_below`]}
    </ToPanel>
  );
}
