/** Asks why, does it, and stays open with what the server found wrong. */
import { useLabels } from '@/kernel/i18n';
import { attempt, FormDialog, TextField, tellDone, useForm } from '@/ui';
import { labels } from '../labels';

interface ReasonDialogProps {
  title: string;
  confirm: string;
  help: string;
  done: string;
  act: (reason: string) => ReturnType<Parameters<typeof attempt>[0]>;
  onClose: () => void;
}

const LONGEST_REASON = 300;
const SHORTEST_REASON = 5;

export function ReasonDialog({ title, confirm, help, done, act, onClose }: ReasonDialogProps) {
  const words = useLabels(labels);
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) =>
      reason.trim().length >= SHORTEST_REASON ? [] : [{ path: 'reason', message: words.reasonDue }],
    send: async ({ reason }) => {
      const { refused } = await attempt(() => act(reason.trim()));
      return refused ? [refused] : [];
    },
    onDone: () => {
      onClose();
      tellDone(done);
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
