/** Invoices and credit notes: the list with its sums, and one of them beside it. */
import { useQuery } from '@apollo/client/react';
import { useEffect, useMemo, useRef } from 'react';
import {
  InvoiceListDocument,
  InvoiceSumsDocument,
  type InvoiceRowFragment,
} from '@/generated/graphql';
import { today } from '@/kernel/dates';
import { useLabels } from '@/kernel/i18n';
import { paths } from '@/kernel/paths';
import { isField, shortcutOf } from '@/kernel/shortcuts';
import { useUrlFilter } from '@/kernel/urlState';
import {
  DateRangeFilter,
  FilterBar,
  LinkButton,
  List,
  MultiFilter,
  Page,
  SearchField,
  SelectFilter,
  useList,
  useListOrder,
} from '@/ui';
import './billing.css';
import { InvoiceDrawer } from './components/InvoiceDrawer';
import { InvoiceSums } from './components/InvoiceSums';
import { invoiceColumns, nameOf } from './invoiceColumns';
import {
  KINDS,
  STATES,
  daysOf,
  invoiceFilter,
  invoiceOrder,
  toServerFilter,
  yearOf,
  yearsUntil,
} from './invoiceFilter';
import { invoiceLabels } from './invoiceLabels';
import { PAPERS, useTaken } from './useTaken';

const rowKey = (row: InvoiceRowFragment) => row.id;

export function InvoiceListScreen() {
  const words = useLabels(invoiceLabels);
  const { filter, change, clear, filtered } = useUrlFilter(invoiceFilter);
  const { field, sorting, direction } = useListOrder(invoiceOrder);
  const wanted = toServerFilter(filter);
  const list = useList({
    name: 'invoices',
    document: InvoiceListDocument,
    variables: { filter: wanted, orderBy: { field, direction } },
    connection: ({ invoices }) => invoices,
    rowKey,
    record: 'invoice',
  });
  const sums = useQuery(InvoiceSumsDocument, {
    variables: { filter: wanted },
  });
  const columns = useMemo(() => invoiceColumns(words, list.to), [words, list.to]);
  const totals = sums.data?.invoiceTotals ?? [];
  const currencies = [
    ...new Set([
      ...totals.map(({ currency }) => currency),
      ...(filter.currency ? [filter.currency] : []),
    ]),
  ];
  useDownloadKey((rank) => list.rowAt(rank)?.id);
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        <LinkButton icon="credit-card" to={paths.subscriptions}>
          {words.toSubscription}
        </LinkButton>
      }
    >
      <FilterBar filtered={filtered} onClear={clear}>
        <SearchField name={words.search} value={filter.q} onChange={(q) => change({ q })} />
        <MultiFilter
          name={words.state}
          value={filter.state}
          options={STATES.map((value) => ({ value, label: words[value] }))}
          onChange={(state) => change({ state })}
        />
        <MultiFilter
          name={words.kind}
          value={filter.kind}
          options={KINDS.map((value) => ({ value, label: words[value] }))}
          onChange={(kind) => change({ kind })}
        />
        <SelectFilter
          name={words.year}
          value={yearOf(filter.from, filter.to)}
          options={yearsUntil(today()).map((value) => ({ value, label: value }))}
          onChange={(year) => change(daysOf(year))}
        />
        <DateRangeFilter
          name={words.issued}
          value={{ from: filter.from, to: filter.to }}
          onChange={({ from, to }) => change({ from, to })}
        />
        {currencies.length > 1 && (
          <SelectFilter
            name={words.currency}
            value={filter.currency || null}
            options={currencies.map((value) => ({ value, label: value }))}
            onChange={(currency) => change({ currency: currency ?? '' })}
          />
        )}
      </FilterBar>
      <InvoiceSums totals={totals} />
      <List
        list={list}
        caption={words.title}
        columns={columns}
        sorting={sorting}
        filtered={filtered}
        onClear={clear}
        exportable
        rowName={(row) => nameOf(row, words)}
        rowClass={(row) => (row.state === 'OVERDUE' ? 'b-overdue' : '')}
        bulkFiles={{
          label: words.downloadMany,
          icon: 'file-pdf',
          path: `/api/export/${PAPERS}`,
          ids: 'ids',
        }}
        empty={{
          picture: 'file',
          title: words.emptyTitle,
          text: words.emptyText,
          actions: <LinkButton to={paths.subscriptions}>{words.toSubscription}</LinkButton>,
        }}
        renderDrawer={(id, walk, row) => (
          <InvoiceDrawer key={id} id={id} row={row} onChanged={list.refresh} {...walk} />
        )}
      />
    </Page>
  );
}

/** `d` takes the paper of the row that has the focus; the open invoice hears it for itself. */
function useDownloadKey(idAt: (rank: number) => string | undefined): void {
  const { take } = useTaken();
  const latest = useRef(idAt);
  useEffect(() => {
    latest.current = idAt;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (
        event.defaultPrevented ||
        isField(event.target) ||
        shortcutOf(event, 'invoices') !== 'download'
      )
        return;
      const rank = (event.target as Element).closest<HTMLElement>('tr[data-rank]')?.dataset['rank'];
      const id = rank === undefined ? undefined : latest.current(Number(rank));
      if (id === undefined) return;
      event.preventDefault();
      void take(PAPERS, { ids: [id] });
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [take]);
}
