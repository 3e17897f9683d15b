/** The columns of the message list, and of its groups. */
import { Link, type To } from 'react-router';
import type { MessageGroupsQuery, MessageRowFragment } from '@/generated/graphql';
import type { Words } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { journalPath } from '@/kernel/paths';
import type { NumberFormat } from '@/kernel/preferences';
import { CopyId, InstantText, NoValue, ROW_LINK, type Column } from '@/ui';
import { MessageLevelTag } from './components/MessageLevelTag';
import { StandingTag } from './components/StandingTag';
import type { labels } from './labels';
import { messageText } from './texts';

type Row = MessageRowFragment;
type Said = Words<typeof labels>;
export type GroupRow = MessageGroupsQuery['messageGroups']['edges'][number]['node'];

/** Columns; `open` gives the address that shows a message beside the list. */
export function messageColumns(words: Said, open: (row: Row) => To): readonly Column<Row>[] {
  return [
    {
      key: 'time',
      header: words.time,
      sort: 'TIME',
      width: 12.5,
      exports: ['created'],
      cell: (row) => <InstantText value={row.created} seconds />,
    },
    {
      key: 'level',
      header: words.level,
      width: 8,
      exports: ['level'],
      cell: (row) => <MessageLevelTag level={row.level} />,
    },
    {
      key: 'message',
      header: words.message,
      width: 26,
      exports: ['message', 'read'],
      cell: (row) => <TextCell row={row} words={words} to={open(row)} />,
    },
    {
      key: 'state',
      header: words.state,
      width: 10,
      priority: 3,
      exports: ['acknowledged', 'resolved', 'resolvedBy', 'note'],
      cell: (row) => <StandingTag row={row} />,
    },
    {
      key: 'reference',
      header: words.reference,
      width: 11,
      priority: 2,
      exports: ['reference'],
      cell: (row) =>
        row.reference ? (
          <ReferenceLink reference={row.reference} title={words.sameReference} />
        ) : (
          <NoValue />
        ),
    },
    {
      key: 'correlation',
      header: words.correlation,
      width: 9,
      priority: 1,
      exports: ['correlationId'],
      cell: (row) =>
        row.correlationId ? (
          <JournalLink id={row.correlationId} title={words.openJournal} />
        ) : (
          <NoValue />
        ),
    },
    {
      key: 'code',
      header: words.code,
      width: 10,
      hidden: true,
      exports: ['code'],
      cell: (row) => <code>{row.code}</code>,
    },
  ];
}

/** Columns of groups; the newest of the gravest open problems stands for its group. */
export function groupColumns(
  words: Said,
  advice: Readonly<Record<string, string>>,
  numbers: NumberFormat,
  open: (row: GroupRow) => To,
): readonly Column<GroupRow>[] {
  return [
    {
      key: 'level',
      header: words.level,
      width: 8,
      cell: ({ level }) => <MessageLevelTag level={level} />,
    },
    {
      key: 'message',
      header: words.message,
      width: 22,
      cell: (group) => (
        <TextCell
          row={{ ...group.headline, read: group.unread === 0 }}
          words={words}
          to={open(group)}
        />
      ),
    },
    {
      key: 'count',
      header: words.timesName,
      width: 5.5,
      numeric: true,
      // One alone is no group: its own line says whether it is unread.
      cell: ({ count, unread }) =>
        count === 1 ? (
          <NoValue />
        ) : (
          <>
            <span aria-hidden="true">{words.times(formatCount(count, numbers))}</span>
            <span className="g-sr">{words.timesWords(formatCount(count, numbers), unread)}</span>
            {unread > 0 && (
              <span className="g-sub" aria-hidden="true">
                {words.unreadCount(formatCount(unread, numbers))}
              </span>
            )}
          </>
        ),
    },
    {
      key: 'state',
      header: words.state,
      width: 6.5,
      cell: ({ problems, headline }) =>
        problems > 0 ? (
          words.openProblems(formatCount(problems, numbers))
        ) : (
          <StandingTag row={headline} />
        ),
    },
    {
      key: 'advice',
      header: words.suggestion,
      width: 16,
      cell: ({ problems, headline: { code } }) => (problems > 0 && advice[code]) || <NoValue />,
    },
    {
      key: 'time',
      header: words.newest,
      width: 11.5,
      cell: ({ latest }) => <InstantText value={latest.created} />,
    },
    {
      key: 'since',
      header: words.since,
      width: 11.5,
      priority: 1,
      cell: ({ since }) => <InstantText value={since} />,
    },
    {
      key: 'correlation',
      header: words.correlation,
      width: 9,
      hidden: true,
      cell: ({ headline }) =>
        headline.correlationId ? (
          <JournalLink id={headline.correlationId} title={words.openJournal} />
        ) : (
          <NoValue />
        ),
    },
  ];
}

function TextCell({ row, words, to }: { row: Row; words: Said; to: To }) {
  return (
    <Link to={to} preventScrollReset className={row.read ? 'm-read' : 'm-unread'} {...ROW_LINK}>
      {!row.read && <span className="m-dot" aria-label={words.unread} role="img" />}
      {messageText(row)}
    </Link>
  );
}

/** Only what says the same: a reference leads to all that is told of it. */
function ReferenceLink({ reference, title }: { reference: string; title: string }) {
  return (
    <Link to={{ search: new URLSearchParams({ reference }).toString() }} title={title}>
      {reference}
    </Link>
  );
}

function JournalLink({ id, title }: { id: string; title: string }) {
  return (
    <span className="m-id">
      <Link to={journalPath(id)} title={title} aria-label={`${title} ${id}`}>
        <code>{id.length > 13 ? `${id.slice(0, 8)}…` : id}</code>
      </Link>
      <CopyId bare value={id} />
    </span>
  );
}
