/** The chart's figures as a table; each date leads to that day's transactions. */
import { Link } from 'react-router';
import { formatDate } from '@/kernel/dates';
import { useLabels } from '@/kernel/i18n';
import { transactionsPath } from '@/kernel/paths';
import { usePreferences } from '@/kernel/preferences';
import { AmountText, DateText } from '@/ui';
import { labels } from '../labels';
import { isQuiet, type Day } from '../series';

export function DayTable({ name, accountId, currency, days }: { name: string; accountId: string; currency: string; days: readonly Day[] }) {
  const words = useLabels(labels);
  const { dateFormat } = usePreferences();
  return (
    <div className="h-table" role="region" aria-label={name} tabIndex={0}>
      <table className="g-table">
        <caption className="g-sr">{name}</caption>
        <thead>
          <tr>
            <th scope="col">{words.day}</th>
            <th scope="col" className="g-cell-number">{words.opening}</th>
            <th scope="col" className="g-cell-number">{words.incoming}</th>
            <th scope="col" className="g-cell-number">{words.outgoing}</th>
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.date} className={day.missing ? 'h-missing' : isQuiet(day) ? 'h-quiet' : ''}>
              <th scope="row">
                <Link to={transactionsPath({ account: accountId, from: day.date, to: day.date })} aria-label={words.dayLink(formatDate(day.date, dateFormat))}>
                  <DateText value={day.date} />
                </Link>
              </th>
              <td className="g-cell-number"><AmountText amount={day.opening} currency={currency} /></td>
              {day.missing
                ? <td className="h-gap" colSpan={2}>{words.noStatement}</td>
                : (
                    <>
                      <td className="g-cell-number"><AmountText amount={day.incoming} currency={currency} /></td>
                      <td className="g-cell-number"><AmountText amount={day.outgoing} currency={currency} /></td>
                    </>
                  )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
