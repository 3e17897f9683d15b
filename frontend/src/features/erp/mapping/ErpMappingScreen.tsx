/** Which product of the bank each payment method of the ERP becomes: what is open first, then every mapping. */
import { useQuery } from '@apollo/client/react';
import { useMemo, useState } from 'react';
import {
  ErpMappingGroundDocument,
  ErpMappingListDocument,
  EnableErpMappingsDocument,
  DisableErpMappingsDocument,
  type ErpMappingRowFragment,
} from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { paths } from '@/kernel/paths';
import { useMay } from '@/kernel/permissions';
import { UNTOLD } from '@/kernel/policies';
import { useUrlFilter } from '@/kernel/urlState';
import {
  Button,
  Drawer,
  EmptyState,
  FilterBar,
  LinkButton,
  List,
  MultiFilter,
  Page,
  QueryStates,
  SearchField,
  SelectFilter,
  Skeleton,
  useList,
  useListOrder,
  useRefreshedAtEnd,
  type BulkAction,
} from '@/ui';
import { mappingColumns } from './columns';
import { Freshness, RefreshButton } from './components/Freshness';
import { ImportDialog } from './components/ImportDialog';
import { MappingDialog } from './components/MappingDialog';
import { MappingRecord } from './components/MappingRecord';
import { OpenMethods, OtherMethods } from './components/OpenMethods';
import { mappingFilter, TARGETS, toServerFilter } from './filter';
import { begun, typedFrom, type Typed } from './form';
import { methodName, useNamedGround, type Ground } from './ground';
import { ErpRequests } from '../requests/ErpRequests';
import { labels } from './labels';
import './mapping.css';

const BUSY_MS = 1000;
const QUIET_MS = 30_000;
const rowKey = (row: ErpMappingRowFragment) => row.id;

interface Open {
  initial: Typed;
  changed: { id: string; version: number } | null;
}

export function ErpMappingScreen() {
  const words = useLabels(labels);
  const [busy, setBusy] = useState(false);
  const query = useQuery(ErpMappingGroundDocument, {
    fetchPolicy: UNTOLD,
    pollInterval: busy ? BUSY_MS : QUIET_MS,
  });
  const isFetching = query.data?.erpMethods.isFetching ?? false;
  if (isFetching !== busy) setBusy(isFetching);
  useRefreshedAtEnd(isFetching);
  const hasErp = Boolean(query.data?.erpConfiguration.active);
  return (
    <Page title={words.title} lead={words.lead} actions={hasErp && <RefreshButton busy={busy} />}>
      <QueryStates query={query} skeleton={<Skeleton lines={10} />}>
        {(ground) =>
          ground.erpConfiguration.active ? (
            <>
              <ErpRequests kind="DEBTOR_ACCOUNT" />
              <Mappings ground={ground} />
            </>
          ) : (
            <EmptyState
              picture="orbit"
              title={words.noErpTitle}
              actions={
                <LinkButton look="primary" icon="sliders-h" to={paths.erpConfiguration}>
                  {words.toConfiguration}
                </LinkButton>
              }
            >
              <p>{words.noErpText}</p>
            </EmptyState>
          )
        }
      </QueryStates>
    </Page>
  );
}

function Mappings({ ground: told }: { ground: Ground }) {
  const words = useLabels(labels);
  const ground = useNamedGround(told);
  const mayChange = useMay('erp.change');
  const [open, setOpen] = useState<Open | null>(null);
  const [bringingIn, setBringingIn] = useState(false);
  const { filter, change, clear, filtered } = useUrlFilter(mappingFilter);
  const { field, direction, sorting } = useListOrder({
    fields: ['POSITION', 'METHOD', 'TARGET', 'CHANGED'],
    fallback: 'POSITION',
  });
  const list = useList({
    name: 'erpMappings',
    document: ErpMappingListDocument,
    variables: { filter: toServerFilter(filter), orderBy: { field, direction } },
    connection: ({ erpMappings }) => erpMappings,
    rowKey,
    record: 'mapping',
  });
  const columns = useMemo(
    () => mappingColumns({ words, ground, to: list.to }),
    [words, ground, list.to],
  );
  const edit = (row: ErpMappingRowFragment) =>
    setOpen({ initial: typedFrom(row), changed: { id: row.id, version: row.version } });
  return (
    <div className="g-stack em-mappings">
      <Freshness lists={ground.erpMethods} />
      <OpenMethods
        ground={ground}
        onMap={(wanted) => setOpen({ initial: begun(wanted), changed: null })}
      />
      <FilterBar filtered={filtered} onClear={clear}>
        <SearchField name={words.search} value={filter.q} onChange={(q) => change({ q })} />
        <MultiFilter
          name={words.product}
          value={filter.product}
          options={TARGETS.map((value) => ({ value, label: words[value] }))}
          onChange={(product) => change({ product })}
        />
        <SelectFilter
          name={words.isEnabled}
          value={filter.used === null ? null : filter.used ? 'yes' : 'no'}
          options={[
            { value: 'yes', label: words.isEnabled },
            { value: 'no', label: words.isOff },
          ]}
          onChange={(value) => change({ used: value === null ? null : value === 'yes' })}
        />
      </FilterBar>
      <List
        list={list}
        caption={words.mappings}
        columns={columns}
        filtered={filtered}
        onClear={clear}
        sorting={sorting}
        rowName={({ method }) => methodName(ground, method)}
        bulk={useMappingActs()}
        exportable
        tools={
          mayChange && (
            <>
              <Button small icon="upload" onClick={() => setBringingIn(true)}>
                {words.bringIn}
              </Button>
              <Button
                small
                look="primary"
                icon="plus"
                onClick={() => setOpen({ initial: begun({}), changed: null })}
              >
                {words.add}
              </Button>
            </>
          )
        }
        empty={
          ground.erpMethods.fetched
            ? { picture: 'orbit', title: words.emptyTitle, text: words.emptyText }
            : {
                picture: 'orbit',
                title: words.emptyTitle,
                text: words.unreadText,
                actions: <RefreshButton busy={ground.erpMethods.isFetching} />,
              }
        }
        renderDrawer={(id, walk, row) => (
          <Drawer title={row ? methodName(ground, row.method) : words.title} {...walk}>
            <MappingRecord
              key={id}
              id={id}
              ground={ground}
              onEdit={edit}
              onChanged={list.refresh}
            />
          </Drawer>
        )}
      />
      <OtherMethods ground={ground} />
      {open && (
        <MappingDialog
          ground={ground}
          initial={open.initial}
          changed={open.changed}
          onClose={() => setOpen(null)}
          onSaved={list.refresh}
        />
      )}
      {bringingIn && <ImportDialog onClose={() => setBringingIn(false)} onWritten={list.refresh} />}
    </div>
  );
}

function useMappingActs(): readonly BulkAction[] {
  const words = useLabels(labels);
  if (!useMay('erp.change')) return [];
  return [
    {
      key: 'enable',
      label: words.enableMany,
      icon: 'check-circle',
      help: words.enableManyHelp,
      document: EnableErpMappingsDocument,
    },
    {
      key: 'disable',
      label: words.disableMany,
      icon: 'ban',
      danger: true,
      help: words.disableManyHelp,
      document: DisableErpMappingsDocument,
    },
  ];
}
