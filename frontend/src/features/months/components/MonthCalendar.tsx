/** The banking days of a month, account by account: a sign for what each day's statements tell. */
import { memo, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { Link } from 'react-router';
import type { AccountMonthLineFragment } from '@/generated/graphql';
import { OwnAccount } from '@/features/banks';
import { formatDate, isWeekend, type PlainDate } from '@/kernel/dates';
import { useLabels } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { duplicatesPath, transactionsPath } from '@/kernel/paths';
import { useNotation } from '@/kernel/preferences';
import { Icon } from '@/ui';
import { labels } from '../labels';
import { dayName } from '../monthName';
import { daysShown, isTold, SIGNS, signOfDay, signsShown } from '../months';

type Day = AccountMonthLineFragment['days'][number];

const placeOf = (accountId: string, date: PlainDate) => `${accountId} ${date}`;

export function MonthCalendar({ lines }: { lines: readonly AccountMonthLineFragment[] }) {
  const words = useLabels(labels);
  const { language } = useNotation();
  const dates = daysShown(lines);
  const [left, setLeft] = useState<string | null>(null);
  const places = lines.flatMap(({ account, days }) =>
    days
      .filter((day) => dates.includes(day.date) && isTold(day))
      .map(({ date }) => placeOf(account.id, date)),
  );
  // One stop for Tab in the whole calendar: the day that was left, else the first.
  const stop = left !== null && places.includes(left) ? left : places[0];
  return (
    <section className="g-stack" aria-label={words.calendar}>
      <div className="g-table-frame">
        <table className="m-calendar" aria-label={words.calendar}>
          <thead>
            <tr>
              <th scope="col">{words.account}</th>
              {dates.map((date) => {
                const { weekday, full } = dayName(date, language);
                return (
                  <th key={date} scope="col" className={isWeekend(date) ? 'm-weekend' : undefined}>
                    <span aria-hidden="true">
                      <small>{weekday}</small>
                      {Number(date.slice(8))}
                    </span>
                    <span className="g-sr">{full}</span>
                  </th>
                );
              })}
            </tr>
          </thead>
          <tbody
            onKeyDown={moveOn}
            onFocus={(event: FocusEvent<HTMLElement>) =>
              setLeft(event.target.dataset['place'] ?? left)
            }
          >
            {lines.map((line) => (
              <Row
                key={line.account.id}
                line={line}
                dates={dates}
                stop={stop?.startsWith(`${line.account.id} `) ? stop : null}
              />
            ))}
          </tbody>
        </table>
      </div>
      <Legend lines={lines} dates={dates} />
    </section>
  );
}

const Row = memo(function Row({
  line: { account, days },
  dates,
  stop,
}: {
  line: AccountMonthLineFragment;
  dates: readonly PlainDate[];
  stop: string | null;
}) {
  return (
    <tr>
      <th scope="row">
        <OwnAccount account={account} />
      </th>
      {days
        .filter(({ date }) => dates.includes(date))
        .map((day) => (
          <td key={day.date} className={isWeekend(day.date) ? 'm-weekend' : undefined}>
            <Cell
              accountId={account.id}
              day={day}
              isStop={stop === placeOf(account.id, day.date)}
            />
          </td>
        ))}
    </tr>
  );
});

function Cell({ accountId, day, isStop }: { accountId: string; day: Day; isStop: boolean }) {
  const words = useLabels(labels);
  const { dateFormat, numberFormat } = useNotation();
  const { date, entries, marks, state } = day;
  const [icon, tone] = SIGNS[signOfDay(day)];
  const count = formatCount(entries, numberFormat);
  const told = [
    ...[...marks, state].map((sign) => words[sign]),
    ...(entries > 0 ? [words.entriesOf(count)] : []),
  ].join(', ');
  const named = `${formatDate(date, dateFormat)}: ${told}`;
  const shown = (
    <>
      <span className="m-signs">
        <Icon name={icon} />
        {marks.length > 1 && <sup>+{marks.length - 1}</sup>}
      </span>
      <span className="m-count">{entries > 0 && count}</span>
    </>
  );
  if (!isTold(day))
    return (
      <span className={`m-cell g-tone-${tone}`} title={named}>
        <span aria-hidden="true">{shown}</span>
        <span className="g-sr">{told}</span>
      </span>
    );
  return (
    <Link
      className={`m-cell g-tone-${tone}`}
      to={
        marks[0] === 'DISPUTED'
          ? duplicatesPath({ part: 'disputed' })
          : transactionsPath({ account: accountId, from: date, to: date })
      }
      data-place={placeOf(accountId, date)}
      tabIndex={isStop ? 0 : -1}
      aria-label={named}
      title={named}
    >
      {shown}
    </Link>
  );
}

const STEPS: Readonly<Record<string, readonly [rows: number, cells: number]>> = {
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
};

/** Arrows go to the next day with something to open in their direction, Home and End along the row. */
function moveOn(event: KeyboardEvent<HTMLElement>): void {
  const cell = event.target instanceof Element ? event.target.closest('td') : null;
  const row = cell?.closest('tr');
  const body = row?.parentElement;
  if (!cell || !row || !body) return;
  const linkAt = (r: number, c: number) =>
    body.children[r]?.children[c]?.querySelector<HTMLElement>('a');
  const links = [...row.querySelectorAll<HTMLElement>('td a')];
  let next: HTMLElement | null | undefined;
  const step = STEPS[event.key];
  if (step) {
    let [r, c] = [[...body.children].indexOf(row), cell.cellIndex];
    do {
      r += step[0];
      c += step[1];
      next = linkAt(r, c);
    } while (!next && c > 0 && body.children[r]?.children[c]);
  } else if (event.key === 'Home') next = links[0];
  else if (event.key === 'End') next = links.at(-1);
  else return;
  event.preventDefault();
  next?.focus();
}

function Legend({
  lines,
  dates,
}: {
  lines: readonly AccountMonthLineFragment[];
  dates: readonly PlainDate[];
}) {
  const words = useLabels(labels);
  return (
    <ul className="m-legend" aria-label={words.legend}>
      {signsShown(lines, dates).map((sign) => {
        const [icon, tone] = SIGNS[sign];
        return (
          <li key={sign}>
            <span className={`g-tone-${tone}`}>
              <Icon name={icon} />
            </span>{' '}
            {words[sign]}
          </li>
        );
      })}
      <li className="g-muted m-keys">{words.calendarKeys}</li>
    </ul>
  );
}
