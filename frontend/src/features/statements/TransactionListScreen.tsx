/** Statement transactions: every booked entry, filtered, paged, and opened beside the list. */
import { useQuery } from '@apollo/client/react';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { TransactionListDocument, type TransactionRowFragment } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { paths } from '@/kernel/paths';
import { useMay } from '@/kernel/permissions';
import { readOrder, useUrlFilter, useUrlPage, useUrlValue } from '@/kernel/urlState';
import { DataList, LinkButton, ListPage, Page, neighbours } from '@/ui';
import { useAccountOptions } from './accounts';
import { transactionColumns } from './columns';
import { BatchDetails } from './components/BatchDetails';
import { StatementsInView } from './components/StatementsInView';
import { TransactionDrawer } from './components/TransactionDrawer';
import { TransactionFilters } from './components/TransactionFilters';
import { labels } from './labels';
import { toServerFilter, transactionFilter, transactionOrder } from './paths';

const PAGE_SIZE = 50;

export function TransactionListScreen() {
  const words = useLabels(labels);
  const url = useUrlFilter(transactionFilter);
  const page = useUrlPage(PAGE_SIZE);
  const [search] = useSearchParams();
  const [, setSort] = useUrlValue('sort');
  const [open, setOpen] = useUrlValue('transaction');
  const order = readOrder(search, transactionOrder.fields, transactionOrder.fallback);
  const query = useQuery(TransactionListDocument, {
    variables: { ...page.variables, filter: toServerFilter(url.filter), orderBy: order },
    fetchPolicy: 'cache-and-network',
  });
  const mayUpload = useMay('uploads.create');
  const columns = useMemo(() => transactionColumns(words, (row) => {
    const next = new URLSearchParams(search);
    next.set('transaction', row.id);
    return { search: next.toString() };
  }), [words, search]);
  const show = (row: TransactionRowFragment) => setOpen(row.id, { replace: true });
  return (
    <Page title={words.title} lead={words.lead}>
      <TransactionFilters url={url} accounts={useAccountOptions()} />
      <StatementsInView filter={url.filter} />
      <ListPage
        query={query}
        connection={(data) => data.transactions}
        pageSize={PAGE_SIZE}
        columns={columns.length}
        filtered={url.filtered}
        onClear={url.clear}
        empty={{ picture: 'inbox', title: words.emptyTitle, text: words.emptyText, actions: mayUpload && <LinkButton look="primary" icon="upload" to={paths.uploadStatements}>{words.uploadStatement}</LinkButton> }}
      >
        {(rows) => (
          <>
            <DataList
              caption={words.title}
              columns={columns}
              rows={rows}
              rowKey={(row) => row.id}
              selectedKey={open}
              sorting={{ ...order, onSort: (field, direction) => setSort(`${direction === 'DESC' ? '-' : ''}${field}`) }}
              expansion={{ label: (row) => (row.batch ? words.detailsOf(row.batchCount ?? row.detailCount) : null), render: (row) => <BatchDetails batch={row} /> }}
            />
            {open && <TransactionDrawer key={open} id={open} onClose={() => setOpen(null)} {...neighbours(rows, (row) => row.id === open, show)} />}
          </>
        )}
      </ListPage>
    </Page>
  );
}
