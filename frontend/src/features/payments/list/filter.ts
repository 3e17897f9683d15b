/** The filter and tabs of the list of all payments, as the address carries them and the server takes them. */
import type { PaymentFilter, PaymentProgress } from '@/generated/graphql';
import { choice, choices, date, decimal, defineFilter, list, text } from '@/kernel/urlState';
import { PROGRESS, progressIn } from '../progress';

export const TABS = ['all', 'unpaid', 'inFlight', 'paid', 'returned'] as const;
export type PaymentTabKey = (typeof TABS)[number];

/** What the server calls each tab. */
export const TAB_NAMES: Readonly<Record<PaymentTabKey, string>> = {
  all: 'ALL',
  unpaid: 'UNPAID',
  inFlight: 'IN_FLIGHT',
  paid: 'PAID',
  returned: 'RETURNED',
};

/** How far the payments under a tab can be. */
export const PROGRESS_UNDER: Readonly<Record<PaymentTabKey, readonly PaymentProgress[]>> = {
  all: PROGRESS,
  unpaid: progressIn('UNPAID'),
  inFlight: progressIn('IN_FLIGHT'),
  paid: progressIn('PAID'),
  returned: ['RETURNED'],
};

export const listOrder = {
  fields: ['EXECUTION_DATE', 'AMOUNT'] as const,
  fallback: '-EXECUTION_DATE' as const,
};

export interface PaymentListFilter {
  [key: string]: unknown;
  tab: PaymentTabKey | null;
  state: readonly PaymentProgress[];
  account: readonly string[];
  from: string | null;
  to: string | null;
  min: string | null;
  max: string | null;
  currency: string;
  label: readonly string[];
  payee: string;
  q: string;
}

export const paymentListFilter = defineFilter<PaymentListFilter>({
  tab: choice(TABS),
  state: choices(PROGRESS),
  account: list,
  from: date,
  to: date,
  min: decimal,
  max: decimal,
  currency: text,
  label: list,
  payee: text,
  q: text,
});

const range = <T>(from: T | null, to: T | null) =>
  from === null && to === null ? null : { from, to };
const some = <T>(values: readonly T[]) => (values.length > 0 ? [...values] : null);

/** The server's filter; what is not asked is left out. */
export function toListFilter(filter: PaymentListFilter): PaymentFilter {
  const tab = filter.tab ?? 'all';
  const asked: PaymentFilter = {
    outcome:
      tab === 'unpaid'
        ? 'UNPAID'
        : tab === 'inFlight'
          ? 'IN_FLIGHT'
          : tab === 'paid'
            ? 'PAID'
            : null,
    progress: tab === 'returned' ? ['RETURNED'] : some(filter.state),
    accountIds: some(filter.account),
    executionDate: range(filter.from, filter.to),
    amount: range(filter.min, filter.max),
    currency: filter.currency || null,
    labelIds: some(filter.label),
    payeeId: filter.payee || null,
    text: filter.q || null,
  };
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== null));
}

/** Whether anything but the tab narrows the list. */
export const isNarrowed = (filter: PaymentListFilter): boolean =>
  Object.keys(toListFilter({ ...filter, tab: 'all' })).length > 0;
