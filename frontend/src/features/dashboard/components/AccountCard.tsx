/** One account on the dashboard: its chart, its table, and how fresh its figures are. */
import { Suspense, lazy, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { addDays, formatDate, today, type DateRange } from '@/kernel/dates';
import { useLabels } from '@/kernel/i18n';
import { transactionsPath } from '@/kernel/paths';
import { usePreferences } from '@/kernel/preferences';
import { AgeText, AmountText, Icon, Skeleton } from '@/ui';
import { labels } from '../labels';
import { bankingDaysSince, daysOf, graphName, type Graph } from '../series';
import { DayTable } from './DayTable';

const BalanceChart = lazy(async () => ({ default: (await import('./BalanceChart')).BalanceChart }));

export function AccountCard({ graph, range }: { graph: Graph; range: DateRange }) {
  const words = useLabels(labels);
  const navigate = useNavigate();
  const { dateFormat } = usePreferences();
  const days = useMemo(() => daysOf(graph), [graph]);
  const name = graphName(graph);
  const last = days.at(-1);
  const label = words.chartName(name, formatDate(range.from, dateFormat), formatDate(range.to, dateFormat));
  return (
    <article className="g-card h-card" aria-label={name}>
      <header className="h-head">
        <div>
          <h2>{graph.accountName ?? graph.account}</h2>
          {graph.accountName && <span className="g-muted">{graph.account}</span>}
          <Freshness graph={graph} />
        </div>
        {last && (
          <div className="h-now">
            <span className="g-muted">{words.closing}</span>
            <strong><AmountText amount={last.closing} currency={graph.currency} /> <span className="g-currency">{graph.currency}</span></strong>
          </div>
        )}
      </header>
      <div className="h-figures">
        <div className="h-chart">
          <Suspense fallback={<Skeleton lines={1} height="18rem" />}>
            <BalanceChart name={label} days={days} currency={graph.currency} words={words} onDay={(date) => void navigate(transactionsPath({ account: graph.accountId, from: date, to: date }))} />
          </Suspense>
        </div>
        <DayTable name={words.tableName(name)} accountId={graph.accountId} currency={graph.currency} days={days} />
      </div>
      {graph.missing.length > 0 && <p className="g-muted h-legend"><span className="h-dash" aria-hidden="true" /> {words.noStatementLegend}</p>}
    </article>
  );
}

function Freshness({ graph }: { graph: Graph }) {
  const words = useLabels(labels);
  const { dateFormat } = usePreferences();
  const { latestStatement, latestReceived } = graph;
  if (!latestStatement) return <p className="h-fresh g-tone-warn"><Icon name="exclamation-triangle" /> {words.never}</p>;
  const stale = bankingDaysSince(latestStatement, today(), (date) => addDays(date, 1)) > 1;
  return (
    <p className={`h-fresh ${stale ? 'g-tone-warn' : 'g-tone-neutral'}`}>
      {stale && <><Icon name="exclamation-triangle" /> </>}
      {words.fresh(formatDate(latestStatement, dateFormat))}
      {latestReceived && <>, {words.received} <AgeText value={latestReceived} /></>}
      {stale && `. ${words.stale}.`}
    </p>
  );
}
