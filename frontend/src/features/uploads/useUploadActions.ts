/** The verbs a person has over an upload; each tells its outcome in a toast. */
import { useMutation } from '@apollo/client/react';
import { CancelJobDocument, MoveUploadDocument, RetryJobDocument, UndoUploadDocument, type UploadLineFragment } from '@/generated/graphql';
import { callApi, postJson, saveBlob } from '@/kernel/http';
import { currentLabels } from '@/kernel/i18n';
import { problemOf } from '@/kernel/problems';
import { notify, refreshLists } from '@/ui';
import { labels } from './labels';

type Outcome = { __typename: 'Success' } | { __typename: 'Problem'; message: string };

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

  const attempt = async (done: string | null, act: () => Promise<Outcome | void>) => {
    try {
      const outcome = await act();
      if (outcome?.__typename === 'Problem') notify({ severity: 'error', title: words.failed, text: outcome.message });
      else if (done) notify({ severity: 'success', title: words.done, text: done });
    } catch (error) {
      const { detail, correlationId } = problemOf(error);
      notify({ severity: 'error', title: words.failed, text: [detail, correlationId].filter(Boolean).join(' · ') || words.networkLost });
    }
    // The list in view, which may be the other page's by now. Nobody waits for it, and what
    // goes wrong shows there.
    void refreshLists();
  };

  return {
    cancel: ({ job }) => attempt(words.cancelled, async () => (await cancelJob({ variables: { id: job?.id ?? '' } })).data?.cancelJob),
    retry: ({ job }) => attempt(words.retried, async () => (await retryJob({ variables: { id: job?.id ?? '' } })).data?.retryJob),
    move: ({ id }) => attempt(words.moved, async () => (await moveUpload({ variables: { id } })).data?.moveUpload),
    undo: ({ id }) => attempt(words.undone, async () => (await undoUpload({ variables: { id } })).data?.undoUpload),
    reimport: ({ document }) => attempt(words.reimportStarted, async () => {
      await postJson('/api/reimport', { documentId: document.id });
      return undefined;
    }),
    download: ({ document }) => attempt(null, async () => saveBlob(await (await callApi(`/api/documents/${document.id}`)).blob(), document.name)),
  };
}
