/** Asks for a note before a message is resolved for everybody. */
import { useLabels } from '@/kernel/i18n';
import { FormDialog, TextField, useForm } from '@/ui';
import { labels } from '../labels';

const LONGEST_NOTE = 1000;

export function ResolveDialog({
  onResolve,
  onClose,
}: {
  onResolve: (note: string) => Promise<void>;
  onClose: () => void;
}) {
  const words = useLabels(labels);
  const form = useForm({
    initial: { note: '' },
    send: async ({ note }) => {
      await onResolve(note.trim());
      return [];
    },
    onDone: onClose,
  });
  return (
    <FormDialog title={words.resolveTitle} confirm={words.resolve} form={form} onClose={onClose}>
      <p>{words.resolveHelp}</p>
      <TextField
        form={form}
        name="note"
        label={words.note}
        help={words.noteHint}
        rows={3}
        maxLength={LONGEST_NOTE}
      />
    </FormDialog>
  );
}
