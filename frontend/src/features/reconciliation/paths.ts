/** The desk's filter, as the address carries it and as the server takes it. */
import type { TransactionFilter } from '@/generated/graphql';
import { choice, date, decimal, defineFilter, list, text } from '@/kernel/urlState';

export interface DeskUrlFilter {
  [key: string]: unknown;
  q: string;
  account: readonly string[];
  from: string | null;
  to: string | null;
  direction: 'CREDIT' | 'DEBIT' | null;
  min: string | null;
  max: string | null;
  currency: string;
}

export const deskFilter = defineFilter<DeskUrlFilter>({
  q: text,
  account: list,
  from: date,
  to: date,
  direction: choice(['CREDIT', 'DEBIT']),
  min: decimal,
  max: decimal,
  currency: text,
});

/** Booked entries that are not matched, and of those what is asked for. */
export function toServerFilter(filter: DeskUrlFilter): TransactionFilter {
  return {
    reconciliation: 'OPEN',
    state: 'BOOKED',
    accountIds: filter.account.length > 0 ? [...filter.account] : null,
    bookingDate: filter.from || filter.to ? { from: filter.from, to: filter.to } : null,
    amount: filter.min || filter.max ? { from: filter.min, to: filter.max } : null,
    direction: filter.direction,
    text: filter.q || null,
    currency: filter.currency || null,
  };
}
