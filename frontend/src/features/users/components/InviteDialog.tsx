/** Invites several people at once: addresses read while they are typed, roles, and what they will see. */
import { useMutation, useQuery } from '@apollo/client/react';
import { useRef, useState } from 'react';
import {
  InviteUsersDocument,
  RoleMatrixDocument,
  type InviteUsersMutation,
  type UserRole,
} from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { AS_READ } from '@/kernel/policies';
import { useNotation, type Language } from '@/kernel/preferences';
import { FormDialog, TextField, useForm } from '@/ui';
import { MOST_INVITED, readInvitees, type Invitee } from '../invitations';
import { labels } from '../labels';
import { attempt, flawsOfRefusal, useRefreshed } from '../useUserActions';
import { InviteeList, type Names } from './InviteeList';
import { InviteResults } from './InviteResults';
import { RoleChoices } from './RoleChoices';
import { SightPreview } from './SightPreview';

type Invitations = Extract<InviteUsersMutation['inviteUsers'], { results: unknown }>;

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const words = useLabels(labels);
  const [results, setResults] = useState<Invitations['results'] | null>(null);
  return results ? (
    <InviteResults results={results} onClose={onClose} title={words.inviteDone} />
  ) : (
    <InviteForm onClose={onClose} onInvited={setResults} />
  );
}

function InviteForm({
  onClose,
  onInvited,
}: {
  onClose: () => void;
  onInvited: (results: Invitations['results']) => void;
}) {
  const words = useLabels(labels);
  const chosen = useNotation().language;
  const [names, setNames] = useState<Readonly<Record<string, Names>>>({});
  const [roles, setRoles] = useState<readonly UserRole[]>([]);
  const [language, setLanguage] = useState<Language>(chosen);
  const results = useRef<Invitations['results']>([]);
  const { data: rules } = useQuery(RoleMatrixDocument, { fetchPolicy: AS_READ });
  const [inviteUsers] = useMutation(InviteUsersDocument);
  const refreshed = useRefreshed();
  const inviteesIn = (mails: string) =>
    readInvitees(mails).map((each) => ({ ...each, ...names[each.email] }));
  const form = useForm({
    initial: { mails: '' },
    check: ({ mails }) => flawsOf(inviteesIn(mails), words),
    send: async ({ mails }) => {
      const people = inviteesIn(mails).map(({ email, givenName, familyName }) => ({
        email,
        givenName: givenName.trim(),
        familyName: familyName.trim(),
        roles: [...roles],
        language,
      }));
      const ended = await attempt(
        async () => (await inviteUsers({ variables: { people } })).data?.inviteUsers,
      );
      if (ended.done === null) return flawsOfRefusal(ended);
      if (isForNothing(ended.done.results)) return flawsOfRefusal({ refused: words.down });
      await refreshed();
      results.current = ended.done.results;
      return [];
    },
    onDone: () => onInvited(results.current),
  });
  const invitees = inviteesIn(form.values.mails);
  return (
    <FormDialog
      title={words.invite}
      confirm={words.inviteButton(invitees.length)}
      form={form}
      onClose={onClose}
    >
      <div className="g-stack us-invite">
        <TextField
          form={form}
          name="mails"
          label={words.inviteMails}
          help={words.inviteMailsHelp}
          rows={3}
        />
        {invitees.length > 0 && (
          <InviteeList
            invitees={invitees}
            onNames={(email, given) => setNames((now) => ({ ...now, [email]: given }))}
          />
        )}
        <div className="us-try">
          <RoleChoices
            legend={words.inviteRoles}
            value={roles}
            onChange={setRoles}
            refusesConflicts={rules?.accessRules.refuseConflicts ?? false}
            refusesCombining={rules ? !rules.accessRules.combineReason : false}
          />
          <SightPreview roles={roles} />
        </div>
        <label className="g-select us-language">
          <span>{words.inviteLanguage}</span>
          <select
            value={language}
            onChange={(event) => setLanguage(event.target.value === 'da' ? 'da' : 'en')}
          >
            <option value="en">{words.english}</option>
            <option value="da">{words.danish}</option>
          </select>
        </label>
      </div>
    </FormDialog>
  );
}

/** Nobody was made, since the provider did not answer: what is typed is still to be sent. */
function isForNothing(results: Invitations['results']): boolean {
  return results.every(({ outcome, user }) => outcome === 'UNAVAILABLE' && !user);
}

/** What keeps the invitations from being sent, at the field they are typed in. */
function flawsOf(
  invitees: readonly Invitee[],
  words: {
    inviteNobody: string;
    inviteTooMany: (most: number) => string;
    inviteFlaws: (count: number) => string;
  },
): { path: 'mails'; message: string }[] {
  if (invitees.length === 0) return [{ path: 'mails', message: words.inviteNobody }];
  if (invitees.length > MOST_INVITED)
    return [{ path: 'mails', message: words.inviteTooMany(MOST_INVITED) }];
  const flawed = invitees.filter(
    ({ flaw, givenName, familyName }) => flaw !== null || !givenName.trim() || !familyName.trim(),
  );
  return flawed.length > 0 ? [{ path: 'mails', message: words.inviteFlaws(flawed.length) }] : [];
}
