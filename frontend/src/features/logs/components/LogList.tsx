/** The entries of one type, newest first; they can be followed live, and paused. */
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { LogListDocument, type LogRowFragment, type LogType } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { tracePath } from '@/kernel/paths';
import { useMay } from '@/kernel/permissions';
import { useNotation } from '@/kernel/preferences';
import { keyCaps, SHORTCUTS } from '@/kernel/shortcuts';
import { useUrlFilter, useUrlValue } from '@/kernel/urlState';
import { Button, List, useList, useListOrder, usePolled } from '@/ui';
import { logColumns } from '../columns';
import { labels } from '../labels';
import { logFilter, logOrder, toServerFilter } from '../paths';
import { usePeers } from '../usePeers';
import { LogDrawer } from './LogDrawer';
import { LogFilters } from './LogFilters';

const LIVE_MS = 2000;
const rowKey = (row: LogRowFragment) => row.id;
const PARTS = ['part'] as const;
// What is kept for comparison stays beside any view.
const COMPARED = ['with'] as const;

export function LogList({ type }: { type: LogType | null }) {
  const words = useLabels(labels);
  const { numberFormat } = useNotation();
  const url = useUrlFilter(logFilter);
  const { sorting, direction } = useListOrder(logOrder);
  const [live, setLive] = useState(false);
  const [compared, compare] = useUrlValue('with');
  const peer = usePeers();
  const variables = { filter: toServerFilter(url.filter, type), orderBy: { direction } };
  const list = useList({
    name: 'communicationLogs',
    document: LogListDocument,
    variables,
    connection: ({ communicationLogs }) => communicationLogs,
    rowKey,
    record: 'log',
    recordKeys: PARTS,
    standing: COMPARED,
  });
  usePolled(list, live, LIVE_MS);
  const columns = useMemo(
    () => logColumns({ words, numbers: numberFormat, open: list.to, peer }),
    [words, numberFormat, list.to, peer],
  );
  const rowName = (row: LogRowFragment) => words.entry(words[row.logType], row.operation);
  return (
    <>
      <LogFilters url={url} />
      {compared && (
        <p className="g-notice g-tone-info" role="status">
          <span>{words.keptForDiff}</span>
          <Button small icon="times" onClick={() => compare(null)}>
            {words.stopDiff}
          </Button>
        </p>
      )}
      <List
        list={list}
        caption={words.title}
        columns={columns}
        sorting={sorting}
        filtered={url.filtered}
        onClear={url.clear}
        exportable
        rowName={rowName}
        rowClass={(row) => (row.cause ? 'l-bad' : '')}
        empty={{ picture: 'inbox', title: words.emptyTitle, text: words.emptyText }}
        noMatch={url.filter.q && <Masked />}
        tools={<LiveButton live={live} onTurn={() => setLive(!live)} />}
        renderDrawer={(id, walk) => <LogDrawer key={id} id={id} peer={peer} {...walk} />}
      />
    </>
  );
}

/** Why a name finds nothing here, and where it is looked for. */
function Masked() {
  const words = useLabels(labels);
  const mayFollow = useMay('debug.read');
  const keys = keyCaps(SHORTCUTS.everywhere.palette[0]).join(' ');
  return (
    <>
      <p>{words.masked(keys)}</p>
      {mayFollow && (
        <p>
          {words.orFollow} <Link to={tracePath}>{words.follow}</Link>
        </p>
      )}
    </>
  );
}

function LiveButton({ live, onTurn }: { live: boolean; onTurn: () => void }) {
  const words = useLabels(labels);
  return (
    <>
      <Button small icon={live ? 'pause' : 'play'} aria-pressed={live} onClick={onTurn}>
        {live ? words.pause : words.live}
      </Button>
      <span className="g-sr" role="status">
        {live ? words.following : ''}
      </span>
    </>
  );
}
