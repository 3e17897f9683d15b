/** Which versions of file formats went to each bank and came from it, and when banks end them. */
import { useQuery } from '@apollo/client/react';
import { BankFormatsDocument, type BankFormatLineFragment } from '@/generated/graphql';
import { useLabels, type Words } from '@/kernel/i18n';
import { formatDate } from '@/kernel/dates';
import { formatCount } from '@/kernel/money';
import { useNotation } from '@/kernel/preferences';
import { InstantText, NoValue, QueryStates, Skeleton, Tag } from '@/ui';
import { labels } from '../labels';

export function FormatWatch() {
  const words = useLabels(labels);
  const { dateFormat } = useNotation();
  const query = useQuery(BankFormatsDocument);
  return (
    <section className="g-stack">
      <h2 id="bk-formats">{words.formats}</h2>
      <QueryStates query={query} skeleton={<Skeleton lines={4} />}>
        {({ bankFormats: { lookedAt, rows } }) =>
          rows.length === 0 ? (
            <p className="g-muted">{words.formatsNone}</p>
          ) : (
            <>
              <FormatTable rows={rows} />
              <p className="g-muted">{words.formatsLookedAt(formatDate(lookedAt, dateFormat))}</p>
            </>
          )
        }
      </QueryStates>
    </section>
  );
}

function FormatTable({ rows }: { rows: readonly BankFormatLineFragment[] }) {
  const words = useLabels(labels);
  const { numberFormat } = useNotation();
  return (
    <div className="g-table-frame" tabIndex={0} role="region" aria-labelledby="bk-formats">
      <table className="g-table bk-formats" aria-labelledby="bk-formats">
        <thead>
          <tr>
            <th scope="col">{words.formatBank}</th>
            <th scope="col">{words.formatWay}</th>
            <th scope="col">{words.formatVersion}</th>
            <th scope="col" className="g-cell-number">
              {words.formatFiles}
            </th>
            <th scope="col">{words.formatFirst}</th>
            <th scope="col">{words.formatLast}</th>
            <th scope="col">{words.formatState}</th>
            <th scope="col">{words.formatToDo}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.bankId} ${row.direction} ${row.version}`}>
              <th scope="row" data-label={words.formatBank}>
                {row.bank}
              </th>
              <td data-label={words.formatWay}>{words[row.direction]}</td>
              <td data-label={words.formatVersion}>{row.version}</td>
              <td data-label={words.formatFiles} className="g-cell-number g-count">
                {formatCount(row.files, numberFormat)}
              </td>
              <td data-label={words.formatFirst}>
                <InstantText value={row.first} />
              </td>
              <td data-label={words.formatLast}>
                <InstantText value={row.last} />
              </td>
              <td data-label={words.formatState}>
                <EndTag row={row} />
              </td>
              <td data-label={words.formatToDo}>
                <ToDo row={row} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function EndTag({ row: { state, ends, endsInMonth, daysLeft } }: { row: BankFormatLineFragment }) {
  const words = useLabels(labels);
  const { dateFormat, numberFormat } = useNotation();
  if (state === 'SUPERSEDED') return <Tag icon="history">{words.SUPERSEDED}</Tag>;
  if (ends === null) return <Tag icon="minus">{words.NO_END}</Tag>;
  const date = formatDate(ends, dateFormat);
  const isOver = state === 'ENDED';
  return (
    <>
      <Tag tone={isOver ? 'bad' : 'warn'} icon={isOver ? 'exclamation-triangle' : 'clock'}>
        {isOver ? words.ENDED(date) : words.ENDS(date)}
      </Tag>
      {endsInMonth && <span className="g-sub">{words.formatMonth}</span>}
      {!isOver && daysLeft !== null && (
        <span className="g-sub">
          {words.formatDays(formatCount(daysLeft, numberFormat), daysLeft === 1)}
        </span>
      )}
    </>
  );
}

function ToDo({ row }: { row: BankFormatLineFragment }) {
  const words = useLabels(labels);
  const { instead, source, sourceUrl, state } = row;
  if (instead === null || state === 'SUPERSEDED') return <NoValue />;
  return (
    <>
      {toDo(row, instead, words)}
      {source && sourceUrl && (
        <a className="g-sub" href={sourceUrl} target="_blank" rel="noreferrer">
          {source}
        </a>
      )}
    </>
  );
}

function toDo(
  { direction, state }: BankFormatLineFragment,
  instead: string,
  words: Words<typeof labels>,
): string {
  if (state === 'NO_END') return words.formatOffered(instead);
  return direction === 'SENT' ? words.formatSend(instead) : words.formatReceive(instead);
}
