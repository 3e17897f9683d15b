/** The filter bar of the desk. */
import { useLabels } from '@/kernel/i18n';
import type { UrlFilter } from '@/kernel/urlState';
import {
  AmountFilter,
  DateRangeFilter,
  FilterBar,
  MultiFilter,
  SearchField,
  SelectFilter,
  type Option,
} from '@/ui';
import { labels } from '../labels';
import type { DeskUrlFilter } from '../paths';

export function DeskFilters({
  url: { filter, change, clear, filtered },
  accounts,
  currencies,
}: {
  url: UrlFilter<DeskUrlFilter>;
  accounts: readonly Option<string>[];
  currencies: readonly Option<string>[];
}) {
  const words = useLabels(labels);
  return (
    <FilterBar filtered={filtered} onClear={clear}>
      <SearchField
        name={words.search}
        placeholder={words.searchHint}
        value={filter.q}
        onChange={(q) => change({ q })}
      />
      <MultiFilter
        name={words.account}
        value={filter.account}
        options={accounts}
        onChange={(account) => change({ account })}
      />
      <DateRangeFilter
        name={words.bookingDate}
        value={{ from: filter.from, to: filter.to }}
        onChange={({ from, to }) => change({ from, to })}
      />
      <SelectFilter
        name={words.direction}
        value={filter.direction}
        options={(['CREDIT', 'DEBIT'] as const).map((value) => ({ value, label: words[value] }))}
        onChange={(direction) => change({ direction })}
      />
      <AmountFilter
        name={words.amount}
        value={{ from: filter.min, to: filter.max }}
        onChange={({ from, to }) => change({ min: from, max: to })}
      />
      <SelectFilter
        name={words.currency}
        value={filter.currency || null}
        options={currencies}
        onChange={(currency) => change({ currency: currency ?? '' })}
      />
    </FilterBar>
  );
}
