/** The verbs of one upload, with a confirmation where something is taken out. */
import { useState } from 'react';
import type { UploadLineFragment } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { journalPath, transactionsPath } from '@/kernel/paths';
import { Button, LinkButton } from '@/ui';
import { labels } from '../labels';
import { possibleActions } from '../states';
import type { UploadActions } from '../useUploadActions';
import { UndoDialog } from './UndoDialog';

export function UploadMenu({
  upload,
  actions,
}: {
  upload: UploadLineFragment;
  actions: UploadActions;
}) {
  const words = useLabels(labels);
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const can = possibleActions(upload);
  const run = (act: (upload: UploadLineFragment) => Promise<void>) => async () => {
    setBusy(true);
    await act(upload);
    setBusy(false);
    setAsking(false);
  };
  const imported = upload.state === 'IMPORTED' || upload.state === 'KNOWN';
  return (
    <span className="g-actions u-menu">
      {can.move && upload.wrongKind && (
        <Button
          small
          look="primary"
          icon="arrow-right"
          busy={busy}
          onClick={() => void run(actions.move)()}
        >
          {words[`moveTo${upload.wrongKind}`]}
        </Button>
      )}
      {can.cancel && (
        <Button
          small
          icon="stop-circle"
          busy={busy}
          aria-label={words.cancelOf(upload.name)}
          onClick={() => void run(actions.cancel)()}
        >
          {words.cancel}
        </Button>
      )}
      {can.retry && (
        <Button small icon="refresh" busy={busy} onClick={() => void run(actions.retry)()}>
          {words.retry}
        </Button>
      )}
      {imported && upload.correlationId && (
        <LinkButton small icon="book" to={journalPath(upload.correlationId)}>
          {words.openJournal}
        </LinkButton>
      )}
      {imported && upload.fromDate && upload.toDate && (upload.counts?.statements ?? 0) > 0 && (
        <LinkButton
          small
          look="quiet"
          icon="list"
          to={transactionsPath({ from: upload.fromDate, to: upload.toDate })}
        >
          {words.openTransactions}
        </LinkButton>
      )}
      {can.reimport && (
        <Button
          small
          look="quiet"
          icon="replay"
          busy={busy}
          onClick={() => void run(actions.reimport)()}
        >
          {words.reimport}
        </Button>
      )}
      {can.undo && (
        <Button small look="quiet" icon="undo" onClick={() => setAsking(true)}>
          {words.undo}
        </Button>
      )}
      <Button
        small
        look="quiet"
        icon="download"
        aria-label={`${words.download}: ${upload.name}`}
        title={words.download}
        onClick={() => void run(actions.download)()}
      />
      {asking && (
        <UndoDialog
          upload={upload}
          busy={busy}
          onUndo={() => void run(actions.undo)()}
          onClose={() => setAsking(false)}
        />
      )}
    </span>
  );
}
