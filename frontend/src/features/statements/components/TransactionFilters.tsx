/** The filter bar of the transaction list. */
import { useLabels } from '@/kernel/i18n';
import type { UrlFilter } from '@/kernel/urlState';
import { AmountFilter, Button, DateRangeFilter, FilterBar, MultiFilter, SearchField, SelectFilter, type Option } from '@/ui';
import { labels } from '../labels';
import type { TransactionUrlFilter } from '../paths';

export function TransactionFilters({ url, accounts }: { url: UrlFilter<TransactionUrlFilter>; accounts: readonly Option<string>[] }) {
  const words = useLabels(labels);
  const { filter, change, clear, filtered } = url;
  const states = (['BOOKED', 'PENDING', 'INFORMATION'] as const).map((value) => ({ value, label: words[value] }));
  const directions = (['CREDIT', 'DEBIT'] as const).map((value) => ({ value, label: words[value] }));
  return (
    <FilterBar filtered={filtered} onClear={clear}>
      <SearchField name={words.search} placeholder={words.searchHint} value={filter.q} onChange={(q) => change({ q })} />
      <MultiFilter name={words.account} value={filter.account} options={accounts} onChange={(account) => change({ account })} />
      <DateRangeFilter name={words.bookingDate} value={{ from: filter.from, to: filter.to }} onChange={({ from, to }) => change({ from, to })} />
      <DateRangeFilter name={words.valueDate} value={{ from: filter.valueFrom, to: filter.valueTo }} onChange={({ from, to }) => change({ valueFrom: from, valueTo: to })} />
      <SelectFilter name={words.direction} value={filter.direction} options={directions} onChange={(direction) => change({ direction })} />
      <AmountFilter name={words.amount} value={{ from: filter.min, to: filter.max }} onChange={({ from, to }) => change({ min: from, max: to })} />
      <SelectFilter name={words.state} value={filter.state} options={states} onChange={(state) => change({ state })} />
      {filter.statement && <Button small icon="times" onClick={() => change({ statement: '' })}>{words.onlyStatement}</Button>}
    </FilterBar>
  );
}
