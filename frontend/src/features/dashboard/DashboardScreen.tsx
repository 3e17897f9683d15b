/** A chart per bank account over a range of days; range, accounts and look live in the address. */
import { useQuery } from '@apollo/client/react';
import { useDeferredValue, useMemo } from 'react';
import { NoAccounts } from '@/features/banks';
import { StatementGraphsDocument } from '@/generated/graphql';
import { rangeBefore, today, type DateRange } from '@/kernel/dates';
import { useLabels } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { usePeriod, usePeriodFilter } from '@/kernel/period';
import { useVerbs } from '@/kernel/permissions';
import { useNotation } from '@/kernel/preferences';
import type { UrlFilter } from '@/kernel/urlState';
import { Icon, NoMatch, Page, Progress, QueryStates, Skeleton, inOrderOf } from '@/ui';
import { AccountCard } from './components/AccountCard';
import { Ageing } from './components/Ageing';
import { CurrencyTotals } from './components/CurrencyTotals';
import { DashboardFilters } from './components/DashboardFilters';
import { MonthNotice } from './components/MonthNotice';
import './dashboard.css';
import { labels } from './labels';
import {
  MOST_DAYS,
  askedRange,
  dashboardFilter,
  daysIn,
  rangeOf,
  type DashboardUrlFilter,
} from './paths';
import { activeFirst, daysOf, isSilent, type AccountOfDays, type Graph } from './series';
import { tiles } from './tiles/registry';

export function DashboardScreen() {
  const words = useLabels(labels);
  const url = usePeriodFilter(dashboardFilter);
  const asked = askedRange(url.filter, usePeriod());
  const range = rangeOf(asked);
  const query = useQuery(StatementGraphsDocument, {
    variables: range,
  });
  const known = query.data ?? query.previousData;
  const graphs = useMemo(
    () =>
      inOrderOf(
        known?.statementGraphs ?? [],
        known?.arrangement ?? [],
        ({ accountId }) => accountId,
      ),
    [known],
  );
  return (
    <Page title={words.title} lead={words.lead}>
      <DashboardFilters graphs={graphs} range={range} url={url} />
      <TooLong days={daysIn(asked)} />
      <div className="h-loading">
        {query.loading && <Progress name={words.loading} value={null} />}
      </div>
      <QueryStates query={query} skeleton={<DashboardSkeleton />}>
        {({ statementGraphs, arrangement }) =>
          statementGraphs.length === 0 ? (
            <NoAccounts words={words} />
          ) : (
            <Accounts
              graphs={statementGraphs}
              order={arrangement}
              range={range}
              url={url}
              onRetry={query.refetch}
            />
          )
        }
      </QueryStates>
    </Page>
  );
}

/** With more accounts than this, tables too are made only near the window. */
const EAGER_ACCOUNTS = 12;
const NOT_YET: readonly AccountOfDays[] = [];

function Accounts({
  graphs,
  order,
  range,
  url,
  onRetry,
}: {
  graphs: readonly Graph[];
  order: readonly string[];
  range: DateRange;
  url: UrlFilter<DashboardUrlFilter>;
  onRetry: () => unknown;
}) {
  const words = useLabels(labels);
  const { account, show, balance, outgoing, compare } = url.filter;
  const now = today();
  const all = useMemo(
    () => graphs.map((graph) => ({ graph, days: daysOf(graph, now) })),
    [graphs, now],
  );
  const chosen = useMemo(
    () => (account.length > 0 ? all.filter(({ graph }) => account.includes(graph.accountId)) : all),
    [all, account],
  );
  const shown = useMemo(
    () =>
      inOrderOf(
        activeFirst(show === 'missing' ? chosen.filter(isSilent) : chosen),
        order,
        ({ graph }) => graph.accountId,
      ),
    [chosen, show, order],
  );
  // Charts and tables are drawn in slices, between which the page answers.
  const drawn = useDeferredValue(shown, NOT_YET);
  return (
    <>
      <WorkTiles accounts={chosen} />
      <MonthNotice />
      {shown.length === 0 ? (
        <NoMatch onClear={() => url.change({ account: [], show: null })} />
      ) : (
        <>
          <div className="h-sums">
            <CurrencyTotals accounts={shown} before={compare ? rangeBefore(range) : null} />
            <Ageing />
          </div>
          <p className="g-muted">{words.hint}</p>
          <div className="h-cards">
            {drawn.map(({ graph, days }) => (
              <AccountCard
                key={graph.accountId}
                graph={graph}
                days={days}
                range={range}
                balance={balance ?? 'opening'}
                outgoingBelow={outgoing === 'below'}
                eager={shown.length <= EAGER_ACCOUNTS}
                onRetry={onRetry}
              />
            ))}
          </div>
        </>
      )}
    </>
  );
}

function WorkTiles({ accounts }: { accounts: readonly AccountOfDays[] }) {
  const words = useLabels(labels);
  const verbs = useVerbs();
  return (
    <section className="h-tiles" aria-label={words.tiles}>
      {tiles
        .filter(({ needs }) => !needs || verbs.has(needs))
        .map(({ key, Tiles }) => (
          <Tiles key={key} accounts={accounts} />
        ))}
    </section>
  );
}

function TooLong({ days }: { days: number }) {
  const words = useLabels(labels);
  const { numberFormat } = useNotation();
  if (days <= MOST_DAYS) return null;
  return (
    <p className="g-notice g-tone-warn" role="alert">
      <Icon name="exclamation-triangle" />{' '}
      {words.tooLong(formatCount(days, numberFormat), MOST_DAYS)}
    </p>
  );
}

function DashboardSkeleton() {
  return (
    <div className="g-stack">
      {[0, 1].map((card) => (
        <div key={card} className="g-card">
          <Skeleton lines={2} />
          <Skeleton lines={1} height="18rem" />
        </div>
      ))}
    </div>
  );
}
