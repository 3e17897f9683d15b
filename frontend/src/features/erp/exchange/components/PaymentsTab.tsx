/** What the ERP wants paid, one payment open beside the list. */
import { useQuery } from '@apollo/client/react';
import { useCallback, useEffect, useMemo } from 'react';
import {
  ErpMethodNamesDocument,
  ErpPaymentListDocument,
  type ErpPaymentRowFragment,
} from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { AS_READ } from '@/kernel/policies';
import { usePreferences } from '@/kernel/preferences';
import { useUrlFilter } from '@/kernel/urlState';
import {
  Drawer,
  FilterBar,
  List,
  MultiFilter,
  SearchField,
  useList,
  useListOrder,
  usePolled,
} from '@/ui';
import { paymentColumns } from '../columns';
import { labels } from '../labels';
import { PART, PAYMENT_STATES, paymentFilter, toPaymentFilter } from '../states';
import { PaymentRecord } from './PaymentRecord';

const rowKey = (row: ErpPaymentRowFragment) => row.id;

/** `asOf` is when the ERP was last read; what that has brought is seen at once. */
export function PaymentsTab({ lookAgainMs, asOf }: { lookAgainMs: number; asOf: string | null }) {
  const words = useLabels(labels);
  const { language } = usePreferences();
  const nameOf = useMethodName();
  const { filter, change, clear, filtered } = useUrlFilter(paymentFilter);
  const { field, direction, sorting } = useListOrder({
    fields: ['DUE', 'AMOUNT', 'NUMBER', 'STATE', 'FETCHED'],
    fallback: 'DUE',
  });
  const list = useList({
    name: 'erpPayments',
    document: ErpPaymentListDocument,
    variables: { filter: toPaymentFilter(filter), orderBy: { field, direction } },
    connection: ({ erpPayments }) => erpPayments,
    rowKey,
    record: 'payment',
    standing: PART,
  });
  const columns = useMemo(
    () => paymentColumns({ words, language, nameOf, to: list.to }),
    [words, language, nameOf, list.to],
  );
  usePolled(list, true, lookAgainMs);
  const { refresh } = list;
  useEffect(() => void refresh({ quiet: true }), [refresh, asOf]);
  return (
    <div className="g-stack">
      <FilterBar filtered={filtered} onClear={clear}>
        <SearchField name={words.searchPayments} value={filter.q} onChange={(q) => change({ q })} />
        <MultiFilter
          name={words.state}
          value={filter.state}
          options={PAYMENT_STATES.map((value) => ({ value, label: words[value] }))}
          onChange={(state) => change({ state })}
        />
      </FilterBar>
      <List
        list={list}
        caption={words.payments}
        columns={columns}
        filtered={filtered}
        onClear={clear}
        sorting={sorting}
        rowName={({ number }) => number}
        exportable
        empty={{ picture: 'inbox', title: words.noPayments, text: words.noPaymentsText }}
        renderDrawer={(id, walk, row) => (
          <Drawer title={row ? `${words.number} ${row.number}` : words.number} {...walk}>
            <PaymentRecord key={id} id={id} nameOf={nameOf} onChanged={list.refresh} />
          </Drawer>
        )}
      />
    </div>
  );
}

/** What a method is called; its id where the ERP's list does not have it. */
function useMethodName(): (method: string) => string {
  const { data } = useQuery(ErpMethodNamesDocument, { fetchPolicy: AS_READ });
  return useCallback(
    (id) => {
      const method = data?.erpMethods.methods.find(({ nativeId }) => nativeId === id);
      return method?.name || method?.code || id;
    },
    [data],
  );
}
