/** The verbs a person has over one message; each tells its outcome and shows the row as it stands now. */
import { useApolloClient } from '@apollo/client/react';
import { useMemo } from 'react';
import {
  AcknowledgeMessagesDocument,
  OneMessageDocument,
  ReadMessagesDocument,
  ReopenMessageDocument,
  ResolveMessageDocument,
  type MessageRowFragment,
} from '@/generated/graphql';
import { currentLabels } from '@/kernel/i18n';
import { RIGHT_NOW } from '@/kernel/policies';
import { attempt, tellDone, tellRefused } from '@/ui';
import { labels } from './labels';

type Act = Parameters<typeof attempt>[0];

export interface MessageActions {
  read: (id: string) => Promise<void>;
  acknowledge: (id: string) => Promise<void>;
  resolve: (id: string, note: string) => Promise<void>;
  reopen: (id: string) => Promise<void>;
}

export function useMessageActions(onChanged: (row: MessageRowFragment) => void): MessageActions {
  const client = useApolloClient();
  return useMemo(() => {
    const words = currentLabels(labels);
    const run = async (id: string, act: Act, done?: string) => {
      const { refused } = await attempt(act);
      if (refused) tellRefused(refused.message);
      else if (done) tellDone(done);
      // Where the line is down the act has said so; the row stays as it was.
      const answer = await client
        .query({ query: OneMessageDocument, variables: { id }, fetchPolicy: RIGHT_NOW })
        .catch(() => null);
      if (answer?.data?.message) onChanged(answer.data.message);
    };
    return {
      read: (id) =>
        run(
          id,
          async () =>
            (await client.mutate({ mutation: ReadMessagesDocument, variables: { ids: [id] } })).data
              ?.readMessages,
        ),
      acknowledge: (id) =>
        run(id, async () => {
          const outcome = (
            await client.mutate({
              mutation: AcknowledgeMessagesDocument,
              variables: { selection: { ids: [id] } },
            })
          ).data?.acknowledgeMessages;
          return outcome?.__typename === 'BulkResults' ? { __typename: 'Success' } : outcome;
        }),
      resolve: (id, note) =>
        run(
          id,
          async () =>
            (
              await client.mutate({
                mutation: ResolveMessageDocument,
                variables: { id, note: note || null },
              })
            ).data?.resolveMessage,
          words.resolvedNow,
        ),
      reopen: (id) =>
        run(
          id,
          async () =>
            (await client.mutate({ mutation: ReopenMessageDocument, variables: { id } })).data
              ?.reopenMessage,
          words.reopened,
        ),
    };
  }, [client, onChanged]);
}
