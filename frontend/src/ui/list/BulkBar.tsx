/**
 * What can be done with the chosen rows. "In view" and "all that match" are told apart by
 * their numbers, and every row's outcome is shown afterwards.
 */
import { useState } from 'react';
import { useLabels } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { usePreferences } from '@/kernel/preferences';
import { problemOf } from '@/kernel/problems';
import { Button } from '../Button';
import { Dialog } from '../Dialog';
import { labels } from '../labels';
import { notify } from '../toasts';
import { BulkResults, type BulkOutcome } from './BulkResults';
import { listLabels } from './labels';
import { allMatching, chosenCount } from './selection';
import type { ListState } from './useList';

/** What an action is done to: rows by their keys, or all that match a filter. */
export type Chosen = { readonly ids: readonly string[] } | { readonly matching: object; readonly expectedCount: number };

export interface BulkAction {
  key: string;
  label: string;
  icon: string;
  danger?: boolean;
  /** Asked before it is done; `rows` is their number in words. */
  question: (rows: string) => { title: string; text: string };
  run: (chosen: Chosen) => Promise<readonly BulkOutcome[]>;
}

interface BulkBarProps<Row> {
  list: ListState<Row>;
  actions: readonly BulkAction[];
  nameOf: (key: string) => string;
  onClear: () => void;
}

export function BulkBar<Row>({ list, actions, nameOf, onClear }: BulkBarProps<Row>) {
  const words = useLabels(listLabels);
  const shared = useLabels(labels);
  const { numberFormat } = usePreferences();
  const { seen, selection, select, variables } = list;
  const [asked, setAsked] = useState<BulkAction | null>(null);
  const [busy, setBusy] = useState(false);
  const [outcomes, setOutcomes] = useState<{ action: BulkAction; rows: readonly BulkOutcome[] } | null>(null);
  const count = chosenCount(selection);
  const number = formatCount(count, numberFormat);
  const inWords = shared.rows(number, count === 1);
  const run = async (action: BulkAction) => {
    setBusy(true);
    const { filter } = variables as { filter?: object };
    const chosen: Chosen = selection.matching === null ? { ids: [...selection.keys] } : { matching: filter ?? {}, expectedCount: selection.matching };
    try {
      setOutcomes({ action, rows: await action.run(chosen) });
      void list.refresh();
    } catch (error) {
      const { detail, correlationId } = problemOf(error);
      notify({ severity: 'error', title: action.label, text: [detail, correlationId].filter(Boolean).join(' · ') || words.failed });
    }
    setBusy(false);
    setAsked(null);
  };
  const question = asked?.question(inWords);
  return (
    <div className="gl-tools gl-bulk" role="group" aria-label={words.bulkActions}>
      <span className="gl-count" role="status">{selection.matching === null ? words.chosen(number, count === 1) : words.allChosen(number)}</span>
      {/* Only what was counted to the end can be said to be all. */}
      {selection.matching === null && seen.isExact && seen.count !== null && seen.count > count && (
        <Button look="quiet" small onClick={() => select(allMatching(seen.count ?? 0))}>{words.chooseAllMatching(formatCount(seen.count, numberFormat))}</Button>
      )}
      <span className="g-actions gl-tools-end">
        {actions.map((action) => (
          <Button key={action.key} small look={action.danger ? 'danger' : 'secondary'} icon={action.icon} onClick={() => setAsked(action)}>{action.label}</Button>
        ))}
        <Button look="quiet" small icon="times" onClick={onClear}>{words.clearChoice}</Button>
      </span>
      {asked && question && (
        <Dialog title={question.title} confirm={asked.label} danger={asked.danger ?? false} busy={busy} onConfirm={() => void run(asked)} onClose={() => setAsked(null)}>
          <p>{question.text}</p>
        </Dialog>
      )}
      {outcomes && <BulkResults title={outcomes.action.label} rows={outcomes.rows} nameOf={nameOf} onClose={() => { setOutcomes(null); onClear(); }} />}
    </div>
  );
}
