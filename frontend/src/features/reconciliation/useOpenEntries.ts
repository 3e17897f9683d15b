/** The unmatched entries, page after page; those matched in this visit stay in their places. */
import { useApolloClient, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import {
  DeskEntryFragmentDoc,
  OpenEntriesDocument,
  type DeskEntryFragment,
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

/** What is told now, and of what stood here before the rows that stay, each below its neighbour. */
export function keeping<Row extends { id: string }>(
  before: readonly Row[],
  now: readonly Row[],
  stays: (id: string) => boolean,
): readonly Row[] {
  const rows = [...now];
  const places = new Set(now.map(({ id }) => id));
  let above = -1;
  for (const row of before) {
    if (places.has(row.id)) above = rows.findIndex(({ id }) => id === row.id);
    else if (stays(row.id)) rows.splice((above += 1), 0, row);
  }
  return rows;
}

type Told = OpenEntriesQuery['transactions'];

export function useOpenEntries(filter: TransactionFilter, stays: (id: string) => boolean) {
  const { cache } = useApolloClient();
  const query = useQuery(OpenEntriesDocument, {
    variables: { filter, first: PAGE_SIZE },
    fetchPolicy: RIGHT_NOW,
  });
  const { data, fetchMore } = query;
  const asked = JSON.stringify(filter);
  const [seen, setSeen] = useState<{
    told: Told | undefined;
    asked: string;
    entries: readonly DeskEntryFragment[];
  }>({ told: undefined, asked, entries: [] });
  if (data && data.transactions !== seen.told) {
    const now = data.transactions.edges.map(({ node }) => node);
    const before = seen.asked === asked ? seen.entries : [];
    setSeen({ told: data.transactions, asked, entries: keeping(before, now, stays) });
  }
  const told = new Set(data?.transactions.edges.map(({ node }) => node.id));
  /** One that is told no more, as it stands now. */
  const asItStands = (entry: DeskEntryFragment) =>
    cache.readFragment({
      from: { __typename: 'Transaction', id: entry.id },
      fragment: DeskEntryFragmentDoc,
      fragmentName: 'DeskEntry',
    }) ?? entry;
  const entries = seen.entries.map((entry) => (told.has(entry.id) ? entry : asItStands(entry)));
  const { hasNextPage = false, endCursor = null } = data?.transactions.pageInfo ?? {};
  const more = () => {
    fetchMore({
      variables: { after: endCursor },
      updateQuery: (known, { fetchMoreResult }) => joined(known, fetchMoreResult),
    }).catch(() => undefined);
  };
  return { query, entries, more: hasNextPage ? more : null };
}
