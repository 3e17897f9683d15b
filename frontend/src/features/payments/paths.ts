/** The filter of a journal's payments, as the address carries it beside the journal's own keys. */
import type { PaymentFilter } from '@/generated/graphql';
import { choice, defineFilter, list, text } from '@/kernel/urlState';
import { PROGRESS } from './progress';

/** Beside the states: what rules hold back stands in one of them, and is looked for by itself. */
export const CHOICES = [...PROGRESS, 'HELD'] as const;
type Choice = (typeof CHOICES)[number];

/** Set before the keys of this list, which shares its address with the list of journals. */
export const PREFIX = 'payment-';
/** All keys of this list; they belong to the journal and leave with it. */
export const PAYMENT_KEYS = [
  'payment-q',
  'payment-state',
  'payment-label',
  'payment-row',
  'payment-sort',
] as const;
export const paymentOrder = {
  fields: ['POSITION', 'AMOUNT'] as const,
  fallback: 'POSITION' as const,
};

interface PaymentUrlFilter {
  [key: string]: unknown;
  'payment-q': string;
  'payment-state': Choice | null;
  'payment-label': readonly string[];
}

export const paymentFilter = defineFilter<PaymentUrlFilter>({
  'payment-q': text,
  'payment-state': choice(CHOICES),
  'payment-label': list,
});

/** The server's filter for one journal. */
export function toServerFilter(filter: PaymentUrlFilter, correlationId: string): PaymentFilter {
  const { 'payment-q': q, 'payment-state': state, 'payment-label': labelIds } = filter;
  const standing = state === 'HELD' ? { isHeld: true } : state ? { progress: [state] } : {};
  return {
    correlationId,
    ...standing,
    ...(q ? { text: q } : {}),
    ...(labelIds.length > 0 ? { labelIds: [...labelIds] } : {}),
  };
}
