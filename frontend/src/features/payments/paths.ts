/** The filter of a journal's payments, as the address carries it beside the journal's own keys. */
import type { PaymentFilter, PaymentState } from '@/generated/graphql';
import { choice, defineFilter, text } from '@/kernel/urlState';

export const STATES: readonly PaymentState[] = ['RECEIVED', 'ACCEPTED', 'PENDING', 'REJECTED', 'BOOKED', 'RETURNED', 'CANCELLED'];

/** Set before the keys of this list, which shares its address with the list of journals. */
export const PREFIX = 'payment-';
/** All keys of this list; they belong to the journal and leave with it. */
export const PAYMENT_KEYS = ['payment-q', 'payment-state', 'payment-row', 'payment-sort'] as const;
export const paymentOrder = { fields: ['POSITION', 'AMOUNT'] as const, fallback: 'POSITION' as const };

interface PaymentUrlFilter {
  [key: string]: unknown;
  'payment-q': string;
  'payment-state': PaymentState | null;
}

export const paymentFilter = defineFilter<PaymentUrlFilter>({ 'payment-q': text, 'payment-state': choice(STATES) });

/** The server's filter for one journal. */
export function toServerFilter(filter: PaymentUrlFilter, correlationId: string): PaymentFilter {
  const { 'payment-q': q, 'payment-state': state } = filter;
  return { correlationId, ...(state ? { states: [state] } : {}), ...(q ? { text: q } : {}) };
}
