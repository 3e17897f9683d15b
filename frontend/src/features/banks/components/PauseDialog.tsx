/** Asks why a connection, or all of them, are to stand still. */
import { useMutation } from '@apollo/client/react';
import { PauseBankDocument } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { FormDialog, TextField, useForm } from '@/ui';
import { labels } from '../labels';
import { attempt, tellDone, useRefreshed } from '../useBankActions';

/** Without a bank, all of them. */
export function PauseDialog({
  bank,
  onClose,
}: {
  bank: { id: string; name: string } | null;
  onClose: () => void;
}) {
  const words = useLabels(labels);
  const name = bank?.name ?? words.allBanks;
  const [pause] = useMutation(PauseBankDocument);
  const refreshed = useRefreshed();
  const form = useForm({
    initial: { reason: '' },
    send: async ({ reason }) => {
      const { refused } = await attempt(
        async () =>
          (await pause({ variables: { id: bank?.id ?? null, reason: reason.trim() || null } })).data
            ?.pauseBank,
      );
      await refreshed();
      return refused ? [refused] : [];
    },
    onDone: () => {
      onClose();
      tellDone(words.pausedDone(name));
    },
  });
  return (
    <FormDialog title={words.pauseTitle(name)} confirm={words.pause} form={form} onClose={onClose}>
      <p>{words.pauseHelp}</p>
      <TextField form={form} name="reason" label={words.reason} maxLength={500} />
    </FormDialog>
  );
}
