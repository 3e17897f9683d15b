/** What can be done with many people at once. Whom the guards protect is told, not changed. */
import {
  DisableUsersDocument,
  EnableUsersDocument,
  ResendInvitationsDocument,
  RevokeInvitationsDocument,
  SignOutUsersDocument,
  UnlockUsersDocument,
} from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { useVerbs } from '@/kernel/permissions';
import type { BulkAction } from '@/ui';
import { labels } from './labels';

/** While the identity provider does not answer, nothing can be changed. */
export function useUserActs(down: boolean): readonly BulkAction[] {
  const words = useLabels(labels);
  const verbs = useVerbs();
  if (down) return [];
  const acts: readonly (BulkAction & { verb: string })[] = [
    {
      key: 'resend',
      verb: 'users.invite',
      label: words.verbresend,
      icon: 'envelope',
      help: words.helpresend,
      document: ResendInvitationsDocument,
    },
    {
      key: 'unlock',
      verb: 'users.unlock',
      label: words.verbunlock,
      icon: 'lock-open',
      help: words.helpunlock,
      document: UnlockUsersDocument,
    },
    {
      key: 'enable',
      verb: 'users.disable',
      label: words.verbenable,
      icon: 'check-circle',
      help: words.helpenable,
      document: EnableUsersDocument,
    },
    {
      key: 'signOut',
      verb: 'users.sessions',
      label: words.verbsignOut,
      icon: 'sign-out',
      danger: true,
      help: words.helpsignOut,
      document: SignOutUsersDocument,
    },
    {
      key: 'revoke',
      verb: 'users.invite',
      label: words.verbrevoke,
      icon: 'user-minus',
      danger: true,
      help: words.helprevoke,
      document: RevokeInvitationsDocument,
    },
    {
      key: 'disable',
      verb: 'users.disable',
      label: words.verbdisable,
      icon: 'ban',
      danger: true,
      help: words.helpdisable,
      document: DisableUsersDocument,
    },
  ];
  return acts.filter(({ verb }) => verbs.has(verb));
}
