/** What may be chosen for an entry: a payment of ours, or an open item of the ERP. */
import type {
  DeskCandidateFragment,
  DeskOpenItemFragment,
  DeskPaymentFragment,
} from '@/generated/graphql';

export type Choosable = { key: string } & (
  | { kind: 'PAYMENT'; payment: DeskPaymentFragment }
  | { kind: 'OPEN_ITEM'; item: DeskOpenItemFragment }
);

export const ofPayment = (payment: DeskPaymentFragment): Choosable => ({
  key: `PAYMENT-${payment.id}`,
  kind: 'PAYMENT',
  payment,
});

export const ofItem = (item: DeskOpenItemFragment): Choosable => ({
  key: `OPEN_ITEM-${item.id}`,
  kind: 'OPEN_ITEM',
  item,
});

/** A candidate as something to choose; null where it is of another kind. */
export function ofCandidate({ kind, payment, openItem }: DeskCandidateFragment): Choosable | null {
  if (kind === 'PAYMENT' && payment) return ofPayment(payment);
  return kind === 'OPEN_ITEM' && openItem ? ofItem(openItem) : null;
}

export const amountOf = (one: Choosable) =>
  one.kind === 'PAYMENT' ? one.payment.amount : one.item.amount;

export const nameOf = (one: Choosable) =>
  one.kind === 'PAYMENT' ? one.payment.creditor.name : one.item.party.name;
