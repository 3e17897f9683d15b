/** System messages, newest first. The list holds still while it is read; new ones wait to be shown. */
import { useMutation, useQuery } from '@apollo/client/react';
import { useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { MessageListDocument, ReadMessagesDocument, type MessageLineFragment } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { useStore } from '@/kernel/store';
import { useUrlFilter, useUrlPage, useUrlValue } from '@/kernel/urlState';
import { Button, DataList, Icon, ListPage, Page, neighbours } from '@/ui';
import { messageColumns } from './columns';
import { MessageDrawer } from './components/MessageDrawer';
import { MessageFilters } from './components/MessageFilters';
import { labels } from './labels';
import './messages.css';
import { messageFilter, toServerFilter } from './paths';
import { clearMessages, messageSets, pollFailing } from './poll';

const PAGE_SIZE = 50;

export function MessageListScreen() {
  const words = useLabels(labels);
  const url = useUrlFilter(messageFilter);
  const page = useUrlPage(PAGE_SIZE);
  const [search] = useSearchParams();
  const [open, setOpen] = useUrlValue('message');
  const { current } = useStore(messageSets);
  const failing = useStore(pollFailing);
  const query = useQuery(MessageListDocument, { variables: { ...page.variables, filter: toServerFilter(url.filter) }, fetchPolicy: 'cache-and-network' });
  const [markRead] = useMutation(ReadMessagesDocument);
  const { refetch } = query;
  const columns = useMemo(() => messageColumns(words, (row) => {
    const next = new URLSearchParams(search);
    next.set('message', row.id);
    return { search: next.toString() };
  }), [words, search]);
  const readAll = async () => {
    await markRead({ variables: { ids: null } });
    void refetch();
  };
  const showFresh = () => {
    clearMessages();
    void refetch();
  };
  const actions = (
    <>
      <Button icon="check" onClick={() => void readAll()}>{words.markAllRead}</Button>
      <Button icon="eraser" disabled={current.size === 0} onClick={clearMessages}>{words.clear}</Button>
    </>
  );
  return (
    <Page title={words.title} lead={words.lead} actions={actions}>
      <MessageFilters url={url} />
      <div role="status">
        {current.size > 0 && (
          <p className="g-notice g-tone-info">
            <Icon name="bell" /> {words.freshCount(current.size)}
            <Button small onClick={showFresh}>{words.showFresh}</Button>
          </p>
        )}
        {failing && <p className="g-notice g-tone-warn"><Icon name="exclamation-triangle" /> {words.pollFailing}</p>}
      </div>
      <ListPage query={query} connection={(data) => data.messages} pageSize={PAGE_SIZE} columns={columns.length} filtered={url.filtered} onClear={url.clear} empty={{ picture: 'inbox', title: words.emptyTitle, text: words.emptyText }}>
        {(rows) => {
          const message = rows.find(({ id }) => id === open);
          return (
            <>
              <DataList caption={words.title} columns={columns} rows={rows} rowKey={(row) => row.id} selectedKey={open} rowClass={(row) => (current.has(row.id) ? 'm-fresh' : '')} />
              {message && <OpenMessage message={message} onRead={markReadOne(markRead)} onClose={() => setOpen(null)} {...neighbours(rows, ({ id }) => id === open, ({ id }) => setOpen(id, { replace: true }))} />}
            </>
          );
        }}
      </ListPage>
    </Page>
  );
}

type MarkRead = (options: { variables: { ids: string[] }; update: (cache: { modify: (options: { id: string; fields: { read: () => boolean } }) => boolean }) => void }) => Promise<unknown>;

/** Reading one message marks it for this person, in the list too, without asking for the list again. */
function markReadOne(markRead: MarkRead): (id: string) => void {
  return (id) => {
    void markRead({ variables: { ids: [id] }, update: (cache) => void cache.modify({ id: `SystemMessage:${id}`, fields: { read: () => true } }) });
  };
}

interface OpenMessageProps {
  message: MessageLineFragment;
  onRead: (id: string) => void;
  onClose: () => void;
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
}

function OpenMessage({ message, onRead, ...rest }: OpenMessageProps) {
  const { id, read } = message;
  useEffect(() => {
    if (!read) onRead(id);
    // Once per message: the callback is new on every render and must not repeat the call.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [id]);
  return <MessageDrawer message={message} {...rest} />;
}
