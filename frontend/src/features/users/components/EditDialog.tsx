/** Changes somebody's names and mail address. */
import { useMutation } from '@apollo/client/react';
import { useState, type FormEvent } from 'react';
import { ChangeUserDocument, type UserCardFragment } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { isMail } from '../invitations';
import { labels } from '../labels';
import { attempt, tellDone, useRefreshed } from '../useUserActions';
import { TypedDialog } from './TypedDialog';

const FIELDS = ['givenName', 'familyName', 'email'] as const;

export function EditDialog({ user, onClose }: { user: UserCardFragment; onClose: () => void }) {
  const words = useLabels(labels);
  const [typed, setTyped] = useState({ givenName: user.givenName, familyName: user.familyName, email: user.email });
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const [change] = useMutation(ChangeUserDocument);
  const refreshed = useRefreshed();
  const changed = FIELDS.filter((field) => typed[field].trim() !== user[field]);
  const flaw = isMail(typed.email.trim()) ? (typed.givenName.trim() && typed.familyName.trim() ? null : words.nameMissing) : words.malformed;
  const save = async () => {
    if (flaw !== null) {
      setRefused(flaw);
      return;
    }
    setBusy(true);
    const different = Object.fromEntries(changed.map((field) => [field, typed[field].trim()]));
    const ended = await attempt(async () => (await change({ variables: { id: user.id, change: different } })).data?.changeUser);
    if (ended.refused === null) await refreshed();
    setBusy(false);
    setRefused(ended.refused);
    if (ended.refused !== null) return;
    onClose();
    tellDone(words.saved);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  const fields = { givenName: words.givenName, familyName: words.familyName, email: words.mail };
  return (
    <TypedDialog title={words.editTitle(user.name)} confirm={words.save} busy={busy} dirty={changed.length > 0} onConfirm={() => void save()} onClose={onClose}>
      <form className="g-form" onSubmit={submit}>
        {FIELDS.map((field) => (
          <label key={field}>
            <span>{fields[field]}</span>
            <input className="p-inputtext p-component" type={field === 'email' ? 'email' : 'text'} autoComplete="off" value={typed[field]} onChange={(event) => setTyped({ ...typed, [field]: event.target.value })} />
          </label>
        ))}
        {refused && <p className="g-field-error" role="alert">{refused}</p>}
        {/* Several fields send their form at Enter only where it has a submit button. */}
        <button type="submit" hidden />
      </form>
    </TypedDialog>
  );
}
