/** Asks before an import is taken back, or says what forbids it. */
import { useQuery } from '@apollo/client/react';
import { UndoBlockersDocument, type UploadLineFragment } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { RIGHT_NOW } from '@/kernel/policies';
import { useNotation } from '@/kernel/preferences';
import { Dialog, Skeleton } from '@/ui';
import { labels } from '../labels';

interface UndoDialogProps {
  upload: UploadLineFragment;
  busy: boolean;
  onUndo: () => void;
  onClose: () => void;
}

export function UndoDialog({ upload, busy, onUndo, onClose }: UndoDialogProps) {
  const words = useLabels(labels);
  const { language } = useNotation();
  // Dependence changes with every new file, so the answer is never taken from the cache.
  const { data, loading } = useQuery(UndoBlockersDocument, {
    variables: { uploadId: upload.id, language },
    fetchPolicy: RIGHT_NOW,
  });
  const blockers = data?.undoBlockedBy ?? [];
  if (blockers.length > 0) {
    return (
      <Dialog title={words.undoBlocked} confirm={words.understood} onConfirm={onClose}>
        <p>{words.undoBlockedHelp}</p>
        <ul className="u-blockers">
          {blockers.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </Dialog>
    );
  }
  return (
    <Dialog
      title={words.undoTitle}
      confirm={words.undo}
      danger
      busy={busy || loading}
      onConfirm={onUndo}
      onClose={onClose}
    >
      {loading ? <Skeleton lines={2} /> : <p>{words.undoHelp(upload.name)}</p>}
    </Dialog>
  );
}
