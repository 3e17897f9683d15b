/** Messages one by one, in the order they came. */
import { useCallback, useMemo } from 'react';
import {
  MessageListDocument,
  type MessageFilter,
  type MessageRowFragment,
} from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { List, useList, useListOrder } from '@/ui';
import { useMessageActs } from '../bulk';
import { messageColumns } from '../columns';
import { labels } from '../labels';
import { messageOrder } from '../paths';
import { messageText } from '../texts';
import { useMessageActions } from '../useMessageActions';
import { MessageDrawer } from './MessageDrawer';
import { MessageNotices } from './MessageNotices';
import type { ListProps } from './ListProps';

const rowKey = (row: MessageRowFragment) => row.id;

export function MessageList({ filter, url, cleared, isNew }: ListProps) {
  const words = useLabels(labels);
  const { sorting, direction } = useListOrder(messageOrder);
  const list = useList({
    name: 'messages',
    document: MessageListDocument,
    variables: variablesOf(filter, direction),
    connection: ({ messages }) => messages,
    rowKey,
    record: 'message',
  });
  const { replace } = list.pages;
  const actions = useMessageActions(
    useCallback((changed) => replace((row) => (row.id === changed.id ? changed : row)), [replace]),
  );
  const columns = useMemo(() => messageColumns(words, list.to), [words, list.to]);
  return (
    <>
      <MessageNotices list={list} filter={url.filter} cleared={cleared} />
      <List
        list={list}
        caption={words.title}
        columns={columns}
        sorting={sorting}
        filtered={url.filtered}
        onClear={url.clear}
        exportable
        bulk={useMessageActs()}
        rowName={messageText}
        rowClass={(row) => (isNew(row.id) ? 'm-fresh' : '')}
        empty={{ picture: 'inbox', title: words.emptyTitle, text: words.emptyText }}
        renderDrawer={(id, walk, row) => (
          <MessageDrawer key={id} id={id} row={row} actions={actions} {...walk} />
        )}
      />
    </>
  );
}

/** Newest first is what the server does anyway, and what the tabs of one person share. */
function variablesOf(filter: MessageFilter, direction: 'ASC' | 'DESC') {
  return { filter, ...(direction === 'ASC' ? { orderBy: { direction } } : {}) };
}
