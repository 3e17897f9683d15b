/** The queue to banks: every file on its way, opened beside the list with what can be done about it. */
import { useMemo } from 'react';
import { SendingListDocument, type SendingRowFragment } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { bankPath, journalPath, paths } from '@/kernel/paths';
import { useNotation } from '@/kernel/preferences';
import { useUrlFilter } from '@/kernel/urlState';
import {
  Drawer,
  FilterBar,
  LinkButton,
  List,
  MultiFilter,
  Page,
  SearchField,
  useList,
  usePolled,
} from '@/ui';
import { labels } from './labels';
import { PauseControl } from './PauseControl';
import { queueFilter, SEND_STATES, toServerFilter } from './queue';
import { queueColumns } from './queueColumns';
import { queueLabels } from './queueLabels';
import { SendingCard } from './SendingPanel';

const rowKey = (row: SendingRowFragment) => row.id;
const LOOK_AGAIN = 5000;

export function SendingListScreen() {
  const words = useLabels(queueLabels);
  const sending = useLabels(labels);
  const { language } = useNotation();
  const { filter, change, clear, filtered } = useUrlFilter(queueFilter);
  const list = useList({
    name: 'sendings',
    document: SendingListDocument,
    variables: { filter: toServerFilter(filter) },
    connection: ({ sendings }) => sendings,
    rowKey,
    record: 'sending',
  });
  const columns = useMemo(
    () => queueColumns(words, sending, language, list.to),
    [words, sending, language, list.to],
  );
  usePolled(list, true, LOOK_AGAIN);
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        <LinkButton icon="building-columns" to={paths.banks}>
          {words.toBanks}
        </LinkButton>
      }
    >
      <FilterBar filtered={filtered} onClear={clear}>
        <SearchField name={words.search} value={filter.q} onChange={(q) => change({ q })} />
        <MultiFilter
          name={words.state}
          value={filter.state}
          options={SEND_STATES.map((value) => ({ value, label: sending[value] }))}
          onChange={(state) => change({ state })}
        />
      </FilterBar>
      <List
        list={list}
        caption={words.title}
        columns={columns}
        filtered={filtered}
        onClear={clear}
        hasViews={false}
        empty={{
          picture: 'inbox',
          title: words.emptyTitle,
          text: words.emptyText,
          actions: <LinkButton to={paths.journals}>{words.toJournals}</LinkButton>,
        }}
        renderDrawer={(id, walk, row) => (
          <Drawer title={row?.messageId ?? words.title} {...walk}>
            {row && <OpenSending key={id} row={row} onChanged={list.refresh} />}
          </Drawer>
        )}
      />
    </Page>
  );
}

function OpenSending({ row, onChanged }: { row: SendingRowFragment; onChanged: () => unknown }) {
  const words = useLabels(queueLabels);
  return (
    <div className="g-stack">
      <div className="g-actions">
        <LinkButton small icon="book" to={journalPath(row.correlationId)}>
          {words.openJournal}
        </LinkButton>
        <LinkButton small icon="building-columns" to={bankPath(row.bankId)}>
          {words.openBank}
        </LinkButton>
      </div>
      <SendingCard sending={row} sendingId={row.id} onChanged={onChanged} />
      <PauseControl bankId={row.bankId} />
    </div>
  );
}
