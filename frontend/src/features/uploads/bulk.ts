/** What can be done with many uploads at once. Those it does not fit are told, not changed. */
import {
  CancelUploadsDocument,
  MoveUploadsDocument,
  RetryUploadsDocument,
  UndoUploadsDocument,
  type UploadKind,
} from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { useVerbs } from '@/kernel/permissions';
import type { BulkAction } from '@/ui';
import { labels } from './labels';

export function useUploadActs(kind: UploadKind): readonly BulkAction[] {
  const words = useLabels(labels);
  const verbs = useVerbs();
  const acts: readonly (BulkAction & { verb: string })[] = [
    {
      key: 'retry',
      verb: 'uploads.create',
      label: words.retry,
      icon: 'refresh',
      help: words.retryMany,
      document: RetryUploadsDocument,
    },
    {
      key: 'move',
      verb: 'uploads.create',
      label: words[kind === 'PAYMENT' ? 'moveToSTATEMENT' : 'moveToPAYMENT'],
      icon: 'arrow-right',
      help: words.moveMany,
      document: MoveUploadsDocument,
    },
    {
      key: 'cancel',
      verb: 'uploads.cancel',
      label: words.cancelMany,
      icon: 'times',
      danger: true,
      help: words.cancelManyHelp,
      document: CancelUploadsDocument,
    },
    {
      key: 'undo',
      verb: 'uploads.undo',
      label: words.undo,
      icon: 'undo',
      danger: true,
      help: words.undoMany,
      document: UndoUploadsDocument,
    },
  ];
  return acts.filter(({ verb }) => verbs.has(verb));
}
