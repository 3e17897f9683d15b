/** What the accounts shown came to, per currency; amounts of two currencies are never added. */
import { useLabels } from '@/kernel/i18n';
import { AmountText, Icon } from '@/ui';
import { labels } from '../labels';
import { endsUntold, totalsByCurrency, type AccountOfDays } from '../series';

export function CurrencyTotals({ accounts }: { accounts: readonly AccountOfDays[] }) {
  const words = useLabels(labels);
  const totals = totalsByCurrency(accounts.map(({ graph }) => graph));
  const untold = accounts.filter(endsUntold).length;
  return (
    <div className="g-table-frame h-totals">
      <table className="g-table">
        <caption className="h-caption">{words.totalsName}</caption>
        <thead>
          <tr>
            <th scope="col">{words.currency}</th>
            {[words.accounts, words.incoming, words.outgoing, words.net, words.closing].map(
              (text) => (
                <th key={text} scope="col" className="g-cell-number">
                  {text}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {totals.map((total) => (
            <tr key={total.currency}>
              <th scope="row">{total.currency}</th>
              <td className="g-cell-number g-count" data-label={words.accounts}>
                {total.accounts}
              </td>
              {(
                [
                  [words.incoming, total.incoming],
                  [words.outgoing, total.outgoing],
                  [words.net, total.net],
                  [words.closing, total.closing],
                ] as const
              ).map(([text, amount]) => (
                <td key={text} className="g-cell-number" data-label={text}>
                  <AmountText amount={amount} currency={total.currency} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {untold > 0 && (
        <p className="h-untold g-tone-warn">
          <Icon name="exclamation-triangle" /> {words.untold(untold)}
        </p>
      )}
    </div>
  );
}
