/** Marks every message as read for this person, and says so. */
import { ReadMessagesDocument } from '@/generated/graphql';
import { dataClient } from '@/kernel/clients';
import { currentLabels } from '@/kernel/i18n';
import { problemOf } from '@/kernel/problems';
import { notify, refreshLists } from '@/ui';
import { labels } from './labels';

export async function markAllRead(): Promise<void> {
  const words = currentLabels(labels);
  try {
    const { data } = await dataClient.mutate({ mutation: ReadMessagesDocument });
    const outcome = data?.readMessages;
    if (outcome?.__typename === 'Problem') {
      notify({ severity: 'error', title: words.messages, text: outcome.message });
      return;
    }
    void refreshLists();
    notify({ severity: 'success', title: words.messages, text: words.allRead });
  } catch (error) {
    const { detail, correlationId } = problemOf(error);
    notify({ severity: 'error', title: words.messages, text: [detail ?? words.failed, correlationId].filter(Boolean).join(' · ') });
  }
}
