/** Asks what the device is called; the browser asks for the device itself. */
import { useLabels } from '@/kernel/i18n';
import { FormDialog, TextField, tellDone, useForm, useRefreshed } from '@/ui';
import { labels } from '../labels';
import { register } from '../register';

export function RegisterDialog({ onClose }: { onClose: () => void }) {
  const words = useLabels(labels);
  const refreshed = useRefreshed();
  const form = useForm({
    initial: { name: '' },
    check: ({ name }) => (name.trim() ? [] : [{ path: 'name', message: words.nameMissing }]),
    send: async ({ name }) => {
      const refused = await register(name.trim());
      return refused ? [refused] : [];
    },
    onDone: () => {
      onClose();
      tellDone(words.registered);
      void refreshed();
    },
  });
  return (
    <FormDialog title={words.register} confirm={words.register} form={form} onClose={onClose}>
      <p>{words.registerHelp}</p>
      <TextField form={form} name="name" label={words.name} help={words.nameHelp} maxLength={80} />
    </FormDialog>
  );
}
