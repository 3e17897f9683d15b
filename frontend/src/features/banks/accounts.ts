/** How an account is named, and the choice of accounts that filters offer. */
import { useQuery } from '@apollo/client/react';
import { useCallback, useEffect, useMemo } from 'react';
import {
  AccountChoicesDocument,
  type AccountChoicesQuery,
  type AccountNameFragment,
} from '@/generated/graphql';
import { inOrderOf, type Option } from '@/ui';

/** The server gives no more at once. */
const PAGE_SIZE = 200;

/** An IBAN in groups of four, as people read it; other numbers as they are. */
export function groupedNumber(account: Pick<AccountNameFragment, 'iban' | 'number'>): string {
  return account.iban ? account.iban.replace(/(.{4})(?=.)/g, '$1 ') : account.number;
}

/** A number that no account here has: what begins like an IBAN is grouped like one. */
export const groupedAsWritten = (number: string): string =>
  groupedNumber({ number, iban: /^[A-Z]{2}\d{2}[A-Z0-9]{8,}$/.test(number) ? number : null });

/** The name people know an account by: their own, else the bank's, else its number. */
export function accountLabel(account: AccountNameFragment): string {
  return account.nickname ?? account.name ?? groupedNumber(account);
}

/** What tells an account from others beside the name it is known by. */
export function accountHint(account: AccountNameFragment): string {
  const { nickname, name, owner, currency } = account;
  return [nickname && name, (nickname ?? name) ? groupedNumber(account) : owner, currency]
    .filter(Boolean)
    .join(' · ');
}

function joined(known: AccountChoicesQuery, more: AccountChoicesQuery): AccountChoicesQuery {
  return {
    ...more,
    accounts: { ...more.accounts, edges: [...known.accounts.edges, ...more.accounts.edges] },
  };
}

/** All accounts, page after page, in the person's own order, and the question that brings them. */
export function useAccountList() {
  const query = useQuery(AccountChoicesDocument, {
    variables: { first: PAGE_SIZE },
  });
  const { data, fetchMore } = query;
  const { hasNextPage = false, endCursor = null } = data?.accounts.pageInfo ?? {};
  useEffect(() => {
    if (!hasNextPage) return;
    // What has come so far can be chosen, also when the rest does not.
    fetchMore({
      variables: { after: endCursor },
      updateQuery: (known, { fetchMoreResult }) => joined(known, fetchMoreResult),
    }).catch(() => undefined);
  }, [hasNextPage, endCursor, fetchMore]);
  const accounts = useMemo(
    () =>
      inOrderOf(
        (data?.accounts.edges ?? []).map(({ node }) => node),
        data?.arrangement ?? [],
        ({ id }) => id,
      ),
    [data],
  );
  return { query, accounts };
}

export const useAccounts = (): readonly AccountNameFragment[] => useAccountList().accounts;

/** The accounts to choose from. */
export function useAccountOptions(): readonly Option<string>[] {
  return useAccounts().map((account) => ({
    value: account.id,
    label: accountLabel(account),
    hint: accountHint(account),
  }));
}

/** Finds the account of a number, written with spaces or without; one with a nickname before others of that number. */
export function useAccountOf(): (number: string) => AccountNameFragment | null {
  const accounts = useAccounts();
  const byNumber = useMemo(() => {
    const named = accounts.toSorted(
      (one, other) => Number(one.nickname !== null) - Number(other.nickname !== null),
    );
    return new Map(named.map((account) => [comparable(account.number), account]));
  }, [accounts]);
  return useCallback((number: string) => byNumber.get(comparable(number)) ?? null, [byNumber]);
}

const comparable = (number: string) => number.replace(/\s/g, '').toUpperCase();

/** The currencies that accounts are kept in. */
export function useCurrencyOptions(): readonly Option<string>[] {
  const { data } = useQuery(AccountChoicesDocument, {
    variables: { first: PAGE_SIZE },
  });
  const currencies = new Set(
    (data?.accounts.edges ?? []).map(({ node }) => node.currency).filter(Boolean),
  );
  return [...currencies].toSorted().map((value) => ({ value, label: value }));
}
