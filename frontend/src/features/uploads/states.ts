/** What the states of an upload mean on screen. Decides only; draws nothing. */
import type { UploadLineFragment, UploadState } from '@/generated/graphql';
import type { Tone } from '@/ui';

const LOOKS: Readonly<Record<UploadState, readonly [Tone, string]>> = {
  QUEUED: ['neutral', 'clock'],
  RUNNING: ['info', 'sync'],
  IMPORTED: ['good', 'check-circle'],
  KNOWN: ['neutral', 'clone'],
  REFUSED: ['bad', 'ban'],
  FAILED: ['bad', 'times-circle'],
  CANCELLED: ['neutral', 'stop-circle'],
  UNDONE: ['neutral', 'undo'],
};

/** Tone and icon of a state. */
export function stateLook(state: UploadState): readonly [Tone, string] {
  return LOOKS[state];
}

const AT_WORK: ReadonlySet<string> = new Set(['QUEUED', 'RUNNING', 'CANCELLING']);

/** Whether the server is at work on it: its import, or a later job such as taking it back. */
export function isActive(upload: Pick<UploadLineFragment, 'state' | 'job'>): boolean {
  return AT_WORK.has(upload.state) || (upload.job !== null && AT_WORK.has(upload.job.state));
}

/** What a person may do with an upload now. */
export function possibleActions(upload: UploadLineFragment) {
  const settled = !isActive(upload);
  return {
    cancel: upload.job !== null && upload.job.cancellable && !settled,
    retry:
      settled && upload.job !== null && (upload.state === 'FAILED' || upload.state === 'CANCELLED'),
    move: settled && upload.wrongKind !== null,
    reimport: settled && (upload.state === 'IMPORTED' || upload.state === 'UNDONE'),
    undo: settled && upload.undoable,
  };
}

export type Counts = NonNullable<UploadLineFragment['counts']>;

/** What an import did beside adding entries, and statements it left undecided; each is told where it happened. */
export const FIGURES = [
  'new',
  'known',
  'confirmed',
  'replaced',
  'possibleDuplicates',
  'disputed',
] as const;
export type Figure = (typeof FIGURES)[number];

/** Whether "Imported" says it all: every entry was new, and nothing else moved. */
export function isAllNew(counts: Counts): boolean {
  return FIGURES.every((figure) => figure === 'new' || counts[figure] === 0);
}
