/**
 * What can be done with the chosen rows. "In view" and "all that match" are told apart by
 * their numbers, and every row's outcome is shown afterwards.
 */
import { useRef, useState } from 'react';
import { useLabels } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { useNotation } from '@/kernel/preferences';
import { problemOf } from '@/kernel/problems';
import { Button } from '../Button';
import { Dialog } from '../Dialog';
import { labels } from '../labels';
import { Progress } from '../Progress';
import { notify } from '../toasts';
import {
  BulkRefused,
  runBulk,
  type AskProps,
  type BulkAction,
  type BulkFiles,
  type BulkProgress,
  type BulkResult,
  type Chosen,
} from './bulk';
import { BulkResults } from './BulkResults';
import { listLabels } from './labels';
import { refreshLists } from './pageStore';
import { useRefusals } from './refused';
import { allMatching, chosenCount } from './selection';
import { takeFile } from './takeFile';
import type { ListState } from './useList';

interface BulkBarProps<Row> {
  list: ListState<Row>;
  actions: readonly BulkAction[];
  files?: BulkFiles | undefined;
  onClear: () => void;
}

export function BulkBar<Row>({ list, actions, files, onClear }: BulkBarProps<Row>) {
  const words = useLabels(listLabels);
  const { numberFormat } = useNotation();
  const { seen, selection, select } = list;
  const [asked, setAsked] = useState<BulkAction | null>(null);
  const [ended, setEnded] = useState<{ action: BulkAction; results: readonly BulkResult[] } | null>(
    null,
  );
  const count = chosenCount(selection);
  const number = formatCount(count, numberFormat);
  const { filter } = list.variables as { filter?: object };
  const Ask = asked?.Ask ?? BulkDialog;
  const chosen: Chosen =
    selection.matching === null
      ? { ids: [...selection.keys] }
      : { matching: filter ?? {}, expectedCount: selection.matching };
  return (
    <div className="gl-tools gl-bulk" role="group" aria-label={words.bulkActions}>
      <span className="gl-count" role="status">
        {selection.matching === null ? words.chosen(number) : words.allChosen(number)}
      </span>
      {/* Only what was counted to the end can be said to be all. */}
      {selection.matching === null && seen.isExact && seen.count !== null && seen.count > count && (
        <Button look="quiet" small onClick={() => select(allMatching(seen.count ?? 0))}>
          {words.chooseAllMatching(formatCount(seen.count, numberFormat))}
        </Button>
      )}
      <span className="g-actions gl-tools-end">
        {files && 'ids' in chosen && <TakeFiles files={files} ids={chosen.ids} />}
        {actions.map((action) => (
          <Button
            key={action.key}
            small
            look={action.danger ? 'danger' : 'secondary'}
            icon={action.icon}
            onClick={() => setAsked(action)}
          >
            {action.label}
          </Button>
        ))}
        <Button look="quiet" small icon="times" onClick={onClear}>
          {words.clearChoice}
        </Button>
      </span>
      {asked && (
        <Ask
          action={asked}
          chosen={chosen}
          count={count}
          onClose={() => setAsked(null)}
          onEnded={(results) => {
            setAsked(null);
            if (results === null) onClear();
            else setEnded({ action: asked, results });
          }}
        />
      )}
      {ended && (
        <BulkResults
          title={ended.action.label}
          results={ended.results}
          onClose={() => {
            setEnded(null);
            onClear();
          }}
        />
      )}
    </div>
  );
}

function TakeFiles({ files, ids }: { files: BulkFiles; ids: readonly string[] }) {
  const words = useLabels(listLabels);
  const [busy, setBusy] = useState(false);
  const take = async () => {
    setBusy(true);
    try {
      await takeFile(files.path, { [files.ids]: ids });
    } catch (error) {
      const { detail, correlationId } = problemOf(error);
      notify({
        severity: 'error',
        title: words.exportFailed,
        text: [detail, correlationId].filter(Boolean).join(' · ') || words.exportFailed,
      });
    }
    setBusy(false);
  };
  return (
    <Button small icon={files.icon} busy={busy} onClick={() => void take()}>
      {files.label}
    </Button>
  );
}

/** Asks, does it, and shows how far it is; a refusal stays with its reason. */
function BulkDialog({ action, chosen, count, onClose, onEnded }: AskProps) {
  const words = useLabels(listLabels);
  const { reason } = useRefusals();
  const shared = useLabels(labels);
  const { numberFormat } = useNotation();
  const [progress, setProgress] = useState<BulkProgress | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const isStopped = useRef(false);
  const number = (value: number) => formatCount(value, numberFormat);
  const run = async () => {
    setProgress({ reached: 0, total: count });
    setRefused(null);
    try {
      const { results } = await runBulk(action, chosen, {
        onProgress: setProgress,
        isStopped: () => isStopped.current,
      });
      void refreshLists();
      onEnded(results);
    } catch (error) {
      const { detail, correlationId } = problemOf(error);
      setRefused(
        error instanceof BulkRefused
          ? reason(error.refused)
          : [detail ?? words.failed, correlationId].filter(Boolean).join(' · '),
      );
      setProgress(null);
    }
  };
  const stop = () => {
    if (progress) isStopped.current = true;
    else onClose();
  };
  return (
    <Dialog
      title={words.askMany(action.label, shared.rows(number(count)))}
      confirm={action.label}
      danger={action.danger ?? false}
      busy={progress !== null}
      onConfirm={() => void run()}
      onClose={stop}
    >
      <p>{action.help}</p>
      {progress && (
        <>
          <Progress
            name={action.label}
            value={progress.reached / Math.max(1, progress.total ?? count)}
          />
          <p className="g-muted" role="status">
            {words.reached(number(progress.reached), number(progress.total ?? count))}
          </p>
        </>
      )}
      {refused && (
        <p className="g-field-error" role="alert">
          {refused}
        </p>
      )}
    </Dialog>
  );
}
