/** The payments of one journal: search, states, and the whole as a file. */
import { lazy, Suspense, useMemo } from 'react';
import {
  AskRecallDocument,
  JournalPaymentsDocument,
  type PaymentRowFragment,
} from '@/generated/graphql';
import { useLabelOptions } from '@/features/rules';
import { useLabels, type Words } from '@/kernel/i18n';
import { useUrlFilter } from '@/kernel/urlState';
import { useMay } from '@/kernel/permissions';
import {
  FilterBar,
  List,
  MultiFilter,
  SearchField,
  SelectFilter,
  useList,
  useListOrder,
  type AskProps,
  type BulkAction,
} from '@/ui';
import { paymentColumns } from '../columns';
import { correctAct } from '../corrections/act';
import { labels as correctLabels } from '../corrections/labels';
import { labels } from '../labels';
import { CHOICES, PREFIX, paymentFilter, paymentOrder, toServerFilter } from '../paths';
import { progressLabels } from '../progressLabels';

const RecallMany = lazy(async () => ({
  default: (await import('../recalls/RecallMany')).RecallMany,
}));

const rowKey = (row: PaymentRowFragment) => row.id;

/** With `onlyProblems`, the rejected ones alone. */
export function JournalPayments({
  correlationId,
  onlyProblems = false,
}: {
  correlationId: string;
  onlyProblems?: boolean;
}) {
  const words = useLabels(labels);
  const progress = useLabels(progressLabels);
  const url = useUrlFilter(paymentFilter);
  const { filter, change, clear } = url;
  const asked = toServerFilter(
    onlyProblems ? { 'payment-q': '', 'payment-state': 'REJECTED', 'payment-label': [] } : filter,
    correlationId,
  );
  const { sorting, field, direction } = useListOrder(paymentOrder, PREFIX);
  const list = useList({
    name: 'payments',
    document: JournalPaymentsDocument,
    variables: { filter: asked, orderBy: { field, direction } },
    connection: ({ payments }) => payments,
    rowKey,
    prefix: PREFIX,
  });
  const columns = useMemo(() => paymentColumns(words), [words]);
  const labelled = useLabelOptions();
  const mayCorrect = useMay('payments.correct');
  const correcting = useLabels(correctLabels).act;
  const mayRecall = useMay('payments.recall');
  const bulk = useMemo(
    () => [
      ...(mayCorrect ? [correctAct(correcting)] : []),
      ...(mayRecall && !onlyProblems ? [recallAct(correlationId, words)] : []),
    ],
    [mayCorrect, correcting, mayRecall, onlyProblems, correlationId, words],
  );
  const filtered = url.filtered && !onlyProblems;
  return (
    <>
      {!onlyProblems && (
        <FilterBar filtered={filtered} onClear={clear}>
          <SearchField
            name={words.search}
            value={filter['payment-q']}
            onChange={(q) => change({ 'payment-q': q })}
          />
          <SelectFilter
            name={words.state}
            value={filter['payment-state']}
            options={CHOICES.map((value) => ({
              value,
              label: value === 'HELD' ? words.HELD : progress[value],
            }))}
            onChange={(state) => change({ 'payment-state': state })}
          />
          {labelled.length > 0 && (
            <MultiFilter
              name={words.labels}
              value={filter['payment-label']}
              options={labelled}
              onChange={(label) => change({ 'payment-label': label })}
            />
          )}
        </FilterBar>
      )}
      <List
        list={list}
        caption={words.title}
        columns={columns}
        sorting={sorting}
        filtered={filtered}
        onClear={clear}
        exportable
        hasViews={false}
        bulk={bulk}
        rowName={(row) => row.creditor.name ?? row.endToEndId ?? String(row.position)}
        empty={{ picture: 'inbox', title: words.none, text: words.noneHelp }}
      />
    </>
  );
}

/** Calling chosen payments back is one request for all of them. */
function recallAct(correlationId: string, words: Words<typeof labels>): BulkAction {
  const Ask = (props: AskProps) => (
    <Suspense fallback={null}>
      <RecallMany correlationId={correlationId} {...props} />
    </Suspense>
  );
  return {
    key: 'recall',
    label: words.recallMany,
    icon: 'undo',
    help: '',
    danger: true,
    document: AskRecallDocument,
    Ask,
  };
}
