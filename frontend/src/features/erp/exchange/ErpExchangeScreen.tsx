/** What the ERP wants paid, what is told back to it, and what it should look at. */
import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { ErpExchangeStateDocument } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { paths } from '@/kernel/paths';
import { UNTOLD } from '@/kernel/policies';
import {
  EmptyState,
  LinkButton,
  Page,
  QueryStates,
  Skeleton,
  Tabs,
  useRefreshedAtEnd,
  type Tab,
} from '@/ui';
import { ExchangeHead, FetchButton, type Exchange } from './components/ExchangeHead';
import { FindingsTab } from './components/FindingsTab';
import { PaymentsTab } from './components/PaymentsTab';
import { QueueTab } from './components/QueueTab';
import { labels } from './labels';

const BUSY_MS = 1000;
const QUIET_MS = 10_000;
const LISTS_BUSY_MS = 2000;
const FIRST = 'payments';

export function ErpExchangeScreen() {
  const words = useLabels(labels);
  const [busy, setBusy] = useState(false);
  const query = useQuery(ErpExchangeStateDocument, {
    fetchPolicy: UNTOLD,
    pollInterval: busy ? BUSY_MS : QUIET_MS,
  });
  const exchange = query.data?.erpExchange;
  const isFetching = exchange?.isFetching ?? false;
  if (isFetching !== busy) setBusy(isFetching);
  useRefreshedAtEnd(isFetching);
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={exchange && <FetchButton busy={busy} onAsked={query.refetch} />}
    >
      <QueryStates query={query} skeleton={<Skeleton lines={10} />}>
        {({ erpExchange }) =>
          erpExchange ? (
            <Parts exchange={erpExchange} />
          ) : (
            <EmptyState
              picture="orbit"
              title={words.noErpTitle}
              actions={
                <LinkButton look="primary" icon="sliders-h" to={paths.erpConfiguration}>
                  {words.toConfiguration}
                </LinkButton>
              }
            >
              <p>{words.noErpText}</p>
            </EmptyState>
          )
        }
      </QueryStates>
    </Page>
  );
}

function Parts({ exchange }: { exchange: Exchange }) {
  const words = useLabels(labels);
  const [search, setSearch] = useSearchParams();
  const lookAgainMs = exchange.isFetching ? LISTS_BUSY_MS : QUIET_MS;
  const tabs: readonly Tab[] = [
    {
      key: FIRST,
      label: words.payments,
      count: exchange.tabs.find(({ tab }) => tab === 'ALL')?.count,
      render: () => <PaymentsTab lookAgainMs={lookAgainMs} asOf={exchange.round?.ended ?? null} />,
    },
    {
      key: 'queue',
      label: words.queue,
      count: exchange.waiting + exchange.failed,
      render: () => <QueueTab lookAgainMs={lookAgainMs} />,
    },
    {
      key: 'findings',
      label: words.findings,
      render: () => <FindingsTab lookAgainMs={lookAgainMs} />,
    },
  ];
  // Another part has its own filter and order; those of this one leave the address with it.
  const turn = (key: string) => setSearch(key === FIRST ? {} : { tab: key });
  return (
    <div className="g-stack">
      <ExchangeHead exchange={exchange} />
      <Tabs name={words.tabs} tabs={tabs} active={search.get('tab') ?? FIRST} onChange={turn} />
    </div>
  );
}
