/** The verbs a person has over one message; each tells its outcome and shows the row as it stands now. */
import { useApolloClient } from '@apollo/client/react';
import { useMemo } from 'react';
import { AcknowledgeMessagesDocument, OneMessageDocument, ReadMessagesDocument, ReopenMessageDocument, ResolveMessageDocument, type MessageRowFragment } from '@/generated/graphql';
import { currentLabels } from '@/kernel/i18n';
import { problemOf } from '@/kernel/problems';
import { notify } from '@/ui';
import { labels } from './labels';

type Outcome = { __typename: 'Success' } | { __typename: 'BulkResults' } | { __typename: 'Problem'; message: string };

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
    const fail = (text: string) => notify({ severity: 'error', title: words.failed, text });
    const attempt = async (id: string, act: () => Promise<Outcome | undefined>, done?: string) => {
      try {
        const outcome = await act();
        if (outcome?.__typename === 'Problem') fail(outcome.message);
        else if (done) notify({ severity: 'success', title: words.toastInformation, text: done });
        const { data } = await client.query({ query: OneMessageDocument, variables: { id }, fetchPolicy: 'network-only' });
        if (data?.message) onChanged(data.message);
      } catch (error) {
        const { detail, correlationId } = problemOf(error);
        fail([detail, correlationId].filter(Boolean).join(' · ') || words.networkLost);
      }
    };
    return {
      read: (id) => attempt(id, async () => (await client.mutate({ mutation: ReadMessagesDocument, variables: { ids: [id] } })).data?.readMessages),
      acknowledge: (id) => attempt(id, async () => (await client.mutate({ mutation: AcknowledgeMessagesDocument, variables: { selection: { ids: [id] } } })).data?.acknowledgeMessages),
      resolve: (id, note) => attempt(id, async () => (await client.mutate({ mutation: ResolveMessageDocument, variables: { id, note: note || null } })).data?.resolveMessage, words.resolvedNow),
      reopen: (id) => attempt(id, async () => (await client.mutate({ mutation: ReopenMessageDocument, variables: { id } })).data?.reopenMessage, words.reopened),
    };
  }, [client, onChanged]);
}
