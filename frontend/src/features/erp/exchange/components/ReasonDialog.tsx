/** Asks why, does it, and stays open with what the server found wrong. */
import { attempt, FormDialog, TextField, tellDone, useForm, useRefreshed } from '@/ui';
import { useLabels } from '@/kernel/i18n';
import { labels } from '../labels';

interface ReasonDialogProps {
  title: string;
  confirm: string;
  help: string;
  done: string;
  act: (reason: string) => ReturnType<Parameters<typeof attempt>[0]>;
  onDone: () => unknown;
  onClose: () => void;
}

export const LONGEST_REASON = 500;

export function ReasonDialog({
  title,
  confirm,
  help,
  done,
  act,
  onDone,
  onClose,
}: ReasonDialogProps) {
  const words = useLabels(labels);
  const refreshed = useRefreshed();
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) => (reason.trim() ? [] : [{ path: 'reason', message: words.reasonDue }]),
    send: async ({ reason }) => {
      const { refused } = await attempt(() => act(reason.trim()));
      return refused ? [refused] : [];
    },
    onDone: () => {
      onClose();
      tellDone(done);
      void refreshed().then(onDone);
    },
  });
  return (
    <FormDialog title={title} confirm={confirm} form={form} onClose={onClose}>
      <p>{help}</p>
      <TextField
        form={form}
        name="reason"
        label={words.reason}
        rows={3}
        maxLength={LONGEST_REASON}
      />
    </FormDialog>
  );
}
