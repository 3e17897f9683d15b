/** The filter bar of the transaction list. */
import { useLabelOptions } from '@/features/rules';
import { useLabels } from '@/kernel/i18n';
import type { UrlFilter } from '@/kernel/urlState';
import {
  AmountFilter,
  Button,
  DateRangeFilter,
  FilterBar,
  MultiFilter,
  SearchField,
  SelectFilter,
  type Option,
} from '@/ui';
import { labels } from '../labels';
import type { TransactionUrlFilter } from '../paths';

export function TransactionFilters({
  url,
  accounts,
  currencies,
}: {
  url: UrlFilter<TransactionUrlFilter>;
  accounts: readonly Option<string>[];
  currencies: readonly Option<string>[];
}) {
  const words = useLabels(labels);
  const { filter, change, clear, filtered } = url;
  const labelled = useLabelOptions();
  const states = (['BOOKED', 'PENDING', 'INFORMATION'] as const).map((value) => ({
    value,
    label: words[value],
  }));
  const directions = (['CREDIT', 'DEBIT'] as const).map((value) => ({
    value,
    label: words[value],
  }));
  const reversals = [
    { value: 'yes', label: words.onlyReversals },
    { value: 'no', label: words.noReversals },
  ] as const;
  const rest = (
    <>
      <DateRangeFilter
        name={words.valueDate}
        value={{ from: filter.valueFrom, to: filter.valueTo }}
        onChange={({ from, to }) => change({ valueFrom: from, valueTo: to })}
      />
      <SelectFilter
        name={words.currency}
        value={filter.currency || null}
        options={currencies}
        onChange={(currency) => change({ currency: currency ?? '' })}
      />
      {labelled.length > 0 && (
        <MultiFilter
          name={words.labels}
          value={filter.label}
          options={labelled}
          onChange={(label) => change({ label })}
        />
      )}
      <SelectFilter
        name={words.state}
        value={filter.state}
        options={states}
        onChange={(state) => change({ state })}
      />
      <SelectFilter
        name={words.reversal}
        value={filter.reversal === null ? null : filter.reversal ? 'yes' : 'no'}
        options={reversals}
        onChange={(value) => change({ reversal: value === null ? null : value === 'yes' })}
      />
      <SelectFilter
        name={words.version}
        value={filter.replaced ? 'replaced' : null}
        options={[{ value: 'replaced', label: words.replacedEntries }]}
        onChange={(value) => change({ replaced: value === null ? null : true })}
      />
    </>
  );
  const isRestSet =
    filter.replaced === true ||
    filter.valueFrom !== null ||
    filter.valueTo !== null ||
    filter.currency !== '' ||
    filter.state !== null ||
    filter.reversal !== null ||
    filter.label.length > 0;
  return (
    <FilterBar filtered={filtered} onClear={clear} more={{ filters: rest, isSet: isRestSet }}>
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
        options={directions}
        onChange={(direction) => change({ direction })}
      />
      <AmountFilter
        name={words.amount}
        value={{ from: filter.min, to: filter.max }}
        onChange={({ from, to }) => change({ min: from, max: to })}
      />
      {filter.statement && (
        <Button small icon="times" onClick={() => change({ statement: '' })}>
          {words.onlyStatement}
        </Button>
      )}
    </FilterBar>
  );
}
