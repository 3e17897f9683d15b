/** The payments of one journal: search, states, and the whole as a file. */
import { useMemo } from 'react';
import { JournalPaymentsDocument, type PaymentRowFragment } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { useUrlFilter } from '@/kernel/urlState';
import { FilterBar, List, SearchField, SelectFilter, useList, useListOrder } from '@/ui';
import { paymentColumns } from '../columns';
import { labels } from '../labels';
import { PREFIX, STATES, paymentFilter, paymentOrder, toServerFilter } from '../paths';

const rowKey = (row: PaymentRowFragment) => row.id;

/** With `onlyProblems`, the rejected ones alone. */
export function JournalPayments({ correlationId, onlyProblems = false }: { correlationId: string; onlyProblems?: boolean }) {
  const words = useLabels(labels);
  const url = useUrlFilter(paymentFilter);
  const { filter, change, clear } = url;
  const asked = toServerFilter(onlyProblems ? { 'payment-q': '', 'payment-state': 'REJECTED' } : filter, correlationId);
  const { sorting, field, direction } = useListOrder(paymentOrder, PREFIX);
  const list = useList({ name: 'payments', document: JournalPaymentsDocument, variables: { filter: asked, orderBy: { field, direction } }, connection: ({ payments }) => payments, rowKey, prefix: PREFIX });
  const columns = useMemo(() => paymentColumns(words), [words]);
  const filtered = url.filtered && !onlyProblems;
  return (
    <>
      {!onlyProblems && (
        <FilterBar filtered={filtered} onClear={clear}>
          <SearchField name={words.search} value={filter['payment-q']} onChange={(q) => change({ 'payment-q': q })} />
          <SelectFilter name={words.state} value={filter['payment-state']} options={STATES.map((value) => ({ value, label: words[value] }))} onChange={(state) => change({ 'payment-state': state })} />
        </FilterBar>
      )}
      <List list={list} caption={words.title} columns={columns} sorting={sorting} filtered={filtered} onClear={clear} exportable hasViews={false} empty={{ picture: 'inbox', title: words.none, text: words.noneHelp }} />
    </>
  );
}
