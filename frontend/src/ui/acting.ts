/** Runs what people do, shows the server's sentence when it refuses, and asks anew for what is shown. */
import { useApolloClient } from '@apollo/client/react';
import { useCallback, useEffect, useRef } from 'react';
import { currentLabels } from '@/kernel/i18n';
import { problemOf } from '@/kernel/problems';
import { labels } from './labels';
import { refreshLists } from './list/pageStore';
import { currentRefusals } from './list/refused';
import { notify } from './toasts';

/** How a mutation answers. */
export type Answer =
  | { __typename: 'Success'; id?: string | null }
  | { __typename: 'Problem'; code: string; message: string; path?: string | null };

export interface Ended {
  /** The record it was about; null where it was refused. */
  id: string | null;
  refused: { message: string; path: string | null } | null;
}

/** Run one mutation to its end; a line that is down is a refusal too. */
export async function attempt(act: () => Promise<Answer | undefined>): Promise<Ended> {
  const words = currentLabels(labels);
  try {
    const answer = await act();
    if (!answer) return refusal(words.noAnswer);
    if (answer.__typename === 'Problem')
      return refusal(currentRefusals().reason(answer), answer.path);
    return { id: answer.id ?? '', refused: null };
  } catch (error) {
    const { detail, correlationId } = problemOf(error);
    return refusal([detail ?? words.noAnswer, correlationId].filter(Boolean).join(' · '));
  }
}

const refusal = (message: string, path?: string | null): Ended => ({
  id: null,
  refused: { message, path: path ?? null },
});

export function tellDone(text: string): void {
  notify({ severity: 'success', title: currentLabels(labels).done, text });
}

export function tellRefused(text: string): void {
  notify({ severity: 'error', title: currentLabels(labels).notDone, text });
}

/** Ask again for everything this screen shows, its lists included; a failure shows where it belongs. */
export function useRefreshed(): () => Promise<void> {
  const client = useApolloClient();
  return useCallback(async () => {
    await Promise.all([
      client.refetchQueries({ include: 'active' }).catch(() => undefined),
      refreshLists(),
    ]);
  }, [client]);
}

/** Ask again for everything on screen as soon as work that somebody began has come to its end. */
export function useRefreshedAtEnd(isAtWork: boolean): void {
  const refreshed = useRefreshed();
  const wasAtWork = useRef(false);
  useEffect(() => {
    if (wasAtWork.current && !isAtWork) void refreshed();
    wasAtWork.current = isAtWork;
  }, [isAtWork, refreshed]);
}

/** Run at once and tell how it ended, for verbs that need no question. */
export function useAct(): (
  act: () => Promise<Answer | undefined>,
  done: string,
) => Promise<boolean> {
  const refreshed = useRefreshed();
  return useCallback(
    async (act, done) => {
      const { refused } = await attempt(act);
      await refreshed();
      if (refused) tellRefused(refused.message);
      else tellDone(done);
      return refused === null;
    },
    [refreshed],
  );
}
