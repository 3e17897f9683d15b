/**
 * The poll for system messages: every two seconds while the page is visible, one call at a
 * time, slower after errors. New messages become toasts; the sets are kept for the badge.
 */
import { useApolloClient } from '@apollo/client/react';
import type { ApolloClient } from '@apollo/client';
import { useEffect } from 'react';
import { SystemMessagePollDocument, type MessageLevel, type MessageLineFragment } from '@/generated/graphql';
import { POLL_INTERVAL_MS } from '@/kernel/constants';
import { currentLabels } from '@/kernel/i18n';
import { messagesPath } from '@/kernel/paths';
import { createStore } from '@/kernel/store';
import { notify, type Severity } from '@/ui';
import { labels } from './labels';
import { NO_MESSAGES, clear, receive } from './messageSets';
import { messageText } from './texts';

export const messageSets = createStore(NO_MESSAGES);
export const pollFailing = createStore(false);

const SLOWEST_MS = 30_000;
const FAILURES_SHOWN_FROM = 3;

/** How long to wait before the next call, after so many failures in a row. */
export function pollDelay(failures: number): number {
  return Math.min(SLOWEST_MS, POLL_INTERVAL_MS * 2 ** failures);
}

/** The severity of a toast, by the message's level. */
export function severityOf(level: MessageLevel): Severity {
  const severities: Partial<Record<MessageLevel, Severity>> = { SUCCESS: 'success', ERROR: 'error', WARNING: 'warn' };
  return severities[level] ?? 'info';
}

/** The title of a toast: 'Error', 'Warning', or 'Information' for all others. */
export function titleOf(level: MessageLevel): string {
  const words = currentLabels(labels);
  if (level === 'ERROR') return words.toastError;
  return level === 'WARNING' ? words.toastWarning : words.toastInformation;
}

function announce(message: MessageLineFragment): void {
  notify({ severity: severityOf(message.level), title: titleOf(message.level), text: messageText(message), to: messagesPath() });
}

/** Move what is new into the known set. */
export function clearMessages(): void {
  messageSets.update(clear);
}

/** Start polling; returns the way to stop. */
export function startPoll(client: ApolloClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let busy = false;
  let stopped = false;

  const ask = async () => {
    if (busy || stopped || document.hidden) return;
    busy = true;
    try {
      const { data } = await client.query({
        query: SystemMessagePollDocument,
        variables: { read: true, page: 0, size: 50 },
        fetchPolicy: 'no-cache',
      });
      if (stopped || !data) return;
      const next = receive(messageSets.get(), data.systemMessages);
      messageSets.set(next.sets);
      next.announce.forEach(announce);
      failures = 0;
    } catch {
      failures += 1;
    } finally {
      busy = false;
      pollFailing.set(failures >= FAILURES_SHOWN_FROM);
      if (!stopped) timer = setTimeout(() => void ask(), pollDelay(failures));
    }
  };
  const onVisible = () => {
    clearTimeout(timer);
    void ask();
  };
  document.addEventListener('visibilitychange', onVisible);
  void ask();
  return () => {
    stopped = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onVisible);
  };
}

/** Poll as long as the component lives. */
export function useMessagePoll(): void {
  const client = useApolloClient();
  useEffect(() => startPoll(client), [client]);
}
