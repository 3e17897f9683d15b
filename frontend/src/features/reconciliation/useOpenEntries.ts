/** The unmatched entries, page after page; those matched in this visit stay in their places. */
import { useApolloClient, useQuery } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import {
  DeskEntryFragmentDoc,
  OpenEntriesDocument,
  type DeskEntryFragment,
  type OpenEntriesQuery,
  type TransactionFilter,
} from '@/generated/graphql';
import { RIGHT_NOW } from '@/kernel/policies';

const PAGE_SIZE = 50;

interface Row {
  id: string;
}

/** With the page after it; one that two asked for at the same time comes once. */
function joined(known: OpenEntriesQuery, more: OpenEntriesQuery): OpenEntriesQuery {
  const ids = new Set(known.transactions.edges.map(({ node }) => node.id));
  const added = more.transactions.edges.filter(({ node }) => !ids.has(node.id));
  return {
    ...more,
    transactions: { ...more.transactions, edges: [...known.transactions.edges, ...added] },
  };
}

/** What is told now, and of what stood here before the rows that stay, each below its neighbour. */
export function keeping<Kept extends Row>(
  before: readonly Kept[],
  now: readonly Kept[],
  stays: (id: string) => boolean,
): readonly Kept[] {
  const rows = [...now];
  const places = new Set(now.map(({ id }) => id));
  let above = -1;
  for (const row of before) {
    if (places.has(row.id)) above = rows.findIndex(({ id }) => id === row.id);
    else if (stays(row.id)) rows.splice((above += 1), 0, row);
  }
  return rows;
}

/**
 * Of a list that is read anew from its first page, what stood below all that is told yet; nothing
 * once as much is told as stood there.
 */
export function unread(before: readonly Row[], now: readonly Row[]): ReadonlySet<string> {
  const told = new Set(now.map(({ id }) => id));
  const last = before.findLastIndex(({ id }) => told.has(id));
  const below = last < 0 || now.length >= before.length ? [] : before.slice(last + 1);
  return new Set(below.map(({ id }) => id));
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
    /** Whether a reading anew has come as far down as the one before. */
    isWhole: boolean;
  }>({ told: undefined, asked, entries: [], isWhole: true });
  if (data && data.transactions !== seen.told) {
    const now = data.transactions.edges.map(({ node }) => node);
    const before = seen.asked === asked ? seen.entries : [];
    const open = before.filter(({ id }) => !stays(id));
    const left = data.transactions.pageInfo.hasNextPage ? unread(open, now) : new Set();
    const entries = keeping(before, now, (id) => left.has(id) || stays(id));
    setSeen({ told: data.transactions, asked, entries, isWhole: left.size === 0 });
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
  useEffect(() => {
    // Where it is not whole there is a next page, and telling it asks for the one after it.
    if (!seen.isWhole) more();
    // oxlint-disable-next-line react/exhaustive-deps
  }, [seen]);
  return { query, entries, more: hasNextPage ? more : null };
}
