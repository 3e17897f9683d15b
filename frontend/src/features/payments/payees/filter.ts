/** The filter and tabs of the list of payees, as the address carries them and the server takes them. */
import type { PayeeAddressState, PayeeFilter, PayeeTrust } from '@/generated/graphql';
import { choice, choices, date, defineFilter, text } from '@/kernel/urlState';

export const TABS = ['all', 'correct'] as const;
export type PayeeTabKey = (typeof TABS)[number];

export const TRUST = ['KNOWN', 'NEW_ACCOUNT', 'NEW'] as const satisfies readonly PayeeTrust[];
const TO_CORRECT = ['REFUSED', 'UPCOMING'] as const satisfies readonly PayeeAddressState[];
/** How the addresses under a tab can stand. */
export const ADDRESSES_UNDER: Readonly<Record<PayeeTabKey, readonly PayeeAddressState[]>> = {
  all: [...TO_CORRECT, 'READY', 'NONE'],
  correct: TO_CORRECT,
};

export const payeeOrder = {
  fields: ['NAME', 'LAST_PAYMENT', 'PAYMENTS', 'ADDRESS'] as const,
  fallback: 'NAME' as const,
};

export interface PayeeListFilter {
  [key: string]: unknown;
  tab: PayeeTabKey | null;
  trust: readonly PayeeTrust[];
  address: readonly PayeeAddressState[];
  from: string | null;
  to: string | null;
  currency: string;
  q: string;
}

export const payeeListFilter = defineFilter<PayeeListFilter>({
  tab: choice(TABS),
  trust: choices(TRUST),
  address: choices(ADDRESSES_UNDER.all),
  from: date,
  to: date,
  currency: text,
  q: text,
});

/** The server's filter; what is not asked is left out. */
export function toPayeeFilter(filter: PayeeListFilter): PayeeFilter {
  const { tab, trust, address, from, to, currency, q } = filter;
  const standing = address.length > 0 ? address : tab === 'correct' ? TO_CORRECT : [];
  return {
    ...(trust.length > 0 ? { trust: [...trust] } : {}),
    ...(standing.length > 0 ? { address: [...standing] } : {}),
    ...(from || to ? { changed: { from, to } } : {}),
    ...(currency ? { currency } : {}),
    ...(q ? { text: q } : {}),
  };
}

/** Whether anything but the tab narrows the list. */
export const isNarrowed = (filter: PayeeListFilter): boolean =>
  Object.keys(toPayeeFilter({ ...filter, tab: null })).length > 0;
