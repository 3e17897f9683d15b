/** Marks every message as read for this person, and tells how it ended. */
import { ReadMessagesDocument } from '@/generated/graphql';
import { dataClient } from '@/kernel/clients';
import { currentLabels } from '@/kernel/i18n';
import { attempt, refreshLists, tellDone, tellRefused } from '@/ui';
import { labels } from './labels';

export async function markAllRead(): Promise<void> {
  const { refused } = await attempt(
    async () => (await dataClient.mutate({ mutation: ReadMessagesDocument })).data?.readMessages,
  );
  if (refused) {
    tellRefused(refused.message);
    return;
  }
  // What goes wrong while reading the list anew shows there.
  void refreshLists();
  tellDone(currentLabels(labels).allRead);
}
