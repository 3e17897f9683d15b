/** What is sent and not reconciled, by age and currency; each figure leads to its journals. */
import { Link } from 'react-router';
import { useLabels } from '@/kernel/i18n';
import { formatCount, formatDecimal } from '@/kernel/money';
import { useNotation } from '@/kernel/preferences';
import { AmountText, NoValue } from '@/ui';
import { agesOf, behind, currenciesOf, useAgeing, type Band } from '../ageing';
import { labels } from '../labels';

const BANDS = 4;

export function Ageing() {
  const words = useLabels(labels);
  const { bands, accounts, error } = useAgeing();
  // The tile above says so already, and asks again.
  if (error && !bands) return null;
  const names = bands?.map((band) => {
    const [youngest, oldest] = agesOf(band, bands);
    return oldest === null ? words.agedOver(youngest - 1) : words.aged(youngest, oldest);
  });
  const currencies = bands && currenciesOf(bands);
  return (
    <div className="g-table-frame h-totals">
      <table className="g-table">
        <caption className="h-caption">{words.ageing}</caption>
        <thead>
          <tr>
            <th scope="col">{words.currency}</th>
            {(names ?? Array.from({ length: BANDS }, () => '')).map((name, place) => (
              <th key={name || place} scope="col" className="g-cell-number">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {!currencies && (
            <tr>
              <td colSpan={BANDS + 1}>
                <span className="g-bone" />
              </td>
            </tr>
          )}
          {currencies?.length === 0 && (
            <tr>
              <td colSpan={BANDS + 1} className="g-muted">
                {words.nothingAged}
              </td>
            </tr>
          )}
          {currencies?.map((currency) => (
            <tr key={currency}>
              <th scope="row">{currency}</th>
              {bands?.map((band, place) => (
                <td key={band.toDay} className="g-cell-number" data-label={names?.[place]}>
                  <Sum
                    band={band}
                    name={names?.[place] ?? ''}
                    currency={currency}
                    accounts={accounts}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Sum({
  band,
  name,
  currency,
  accounts,
}: {
  band: Band;
  name: string;
  currency: string;
  accounts: readonly string[];
}) {
  const words = useLabels(labels);
  const { numberFormat } = useNotation();
  const found = band.sums.find((sum) => sum.currency === currency);
  if (!found) return <NoValue />;
  const payments = words.paymentsOf(found.count, formatCount(found.count, numberFormat));
  const said = words.agedSum(
    name,
    formatDecimal(found.amount, numberFormat, currency),
    currency,
    payments,
  );
  return (
    <>
      <Link to={behind(band, accounts, currency)} title={said} aria-label={said}>
        <AmountText amount={found.amount} currency={currency} />
      </Link>
      <span className="g-sub">{payments}</span>
    </>
  );
}
