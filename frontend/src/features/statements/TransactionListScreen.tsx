/** Statement transactions: every booked entry, filtered, in one long list, opened beside it. */
import { useQuery } from '@apollo/client/react';
import { lazy, Suspense, useMemo } from 'react';
import {
  LookAlikeCountDocument,
  ToDecideDocument,
  TransactionListDocument,
  type TransactionRowFragment,
} from '@/generated/graphql';
import { useAccountOptions, useCurrencyOptions } from '@/features/banks';
import { useLabels } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { duplicatesPath, paths } from '@/kernel/paths';
import { usePeriodFilter } from '@/kernel/period';
import { useMay } from '@/kernel/permissions';
import { useNotation } from '@/kernel/preferences';
import { useUrlValue } from '@/kernel/urlState';
import { Button, LinkButton, List, Page, Skeleton, useList, useListOrder, WaysOn } from '@/ui';
import { bankCodes } from './bankCodes';
import { transactionColumns } from './columns';
import { BatchDetails } from './components/BatchDetails';
import { ExpectedStatements } from './components/ExpectedStatements';
import { StatementsInView } from './components/StatementsInView';
import { TransactionDrawer } from './components/TransactionDrawer';
import { TransactionFilters } from './components/TransactionFilters';
import { accountLabels } from './accountLabels';
import { duplicateLabels } from './duplicateLabels';
import { expectedLabels } from './expectedLabels';
import { labels } from './labels';
import { toServerFilter, transactionFilter, transactionOrder } from './paths';

const rowKey = (row: TransactionRowFragment) => row.id;
const PossibleDuplicates = lazy(async () => ({
  default: (await import('./components/PossibleDuplicates')).PossibleDuplicates,
}));

/** The list, or at `?view=duplicates` what is to be decided about entries and statements. */
export function TransactionListScreen() {
  const words = useLabels(labels);
  const more = useLabels(duplicateLabels);
  const [view] = useUrlValue('view');
  if (view !== 'duplicates') return <Transactions />;
  return (
    <Page
      title={words.title}
      lead={more.queueLead}
      actions={
        <LinkButton icon="arrow-left" to={paths.transactions}>
          {more.backToList}
        </LinkButton>
      }
    >
      <Suspense fallback={<Skeleton lines={10} />}>
        <PossibleDuplicates />
      </Suspense>
    </Page>
  );
}

/** How much waits for a decision; nothing while nothing is known to. */
function ToDecide() {
  const words = useLabels(duplicateLabels);
  const accounts = useLabels(accountLabels);
  const { numberFormat } = useNotation();
  const { data } = useQuery(ToDecideDocument);
  const [pairs, disputed] = [
    data?.possibleDuplicates.totalCount ?? 0,
    data?.statements.totalCount ?? 0,
  ];
  // Holding all balances against each other costs more than a list: once is enough.
  const alike = useQuery(LookAlikeCountDocument).data?.lookAlikeAccounts.length ?? 0;
  return (
    <>
      {alike > 0 && (
        <LinkButton icon="building-columns" to={duplicatesPath({ part: 'accounts' })}>
          {accounts.open(formatCount(alike, numberFormat))}
        </LinkButton>
      )}
      {disputed > 0 && (
        <LinkButton icon="exclamation-triangle" to={duplicatesPath({ part: 'disputed' })}>
          {words.openDisputed(formatCount(disputed, numberFormat))}
        </LinkButton>
      )}
      <LinkButton icon="clone" to={duplicatesPath()}>
        {pairs > 0 ? words.open(formatCount(pairs, numberFormat)) : words.title}
      </LinkButton>
    </>
  );
}

function Transactions() {
  const words = useLabels(labels);
  const more = useLabels(duplicateLabels);
  const codes = useLabels(bankCodes);
  const expectedWords = useLabels(expectedLabels);
  const [expected, showExpected] = useUrlValue('expected');
  const url = usePeriodFilter(transactionFilter);
  const { sorting, field, direction } = useListOrder(transactionOrder);
  const list = useList({
    name: 'transactions',
    document: TransactionListDocument,
    variables: { filter: toServerFilter(url.filter), orderBy: { field, direction } },
    connection: ({ transactions }) => transactions,
    rowKey,
    record: 'transaction',
  });
  const mayUpload = useMay('uploads.create');
  const columns = useMemo(() => transactionColumns(words, codes, list.to), [words, codes, list.to]);
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        <>
          <ToDecide />
          <Button icon="calendar" onClick={() => showExpected('yes')}>
            {expectedWords.open}
          </Button>
        </>
      }
    >
      <TransactionFilters
        url={url}
        accounts={useAccountOptions()}
        currencies={useCurrencyOptions()}
      />
      {expected && <ExpectedStatements onClose={() => showExpected(null)} />}
      <StatementsInView filter={url.filter} />
      <List
        list={list}
        caption={words.title}
        columns={columns}
        sorting={sorting}
        filtered={url.filtered}
        onClear={url.clear}
        noMatch={url.filter.statement && <p>{more.withoutEntries}</p>}
        exportable
        empty={{
          picture: 'inbox',
          title: words.emptyTitle,
          text: words.emptyText,
          actions: (
            <WaysOn>
              {mayUpload && (
                <LinkButton look="primary" icon="upload" to={paths.uploadStatements}>
                  {words.uploadStatement}
                </LinkButton>
              )}
            </WaysOn>
          ),
        }}
        expansion={{
          label: (row) => (row.batch ? words.detailsOf(row.batchCount ?? row.detailCount) : null),
          render: (row) => <BatchDetails batch={row} />,
        }}
        renderDrawer={(id, walk) => <TransactionDrawer key={id} id={id} {...walk} />}
      />
    </Page>
  );
}
