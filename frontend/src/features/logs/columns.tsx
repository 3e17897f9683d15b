/** The columns of the log, and of a conversation. */
import { Link, type To } from 'react-router';
import type { LogCausesQuery, LogRowFragment } from '@/generated/graphql';
import type { Words } from '@/kernel/i18n';
import { formatBytes, formatCount } from '@/kernel/money';
import { journalPath } from '@/kernel/paths';
import type { Language, NumberFormat } from '@/kernel/preferences';
import { CopyId, InstantText, NoValue, ROW_LINK, type Column } from '@/ui';
import { DirectionText } from './components/DirectionText';
import { MomentText } from './components/MomentText';
import { StatusTag } from './components/StatusTag';
import type { labels } from './labels';

type Row = LogRowFragment;
export type Cause = LogCausesQuery['logCauses']['causes'][number];

/** What a column needs to say things in the person's own way. */
export interface Ways {
  words: Words<typeof labels>;
  numbers: NumberFormat;
  /** The address that shows an entry beside the list. */
  open: (row: Row) => To;
  /** What a peer is called, such as a bank by its connection's name. */
  peer: (row: Row) => string;
}

export function logColumns(ways: Ways): readonly Column<Row>[] {
  const { words } = ways;
  return [
    ...exchangeColumns(ways),
    {
      key: 'peer',
      header: words.peer,
      width: 9,
      priority: 2,
      exports: ['peer'],
      cell: (row) => ways.peer(row),
    },
    {
      key: 'correlation',
      header: words.correlation,
      width: 9,
      priority: 1,
      exports: ['correlationId'],
      cell: ({ correlationId }) =>
        correlationId ? <JournalLink id={correlationId} title={words.openJournal} /> : <NoValue />,
    },
    {
      key: 'requestId',
      header: words.requestId,
      width: 12,
      hidden: true,
      exports: ['requestId'],
      cell: ({ requestId }) =>
        requestId ? <CopyId short value={requestId} name={words.requestId} /> : <NoValue />,
    },
  ];
}

/** The columns that a conversation shares with the list. */
export function exchangeColumns({ words, numbers, open }: Ways): readonly Column<Row>[] {
  return [
    {
      key: 'time',
      header: words.time,
      sort: 'TIME',
      width: 14.5,
      exports: ['created'],
      cell: ({ created }) => <MomentText value={created} />,
    },
    {
      key: 'direction',
      header: words.direction,
      width: 6,
      exports: ['direction', 'logType'],
      cell: ({ direction }) => <DirectionText direction={direction} />,
    },
    {
      key: 'operation',
      header: words.operation,
      width: 22,
      exports: ['operation', 'uri'],
      cell: (row) => (
        <>
          <Link to={open(row)} preventScrollReset {...ROW_LINK}>
            {row.operation || words.nothing}
          </Link>
          <span className="g-sub l-uri" title={row.uri}>
            {row.uri}
          </span>
        </>
      ),
    },
    {
      key: 'status',
      header: words.status,
      width: 8,
      exports: ['status', 'failure', 'cause'],
      cell: (row) => <StatusTag row={row} />,
    },
    {
      key: 'duration',
      header: words.duration,
      width: 6.5,
      numeric: true,
      priority: 3,
      exports: ['durationMs'],
      cell: ({ durationMs }) =>
        durationMs === null ? <NoValue /> : words.milliseconds(formatCount(durationMs, numbers)),
    },
    {
      key: 'size',
      header: words.size,
      width: 6.5,
      numeric: true,
      priority: 3,
      exports: ['size'],
      cell: ({ size }) => formatBytes(size, numbers),
    },
  ];
}

/** The same beside a record, where there is room for less. */
export const conversationColumns = (ways: Ways): readonly Column<Row>[] =>
  exchangeColumns(ways).filter(({ key }) => key !== 'duration' && key !== 'size');

/** The columns of what went wrong; a cause leads to its exchanges. */
export function causeColumns(
  words: Words<typeof labels>,
  numbers: NumberFormat,
  language: Language,
): readonly Column<Cause>[] {
  return [
    {
      key: 'cause',
      header: words.cause,
      cell: (row) => (
        <Link to={toCause(row)} {...ROW_LINK}>
          {row.said[language]}
        </Link>
      ),
    },
    { key: 'type', header: words.peer, cell: ({ logType }) => words[logType] },
    {
      key: 'count',
      header: words.count,
      numeric: true,
      cell: ({ count }) => formatCount(count, numbers),
    },
    {
      key: 'first',
      header: words.firstSeen,
      cell: ({ firstSeen }) => <InstantText value={firstSeen} seconds />,
    },
    {
      key: 'last',
      header: words.lastSeen,
      cell: ({ lastSeen }) => <InstantText value={lastSeen} seconds />,
    },
  ];
}

const toCause = ({ logType, cause }: Cause) => ({
  search: new URLSearchParams({ type: logType.toLowerCase(), cause }).toString(),
});

function JournalLink({ id, title }: { id: string; title: string }) {
  return (
    <span className="l-id">
      <Link to={journalPath(id)} title={title} aria-label={`${title} ${id}`}>
        <code>{id.slice(0, 8)}…</code>
      </Link>
      <CopyId bare value={id} />
    </span>
  );
}
