/** How an account is named, and the choice of accounts that filters offer. */
import { useQuery } from '@apollo/client/react';
import { AccountChoicesDocument, type AccountNameFragment } from '@/generated/graphql';
import type { Option } from '@/ui';

const MOST_CHOICES = 500;

/** An IBAN in groups of four, as people read it; other numbers as they are. */
export function groupedNumber(account: Pick<AccountNameFragment, 'iban' | 'number'>): string {
  return account.iban ? account.iban.replace(/(.{4})(?=.)/g, '$1 ') : account.number;
}

/** The name people know an account by, else its number. */
export function accountLabel(account: AccountNameFragment): string {
  return account.name ?? groupedNumber(account);
}

/** The accounts to choose from. */
export function useAccountOptions(): readonly Option<string>[] {
  const { data } = useQuery(AccountChoicesDocument, { variables: { first: MOST_CHOICES }, fetchPolicy: 'cache-and-network' });
  return (data?.accounts.edges ?? []).map(({ node }) => {
    const hint = [node.name ? groupedNumber(node) : node.owner, node.currency].filter(Boolean).join(' · ');
    return { value: node.id, label: accountLabel(node), ...(hint ? { hint } : {}) };
  });
}
