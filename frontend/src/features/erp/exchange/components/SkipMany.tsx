/** Leaves the chosen writes unwritten for one reason, and tells what became of each. */
import { useRef, useState } from 'react';
import { useLabels } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { usePreferences } from '@/kernel/preferences';
import {
  BulkRefused,
  Progress,
  refreshLists,
  useRefusals,
  runBulk,
  TextField,
  FormDialog,
  useForm,
  type AskProps,
  type BulkResult,
} from '@/ui';
import { labels } from '../labels';
import { LONGEST_REASON } from './ReasonDialog';

export function SkipMany({ action, chosen, count, onClose, onEnded }: AskProps) {
  const words = useLabels(labels);
  const { reason: inWords } = useRefusals();
  const { numberFormat } = usePreferences();
  const [reached, setReached] = useState(0);
  const ended = useRef<readonly BulkResult[]>([]);
  const isStopped = useRef(false);
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) => (reason.trim() ? [] : [{ path: 'reason', message: words.reasonDue }]),
    send: async ({ reason }) => {
      const told = {
        ...action,
        variables: (after: string | null) => ({
          selection: { ...chosen, ...(after ? { after } : {}) },
          reason: reason.trim(),
        }),
      };
      try {
        ended.current = (
          await runBulk(told, chosen, {
            onProgress: (progress) => setReached(progress.reached),
            isStopped: () => isStopped.current,
          })
        ).results;
        return [];
      } catch (failure) {
        if (failure instanceof BulkRefused)
          return [{ path: null, message: inWords(failure.refused) }];
        throw failure;
      }
    },
    onDone: () => {
      void refreshLists();
      onEnded(ended.current);
    },
  });
  const close = () => {
    isStopped.current = true;
    onClose();
  };
  return (
    <FormDialog
      title={words.skipManyTitle(formatCount(count, numberFormat))}
      confirm={action.label}
      form={form}
      onClose={close}
    >
      <p>{action.help}</p>
      <TextField
        form={form}
        name="reason"
        label={words.reason}
        rows={3}
        maxLength={LONGEST_REASON}
      />
      {reached > 0 && <Progress name={action.label} value={reached / Math.max(1, count)} />}
    </FormDialog>
  );
}
