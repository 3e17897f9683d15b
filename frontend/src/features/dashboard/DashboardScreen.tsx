/** A chart per bank account over a range of days, which the address carries. */
import { useQuery } from '@apollo/client/react';
import { StatementGraphsDocument } from '@/generated/graphql';
import { today } from '@/kernel/dates';
import { useLabels } from '@/kernel/i18n';
import { paths } from '@/kernel/paths';
import { useMay } from '@/kernel/permissions';
import { useUrlFilter } from '@/kernel/urlState';
import { DateRangeFilter, EmptyState, FilterBar, LinkButton, MultiFilter, NoMatch, Page, Progress, QueryStates, Skeleton } from '@/ui';
import { AccountCard } from './components/AccountCard';
import './dashboard.css';
import { labels } from './labels';
import { dashboardFilter, rangeOf } from './paths';
import { activeFirst } from './series';

export function DashboardScreen() {
  const words = useLabels(labels);
  const { filter, change, clear } = useUrlFilter(dashboardFilter);
  const range = rangeOf(filter, today());
  const mayUpload = useMay('uploads.create');
  const query = useQuery(StatementGraphsDocument, { variables: range, fetchPolicy: 'cache-and-network' });
  const graphs = (query.data ?? query.previousData)?.statementGraphs ?? [];
  const options = graphs.map((graph) => ({ value: graph.accountId, label: graph.accountName ?? graph.account, hint: [graph.accountName && graph.account, graph.currency].filter(Boolean).join(' · ') }));
  return (
    <Page title={words.title} lead={words.lead}>
      <FilterBar filtered={filter.account.length > 0} onClear={() => change({ account: [] })}>
        <DateRangeFilter required name={words.period} value={range} onChange={({ from, to }) => change({ from, to })} />
        <MultiFilter name={words.accounts} value={filter.account} options={options} onChange={(account) => change({ account })} />
      </FilterBar>
      <div className="h-loading">{query.loading && <Progress name={words.loading} value={null} />}</div>
      <QueryStates query={query} skeleton={<DashboardSkeleton />}>
        {({ statementGraphs }) => {
          if (statementGraphs.length === 0) {
            return (
              <EmptyState picture="orbit" title={words.emptyTitle} actions={mayUpload && <LinkButton look="primary" icon="file-import" to={paths.uploadStatements}>{words.uploadStatement}</LinkButton>}>
                <p>{words.emptyText}</p>
              </EmptyState>
            );
          }
          const shown = filter.account.length > 0 ? statementGraphs.filter(({ accountId }) => filter.account.includes(accountId)) : statementGraphs;
          if (shown.length === 0) return <NoMatch onClear={clear} />;
          return (
            <>
              <p className="g-muted">{words.hint}</p>
              <div className="h-cards">
                {activeFirst(shown).map((graph) => <AccountCard key={graph.accountId} graph={graph} range={range} />)}
              </div>
            </>
          );
        }}
      </QueryStates>
    </Page>
  );
}

function DashboardSkeleton() {
  return (
    <div className="g-stack">
      {[0, 1].map((card) => <div key={card} className="g-card"><Skeleton lines={2} /><Skeleton lines={1} height="18rem" /></div>)}
    </div>
  );
}
