/** Has an invoice mailed again, to those who always get it or to others. */
import { SendInvoiceDocument } from '@/generated/graphql';
import { dataClient } from '@/kernel/clients';
import { useLabels } from '@/kernel/i18n';
import { FormDialog, TextField, attempt, tellDone, useForm, useRefreshed } from '@/ui';
import { addressesIn } from '../details';
import { invoiceLabels } from '../invoiceLabels';

export function SendDialog({
  id,
  onDone,
  onClose,
}: {
  id: string;
  onDone: () => unknown;
  onClose: () => void;
}) {
  const words = useLabels(invoiceLabels);
  const refreshed = useRefreshed();
  const form = useForm({
    initial: { recipients: '' },
    send: async ({ recipients }) => {
      const { refused } = await attempt(
        async () =>
          (
            await dataClient.mutate({
              mutation: SendInvoiceDocument,
              variables: { id, recipients: addressesIn(recipients) },
            })
          ).data?.sendInvoice,
      );
      return refused ? [{ path: refused.path, message: refused.message }] : [];
    },
    onDone: () => {
      void refreshed();
      onDone();
      tellDone(words.sent);
      onClose();
    },
  });
  return (
    <FormDialog title={words.sendTitle} confirm={words.send} form={form} onClose={onClose}>
      <TextField
        form={form}
        name="recipients"
        label={words.sendTo}
        help={words.sendHelp}
        rows={3}
      />
    </FormDialog>
  );
}
