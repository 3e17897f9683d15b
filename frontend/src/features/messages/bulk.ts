/** What can be done with many messages at once, one by one or with all of a group. */
import {
  AcknowledgeMessageGroupsDocument,
  AcknowledgeMessagesDocument,
  MarkMessagesReadDocument,
  ReopenMessageGroupsDocument,
  ReopenMessagesDocument,
  ResolveMessageGroupsDocument,
  ResolveMessagesDocument,
  type MessageFilter,
  type MessageGrouping,
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

const OF_GROUPS: Readonly<Record<string, BulkAction['document']>> = {
  acknowledge: AcknowledgeMessageGroupsDocument,
  resolve: ResolveMessageGroupsDocument,
  reopen: ReopenMessageGroupsDocument,
};

/** The same for whole groups, as they were seen: what came since is left alone. */
export function useGroupActs(by: MessageGrouping, filter: MessageFilter): readonly BulkAction[] {
  const words = useLabels(labels);
  return useMessageActs().flatMap((act) => {
    const document = OF_GROUPS[act.key];
    if (!document) return [];
    const variables: BulkAction['variables'] = (after, chosen) => ({
      selection: {
        ...chosen,
        by,
        ...('ids' in chosen ? { within: filter } : {}),
        ...(after ? { after } : {}),
      },
    });
    return [{ ...act, document, variables, help: `${act.help} ${words.groupActHelp}` }];
  });
}
