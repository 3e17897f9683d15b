/** Disputes an invoice, or asks about it; the seller answers. */
import { QuestionInvoiceDocument } from '@/generated/graphql';
import { dataClient } from '@/kernel/clients';
import { useLabels } from '@/kernel/i18n';
import { FormDialog, TextField, attempt, tellDone, useForm, useRefreshed } from '@/ui';
import { invoiceLabels } from '../invoiceLabels';

const LONGEST = 2000;

export function QuestionDialog({
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
    initial: { text: '' },
    send: async ({ text }) => {
      const { refused } = await attempt(
        async () =>
          (await dataClient.mutate({ mutation: QuestionInvoiceDocument, variables: { id, text } }))
            .data?.questionInvoice,
      );
      return refused ? [{ path: refused.path, message: refused.message }] : [];
    },
    onDone: () => {
      void refreshed();
      onDone();
      tellDone(words.asked);
      onClose();
    },
  });
  return (
    <FormDialog title={words.questionTitle} confirm={words.ask} form={form} onClose={onClose}>
      <TextField
        form={form}
        name="text"
        label={words.question}
        help={words.questionHelp}
        rows={4}
        maxLength={LONGEST}
      />
    </FormDialog>
  );
}
