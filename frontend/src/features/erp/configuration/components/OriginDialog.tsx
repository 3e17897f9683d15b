/** Puts the origin of an accounting system on the list. */
import { useMutation } from '@apollo/client/react';
import { AllowErpWindowDocument } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { FormDialog, TextField, attempt, tellDone, useForm, useRefreshed } from '@/ui';
import { labels } from '../labels';

const LONGEST = 280;

export function OriginDialog({ onClose }: { onClose: () => void }) {
  const words = useLabels(labels);
  const [allow] = useMutation(AllowErpWindowDocument);
  const refreshed = useRefreshed();
  const form = useForm({
    initial: { origin: '' },
    check: ({ origin }) =>
      origin.trim() === '' ? [{ path: 'origin', message: words.required }] : [],
    send: async ({ origin }) => {
      const { refused } = await attempt(
        async () => (await allow({ variables: { origin } })).data?.allowErpWindow,
      );
      await refreshed();
      return refused ? [refused] : [];
    },
    onDone: () => {
      onClose();
      tellDone(words.originAdded);
    },
  });
  return (
    <FormDialog title={words.addOrigin} confirm={words.addOrigin} form={form} onClose={onClose}>
      <TextField
        form={form}
        name="origin"
        label={words.origin}
        help={words.originHelp}
        maxLength={LONGEST}
      />
    </FormDialog>
  );
}
