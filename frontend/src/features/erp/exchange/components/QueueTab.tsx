/** What is and was to be written to the ERP, with what keeps it from being written. */
import { useMemo } from 'react';
import { ErpWriteListDocument, RetryErpRecordsDocument, type ErpWriteFragment } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { journalPath } from '@/kernel/paths';
import { useMay } from '@/kernel/permissions';
import { usePreferences } from '@/kernel/preferences';
import { useUrlFilter } from '@/kernel/urlState';
import { Drawer, FilterBar, LinkButton, List, MultiFilter, SearchField, useList, useListOrder, usePolled, type BulkAction } from '@/ui';
import { queueColumns } from '../columns';
import { labels } from '../labels';
import { OPERATIONS, queueFilter, toQueueFilter, WRITE_STATES } from '../states';
import { WriteCard } from './WriteCard';

const rowKey = (row: ErpWriteFragment) => row.id;

export function QueueTab({ lookAgainMs }: { lookAgainMs: number }) {
  const words = useLabels(labels);
  const { language } = usePreferences();
  const { filter, change, clear, filtered } = useUrlFilter(queueFilter);
  const { field, direction, sorting } = useListOrder({ fields: ['ASKED', 'STATE'], fallback: '-ASKED' });
  const list = useList({ name: 'erpOutbox', document: ErpWriteListDocument, variables: { filter: toQueueFilter(filter), orderBy: { field, direction } }, connection: ({ erpOutbox }) => erpOutbox, rowKey, record: 'write' });
  const columns = useMemo(() => queueColumns({ words, language, to: list.to }), [words, language, list.to]);
  usePolled(list, true, lookAgainMs);
  return (
    <div className="g-stack">
      <FilterBar filtered={filtered} onClear={clear}>
        <SearchField name={words.searchQueue} value={filter.q} onChange={(q) => change({ q })} />
        <MultiFilter name={words.state} value={filter.state} options={WRITE_STATES.map((value) => ({ value, label: words[value] }))} onChange={(state) => change({ state })} />
        <MultiFilter name={words.operation} value={filter.operation} options={OPERATIONS.map((value) => ({ value, label: words[value] }))} onChange={(operation) => change({ operation })} />
      </FilterBar>
      <List
        list={list}
        caption={words.queue}
        columns={columns}
        filtered={filtered}
        onClear={clear}
        sorting={sorting}
        rowName={({ label }) => label}
        bulk={useQueueActs()}
        exportable
        hasViews={false}
        empty={{ picture: 'inbox', title: words.noQueue, text: words.noQueueText }}
        renderDrawer={(id, walk, row) => (
          <Drawer title={row?.label ?? words.queue} {...walk}>
            {row && (
              <div className="g-stack">
                {row.journal && <div className="g-actions"><LinkButton small icon="book" to={journalPath(row.journal)}>{words.openJournal}</LinkButton></div>}
                <WriteCard key={id} row={row} onChanged={list.refresh} />
              </div>
            )}
          </Drawer>
        )}
      />
    </div>
  );
}

function useQueueActs(): readonly BulkAction[] {
  const words = useLabels(labels);
  if (!useMay('erp.exchange')) return [];
  return [{ key: 'retry', label: words.retry, icon: 'replay', help: words.retryMany, document: RetryErpRecordsDocument }];
}
