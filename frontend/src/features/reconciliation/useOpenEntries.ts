/** The unmatched entries, page after page; those matched since stay until they are asked for anew. */
import { useQuery } from '@apollo/client/react';
import {
  OpenEntriesDocument,
  type OpenEntriesQuery,
  type TransactionFilter,
} from '@/generated/graphql';
import { RIGHT_NOW } from '@/kernel/policies';

const PAGE_SIZE = 50;

function joined(known: OpenEntriesQuery, more: OpenEntriesQuery): OpenEntriesQuery {
  return {
    ...more,
    transactions: {
      ...more.transactions,
      edges: [...known.transactions.edges, ...more.transactions.edges],
    },
  };
}

export function useOpenEntries(filter: TransactionFilter) {
  const query = useQuery(OpenEntriesDocument, {
    variables: { filter, first: PAGE_SIZE },
    fetchPolicy: RIGHT_NOW,
  });
  const { data, fetchMore } = query;
  const { hasNextPage = false, endCursor = null } = data?.transactions.pageInfo ?? {};
  const more = () => {
    fetchMore({
      variables: { after: endCursor },
      updateQuery: (known, { fetchMoreResult }) => joined(known, fetchMoreResult),
    }).catch(() => undefined);
  };
  return { query, more: hasNextPage ? more : null };
}
