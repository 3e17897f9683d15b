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

/** Whether the server is still at work on it. */
export function isActive(upload: Pick<UploadLineFragment, 'state'>): boolean {
  return upload.state === 'QUEUED' || upload.state === 'RUNNING';
}

/** What a person may do with an upload now. */
export function possibleActions(upload: UploadLineFragment) {
  const settled = !isActive(upload);
  return {
    cancel: upload.job !== null && upload.job.cancellable && !settled,
    retry: upload.job !== null && (upload.state === 'FAILED' || upload.state === 'CANCELLED'),
    move: settled && upload.wrongKind !== null,
    reimport: upload.state === 'IMPORTED' || upload.state === 'UNDONE',
    undo: upload.undoable,
  };
}
