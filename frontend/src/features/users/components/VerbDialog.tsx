/** Asks with the person's name before a verb runs, and stays open with the reason when it is refused. */
import { useState } from 'react';
import type { UserLineFragment } from '@/generated/graphql';
import type { Outcome } from '@/kernel/http';
import { useLabels } from '@/kernel/i18n';
import { Dialog } from '@/ui';
import { verbsOf } from '../accountActs';
import type { Verb } from '../guards';
import { labels } from '../labels';
import { attempt, tellDone, useRefreshed } from '../useUserActions';
import { AskDialog } from './AskDialog';
import { OncePassword } from './OncePassword';

interface VerbDialogProps {
  verb: Exclude<Verb, 'edit'>;
  user: Pick<UserLineFragment, 'id' | 'name' | 'isSelf' | 'roles'>;
  onClose: () => void;
  /** The person is not there any more. */
  onGone: () => void;
}

export function VerbDialog({ verb, user, onClose, onGone }: VerbDialogProps) {
  if (verb === 'ask') return <AskDialog user={user} onClose={onClose} />;
  if (verb === 'roles') return null;
  return <PlainVerbDialog verb={verb} user={user} onClose={onClose} onGone={onGone} />;
}

const DANGEROUS: ReadonlySet<Verb> = new Set<Verb>([
  'disable',
  'revoke',
  'secondFactor',
  'signOut',
]);

function PlainVerbDialog({
  verb,
  user,
  onClose,
  onGone,
}: VerbDialogProps & { verb: Exclude<Verb, 'edit' | 'ask' | 'roles'> }) {
  const words = useLabels(labels);
  const refreshed = useRefreshed();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const [password, setPassword] = useState<string | null>(null);
  const go = async () => {
    setBusy(true);
    const ended = await attempt<Outcome<{ temporaryPassword?: string } | null>>(
      verbsOf(user.id)[verb],
    );
    if (ended.refused !== null) {
      setBusy(false);
      setRefused(ended.refused);
      return;
    }
    if (verb === 'revoke') onGone();
    await refreshed();
    setBusy(false);
    if (ended.done.told?.temporaryPassword) setPassword(ended.done.told.temporaryPassword);
    else {
      onClose();
      tellDone(words[`done${verb}`](user.name));
    }
  };
  if (password)
    return (
      <Dialog title={words.temporaryPassword} confirm={words.close} onConfirm={onClose}>
        <OncePassword name={user.name} password={password} />
      </Dialog>
    );
  return (
    <Dialog
      title={words[`ask${verb}`](user.name)}
      confirm={words[`verb${verb}`]}
      danger={DANGEROUS.has(verb)}
      busy={busy}
      onConfirm={() => void go()}
      onClose={onClose}
    >
      <p>{words[`help${verb}`]}</p>
      {verb === 'secondFactor' && user.roles.includes('ACCOUNT_MANAGEMENT') && (
        <p>
          <strong>{words.factorOfManager(user.name)}</strong>
        </p>
      )}
      {user.isSelf && verb === 'signOut' && (
        <p>
          <strong>{words.askYourself}</strong>
        </p>
      )}
      {refused && (
        <p className="g-field-error" role="alert">
          {refused}
        </p>
      )}
    </Dialog>
  );
}
