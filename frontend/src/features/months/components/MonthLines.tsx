/** A line for each account: its statements, balances, entries and closing balance. */
import { Link } from 'react-router';
import type { AccountMonthLineFragment } from '@/generated/graphql';
import { OwnAccountInFull } from '@/features/banks';
import { useLabels } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { transactionsPath } from '@/kernel/paths';
import { useNotation } from '@/kernel/preferences';
import { MoneyText, NoValue, Tag } from '@/ui';
import { labels } from '../labels';
import { monthName } from '../monthName';
import { missingDays } from '../months';

export function MonthLines({
  month,
  lines,
}: {
  month: string;
  lines: readonly AccountMonthLineFragment[];
}) {
  const words = useLabels(labels);
  const { language } = useNotation();
  return (
    <div className="g-table-frame">
      <table className="g-table m-lines">
        <caption className="m-caption">{words.byAccount(monthName(month, language))}</caption>
        <thead>
          <tr>
            <th scope="col">{words.account}</th>
            <th scope="col">{words.statements}</th>
            <th scope="col">{words.balances}</th>
            {[words.entries, words.unmatched, words.closing].map((name) => (
              <th key={name} scope="col" className="g-cell-number">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Line key={line.account.id} line={line} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Line({ line }: { line: AccountMonthLineFragment }) {
  const words = useLabels(labels);
  const { numberFormat } = useNotation();
  const { account, closing, currency, days, entries, unmatched } = line;
  const [first, last] = [days[0]?.date, days.at(-1)?.date];
  const all = formatCount(entries, numberFormat);
  return (
    <tr>
      <th scope="row" className="m-account">
        <OwnAccountInFull account={account} />
      </th>
      <td data-label={words.statements}>
        <StatementsTag line={line} />
      </td>
      <td data-label={words.balances}>
        <BalancesTag line={line} />
      </td>
      <td data-label={words.entries} className="g-cell-number g-count">
        {entries > 0 && first && last ? (
          <Link to={transactionsPath({ account: account.id, from: first, to: last })}>{all}</Link>
        ) : (
          all
        )}
      </td>
      <td data-label={words.unmatched} className="g-cell-number g-count">
        {formatCount(unmatched, numberFormat)}
      </td>
      <td data-label={words.closing} className="g-cell-number">
        {closing === null ? <NoValue /> : <MoneyText value={{ amount: closing, currency }} />}
      </td>
    </tr>
  );
}

function StatementsTag({ line }: { line: AccountMonthLineFragment }) {
  const words = useLabels(labels);
  const { numberFormat } = useNotation();
  const missing = missingDays(line);
  if (line.isComplete === null) return <NoValue />;
  if (line.isComplete)
    return (
      <Tag tone="good" icon="check">
        {words.allHere}
      </Tag>
    );
  return missing > 0 ? (
    <Tag tone="bad" icon="times">
      {words.daysMissing(formatCount(missing, numberFormat))}
    </Tag>
  ) : (
    <Tag icon="hourglass">{words.moreToCome}</Tag>
  );
}

function BalancesTag({ line: { addsUp, isComplete } }: { line: AccountMonthLineFragment }) {
  const words = useLabels(labels);
  if (addsUp === null)
    return isComplete === null ? (
      <NoValue />
    ) : (
      <Tag icon="question" title={words.addUpUnknownWhy}>
        {words.addUpUnknown}
      </Tag>
    );
  return addsUp ? (
    <Tag tone="good" icon="check">
      {words.addUp}
    </Tag>
  ) : (
    <Tag tone="bad" icon="exclamation-triangle">
      {words.addUpNot}
    </Tag>
  );
}
