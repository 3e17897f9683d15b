/** The verbs of one upload, with a confirmation where something is taken out. */
import { useState } from 'react';
import type { UploadLineFragment } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { journalPath, transactionsPath } from '@/kernel/paths';
import { Button, Dialog, LinkButton } from '@/ui';
import { labels } from '../labels';
import { possibleActions } from '../states';
import type { UploadActions } from '../useUploadActions';

export function UploadMenu({ upload, actions }: { upload: UploadLineFragment; actions: UploadActions }) {
  const words = useLabels(labels);
  const [asking, setAsking] = useState<'undo' | 'blocked' | null>(null);
  const [busy, setBusy] = useState(false);
  const can = possibleActions(upload);
  const run = (act: (upload: UploadLineFragment) => Promise<void>) => async () => {
    setBusy(true);
    await act(upload);
    setBusy(false);
    setAsking(null);
  };
  const imported = upload.state === 'IMPORTED' || upload.state === 'KNOWN';
  return (
    <span className="g-actions u-menu">
      {can.move && upload.wrongKind && <Button small look="primary" icon="arrow-right" busy={busy} onClick={() => void run(actions.move)()}>{words[`moveTo${upload.wrongKind}`]}</Button>}
      {can.cancel && <Button small icon="stop-circle" busy={busy} aria-label={words.cancelOf(upload.name)} onClick={() => void run(actions.cancel)()}>{words.cancel}</Button>}
      {can.retry && <Button small icon="refresh" busy={busy} onClick={() => void run(actions.retry)()}>{words.retry}</Button>}
      {imported && upload.correlationId && <LinkButton small icon="book" to={journalPath(upload.correlationId)}>{words.openJournal}</LinkButton>}
      {imported && upload.fromDate && upload.toDate && (upload.counts?.statements ?? 0) > 0 && (
        <LinkButton small look="quiet" icon="list" to={transactionsPath({ from: upload.fromDate, to: upload.toDate })}>{words.openTransactions}</LinkButton>
      )}
      {can.reimport && <Button small look="quiet" icon="replay" busy={busy} onClick={() => void run(actions.reimport)()}>{words.reimport}</Button>}
      {can.undo && <Button small look="quiet" icon="undo" onClick={() => setAsking('undo')}>{words.undo}</Button>}
      {can.undoBlocked && <Button small look="quiet" icon="question-circle" onClick={() => setAsking('blocked')}>{words.whyNotUndo}</Button>}
      <Button small look="quiet" icon="download" aria-label={`${words.download}: ${upload.name}`} title={words.download} onClick={() => void run(actions.download)()} />
      {asking === 'undo' && (
        <Dialog title={words.undoTitle} confirm={words.undo} danger busy={busy} onConfirm={() => void run(actions.undo)()} onClose={() => setAsking(null)}>
          <p>{words.undoHelp(upload.name)}</p>
        </Dialog>
      )}
      {asking === 'blocked' && (
        <Dialog title={words.undoBlocked} confirm={words.understood} onConfirm={() => setAsking(null)}>
          <p>{words.undoBlockedHelp}</p>
          <ul className="u-blockers">{upload.undoBlockedBy.map((reason) => <li key={reason}>{reason}</li>)}</ul>
        </Dialog>
      )}
    </span>
  );
}
