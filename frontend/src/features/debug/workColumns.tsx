/** The columns of background work, with what may be done to each piece. */
import type { WorkRowFragment } from '@/generated/graphql';
import { wordFor, type Words } from '@/kernel/i18n';
import type { Language } from '@/kernel/preferences';
import { AgeText, Button, CopyId, NoValue, Tag, type Column } from '@/ui';
import { WORK_TONES } from './work';
import type { kindLabels, stageLabels } from './workKinds';
import type { workLabels } from './workLabels';

interface Acts {
  again: (id: string) => Promise<void>;
  stop: (id: string) => Promise<void>;
}

/** What work is called and tells of, in the person's language. */
export interface WorkTold {
  language: Language;
  kinds: Words<typeof kindLabels>;
  stages: Words<typeof stageLabels>;
}

export function workColumns(
  words: Words<typeof workLabels>,
  told: WorkTold,
  acts: Acts | null,
): readonly Column<WorkRowFragment>[] {
  const columns: readonly Column<WorkRowFragment>[] = [
    { key: 'id', header: words.number, width: 6, cell: ({ id }) => <CopyId value={id} /> },
    {
      key: 'state',
      header: words.state,
      width: 9,
      cell: ({ state }) => <Tag tone={WORK_TONES[state]}>{words[state]}</Tag>,
    },
    {
      key: 'verb',
      header: words.verb,
      width: 14,
      cell: ({ verb }) => (
        <>
          {wordFor(told.kinds, verb)}
          <code className="db-code g-sub">{verb}</code>
        </>
      ),
    },
    {
      key: 'subject',
      header: words.subject,
      width: 6,
      numeric: true,
      priority: 2,
      cell: ({ subject }) => subject,
    },
    {
      key: 'created',
      header: words.created,
      width: 9,
      priority: 3,
      cell: ({ created }) => <AgeText value={created} />,
    },
    {
      key: 'took',
      header: words.took,
      width: 6,
      numeric: true,
      priority: 2,
      cell: (row) => tookOf(row) ?? <NoValue />,
    },
    {
      key: 'attempts',
      header: words.attempts,
      width: 5,
      numeric: true,
      priority: 2,
      cell: ({ attempts }) => attempts,
    },
    {
      key: 'message',
      header: words.message,
      width: 20,
      priority: 1,
      cell: (row) => row.said?.[told.language] ?? stageOf(row, told) ?? <NoValue />,
    },
  ];
  if (acts === null) return columns;
  return [
    ...columns,
    {
      key: 'act',
      header: words.act,
      width: 10,
      cell: ({ id, verb, mayBeginAgain, mayBeStopped }) => {
        if (mayBeginAgain)
          return (
            <Button
              small
              icon="refresh"
              aria-label={words.againName(wordFor(told.kinds, verb), id)}
              onClick={() => void acts.again(id)}
            >
              {words.again}
            </Button>
          );
        if (mayBeStopped)
          return (
            <Button
              small
              icon="times"
              aria-label={words.stopName(wordFor(told.kinds, verb), id)}
              onClick={() => void acts.stop(id)}
            >
              {words.stop}
            </Button>
          );
        return <NoValue />;
      },
    },
  ];
}

/** How far it is; nothing where it does not say. */
function stageOf({ stage, progress }: WorkRowFragment, { stages }: WorkTold): string | null {
  if (!stage) return null;
  const step = wordFor(stages, stage);
  // A check of the ERP or the bank is a step by its own name, which its own screen tells.
  const words = step === stage ? stages.atWork : step;
  return progress === null ? words : `${words} ${Math.round(progress * 100)} %`;
}

/** How long it was at work; nothing until it has ended. */
function tookOf({ started, finished }: WorkRowFragment): string | null {
  if (!started || !finished) return null;
  const took = Date.parse(finished) - Date.parse(started);
  return took < 10_000 ? `${took} ms` : `${Math.round(took / 1000)} s`;
}
