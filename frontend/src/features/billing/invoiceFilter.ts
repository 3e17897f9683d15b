/** The filter of the invoices, as the address carries it and as the server takes it. */
import type { InvoiceFilter, InvoiceKind, InvoiceState } from '@/generated/graphql';
import { choices, date, defineFilter, text } from '@/kernel/urlState';

export const STATES: readonly InvoiceState[] = ['DRAFT', 'OPEN', 'OVERDUE', 'PAID', 'CREDITED'];
export const KINDS: readonly InvoiceKind[] = ['INVOICE', 'CREDIT_NOTE'];
export const invoiceOrder = {
  fields: ['ISSUED', 'DUE', 'TOTAL'] as const,
  fallback: '-ISSUED' as const,
};

export interface InvoiceUrlFilter {
  [key: string]: unknown;
  q: string;
  state: readonly InvoiceState[];
  kind: readonly InvoiceKind[];
  currency: string;
  from: string | null;
  to: string | null;
}

export const invoiceFilter = defineFilter<InvoiceUrlFilter>({
  q: text,
  state: choices(STATES),
  kind: choices(KINDS),
  currency: text,
  from: date,
  to: date,
});

/** The server's filter; what is not asked is left out. */
export function toServerFilter({
  q,
  state,
  kind,
  currency,
  from,
  to,
}: InvoiceUrlFilter): InvoiceFilter {
  return {
    ...(q ? { text: q } : {}),
    ...(state.length > 0 ? { states: [...state] } : {}),
    ...(kind.length > 0 ? { kinds: [...kind] } : {}),
    ...(currency ? { currency } : {}),
    ...(from || to ? { issued: { from, to } } : {}),
  };
}

/** The year a span of days is exactly, or nothing. */
export function yearOf(from: string | null, to: string | null): string | null {
  const year = from?.slice(0, 4) ?? '';
  return from === `${year}-01-01` && to === `${year}-12-31` ? year : null;
}

/** The days of a year. */
export const daysOf = (year: string | null) => ({
  from: year && `${year}-01-01`,
  to: year && `${year}-12-31`,
});

/** The years that can be chosen at once: this one and the four before. */
export const yearsUntil = (today: string) =>
  Array.from({ length: 5 }, (_, back) => String(Number(today.slice(0, 4)) - back));
