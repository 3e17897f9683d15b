/** What one day is built from: each item leads to its payment, its entry, or its past entries. */
import { Link } from 'react-router';
import { formatDate } from '@/kernel/dates';
import { useLabels } from '@/kernel/i18n';
import { formatDecimal } from '@/kernel/money';
import { paths, transactionsPath } from '@/kernel/paths';
import { useNotation } from '@/kernel/preferences';
import { AmountText, DateText, Dialog, NoValue } from '@/ui';
import { basisOf, labels } from '../labels';
import type { Item, Outlook, OutlookDay } from '../outlook';

/** Where an item can be looked into. */
export function wayTo(item: Item, account: string): string {
  if (item.paymentId) return `${paths.payments}?payment=${encodeURIComponent(item.paymentId)}`;
  if (item.kind === 'PATTERN' && item.party)
    return `${transactionsPath({ account })}&${new URLSearchParams({ q: item.party })}`;
  return transactionsPath({ account, transaction: item.entryId ?? '' });
}

export function DayItems({
  outlook,
  day,
  onClose,
}: {
  outlook: Outlook;
  day: OutlookDay;
  onClose: () => void;
}) {
  const words = useLabels(labels);
  const { dateFormat, numberFormat } = useNotation();
  const basis = basisOf(words);
  const before = outlook.days[outlook.days.indexOf(day) - 1]?.line ?? outlook.opening ?? '0';
  const written = (value: string) => formatDecimal(value, numberFormat, outlook.currency);
  const money = (value: string) => `${written(value)} ${outlook.currency}`;
  const amount = (value: string) => <AmountText amount={value} currency={outlook.currency} />;
  return (
    <Dialog
      title={words.builtFrom(formatDate(day.day, dateFormat))}
      confirm={words.close}
      isReport
      onConfirm={onClose}
      onClose={onClose}
    >
      <p>{words.fromTo(money(before), money(day.line), money(day.low), money(day.high))}</p>
      {day.items.length === 0 ? (
        <p>{words.nothing}</p>
      ) : (
        <div className="o-items" role="region" aria-label={words.what} tabIndex={0}>
          <table className="g-table">
            <thead>
              <tr>
                <th scope="col">{words.party}</th>
                <th scope="col">{words.what}</th>
                <th scope="col">{words.window}</th>
                <th scope="col" className="g-cell-number">
                  {words.amount} ({outlook.currency})
                </th>
              </tr>
            </thead>
            <tbody>
              {day.items.map((item) => (
                <tr key={`${item.kind} ${item.paymentId ?? item.entryId ?? ''} ${item.day}`}>
                  <th scope="row">
                    <Link to={wayTo(item, outlook.accountId)}>{item.party ?? <NoValue />}</Link>
                  </th>
                  <td data-label={words.what}>{basis(item)}</td>
                  <td data-label={words.window}>
                    <DateText value={item.first} />
                    {item.first !== item.last && (
                      <>
                        {' – '}
                        <DateText value={item.last} />
                      </>
                    )}
                  </td>
                  <td data-label={words.amount} className="g-cell-number">
                    {amount(item.amount)}
                    {item.low !== item.high && (
                      <small className="g-muted o-range">
                        {words.range(written(item.low), written(item.high))}
                      </small>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Dialog>
  );
}
