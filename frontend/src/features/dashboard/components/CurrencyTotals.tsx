/** What the accounts shown came to, per currency; amounts of two currencies are never added. */
import { useQuery } from '@apollo/client/react';
import { Fragment } from 'react';
import { DashboardBeforeDocument } from '@/generated/graphql';
import { formatDate, type DateRange } from '@/kernel/dates';
import { useLabels } from '@/kernel/i18n';
import { useNotation } from '@/kernel/preferences';
import { AmountText, Icon, NoValue } from '@/ui';
import { differenceOf } from '../exact';
import { labels } from '../labels';
import {
  endsUntold,
  totalsByCurrency,
  type AccountOfDays,
  type CurrencyTotals as Totals,
} from '../series';

const FIGURES = ['incoming', 'outgoing', 'net', 'closing'] as const;

export function CurrencyTotals({
  accounts,
  before,
}: {
  accounts: readonly AccountOfDays[];
  /** The days to hold them against. */
  before: DateRange | null;
}) {
  const words = useLabels(labels);
  const totals = totalsByCurrency(accounts.map(({ graph }) => graph));
  const untold = accounts.filter(endsUntold).length;
  const earlier = useTotalsBefore(accounts, before);
  return (
    <div className="g-table-frame h-totals">
      <table className="g-table">
        <caption className="h-caption">{words.totalsName}</caption>
        <thead>
          <tr>
            <th scope="col">{words.currency}</th>
            {[words.accounts, ...FIGURES.map((figure) => words[figure])].map((text) => (
              <th key={text} scope="col" className="g-cell-number">
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {totals.map((total) => (
            <Fragment key={total.currency}>
              <Figures name={total.currency} accounts={total.accounts} of={total} />
              {before && (
                <Compared
                  total={total}
                  before={before}
                  earlier={earlier.totals?.get(total.currency)}
                />
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
      {earlier.failed && (
        <p className="h-untold g-tone-warn">
          <Icon name="exclamation-triangle" /> {words.beforeFailed}
        </p>
      )}
      {untold > 0 && (
        <p className="h-untold g-tone-warn">
          <Icon name="exclamation-triangle" /> {words.untold(untold)}
        </p>
      )}
    </div>
  );
}

/** The same accounts in other days; nothing while they are on their way. */
function useTotalsBefore(accounts: readonly AccountOfDays[], before: DateRange | null) {
  const { data, error } = useQuery(DashboardBeforeDocument, {
    variables: before ?? { from: '', to: '' },
    skip: before === null,
  });
  const shown = new Set(accounts.map(({ graph }) => graph.accountId));
  const graphs = data?.statementGraphs.filter(({ accountId }) => shown.has(accountId));
  return {
    failed: Boolean(error),
    totals: graphs && new Map(totalsByCurrency(graphs).map((total) => [total.currency, total])),
  };
}

/** The figures of the days before, and by how much they changed. */
function Compared({
  total,
  before,
  earlier,
}: {
  total: Totals;
  before: DateRange;
  earlier: Totals | undefined;
}) {
  const words = useLabels(labels);
  const { dateFormat } = useNotation();
  const name = `${formatDate(before.from, dateFormat)} – ${formatDate(before.to, dateFormat)}`;
  const change = earlier && {
    ...total,
    ...Object.fromEntries(
      FIGURES.map((figure) => [figure, differenceOf(total[figure], earlier[figure])]),
    ),
  };
  return (
    <>
      <Figures quiet name={name} accounts={earlier?.accounts} of={earlier} />
      <Figures quiet name={words.difference} of={change} />
    </>
  );
}

function Figures({
  name,
  accounts,
  of,
  quiet = false,
}: {
  name: string;
  accounts?: number | undefined;
  of: Totals | undefined;
  quiet?: boolean;
}) {
  const words = useLabels(labels);
  return (
    <tr className={quiet ? 'h-before' : undefined}>
      <th scope="row">{name}</th>
      <td className="g-cell-number g-count" data-label={words.accounts}>
        {accounts}
      </td>
      {FIGURES.map((figure) => (
        <td key={figure} className="g-cell-number" data-label={words[figure]}>
          {of ? <AmountText amount={of[figure]} currency={of.currency} /> : <NoValue />}
        </td>
      ))}
    </tr>
  );
}
