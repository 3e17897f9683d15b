/** How an account is named, and the choice of accounts that filters offer. */
import { useQuery } from '@apollo/client/react';
import { useEffect } from 'react';
import { AccountChoicesDocument, type AccountChoicesQuery, type AccountNameFragment } from '@/generated/graphql';
import type { Option } from '@/ui';

/** The server gives no more at once. */
const PAGE_SIZE = 200;

/** An IBAN in groups of four, as people read it; other numbers as they are. */
export function groupedNumber(account: Pick<AccountNameFragment, 'iban' | 'number'>): string {
  return account.iban ? account.iban.replace(/(.{4})(?=.)/g, '$1 ') : account.number;
}

/** The name people know an account by, else its number. */
export function accountLabel(account: AccountNameFragment): string {
  return account.name ?? groupedNumber(account);
}

function joined(known: AccountChoicesQuery, more: AccountChoicesQuery): AccountChoicesQuery {
  return { ...more, accounts: { ...more.accounts, edges: [...known.accounts.edges, ...more.accounts.edges] } };
}

/** The accounts to choose from, all of them: page after page. */
export function useAccountOptions(): readonly Option<string>[] {
  const { data, fetchMore } = useQuery(AccountChoicesDocument, { variables: { first: PAGE_SIZE }, fetchPolicy: 'cache-and-network' });
  const { hasNextPage = false, endCursor = null } = data?.accounts.pageInfo ?? {};
  useEffect(() => {
    if (!hasNextPage) return;
    // What has come so far can be chosen, also when the rest does not.
    fetchMore({ variables: { after: endCursor }, updateQuery: (known, { fetchMoreResult }) => joined(known, fetchMoreResult) }).catch(() => undefined);
  }, [hasNextPage, endCursor, fetchMore]);
  return (data?.accounts.edges ?? []).map(({ node }) => {
    const hint = [node.name ? groupedNumber(node) : node.owner, node.currency].filter(Boolean).join(' · ');
    return { value: node.id, label: accountLabel(node), ...(hint ? { hint } : {}) };
  });
}

/** The currencies that accounts are kept in. */
export function useCurrencyOptions(): readonly Option<string>[] {
  const { data } = useQuery(AccountChoicesDocument, { variables: { first: PAGE_SIZE }, fetchPolicy: 'cache-first' });
  const currencies = new Set((data?.accounts.edges ?? []).map(({ node }) => node.currency).filter(Boolean));
  return [...currencies].toSorted().map((value) => ({ value, label: value }));
}
