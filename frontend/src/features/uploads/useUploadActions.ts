/** The verbs a person has over an upload; each tells its outcome in a toast. */
import { useMutation } from '@apollo/client/react';
import {
  CancelJobDocument,
  MoveUploadDocument,
  RetryJobDocument,
  UndoUploadDocument,
  type UploadLineFragment,
} from '@/generated/graphql';
import { addressOf } from '@/kernel/endpoints';
import { callApi, postJson, saveBlob } from '@/kernel/http';
import { currentLabels } from '@/kernel/i18n';
import { attempt, refreshLists, tellDone, tellRefused } from '@/ui';
import { labels } from './labels';

const DONE = { __typename: 'Success' } as const;

export interface UploadActions {
  cancel: (upload: UploadLineFragment) => Promise<void>;
  retry: (upload: UploadLineFragment) => Promise<void>;
  move: (upload: UploadLineFragment) => Promise<void>;
  undo: (upload: UploadLineFragment) => Promise<void>;
  reimport: (upload: UploadLineFragment) => Promise<void>;
  download: (upload: UploadLineFragment) => Promise<void>;
}

/** The verbs; after each the list is asked for again, so that it shows what became of it. */
export function useUploadActions(): UploadActions {
  const words = currentLabels(labels);
  const [cancelJob] = useMutation(CancelJobDocument);
  const [retryJob] = useMutation(RetryJobDocument);
  const [moveUpload] = useMutation(MoveUploadDocument);
  const [undoUpload] = useMutation(UndoUploadDocument);

  const run = async (done: string | null, act: Parameters<typeof attempt>[0]) => {
    const { refused } = await attempt(act);
    if (refused) tellRefused(refused.message);
    else if (done) tellDone(done);
    // The list in view, which may be the other page's by now. Nobody waits for it, and what
    // goes wrong shows there.
    void refreshLists();
  };

  return {
    cancel: ({ job }) =>
      run(
        words.cancelled,
        async () => (await cancelJob({ variables: { id: job?.id ?? '' } })).data?.cancelJob,
      ),
    retry: ({ job }) =>
      run(
        words.retried,
        async () => (await retryJob({ variables: { id: job?.id ?? '' } })).data?.retryJob,
      ),
    move: ({ id }) =>
      run(words.moved, async () => (await moveUpload({ variables: { id } })).data?.moveUpload),
    undo: ({ id }) =>
      run(words.undone, async () => (await undoUpload({ variables: { id } })).data?.undoUpload),
    reimport: ({ document }) =>
      run(words.reimportStarted, async () => {
        await postJson(addressOf('reimportURL'), { documentId: document.id });
        return DONE;
      }),
    download: ({ document }) =>
      run(null, async () => {
        saveBlob(await (await callApi(`/api/documents/${document.id}`)).blob(), document.name);
        return DONE;
      }),
  };
}
