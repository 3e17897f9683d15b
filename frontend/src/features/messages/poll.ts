/**
 * The poll for system messages: every two seconds while a tab is visible, one call at a time,
 * one tab for all, slower after errors. New messages become toasts; the summary feeds the badge,
 * and what else changed the screens that show it.
 */
import { useApolloClient } from '@apollo/client/react';
import type { ApolloClient } from '@apollo/client';
import { useEffect } from 'react';
import {
  SystemMessagePollDocument,
  type MessageLineFragment,
  type SystemMessagePollQuery,
} from '@/generated/graphql';
import { noteChange } from '@/kernel/changes';
import { POLL_INTERVAL_MS } from '@/kernel/constants';
import { forgetChanges, hearChanges } from '@/kernel/live';
import { NOT_KEPT } from '@/kernel/policies';
import { lookForRelease } from '@/kernel/release';
import { useSession } from '@/kernel/session';
import { createStore } from '@/kernel/store';
import { dismissFrom } from '@/ui';
import { shareDuty } from './duty';
import { NO_MESSAGES, clear, receive, restore } from './messageSets';

export const messageSets = createStore(NO_MESSAGES);
export const pollFailing = createStore(false);
/** What counts for this person, however many messages there are; null until it is told. */
export const messageSummary = createStore<SystemMessagePollQuery['messageSummary'] | null>(null);

/** So many of the latest are known here; the server gives no more at once. */
export const MOST_KNOWN = 200;
const SLOWEST_MS = 30_000;
/** A server that takes long to answer is left alone for so long. */
const REST_MS = 500;
const PATIENCE_MS = 10_000;
const FAILURES_SHOWN_FROM = 3;

/**
 * How long to wait before the next call, after so many failures in a row. Calls begin at the
 * interval, however long the last answer `took`: what is told must not come later for that.
 */
export function pollDelay(failures: number, took = 0): number {
  const interval = Math.min(SLOWEST_MS, POLL_INTERVAL_MS * 2 ** failures);
  return failures > 0 ? interval : Math.max(REST_MS, interval - took);
}

/** Move what is new into the known set, with its toasts; returns the way back. */
export function clearMessages(): () => void {
  const cleared = new Set(messageSets.get().current.keys());
  messageSets.update(clear);
  dismissFrom(cleared);
  return () => messageSets.update((sets) => restore(sets, cleared));
}

/** The words of toasts: nobody waits for them while the first page is drawn. */
function announcing(tell: (announce: typeof import('./announce')) => void): void {
  // Words that are gone mean that another build is served; the notice of it says what to do.
  import('./announce').then(tell, () => void lookForRelease());
}

/** Take an answer in, whoever asked for it. */
function take(polled: readonly MessageLineFragment[]): void {
  const before = messageSets.get();
  const next = receive(before, polled);
  if (next.sets === before) return;
  messageSets.set(next.sets);
  // The words are fetched with the first answer, so that they are there when something happens.
  if (before.initial === null) announcing(() => undefined);
  if (next.announce.length > 0)
    // The newest come first here and last on the screen, where they have precedence.
    announcing(({ announce }) => next.announce.toReversed().forEach(announce));
}

/** Whose messages the sets hold; another person at the same page begins anew. */
let heldFor = '';

type Found = { failing: true } | { failing: false; told: SystemMessagePollQuery };

/** Start polling for a person; returns the way to stop. */
export function startPoll(client: ApolloClient, person: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let busy = false;
  let onDuty = false;
  let last: Found | null = null;
  if (heldFor !== person) {
    messageSets.set(NO_MESSAGES);
    messageSummary.set(null);
    forgetChanges();
  }
  heldFor = person;

  const note = (found: Found) => {
    last = found;
    pollFailing.set(found.failing);
    if (found.failing) {
      // Whether anything changed is not told: what is not on screen is asked for again.
      noteChange();
      return;
    }
    take(found.told.systemMessages);
    messageSummary.set(found.told.messageSummary);
    hearChanges(found.told.changes);
  };
  const ask = async () => {
    clearTimeout(timer);
    if (busy || !onDuty) return;
    busy = true;
    const began = performance.now();
    try {
      const { data } = await client.query({
        query: SystemMessagePollDocument,
        variables: { read: true, page: 0, size: MOST_KNOWN },
        fetchPolicy: NOT_KEPT,
        // A call that hangs would hold up all that follow.
        context: { fetchOptions: { signal: AbortSignal.timeout(PATIENCE_MS) } },
      });
      failures = 0;
      if (data && onDuty) found({ failing: false, told: data });
    } catch {
      failures += 1;
      if (onDuty && failures >= FAILURES_SHOWN_FROM) found({ failing: true });
    } finally {
      busy = false;
      if (onDuty)
        timer = setTimeout(() => void ask(), pollDelay(failures, performance.now() - began));
    }
  };
  const held = shareDuty<Found>(`giroscope.messages.${person}`, {
    begin() {
      onDuty = true;
      void ask();
    },
    end() {
      onDuty = false;
      clearTimeout(timer);
    },
    hear: note,
    known: () => last,
  });
  const found = (what: Found) => {
    note(what);
    held.tell(what);
  };
  const onOnline = () => void ask();
  addEventListener('online', onOnline);
  return () => {
    onDuty = false;
    clearTimeout(timer);
    removeEventListener('online', onOnline);
    held.leave();
  };
}

/** Poll as long as the component lives and the person stays the same. */
export function useMessagePoll(): void {
  const client = useApolloClient();
  const { id } = useSession();
  useEffect(() => startPoll(client, id), [client, id]);
}
