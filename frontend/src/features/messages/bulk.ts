/** What can be done with many messages at once. */
import {
  AcknowledgeMessagesDocument,
  MarkMessagesReadDocument,
  ReopenMessagesDocument,
  ResolveMessagesDocument,
} from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { useVerbs } from '@/kernel/permissions';
import type { BulkAction } from '@/ui';
import { labels } from './labels';

export function useMessageActs(): readonly BulkAction[] {
  const words = useLabels(labels);
  const verbs = useVerbs();
  const acts: readonly (BulkAction & { verb: string })[] = [
    {
      key: 'read',
      verb: 'messages.acknowledge',
      label: words.markRead,
      icon: 'envelope',
      help: words.markReadHelp,
      document: MarkMessagesReadDocument,
    },
    {
      key: 'acknowledge',
      verb: 'messages.acknowledge',
      label: words.acknowledge,
      icon: 'eye',
      help: words.acknowledgeHelp,
      document: AcknowledgeMessagesDocument,
    },
    {
      key: 'resolve',
      verb: 'messages.resolve',
      label: words.resolve,
      icon: 'check-circle',
      help: words.resolveHelp,
      document: ResolveMessagesDocument,
    },
    {
      key: 'reopen',
      verb: 'messages.resolve',
      label: words.reopen,
      icon: 'undo',
      help: words.reopenHelp,
      document: ReopenMessagesDocument,
    },
  ];
  return acts.filter(({ verb }) => verbs.has(verb));
}
