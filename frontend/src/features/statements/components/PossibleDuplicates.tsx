/** What a person is to decide: entries that may be one payment, statements that contradict each other; and what was decided; and accounts that may be one. */
import { useQuery } from '@apollo/client/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import {
  DisputedStatementsDocument,
  LookAlikeCountDocument,
  PossibleDuplicatesDocument,
  ToDecideDocument,
} from '@/generated/graphql';
import { useAccountOptions } from '@/features/banks';
import { useLabels } from '@/kernel/i18n';
import {
  defineFilter,
  list,
  text,
  useUrlFilter,
  useUrlValue,
  type UrlFilter,
} from '@/kernel/urlState';
import {
  Button,
  EmptyState,
  FilterBar,
  MultiFilter,
  NoMatch,
  QueryStates,
  Skeleton,
  Tabs,
} from '@/ui';
import { accountLabels } from '../accountLabels';
import { duplicateLabels } from '../duplicateLabels';
import { labels } from '../labels';
import '../statements.css';
import { AccountNames } from './AccountNames';
import { LedgerDecisions } from './LedgerDecisions';
import { MoreRows } from './MoreRows';
import { PairCard } from './PairCard';
import { StatementStrip } from './StatementStrip';

interface QueueFilter {
  [key: string]: unknown;
  account: readonly string[];
  /** Only pairs with this entry. */
  of: string;
}

const queueFilter = defineFilter<QueueFilter>({ account: list, of: text });
const PAGE = 20;
export function PossibleDuplicates() {
  const words = useLabels(duplicateLabels);
  const accounts = useLabels(accountLabels);
  const url = useUrlFilter(queueFilter);
  const [part, setPart] = useUrlValue('part');
  const { data } = useQuery(ToDecideDocument);
  const { data: alike } = useQuery(LookAlikeCountDocument);
  return (
    <section className="g-stack" aria-label={words.title}>
      <Tabs
        name={words.tabs}
        active={part ?? 'pairs'}
        onChange={(key) => setPart(key === 'pairs' ? null : key, { replace: true })}
        tabs={[
          {
            key: 'pairs',
            label: words.title,
            count: data?.possibleDuplicates.totalCount,
            render: () => <Pairs url={url} />,
          },
          {
            key: 'disputed',
            label: words.disputed,
            count: data?.statements.totalCount,
            render: () => <Disputed url={url} />,
          },
          { key: 'decisions', label: words.decisions, render: () => <LedgerDecisions /> },
          {
            key: 'accounts',
            label: accounts.title,
            count: alike?.lookAlikeAccounts.length,
            render: () => <AccountNames />,
          },
        ]}
      />
    </section>
  );
}

function QueueFilters({ url }: { url: UrlFilter<QueueFilter> }) {
  const facts = useLabels(labels);
  const words = useLabels(duplicateLabels);
  return (
    <FilterBar filtered={url.filtered} onClear={url.clear}>
      <MultiFilter
        name={facts.account}
        value={url.filter.account}
        options={useAccountOptions()}
        onChange={(account) => url.change({ account })}
      />
      {url.filter.of && (
        <Button small icon="times" onClick={() => url.change({ of: '' })}>
          {words.onlyEntry}
        </Button>
      )}
    </FilterBar>
  );
}

function Pairs({ url }: { url: UrlFilter<QueueFilter> }) {
  const words = useLabels(duplicateLabels);
  const [size, setSize] = useState(PAGE);
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set());
  const [times, setTimes] = useState(0);
  const queue = useRef<HTMLDivElement>(null);
  const { account, of } = url.filter;
  const query = useQuery(PossibleDuplicatesDocument, {
    variables: {
      first: size,
      filter: {
        ...(account.length > 0 ? { accountIds: [...account] } : {}),
        ...(of ? { transactionId: of } : {}),
      },
    },
  });
  // Decided pairs leave at once; one that is still there when the ledger has followed comes back.
  const leave = useCallback((id: string, settled: Promise<void>) => {
    setDecided((now) => new Set([...now, id]));
    setTimes((now) => now + 1);
    void settled.then(() => setDecided((now) => new Set([...now].filter((each) => each !== id))));
  }, []);
  // The pair takes the pressed button with it; the keys belong to what is left.
  useEffect(() => {
    if (times > 0) queue.current?.focus();
  }, [times]);
  return (
    <div ref={queue} className="g-stack" tabIndex={-1} role="group" aria-label={words.title}>
      <QueueFilters url={url} />
      <QueryStates query={query} skeleton={<Skeleton lines={10} />}>
        {({ possibleDuplicates: { edges, totalCount } }) => {
          const pairs = edges.map(({ node }) => node).filter(({ id }) => !decided.has(id));
          if (pairs.length === 0 && url.filtered && edges.length === 0)
            return <NoMatch onClear={url.clear} />;
          if (pairs.length === 0)
            return (
              <EmptyState picture="done" title={words.emptyTitle}>
                <p>{words.emptyText}</p>
              </EmptyState>
            );
          return (
            <>
              <p className="g-muted">{words.lead}</p>
              <div className="g-stack">
                {pairs.map((pair) => (
                  <PairCard
                    key={pair.id}
                    pair={pair}
                    onDecided={(settled) => leave(pair.id, settled)}
                  />
                ))}
              </div>
              <MoreRows
                shown={edges.length}
                total={totalCount}
                busy={query.loading}
                onMore={() => setSize(size + PAGE * 4)}
              />
            </>
          );
        }}
      </QueryStates>
    </div>
  );
}

function Disputed({ url }: { url: UrlFilter<QueueFilter> }) {
  const words = useLabels(duplicateLabels);
  const [size, setSize] = useState(PAGE);
  const { account } = url.filter;
  const query = useQuery(DisputedStatementsDocument, {
    variables: {
      first: size,
      filter: { status: 'DISPUTED', ...(account.length > 0 ? { accountIds: [...account] } : {}) },
    },
  });
  return (
    <>
      <QueueFilters url={url} />
      <QueryStates query={query} skeleton={<Skeleton lines={8} />}>
        {({ statements: { edges, totalCount } }) => {
          if (edges.length === 0 && account.length > 0) return <NoMatch onClear={url.clear} />;
          if (edges.length === 0)
            return (
              <EmptyState picture="done" title={words.disputedEmptyTitle}>
                <p>{words.disputedEmptyText}</p>
              </EmptyState>
            );
          return (
            <>
              {edges.map(({ node }) => (
                <StatementStrip key={node.id} statement={node} />
              ))}
              <MoreRows
                shown={edges.length}
                total={totalCount}
                busy={query.loading}
                onMore={() => setSize(size + PAGE * 4)}
              />
            </>
          );
        }}
      </QueryStates>
    </>
  );
}
