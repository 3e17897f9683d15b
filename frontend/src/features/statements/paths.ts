/** The transaction list's filter, as the address carries it and as the server takes it. */
import type { TransactionFilter } from '@/generated/graphql';
import { choice, date, decimal, defineFilter, flag, list, text } from '@/kernel/urlState';

const SORT_FIELDS = ['BOOKING_DATE', 'VALUE_DATE', 'AMOUNT'] as const;
export const transactionOrder = { fields: SORT_FIELDS, fallback: '-BOOKING_DATE' as const };

export interface TransactionUrlFilter {
  [key: string]: unknown;
  account: readonly string[];
  from: string | null;
  to: string | null;
  valueFrom: string | null;
  valueTo: string | null;
  direction: 'CREDIT' | 'DEBIT' | null;
  min: string | null;
  max: string | null;
  q: string;
  state: 'BOOKED' | 'PENDING' | 'INFORMATION' | null;
  reversal: boolean | null;
  currency: string;
  statement: string;
  label: readonly string[];
  /** Entries of earlier versions of statements instead, which no longer count. */
  replaced: boolean | null;
}

export const transactionFilter = defineFilter<TransactionUrlFilter>({
  account: list,
  from: date,
  to: date,
  valueFrom: date,
  valueTo: date,
  direction: choice(['CREDIT', 'DEBIT']),
  min: decimal,
  max: decimal,
  q: text,
  state: choice(['BOOKED', 'PENDING', 'INFORMATION']),
  reversal: flag,
  currency: text,
  statement: text,
  label: list,
  replaced: flag,
});

const range = <T>(from: T | null, to: T | null) =>
  from === null && to === null ? null : { from, to };

/** The server's filter; what is not asked is left out. */
export function toServerFilter(filter: TransactionUrlFilter): TransactionFilter {
  const asked: TransactionFilter = {
    accountIds: filter.account.length > 0 ? [...filter.account] : null,
    bookingDate: range(filter.from, filter.to),
    valueDate: range(filter.valueFrom, filter.valueTo),
    amount: range(filter.min, filter.max),
    direction: filter.direction,
    text: filter.q || null,
    state: filter.state,
    reversal: filter.reversal,
    currency: filter.currency || null,
    statementId: filter.statement || null,
    labelIds: filter.label.length > 0 ? [...filter.label] : null,
    replaced: filter.replaced || null,
  };
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== null));
}
