/** Reads what two versions of a statement hold, as far as they differ. */
import { useApolloClient } from '@apollo/client/react';
import { useCallback, useEffect, useState } from 'react';
import {
  EntriesOfVersionDocument,
  RemovedEntriesDocument,
  type EntriesOfVersionQuery,
} from '@/generated/graphql';
import { RIGHT_NOW } from '@/kernel/policies';
import { asCompared, changesBetween, isToldBy, type Change } from './versions';

const PAGE = 500;
/** What is compared at most; nobody reads more, and a year in one file may hold a million. */
const MOST_PAGES = 10;

export interface Changes {
  changes: readonly Change[];
  /** How many entries of the version that counts were looked at. */
  compared: number;
  /** There are more. */
  isCut: boolean;
}

interface Reading {
  data: Changes | undefined;
  error: unknown;
  loading: boolean;
}

/** What became of the entries of an old version: those that the ledger shows no more, against those that it did not tell. */
export function useChanges(oldId: string, currentId: string) {
  const client = useApolloClient();
  const [reading, setReading] = useState<Reading>({
    data: undefined,
    error: undefined,
    loading: true,
  });
  const [time, setTime] = useState(0);
  useEffect(() => {
    const stopped = new AbortController();
    const settle = (next: Reading) => {
      if (!stopped.signal.aborted) setReading(next);
    };
    const read = async () => {
      const removed = await client.query({
        query: RemovedEntriesDocument,
        variables: { id: oldId },
        fetchPolicy: RIGHT_NOW,
      });
      const added = [];
      let compared = 0;
      let after: string | null = null;
      let isCut = true;
      for (let page = 0; page < MOST_PAGES && isCut; page += 1) {
        const { data } = (await client.query({
          query: EntriesOfVersionDocument,
          variables: { id: currentId, first: PAGE, after },
          fetchPolicy: RIGHT_NOW,
        })) as { data?: EntriesOfVersionQuery };
        const entries = data?.transactions.edges.map(({ node }) => node) ?? [];
        compared += entries.length;
        added.push(...entries.filter((entry) => !isToldBy(entry, oldId)).map(asCompared));
        after = data?.transactions.pageInfo.endCursor ?? null;
        isCut = data?.transactions.pageInfo.hasNextPage ?? false;
      }
      return {
        changes: changesBetween(removed.data?.statement?.removedEntries ?? [], added),
        compared,
        isCut,
      };
    };
    setReading((now) => ({ ...now, error: undefined, loading: true }));
    read().then(
      (data) => settle({ data, error: undefined, loading: false }),
      (error: unknown) => settle({ data: undefined, error, loading: false }),
    );
    return () => stopped.abort();
  }, [client, oldId, currentId, time]);
  const refetch = useCallback(() => setTime((now) => now + 1), []);
  return { ...reading, refetch };
}
