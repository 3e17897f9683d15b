/** Why the draft is being made, for those who read the history. */
import { useMutation } from '@apollo/client/react';
import { SaveErpDraftDocument } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { FormDialog, TextField, attempt, tellDone, useForm, useRefreshed } from '@/ui';
import { labels } from '../labels';

export function NoteDialog({
  note,
  revision,
  onClose,
}: {
  note: string | null;
  revision: number;
  onClose: () => void;
}) {
  const words = useLabels(labels);
  const [save] = useMutation(SaveErpDraftDocument);
  const refreshed = useRefreshed();
  const form = useForm({
    initial: { note: note ?? '' },
    send: async (typed) => {
      const { refused } = await attempt(
        async () => (await save({ variables: { note: typed.note, revision } })).data?.saveErpDraft,
      );
      await refreshed();
      return refused ? [refused] : [];
    },
    onDone: () => {
      onClose();
      tellDone(words.saved);
    },
  });
  return (
    <FormDialog title={words.noteTitle} confirm={words.save} form={form} onClose={onClose}>
      <TextField
        form={form}
        name="note"
        label={words.note}
        help={words.noteHelp}
        rows={2}
        maxLength={500}
      />
    </FormDialog>
  );
}
