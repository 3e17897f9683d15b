/** The columns of the message list. */
import { Link, type To } from 'react-router';
import type { MessageLineFragment } from '@/generated/graphql';
import type { Words } from '@/kernel/i18n';
import { CopyId, InstantText, NoValue, ROW_LINK, type Column } from '@/ui';
import { MessageLevelTag } from './components/MessageLevelTag';
import type { labels } from './labels';
import { messageText } from './texts';

type Row = MessageLineFragment;

/** Columns; `open` gives the address that shows a message beside the list. */
export function messageColumns(words: Words<typeof labels>, open: (row: Row) => To): readonly Column<Row>[] {
  return [
    { key: 'time', header: words.time, cell: (row) => <InstantText value={row.created} seconds /> },
    { key: 'level', header: words.level, cell: (row) => <MessageLevelTag level={row.level} /> },
    {
      key: 'message',
      header: words.message,
      cell: (row) => (
        <Link to={open(row)} className={row.read ? 'm-read' : 'm-unread'} {...ROW_LINK}>
          {!row.read && <span className="m-dot" aria-label={words.unread} role="img" />}
          {messageText(row)}
        </Link>
      ),
    },
    { key: 'reference', header: words.reference, priority: 2, cell: (row) => row.reference ?? <NoValue /> },
    { key: 'correlation', header: words.correlation, priority: 1, cell: (row) => (row.correlationId ? <CopyId short value={row.correlationId} /> : <NoValue />) },
  ];
}
