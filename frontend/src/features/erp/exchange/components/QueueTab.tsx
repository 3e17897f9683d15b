/** What is and was to be written to the ERP, with what keeps it from being written. */
import { useQuery } from '@apollo/client/react';
import { useMemo } from 'react';
import {
  ErpWriteListDocument,
  OneErpWriteDocument,
  RetryErpRecordsDocument,
  SkipErpRecordsDocument,
  type ErpWriteFragment,
} from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { journalPath } from '@/kernel/paths';
import { useMay } from '@/kernel/permissions';
import { UNTOLD } from '@/kernel/policies';
import { usePreferences } from '@/kernel/preferences';
import { useUrlFilter } from '@/kernel/urlState';
import {
  Drawer,
  EmptyState,
  FilterBar,
  LinkButton,
  List,
  MultiFilter,
  QueryStates,
  SearchField,
  Skeleton,
  useList,
  useListOrder,
  usePolled,
  type BulkAction,
} from '@/ui';
import { queueColumns } from '../columns';
import { labels } from '../labels';
import { OPERATIONS, PART, queueFilter, toQueueFilter, WRITE_STATES } from '../states';
import { SkipMany } from './SkipMany';
import { WriteCard } from './WriteCard';

const LOOK_AGAIN_MS = 5000;
const rowKey = (row: ErpWriteFragment) => row.id;

export function QueueTab({ lookAgainMs }: { lookAgainMs: number }) {
  const words = useLabels(labels);
  const { language } = usePreferences();
  const { filter, change, clear, filtered } = useUrlFilter(queueFilter);
  const { field, direction, sorting } = useListOrder({
    fields: ['ASKED', 'STATE'],
    fallback: '-ASKED',
  });
  const list = useList({
    name: 'erpOutbox',
    document: ErpWriteListDocument,
    variables: { filter: toQueueFilter(filter), orderBy: { field, direction } },
    connection: ({ erpOutbox }) => erpOutbox,
    rowKey,
    record: 'write',
    standing: PART,
  });
  const columns = useMemo(
    () => queueColumns({ words, language, to: list.to }),
    [words, language, list.to],
  );
  usePolled(list, true, lookAgainMs);
  return (
    <div className="g-stack">
      <FilterBar filtered={filtered} onClear={clear}>
        <SearchField name={words.searchQueue} value={filter.q} onChange={(q) => change({ q })} />
        <MultiFilter
          name={words.state}
          value={filter.state}
          options={WRITE_STATES.map((value) => ({ value, label: words[value] }))}
          onChange={(state) => change({ state })}
        />
        <MultiFilter
          name={words.operation}
          value={filter.operation}
          options={OPERATIONS.map((value) => ({ value, label: words[value] }))}
          onChange={(operation) => change({ operation })}
        />
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
        empty={{ picture: 'inbox', title: words.noQueue, text: words.noQueueText }}
        renderDrawer={(id, walk, row) => (
          <Drawer title={row?.label ?? words.queue} {...walk}>
            <WriteRecord key={id} id={id} onChanged={list.refresh} />
          </Drawer>
        )}
      />
    </div>
  );
}

/** One write by its id, wherever it stands in the list. */
function WriteRecord({ id, onChanged }: { id: string; onChanged: () => unknown }) {
  const words = useLabels(labels);
  const query = useQuery(OneErpWriteDocument, {
    variables: { id },
    fetchPolicy: UNTOLD,
    pollInterval: LOOK_AGAIN_MS,
  });
  return (
    <QueryStates query={query} skeleton={<Skeleton lines={6} />}>
      {({ erpWrite }) =>
        erpWrite ? (
          <div className="g-stack">
            {erpWrite.journal && (
              <div className="g-actions">
                <LinkButton small icon="book" to={journalPath(erpWrite.journal)}>
                  {words.openJournal}
                </LinkButton>
              </div>
            )}
            <WriteCard row={erpWrite} onChanged={onChanged} />
          </div>
        ) : (
          <EmptyState picture="search" title={words.noSuchWrite} />
        )
      }
    </QueryStates>
  );
}

function useQueueActs(): readonly BulkAction[] {
  const words = useLabels(labels);
  if (!useMay('erp.exchange')) return [];
  return [
    {
      key: 'retry',
      label: words.retry,
      icon: 'replay',
      help: words.retryMany,
      document: RetryErpRecordsDocument,
    },
    {
      key: 'skip',
      label: words.skip,
      icon: 'ban',
      danger: true,
      help: words.skipMany,
      document: SkipErpRecordsDocument,
      Ask: SkipMany,
    },
  ];
}
