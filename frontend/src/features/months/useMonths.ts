/** A month of every account, page after page, in the person's own order. */
import { useQuery } from '@apollo/client/react';
import { useEffect } from 'react';
import { AccountMonthsDocument, type AccountMonthsQuery } from '@/generated/graphql';
import { UNTOLD } from '@/kernel/policies';

const PAGE_SIZE = 100;

function joined(known: AccountMonthsQuery, more: AccountMonthsQuery): AccountMonthsQuery {
  return {
    ...more,
    accountMonths: {
      ...more.accountMonths,
      edges: [...known.accountMonths.edges, ...more.accountMonths.edges],
    },
  };
}

export function useMonths(month: string) {
  const query = useQuery(AccountMonthsDocument, {
    variables: { month: `${month}-01`, first: PAGE_SIZE },
    fetchPolicy: UNTOLD,
  });
  const { data, fetchMore } = query;
  const { hasNextPage = false, endCursor = null } = data?.accountMonths.pageInfo ?? {};
  useEffect(() => {
    if (!hasNextPage) return;
    // What has come so far is shown, also when the rest does not.
    fetchMore({
      variables: { after: endCursor },
      updateQuery: (known, { fetchMoreResult }) => joined(known, fetchMoreResult),
    }).catch(() => undefined);
  }, [hasNextPage, endCursor, fetchMore]);
  return query;
}
