/** The filter bar of the list of all payments. */
import { useQuery } from '@apollo/client/react';
import { PayeeNameDocument } from '@/generated/graphql';
import { useLabelOptions } from '@/features/rules';
import { useLabels } from '@/kernel/i18n';
import type { UrlFilter } from '@/kernel/urlState';
import {
  AmountFilter,
  DateRangeFilter,
  FilterBar,
  MultiFilter,
  RemoveButton,
  SearchField,
  SelectFilter,
  type Option,
} from '@/ui';
import { payeeName } from '../payees/columns';
import { progressLabels } from '../progressLabels';
import { PROGRESS_UNDER, type PaymentListFilter, type PaymentTabKey } from './filter';
import { listLabels } from './labels';

export function PaymentFilters({
  url: { filter, change, clear, filtered },
  tab,
  accounts,
  currencies,
}: {
  url: UrlFilter<PaymentListFilter>;
  tab: PaymentTabKey;
  accounts: readonly Option<string>[];
  currencies: readonly Option<string>[];
}) {
  const words = useLabels(listLabels);
  const progress = useLabels(progressLabels);
  const labelled = useLabelOptions();
  const states = PROGRESS_UNDER[tab].map((value) => ({ value, label: progress[value] }));
  const rest = (
    <>
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
    </>
  );
  const isRestSet = filter.currency !== '' || filter.label.length > 0;
  return (
    <FilterBar filtered={filtered} onClear={clear} more={{ filters: rest, isSet: isRestSet }}>
      <SearchField
        name={words.search}
        placeholder={words.searchHint}
        value={filter.q}
        onChange={(q) => change({ q })}
      />
      {filter.payee && <PayeeChip id={filter.payee} onRemove={() => change({ payee: '' })} />}
      {states.length > 1 && (
        <MultiFilter
          name={words.state}
          value={filter.state}
          options={states}
          onChange={(state) => change({ state })}
        />
      )}
      <MultiFilter
        name={words.account}
        value={filter.account}
        options={accounts}
        onChange={(account) => change({ account })}
      />
      <DateRangeFilter
        name={words.executionDate}
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

/** Whose payments are shown; nobody is chosen here, only left. */
function PayeeChip({ id, onRemove }: { id: string; onRemove: () => void }) {
  const words = useLabels(listLabels);
  const payee = useQuery(PayeeNameDocument, { variables: { id } }).data?.payee;
  return (
    <span className="g-chip g-chip-active">
      {words.payee}: {payee ? payeeName(payee) : id}
      <RemoveButton name={words.payee} onRemove={onRemove} />
    </span>
  );
}
