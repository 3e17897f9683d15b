/** Sends what a person decides about the ledger, and waits until the ledger follows it. */
import { useApolloClient } from '@apollo/client/react';
import { useCallback } from 'react';
import { LedgerJobDocument } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { NOT_KEPT } from '@/kernel/policies';
import { attempt, refreshLists, tellDone, tellRefused } from '@/ui';
import { duplicateLabels } from './duplicateLabels';

const EVERY_MS = 600;
/** Longer than settling an account takes; what takes longer shows when it is read next. */
const MOST_TIMES = 100;
const UNDER_WAY: ReadonlySet<string> = new Set(['QUEUED', 'RUNNING', 'CANCELLING']);

interface Decided {
  refused: string | null;
  /** Fulfilled when the ledger follows and the screen shows it. */
  settled: Promise<void>;
}

export type Settle = (act: Parameters<typeof attempt>[0], done: string) => Promise<Decided>;

export function useLedger(): Settle {
  const client = useApolloClient();
  const words = useLabels(duplicateLabels);
  const follow = useCallback(
    async (id: string, done: string) => {
      let state = 'QUEUED';
      for (let time = 0; UNDER_WAY.has(state) && time < MOST_TIMES; time += 1) {
        if (time > 0)
          await new Promise((resolve) => {
            setTimeout(resolve, EVERY_MS);
          });
        const answer = await client
          .query({ query: LedgerJobDocument, variables: { id }, fetchPolicy: NOT_KEPT })
          .catch(() => null);
        // Whoever may not see the job waits for nothing.
        state = answer ? (answer.data?.job?.state ?? 'SUCCEEDED') : state;
      }
      await Promise.all([
        client.refetchQueries({ include: 'active' }).catch(() => undefined),
        refreshLists(),
      ]);
      if (state === 'FAILED') tellRefused(words.settleFailed);
      else tellDone(done);
    },
    [client, words],
  );
  return useCallback(
    async (act, done) => {
      const { id, refused } = await attempt(act);
      if (refused) return { refused: refused.message, settled: Promise.resolve() };
      return { refused: null, settled: follow(id ?? '', done) };
    },
    [follow],
  );
}
