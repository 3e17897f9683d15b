/** The columns of background work, with what may be done to each piece. */
import type { WorkRowFragment } from '@/generated/graphql';
import type { Words } from '@/kernel/i18n';
import { AgeText, Button, CopyId, NoValue, Tag, type Column } from '@/ui';
import { WORK_TONES } from './work';
import type { workLabels } from './workLabels';

interface Acts {
  again: (id: string) => Promise<void>;
  stop: (id: string) => Promise<void>;
}

export function workColumns(words: Words<typeof workLabels>, acts: Acts | null): readonly Column<WorkRowFragment>[] {
  const columns: readonly Column<WorkRowFragment>[] = [
    { key: 'id', header: words.number, width: 6, cell: ({ id }) => <CopyId value={id} /> },
    { key: 'state', header: words.state, width: 9, cell: ({ state }) => <Tag tone={WORK_TONES[state]}>{words[state]}</Tag> },
    { key: 'verb', header: words.verb, width: 11, cell: ({ verb }) => <code className="db-code">{verb}</code> },
    { key: 'subject', header: words.subject, width: 6, numeric: true, priority: 2, cell: ({ subject }) => subject },
    { key: 'created', header: words.created, width: 9, cell: ({ created }) => <AgeText value={created} /> },
    { key: 'took', header: words.took, width: 6, numeric: true, priority: 2, cell: (row) => tookOf(row) ?? <NoValue /> },
    { key: 'attempts', header: words.attempts, width: 5, numeric: true, priority: 2, cell: ({ attempts }) => attempts },
    { key: 'message', header: words.message, width: 20, priority: 1, cell: ({ message, stage, progress }) => message ?? (stage ? [stage, progress === null ? '' : `${Math.round(progress * 100)} %`].filter(Boolean).join(' ') : <NoValue />) },
  ];
  if (acts === null) return columns;
  return [...columns, {
    key: 'act', header: words.act, width: 9,
    cell: ({ id, verb, mayBeginAgain, mayBeStopped }) => {
      if (mayBeginAgain) return <Button small icon="refresh" aria-label={words.againName(verb, id)} onClick={() => void acts.again(id)}>{words.again}</Button>;
      if (mayBeStopped) return <Button small icon="times" aria-label={words.stopName(verb, id)} onClick={() => void acts.stop(id)}>{words.stop}</Button>;
      return <NoValue />;
    },
  }];
}

/** How long it was at work; nothing until it has ended. */
function tookOf({ started, finished }: WorkRowFragment): string | null {
  if (!started || !finished) return null;
  const took = Date.parse(finished) - Date.parse(started);
  return took < 10_000 ? `${took} ms` : `${Math.round(took / 1000)} s`;
}
