/** Invites several people at once: addresses read while they are typed, roles, and what they will see. */
import { useMutation, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { InviteUsersDocument, RoleMatrixDocument, type InviteUsersMutation, type UserRole } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { usePreferences, type Language } from '@/kernel/preferences';
import { TypedDialog } from '@/ui';
import { MOST_INVITED, readInvitees, type Invitee } from '../invitations';
import { labels } from '../labels';
import { attempt, useRefreshed } from '../useUserActions';
import { InviteeList, type Names } from './InviteeList';
import { InviteResults } from './InviteResults';
import { RoleChoices } from './RoleChoices';
import { SightPreview } from './SightPreview';

type Invitations = Extract<InviteUsersMutation['inviteUsers'], { results: unknown }>;

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const words = useLabels(labels);
  const [results, setResults] = useState<Invitations['results'] | null>(null);
  return results ? <InviteResults results={results} onClose={onClose} title={words.inviteDone} /> : <InviteForm onClose={onClose} onInvited={setResults} />;
}

function InviteForm({ onClose, onInvited }: { onClose: () => void; onInvited: (results: Invitations['results']) => void }) {
  const words = useLabels(labels);
  const chosen = usePreferences().language;
  const [text, setText] = useState('');
  const [names, setNames] = useState<Readonly<Record<string, Names>>>({});
  const [roles, setRoles] = useState<readonly UserRole[]>([]);
  const [language, setLanguage] = useState<Language>(chosen);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const { data: rules } = useQuery(RoleMatrixDocument);
  const [inviteUsers] = useMutation(InviteUsersDocument);
  const refreshed = useRefreshed();
  const invitees = readInvitees(text).map((each) => ({ ...each, ...names[each.email] }));
  const send = async () => {
    const flaw = flawOf(invitees, words);
    setRefused(flaw);
    if (flaw !== null) return;
    setBusy(true);
    const people = invitees.map(({ email, givenName, familyName }) => ({ email, givenName: givenName.trim(), familyName: familyName.trim(), roles: [...roles], language }));
    const ended = await attempt(async () => (await inviteUsers({ variables: { people } })).data?.inviteUsers);
    if (ended.done !== null && !isForNothing(ended.done.results)) {
      await refreshed();
      onInvited(ended.done.results);
      return;
    }
    setBusy(false);
    setRefused(ended.refused ?? words.down);
  };
  return (
    <TypedDialog title={words.invite} confirm={words.inviteButton(invitees.length)} busy={busy} dirty={text.trim() !== ''} onConfirm={() => void send()} onClose={onClose}>
      <div className="g-stack us-invite">
        <div className="us-field">
          <label htmlFor="us-mails">{words.inviteMails}</label>
          <textarea id="us-mails" className="p-inputtext p-component" rows={3} value={text} aria-describedby="us-mails-help" autoComplete="off" spellCheck={false} onChange={(event) => { setText(event.target.value); setRefused(null); }} />
          <small id="us-mails-help" className="g-muted">{words.inviteMailsHelp}</small>
        </div>
        {invitees.length > 0 && <InviteeList invitees={invitees} onNames={(email, given) => setNames((now) => ({ ...now, [email]: given }))} />}
        <div className="us-try">
          <RoleChoices legend={words.inviteRoles} value={roles} onChange={setRoles} refusesConflicts={rules?.accessRules.refuseConflicts ?? false} />
          <SightPreview roles={roles} />
        </div>
        <label className="g-select us-language">
          <span>{words.inviteLanguage}</span>
          <select value={language} onChange={(event) => setLanguage(event.target.value === 'da' ? 'da' : 'en')}>
            <option value="en">{words.english}</option>
            <option value="da">{words.danish}</option>
          </select>
        </label>
        {refused && <p className="g-field-error" role="alert">{refused}</p>}
      </div>
    </TypedDialog>
  );
}

/** Nobody was made, since the provider did not answer: what is typed is still to be sent. */
function isForNothing(results: Invitations['results']): boolean {
  return results.every(({ outcome, user }) => outcome === 'UNAVAILABLE' && !user);
}

/** What keeps the invitations from being sent, in words. */
function flawOf(invitees: readonly Invitee[], words: { inviteNobody: string; inviteTooMany: (most: number) => string; inviteFlaws: (count: number) => string }): string | null {
  if (invitees.length === 0) return words.inviteNobody;
  if (invitees.length > MOST_INVITED) return words.inviteTooMany(MOST_INVITED);
  const flawed = invitees.filter(({ flaw, givenName, familyName }) => flaw !== null || !givenName.trim() || !familyName.trim());
  return flawed.length > 0 ? words.inviteFlaws(flawed.length) : null;
}
