/** Payees: everybody who is paid, whether their accounts are known, and whose address banks refuse. */
import { useQuery } from '@apollo/client/react';
import { useMemo } from 'react';
import { PayeeListDocument, PayeeTabsDocument, type PayeeRowFragment } from '@/generated/graphql';
import { useCurrencyOptions } from '@/features/banks';
import { useLabels } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { paths } from '@/kernel/paths';
import { useMay } from '@/kernel/permissions';
import { useNotation } from '@/kernel/preferences';
import { useSearch, useUrlFilter, type UrlFilter } from '@/kernel/urlState';
import {
  DateRangeFilter,
  FilterBar,
  LinkButton,
  List,
  MultiFilter,
  Page,
  SearchField,
  SelectFilter,
  WaysOn,
  useList,
  useListOrder,
} from '@/ui';
import '../payments.css';
import { payeeColumns, payeeName } from './columns';
import {
  ADDRESSES_UNDER,
  TABS,
  TRUST,
  isNarrowed,
  payeeListFilter,
  payeeOrder,
  toPayeeFilter,
  type PayeeListFilter,
  type PayeeTabKey,
} from './filter';
import { payeeListLabels } from './labels';
import { PayeeDrawer } from './PayeeDrawer';

const rowKey = (row: PayeeRowFragment) => row.id;

export function PayeeListScreen() {
  const words = useLabels(payeeListLabels);
  const { language, dateFormat, numberFormat } = useNotation();
  const url = useUrlFilter(payeeListFilter);
  const [, setSearch] = useSearch();
  const tab = url.filter.tab ?? 'all';
  const { sorting, field, direction } = useListOrder(payeeOrder);
  const list = useList({
    name: 'payees',
    document: PayeeListDocument,
    variables: { filter: toPayeeFilter(url.filter), orderBy: { field, direction } },
    connection: ({ payees }) => payees,
    rowKey,
    record: 'payee',
  });
  const mayUpload = useMay('uploads.create');
  const columns = useMemo(
    () => payeeColumns({ words, language, dateFormat, numberFormat }, tab, list.to),
    [words, language, dateFormat, numberFormat, tab, list.to],
  );
  const clear = () => setSearch((now) => kept(now, ['tab', 'sort']));
  const filtered = isNarrowed(url.filter);
  return (
    <Page title={words.title} lead={words.lead}>
      <PayeeTabStrip tab={tab} onTab={(next) => setSearch((now) => withTab(now, next))} />
      <PayeeFilters url={{ ...url, filtered, clear }} tab={tab} />
      {tab === 'correct' && <p className="g-muted">{words.correctHelp}</p>}
      <List
        list={list}
        caption={words.title}
        columns={columns}
        sorting={sorting}
        filtered={filtered}
        onClear={clear}
        exportable
        rowName={payeeName}
        empty={{
          picture: tab === 'all' ? 'inbox' : 'done',
          title: words[`empty${tab}`],
          text: words[`empty${tab}Text`],
          actions: tab === 'all' && (
            <WaysOn>
              {mayUpload && (
                <LinkButton look="primary" icon="upload" to={paths.uploadPayments}>
                  {words.upload}
                </LinkButton>
              )}
            </WaysOn>
          ),
        }}
        renderDrawer={(id, walk) => <PayeeDrawer key={id} id={id} {...walk} />}
      />
    </Page>
  );
}

function PayeeTabStrip({ tab, onTab }: { tab: PayeeTabKey; onTab: (tab: PayeeTabKey) => void }) {
  const words = useLabels(payeeListLabels);
  const { numberFormat } = useNotation();
  const { data } = useQuery(PayeeTabsDocument);
  const counts = data && { all: data.payeeTabs.all, correct: data.payeeTabs.toCorrect };
  return (
    <div className="g-tabstrip" role="group" aria-label={words.tabs}>
      {TABS.map((each) => (
        <button
          key={each}
          type="button"
          className="p-tab"
          aria-pressed={each === tab}
          onClick={() => onTab(each)}
        >
          {words[each]}
          {counts && <span className="g-tab-count">{formatCount(counts[each], numberFormat)}</span>}
        </button>
      ))}
    </div>
  );
}

function PayeeFilters({
  url: { filter, change, clear, filtered },
  tab,
}: {
  url: UrlFilter<PayeeListFilter>;
  tab: PayeeTabKey;
}) {
  const words = useLabels(payeeListLabels);
  const currencies = useCurrencyOptions();
  return (
    <FilterBar filtered={filtered} onClear={clear}>
      <SearchField
        name={words.search}
        placeholder={words.searchHint}
        value={filter.q}
        onChange={(q) => change({ q })}
      />
      <MultiFilter
        name={words.trust}
        value={filter.trust}
        options={TRUST.map((value) => ({ value, label: words[value] }))}
        onChange={(trust) => change({ trust })}
      />
      <MultiFilter
        name={words.address}
        value={filter.address}
        options={ADDRESSES_UNDER[tab].map((value) => ({ value, label: words[value] }))}
        onChange={(address) => change({ address })}
      />
      <DateRangeFilter
        name={words.accountChanged}
        value={{ from: filter.from, to: filter.to }}
        onChange={({ from, to }) => change({ from, to })}
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

/** What was asked of addresses under another tab means nothing in this one. */
function withTab(search: URLSearchParams, tab: PayeeTabKey): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const key of ['tab', 'address', 'row', 'payee']) next.delete(key);
  if (tab !== 'all') next.set('tab', tab);
  return next;
}

function kept(search: URLSearchParams, keys: readonly string[]): URLSearchParams {
  return new URLSearchParams([...search].filter(([key]) => keys.includes(key)));
}
