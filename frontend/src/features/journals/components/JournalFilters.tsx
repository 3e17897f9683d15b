/** The filter bar of the journal list. */
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
import { SOURCES, type JournalUrlFilter } from '../paths';
import { STATES } from '../states';

export function JournalFilters({
  url,
  accounts,
  currencies,
}: {
  url: UrlFilter<JournalUrlFilter>;
  accounts: readonly Option<string>[];
  currencies: readonly Option<string>[];
}) {
  const words = useLabels(labels);
  const { filter, change, clear, filtered } = url;
  const presence = [
    { value: 'yes', label: words.present },
    { value: 'no', label: words.missing },
  ] as const;
  const asked = (value: boolean | null) => (value === null ? null : value ? 'yes' : 'no');
  const answer = (value: 'yes' | 'no' | null) => (value === null ? null : value === 'yes');
  const rest = (
    <>
      <DateRangeFilter
        name={words.executionDate}
        value={{ from: filter.executionFrom, to: filter.executionTo }}
        onChange={({ from, to }) => change({ executionFrom: from, executionTo: to })}
      />
      <SelectFilter
        name={words.currency}
        value={filter.currency || null}
        options={currencies}
        onChange={(currency) => change({ currency: currency ?? '' })}
      />
      <SelectFilter
        name={words.source}
        value={filter.source}
        options={SOURCES.map((value) => ({ value, label: words[value] }))}
        onChange={(source) => change({ source })}
      />
      <SelectFilter
        name={words.hasStatus}
        value={asked(filter.status)}
        options={presence}
        onChange={(value) => change({ status: answer(value) })}
      />
      <SelectFilter
        name={words.hasStatement}
        value={asked(filter.statement)}
        options={presence}
        onChange={(value) => change({ statement: answer(value) })}
      />
    </>
  );
  const isRestSet = [
    filter.executionFrom,
    filter.executionTo,
    filter.currency || null,
    filter.source,
    filter.status,
    filter.statement,
  ].some((value) => value !== null);
  return (
    <FilterBar filtered={filtered} onClear={clear} more={{ filters: rest, isSet: isRestSet }}>
      <SearchField
        name={words.search}
        placeholder={words.searchHint}
        value={filter.q}
        onChange={(q) => change({ q })}
      />
      <MultiFilter
        name={words.state}
        value={filter.state}
        options={STATES.map((value) => ({ value, label: words[value] }))}
        onChange={(state) => change({ state })}
      />
      <MultiFilter
        name={words.account}
        value={filter.account}
        options={accounts}
        onChange={(account) => change({ account })}
      />
      <DateRangeFilter
        name={words.created}
        value={{ from: filter.from, to: filter.to }}
        onChange={({ from, to }) => change({ from, to })}
      />
      <AmountFilter
        name={words.amount}
        value={{ from: filter.min, to: filter.max }}
        onChange={({ from, to }) => change({ min: from, max: to })}
      />
    </FilterBar>
  );
}
