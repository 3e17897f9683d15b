/** Changes somebody's names and mail address. */
import { useMutation } from '@apollo/client/react';
import { ChangeUserDocument, type UserCardFragment } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { FormDialog, TextField, useForm } from '@/ui';
import { isMail } from '../invitations';
import { labels } from '../labels';
import { attempt, flawsOfRefusal, tellDone, useRefreshed } from '../useUserActions';

const FIELDS = ['givenName', 'familyName', 'email'] as const;

export function EditDialog({ user, onClose }: { user: UserCardFragment; onClose: () => void }) {
  const words = useLabels(labels);
  const [change] = useMutation(ChangeUserDocument);
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
      const ended = await attempt(
        async () =>
          (await change({ variables: { id: user.id, change: different } })).data?.changeUser,
      );
      if (ended.refused !== null) return flawsOfRefusal(ended);
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
