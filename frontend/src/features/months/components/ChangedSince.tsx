/** What an account's month holds now that it did not when somebody proposed to close it. */
import type { AccountMonthLineFragment } from '@/generated/graphql';
import { accountLabel } from '@/features/banks';
import { useLabels } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { useNotation } from '@/kernel/preferences';
import { MoneyText, NoValue } from '@/ui';
import { labels } from '../labels';
import { changedSince } from '../months';

const NAMES = {
  entries: 'entries',
  unmatched: 'unmatched',
  total: 'total',
  closing: 'closing',
  differences: 'acceptedDifferences',
  difference: 'difference',
  isComplete: 'isComplete',
  addsUp: 'addsUp',
} as const;

export function ChangedSince({ line }: { line: AccountMonthLineFragment }) {
  const words = useLabels(labels);
  const { account, currency, proposed } = line;
  if (!proposed) return null;
  return (
    <div className="g-notice g-tone-warn" role="alert">
      <table className="m-changed">
        <caption>
          {words.changedSince}: {accountLabel(account)}
        </caption>
        <thead>
          <tr>
            <td />
            <th scope="col">{words.whenProposed}</th>
            <th scope="col">{words.now}</th>
          </tr>
        </thead>
        <tbody>
          {changedSince(line).map((part) => (
            <tr key={part}>
              <th scope="row">{words[NAMES[part]]}</th>
              <td>
                <Part value={proposed[part]} currency={currency} />
              </td>
              <td>
                <Part value={line[part]} currency={currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A count, an amount, or whether something is so. */
function Part({ value, currency }: { value: number | string | boolean | null; currency: string }) {
  const words = useLabels(labels);
  const { numberFormat } = useNotation();
  if (value === null) return <NoValue />;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (typeof value === 'number') return formatCount(value, numberFormat);
  return <MoneyText value={{ amount: value, currency }} />;
}
