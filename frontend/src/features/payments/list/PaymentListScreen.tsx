/** Payments: every payment of every payment file, by what became of it, opened beside the list. */
import { useMemo } from 'react';
import { PaymentListDocument, type PaymentListRowFragment } from '@/generated/graphql';
import { useAccountOptions, useCurrencyOptions } from '@/features/banks';
import { useLabels } from '@/kernel/i18n';
import { paths } from '@/kernel/paths';
import { useMay } from '@/kernel/permissions';
import { useNotation } from '@/kernel/preferences';
import { useSearch, useUrlFilter } from '@/kernel/urlState';
import { LinkButton, List, Page, useList, useListOrder, WaysOn } from '@/ui';
import { correctAct } from '../corrections/act';
import { labels as correctLabels } from '../corrections/labels';
import { labels } from '../labels';
import { progressLabels } from '../progressLabels';
import { payeeOf, paymentListColumns } from './columns';
import {
  isNarrowed,
  listOrder,
  paymentListFilter,
  toListFilter,
  type PaymentTabKey,
} from './filter';
import { listLabels } from './labels';
import { PaymentDrawer } from './PaymentDrawer';
import { PaymentFilters } from './PaymentFilters';
import { PaymentTabs } from './PaymentTabs';
import { Totals } from './Totals';
import '../payments.css';

const rowKey = (row: PaymentListRowFragment) => row.id;

export function PaymentListScreen() {
  const words = useLabels(listLabels);
  const progress = useLabels(progressLabels);
  const room = useLabels(labels);
  const { language } = useNotation();
  const url = useUrlFilter(paymentListFilter);
  const [, setSearch] = useSearch();
  const tab = url.filter.tab ?? 'all';
  const filter = toListFilter(url.filter);
  const { sorting, field, direction } = useListOrder(listOrder);
  const list = useList({
    name: 'payments',
    document: PaymentListDocument,
    variables: { filter, orderBy: { field, direction } },
    connection: ({ payments }) => payments,
    rowKey,
    record: 'payment',
  });
  const mayUpload = useMay('uploads.create');
  const correcting = useLabels(correctLabels).act;
  const canCorrect = useMay('payments.correct') && (tab === 'unpaid' || tab === 'returned');
  const bulk = useMemo(
    () => (canCorrect ? [correctAct(correcting)] : []),
    [canCorrect, correcting],
  );
  const columns = useMemo(
    () => paymentListColumns({ list: words, progress, room, language }, list.to),
    [words, progress, room, language, list.to],
  );
  const clear = () => setSearch((now) => onlyTab(now));
  const filtered = isNarrowed(url.filter);
  return (
    <Page title={words.title} lead={words.lead}>
      <PaymentTabs tab={tab} onTab={(next) => setSearch((now) => withTab(now, next))} />
      <PaymentFilters
        url={{ ...url, filtered, clear }}
        tab={tab}
        accounts={useAccountOptions()}
        currencies={useCurrencyOptions()}
      />
      <Totals filter={filter} />
      <List
        list={list}
        caption={words.title}
        columns={columns}
        sorting={sorting}
        filtered={filtered}
        onClear={clear}
        exportable
        bulk={bulk}
        rowName={payeeOf}
        empty={{
          picture: 'inbox',
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
        renderDrawer={(id, walk) => <PaymentDrawer key={id} id={id} {...walk} />}
      />
    </Page>
  );
}

/** What was asked of another tab's states means nothing in this one. */
function withTab(search: URLSearchParams, tab: PaymentTabKey): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const key of ['tab', 'state', 'row', 'payment']) next.delete(key);
  if (tab !== 'all') next.set('tab', tab);
  return next;
}

/** The tab stays when filters are cleared: it is where somebody is, not what they look for. */
function onlyTab(search: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams();
  for (const key of ['tab', 'sort']) {
    const value = search.get(key);
    if (value !== null) next.set(key, value);
  }
  return next;
}
