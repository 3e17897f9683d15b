/** Matches and unmatches, and asks the server how both sides stand afterwards, however it ended. */
import { useApolloClient, useMutation } from '@apollo/client/react';
import { useRef, useState } from 'react';
import {
  EntryStandingDocument,
  MatchPaymentsDocument,
  MatchTransactionDocument,
  UnmatchTransactionDocument,
  type DeskCandidateFragment,
} from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { RIGHT_NOW } from '@/kernel/policies';
import { attempt, tellDone, tellRefused, type BulkResult } from '@/ui';
import { besideOf, type Choosable } from './choosable';
import { labels } from './labels';
import type { Told } from './useChoosing';

/** So many entries are asked about side by side. */
const AT_ONCE = 8;

export interface Matching {
  /** Whether something was done with an entry in this visit, on either side. */
  isTouched: (entryId: string) => boolean;
  /** Tells whether it was done. */
  match: (entryId: string, candidate: DeskCandidateFragment) => Promise<boolean>;
  /** The same with what a person chose, and what they say of the rest. */
  choose: (entryId: string, chosen: readonly Choosable[], told: Told) => Promise<boolean>;
  /** Has what was matched many at once stand as it does now, and taken back one by one. */
  note: (results: readonly BulkResult[]) => Promise<void>;
  unmatch: (entryId: string) => Promise<boolean>;
  /** Takes the last match of this visit back; tells its entry. */
  undo: () => Promise<string | null>;
}

export function useMatching(): Matching {
  const words = useLabels(labels);
  const client = useApolloClient();
  const [matchOne] = useMutation(MatchTransactionDocument);
  const [matchSeveral] = useMutation(MatchPaymentsDocument);
  const [unmatchOne] = useMutation(UnmatchTransactionDocument);
  const done = useRef<string[]>([]);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const touch = (ids: readonly string[]) => setTouched((known) => new Set([...known, ...ids]));
  const look = (ids: readonly string[]) =>
    Promise.all(
      ids.map((id) =>
        client
          .query({ query: EntryStandingDocument, variables: { id }, fetchPolicy: RIGHT_NOW })
          .catch(() => undefined),
      ),
    );
  /** The other entries of its match, as it is known here. */
  const othersOf = (id: string): readonly string[] =>
    client
      .readQuery({ query: EntryStandingDocument, variables: { id } })
      ?.transaction?.reconciliation.match?.sides.flatMap((side) =>
        side.kind === 'ENTRY' && side.id !== id ? [side.id] : [],
      ) ?? [];
  const run = async (act: Parameters<typeof attempt>[0], ids: readonly string[], said: string) => {
    touch(ids);
    const { refused } = await attempt(act);
    await look(ids);
    if (refused) tellRefused(refused.message);
    else tellDone(said);
    return refused === null;
  };
  const unmatch: Matching['unmatch'] = async (entryId) => {
    const ended = await run(
      async () => (await unmatchOne({ variables: { id: entryId } })).data?.unmatchTransaction,
      [entryId, ...othersOf(entryId)],
      words.unmatchedNow,
    );
    if (ended) done.current = done.current.filter((one) => one !== entryId);
    return ended;
  };
  return {
    isTouched: (entryId) => touched.has(entryId),
    match: async (entryId, { kind, id, transaction }) => {
      const ended = await run(
        async () =>
          (await matchOne({ variables: { id: entryId, kind, candidateId: id } })).data
            ?.matchTransaction,
        [entryId, ...(transaction ? [transaction.id] : [])],
        words.matchedNow,
      );
      if (ended) done.current.push(entryId);
      return ended;
    },
    choose: async (entryId, chosen, { difference, parts }) => {
      const paymentIds = chosen.flatMap((one) => (one.kind === 'PAYMENT' ? [one.payment.id] : []));
      const openItemIds = chosen.flatMap((one) => (one.kind === 'OPEN_ITEM' ? [one.item.id] : []));
      const beside = besideOf(chosen);
      const variables = { id: entryId, paymentIds, openItemIds, beside, difference, parts };
      const ended = await run(
        async () => (await matchSeveral({ variables })).data?.matchPayments,
        [entryId, ...beside],
        words.matchedNow,
      );
      if (ended) done.current.push(entryId);
      return ended;
    },
    note: async (results) => {
      const matched = results.filter(({ outcome }) => outcome === 'DONE');
      done.current.push(...matched.map(({ id }) => id));
      // The other side of a transfer was met as matched.
      const ids = results.map(({ id }) => id);
      touch(ids);
      for (let at = 0; at < ids.length; at += AT_ONCE) await look(ids.slice(at, at + AT_ONCE));
    },
    unmatch,
    undo: async () => {
      const last = done.current.at(-1);
      if (!last) {
        tellRefused(words.nothingToUndo);
        return null;
      }
      await unmatch(last);
      return last;
    },
  };
}
