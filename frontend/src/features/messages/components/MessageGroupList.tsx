/** Messages that belong together, one row for each group, which unfolds. */
import { useCallback, useMemo } from 'react';
import { MessageGroupsDocument, type MessageGrouping } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { useNotation } from '@/kernel/preferences';
import { List, useList } from '@/ui';
import { groupColumns, type GroupRow } from '../columns';
import { useGroupActs } from '../bulk';
import { labels } from '../labels';
import { suggestions } from '../suggestions';
import { messageText } from '../texts';
import { useMessageActions } from '../useMessageActions';
import { GroupMembers } from './GroupMembers';
import type { ListProps } from './ListProps';
import { MessageDrawer } from './MessageDrawer';
import { MessageNotices } from './MessageNotices';

const rowKey = (row: GroupRow) => row.id;

export function MessageGroupList({
  by,
  filter,
  url,
  cleared,
  isNew,
}: ListProps & { by: MessageGrouping }) {
  const words = useLabels(labels);
  const advice = useLabels(suggestions) as Readonly<Record<string, string>>;
  const { numberFormat } = useNotation();
  const list = useList({
    name: 'messageGroups',
    document: MessageGroupsDocument,
    variables: { filter, by },
    connection: ({ messageGroups }) => messageGroups,
    rowKey,
    record: 'message',
  });
  const { replace } = list.pages;
  const onChanged = useCallback<Parameters<typeof useMessageActions>[0]>(
    (changed) =>
      replace((row) =>
        row.headline.id === changed.id
          ? {
              ...row,
              unread: row.unread - (changed.read && !row.headline.read ? 1 : 0),
              headline: changed,
            }
          : row,
      ),
    [replace],
  );
  const actions = useMessageActions(onChanged);
  const columns = useMemo(
    () => groupColumns(words, advice, numberFormat, list.to),
    [words, advice, numberFormat, list.to],
  );
  const { to } = list;
  const open = useCallback((id: string) => to({ id } as GroupRow) as { search: string }, [to]);
  return (
    <>
      <MessageNotices list={list} filter={url.filter} cleared={cleared} />
      {list.seen.count !== null && !list.seen.isExact && (
        <p className="g-muted">{words.groupBound}</p>
      )}
      <List
        list={list}
        caption={words.title}
        columns={columns}
        filtered={url.filtered}
        onClear={url.clear}
        hasViews={false}
        bulk={useGroupActs(by, filter)}
        rowName={({ headline }) => messageText(headline)}
        rowClass={(row) => (isNew(row.id) ? 'm-fresh' : '')}
        empty={{ picture: 'inbox', title: words.emptyTitle, text: words.emptyText }}
        expansion={{
          label: ({ count }) =>
            count > 1 ? words.groupOf(formatCount(count, numberFormat)) : null,
          render: (group) => <GroupMembers group={group} by={by} filter={filter} open={open} />,
        }}
        renderDrawer={(id, walk, row) => (
          <MessageDrawer
            key={id}
            id={row?.headline.id ?? id}
            row={row?.headline}
            actions={actions}
            {...walk}
          />
        )}
      />
    </>
  );
}
