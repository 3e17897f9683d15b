/** Changes somebody's names and mail address. */
import type { UserCardFragment } from '@/generated/graphql';
import { askEndpoint } from '@/kernel/http';
import { useLabels } from '@/kernel/i18n';
import { replaceName, session } from '@/kernel/session';
import { FormDialog, TextField, useForm } from '@/ui';
import { isMail } from '../invitations';
import { labels } from '../labels';
import { attempt, flawsOfRefusal, tellDone, useRefreshed } from '../useUserActions';

const FIELDS = ['givenName', 'familyName', 'email'] as const;

export function EditDialog({ user, onClose }: { user: UserCardFragment; onClose: () => void }) {
  const words = useLabels(labels);
  const refreshed = useRefreshed();
  const form = useForm({
    initial: { givenName: user.givenName, familyName: user.familyName, email: user.email },
    check: (typed) => [
      ...FIELDS.filter((field) => field !== 'email' && !typed[field].trim()).map((path) => ({
        path,
        message: words.nameMissing,
      })),
      ...(isMail(typed.email.trim()) ? [] : [{ path: 'email', message: words.malformed }]),
    ],
    send: async (typed) => {
      const different = Object.fromEntries(
        FIELDS.filter((field) => typed[field].trim() !== user[field]).map((field) => [
          field,
          typed[field].trim(),
        ]),
      );
      const ended = await attempt(async () =>
        askEndpoint('accountURL', different, { method: 'PATCH', below: [user.id] }),
      );
      if (ended.refused !== null) return flawsOfRefusal(ended);
      if (user.id === session.get().id)
        replaceName(`${typed.givenName.trim()} ${typed.familyName.trim()}`);
      await refreshed();
      return [];
    },
    onDone: () => {
      onClose();
      tellDone(words.saved);
    },
  });
  return (
    <FormDialog
      title={words.editTitle(user.name)}
      confirm={words.save}
      form={form}
      onClose={onClose}
    >
      <TextField form={form} name="givenName" label={words.givenName} />
      <TextField form={form} name="familyName" label={words.familyName} />
      <TextField form={form} name="email" type="email" label={words.mail} />
    </FormDialog>
  );
}
