/** What may be chosen for an entry: a payment of ours, an open item of the ERP, or another entry beside it. */
import type {
  DeskCandidateFragment,
  DeskEntryFragment,
  DeskOpenItemFragment,
  DeskPaymentFragment,
} from '@/generated/graphql';
import { difference, negated, signOf } from '@/kernel/money';

export type Choosable = { key: string } & (
  | { kind: 'PAYMENT'; payment: DeskPaymentFragment }
  | { kind: 'OPEN_ITEM'; item: DeskOpenItemFragment; isDeducted: boolean }
  | { kind: 'ENTRY'; entry: DeskEntryFragment }
);

export const ofPayment = (payment: DeskPaymentFragment): Choosable => ({
  key: `PAYMENT-${payment.id}`,
  kind: 'PAYMENT',
  payment,
});

/** Of an entry's own side, or deducted, as a credit note is. */
export const ofItem = (item: DeskOpenItemFragment, entry?: DeskEntryFragment): Choosable => ({
  key: `OPEN_ITEM-${item.id}`,
  kind: 'OPEN_ITEM',
  item,
  isDeducted:
    entry !== undefined && item.side !== (entry.direction === 'DEBIT' ? 'PAYABLE' : 'RECEIVABLE'),
});

export const ofEntry = (entry: DeskEntryFragment): Choosable => ({
  key: `ENTRY-${entry.id}`,
  kind: 'ENTRY',
  entry,
});

/** A candidate as something to choose; null where it is of another kind. */
export function ofCandidate({ kind, payment, openItem }: DeskCandidateFragment): Choosable | null {
  if (kind === 'PAYMENT' && payment) return ofPayment(payment);
  return kind === 'OPEN_ITEM' && openItem ? ofItem(openItem) : null;
}

export function amountOf(one: Choosable) {
  if (one.kind === 'PAYMENT') return one.payment.amount;
  if (one.kind === 'ENTRY') return one.entry.amount;
  const { amount, currency } = one.item.amount;
  return { amount: one.isDeducted ? negated(amount) : amount, currency };
}

export function nameOf(one: Choosable) {
  if (one.kind === 'PAYMENT') return one.payment.creditor.name;
  return one.kind === 'ENTRY' ? one.entry.counterparty.name : one.item.party.name;
}

/** The chosen entries, which stand beside the one. */
export const besideOf = (ticked: readonly Choosable[]) =>
  ticked.flatMap((one) => (one.kind === 'ENTRY' ? [one.entry.id] : []));

const total = (ticked: readonly Choosable[]) =>
  ticked.reduce((sum, one) => difference(sum, negated(amountOf(one).amount)), '0');

/** What the chosen payments and open items come to. */
export const sumOf = (ticked: readonly Choosable[]) =>
  total(ticked.filter(({ kind }) => kind !== 'ENTRY'));

/** What the entry comes to with those beside it. */
export const togetherOf = (entry: DeskEntryFragment, ticked: readonly Choosable[]) =>
  total([ofEntry(entry), ...ticked.filter(({ kind }) => kind === 'ENTRY')]);

/** By how much that is more than what is chosen. */
export const restOf = (entry: DeskEntryFragment, ticked: readonly Choosable[]) =>
  difference(togetherOf(entry, ticked), sumOf(ticked));

/** The open items of which a part may be what the entry settles: each is more than is missing. */
export const partlySettled = (entry: DeskEntryFragment, ticked: readonly Choosable[]) => {
  const rest = restOf(entry, ticked);
  return ticked.flatMap((one) =>
    one.kind === 'OPEN_ITEM' &&
    !one.isDeducted &&
    signOf(rest) < 0 &&
    signOf(partOf(one.item, rest)) > 0
      ? [one.item]
      : [],
  );
};

/** What of an item is settled where so much is missing. */
export const partOf = ({ amount }: DeskOpenItemFragment, rest: string) =>
  difference(amount.amount, negated(rest));
