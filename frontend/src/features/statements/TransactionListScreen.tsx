/** Statement transactions: every booked entry, filtered, in one long list, opened beside it. */
import { useMemo } from 'react';
import { TransactionListDocument, type TransactionRowFragment } from '@/generated/graphql';
import { useAccountOptions, useCurrencyOptions } from '@/features/banks';
import { useLabels } from '@/kernel/i18n';
import { paths } from '@/kernel/paths';
import { useMay } from '@/kernel/permissions';
import { useUrlFilter, useUrlValue } from '@/kernel/urlState';
import { Button, LinkButton, List, Page, useList, useListOrder, WaysOn } from '@/ui';
import { bankCodes } from './bankCodes';
import { transactionColumns } from './columns';
import { BatchDetails } from './components/BatchDetails';
import { ExpectedStatements } from './components/ExpectedStatements';
import { StatementsInView } from './components/StatementsInView';
import { TransactionDrawer } from './components/TransactionDrawer';
import { TransactionFilters } from './components/TransactionFilters';
import { expectedLabels } from './expectedLabels';
import { labels } from './labels';
import { toServerFilter, transactionFilter, transactionOrder } from './paths';

const rowKey = (row: TransactionRowFragment) => row.id;

export function TransactionListScreen() {
  const words = useLabels(labels);
  const codes = useLabels(bankCodes);
  const expectedWords = useLabels(expectedLabels);
  const [expected, showExpected] = useUrlValue('expected');
  const url = useUrlFilter(transactionFilter);
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
    <Page title={words.title} lead={words.lead} actions={<Button icon="calendar" onClick={() => showExpected('yes')}>{expectedWords.open}</Button>}>
      <TransactionFilters url={url} accounts={useAccountOptions()} currencies={useCurrencyOptions()} />
      {expected && <ExpectedStatements onClose={() => showExpected(null)} />}
      <StatementsInView filter={url.filter} />
      <List
        list={list}
        caption={words.title}
        columns={columns}
        sorting={sorting}
        filtered={url.filtered}
        onClear={url.clear}
        exportable
        empty={{ picture: 'inbox', title: words.emptyTitle, text: words.emptyText, actions: <WaysOn>{mayUpload && <LinkButton look="primary" icon="upload" to={paths.uploadStatements}>{words.uploadStatement}</LinkButton>}</WaysOn> }}
        expansion={{ label: (row) => (row.batch ? words.detailsOf(row.batchCount ?? row.detailCount) : null), render: (row) => <BatchDetails batch={row} /> }}
        renderDrawer={(id, walk) => <TransactionDrawer key={id} id={id} {...walk} />}
      />
    </Page>
  );
}
