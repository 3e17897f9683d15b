/** Asks with the person's name before a verb runs, and stays open with the reason when it is refused. */
import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import {
  DisableUserDocument,
  EnableUserDocument,
  ResendInvitationDocument,
  ResetSecondFactorDocument,
  RevokeInvitationDocument,
  SignOutUserDocument,
  UnlockUserDocument,
  AskUserDocument,
  MakeTemporaryPasswordDocument,
  type UserLineFragment,
} from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { NOT_KEPT } from '@/kernel/policies';
import { Dialog } from '@/ui';
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
  const run = useVerbs(user.id);
  const refreshed = useRefreshed();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const [password, setPassword] = useState<string | null>(null);
  const go = async () => {
    setBusy(true);
    const ended = await attempt<{ __typename: string; password?: string }>(run[verb]);
    if (ended.refused !== null) {
      setBusy(false);
      setRefused(ended.refused);
      return;
    }
    if (verb === 'revoke') onGone();
    await refreshed();
    setBusy(false);
    if (ended.done.password) setPassword(ended.done.password);
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

function useVerbs(id: string) {
  const variables = { id };
  const [resend] = useMutation(ResendInvitationDocument, { variables });
  const [makePassword] = useMutation(MakeTemporaryPasswordDocument, {
    variables,
    fetchPolicy: NOT_KEPT,
  });
  const [revoke] = useMutation(RevokeInvitationDocument, { variables });
  const [ask] = useMutation(AskUserDocument);
  const [resetFactor] = useMutation(ResetSecondFactorDocument, { variables });
  const [unlock] = useMutation(UnlockUserDocument, { variables });
  const [disable] = useMutation(DisableUserDocument, { variables });
  const [enable] = useMutation(EnableUserDocument, { variables });
  const [signOut] = useMutation(SignOutUserDocument, { variables: { id, sessionId: null } });
  return {
    resend: async () => (await resend()).data?.resendInvitation,
    password: async () => (await makePassword()).data?.createTemporaryPassword,
    revoke: async () => (await revoke()).data?.revokeInvitation,
    reset: async () =>
      (await ask({ variables: { id, steps: ['CHANGE_PASSWORD'], by: 'MAIL' } })).data?.askUser,
    secondFactor: async () => (await resetFactor()).data?.resetSecondFactor,
    unlock: async () => (await unlock()).data?.unlockUser,
    disable: async () => (await disable()).data?.disableUser,
    enable: async () => (await enable()).data?.enableUser,
    signOut: async () => (await signOut()).data?.signOutUser,
  };
}
