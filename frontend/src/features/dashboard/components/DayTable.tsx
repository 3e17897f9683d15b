/** The chart's figures as a table that can be sorted; each date leads to that day's transactions. */
import { useState } from 'react';
import { Link } from 'react-router';
import { formatDate } from '@/kernel/dates';
import { useLabels } from '@/kernel/i18n';
import { transactionsPath } from '@/kernel/paths';
import { useNotation } from '@/kernel/preferences';
import { AmountText, DateText, Icon } from '@/ui';
import { compareExact } from '../exact';
import { absenceReasons, labels } from '../labels';
import { balanceOf, isQuiet, type BalanceKind, type Day } from '../series';

type Field = 'date' | 'balance' | 'incoming' | 'outgoing';

interface DayTableProps {
  name: string;
  accountId: string;
  currency: string;
  days: readonly Day[];
  balance: BalanceKind;
}

/** Days in the order asked for; a balance nobody has told stands last, whichever way. */
export function sortedDays(
  days: readonly Day[],
  field: Field,
  descending: boolean,
  balance: BalanceKind,
): readonly Day[] {
  const turn = descending ? -1 : 1;
  return days.toSorted((a, b) => {
    if (field === 'date') return turn * a.date.localeCompare(b.date);
    const [left, right] =
      field === 'balance' ? [balanceOf(a, balance), balanceOf(b, balance)] : [a[field], b[field]];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return turn * compareExact(left, right) || b.date.localeCompare(a.date);
  });
}

export function DayTable({ name, accountId, currency, days, balance }: DayTableProps) {
  const words = useLabels(labels);
  const [{ field, descending }, setOrder] = useState<{ field: Field; descending: boolean }>({
    field: 'date',
    descending: true,
  });
  const columns: readonly [Field, string][] = [
    ['date', words.day],
    ['balance', balance === 'opening' ? words.opening : words.closing],
    ['incoming', words.incoming],
    ['outgoing', words.outgoing],
  ];
  return (
    <div className="h-table" role="region" aria-label={name} tabIndex={0}>
      <table className="g-table">
        <caption className="g-sr">{name}</caption>
        <thead>
          <tr>
            {columns.map(([key, text]) => (
              <th
                key={key}
                scope="col"
                className={key === 'date' ? '' : 'g-cell-number'}
                aria-sort={key === field ? (descending ? 'descending' : 'ascending') : undefined}
              >
                <button
                  type="button"
                  className="g-sort"
                  onClick={() =>
                    setOrder({ field: key, descending: key === field ? !descending : true })
                  }
                >
                  {text}
                  {key === field && <Icon name={descending ? 'arrow-down' : 'arrow-up'} />}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sortedDays(days, field, descending, balance).map((day) => (
            <DayRow
              key={day.date}
              day={day}
              accountId={accountId}
              currency={currency}
              balance={balance}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function DayRow({
  day,
  accountId,
  currency,
  balance,
}: {
  day: Day;
  accountId: string;
  currency: string;
  balance: BalanceKind;
}) {
  const words = useLabels(labels);
  const { dateFormat } = useNotation();
  const amount = balanceOf(day, balance);
  const reason = day.absence && absenceReasons(words)[day.absence];
  return (
    <tr className={`${day.closure ? 'h-closed' : ''}${isQuiet(day) ? ' h-quiet' : ''}`}>
      <th scope="row">
        <Link
          to={transactionsPath({ account: accountId, from: day.date, to: day.date })}
          aria-label={words.dayLink(formatDate(day.date, dateFormat))}
        >
          <DateText value={day.date} />
        </Link>
      </th>
      <td className="g-cell-number">
        {amount !== null && <AmountText amount={amount} currency={currency} />}
      </td>
      {day.absence && isQuiet(day) ? (
        <td className={`h-gap${day.absence === 'missing' ? ' h-gap-missing' : ''}`} colSpan={2}>
          <span>{words.noStatement}</span>
          {reason && <small> · {reason}</small>}
        </td>
      ) : (
        <>
          <td className="g-cell-number">
            <AmountText amount={day.incoming} currency={currency} />
          </td>
          <td className="g-cell-number">
            <AmountText amount={day.outgoing} currency={currency} />
          </td>
        </>
      )}
    </tr>
  );
}
