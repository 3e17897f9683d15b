/** Asks another account manager to confirm a connection whose bank is known by its host key; shows the key that the bank is given. */
import { useMutation, useQuery } from '@apollo/client/react';
import { AskForBankConfirmationDocument, OneBankDocument } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { DECIDED_BY } from '@/kernel/policies';
import { useNotation } from '@/kernel/preferences';
import { Facts, FormDialog, TextField, useForm } from '@/ui';
import { labels } from '../labels';
import { attempt, tellDone, useRefreshed } from '../useBankActions';
import { PublicKey } from './PublicKey';

interface ConfirmationDialogProps {
  bank: { id: string; name: string };
  onClose: () => void;
}

export function ConfirmationDialog({ bank, onClose }: ConfirmationDialogProps) {
  const words = useLabels(labels);
  const { language } = useNotation();
  const { data } = useQuery(OneBankDocument, {
    variables: { id: bank.id },
    fetchPolicy: DECIDED_BY,
  });
  const [ask] = useMutation(AskForBankConfirmationDocument);
  const refreshed = useRefreshed();
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) =>
      reason.trim() ? [] : [{ path: 'reason', message: words.missing(words.reason) }],
    send: async ({ reason }) => {
      const { refused } = await attempt(
        async () =>
          (await ask({ variables: { id: bank.id, reason } })).data?.askForBankConfirmation,
      );
      await refreshed();
      return refused ? [refused] : [];
    },
    onDone: () => {
      onClose();
      tellDone(words.replaceAsked);
    },
  });
  const now = data?.bank;
  const line = (now?.pendingKey ?? now?.key)?.public;
  return (
    <FormDialog
      title={words.confirmTitle(bank.name)}
      confirm={words.askConfirmation}
      form={form}
      onClose={onClose}
    >
      <p>{words.confirmHelp}</p>
      {line && <PublicKey line={line} />}
      {now && (
        <Facts
          facts={now.configuration.letter.map(({ label, value }) => [label[language], value])}
        />
      )}
      <TextField form={form} name="reason" label={words.reason} maxLength={500} />
    </FormDialog>
  );
}
