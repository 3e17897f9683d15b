/** Who was read from the addresses, with names to correct and flaws to see at once. */
import { useLabels } from '@/kernel/i18n';
import { Icon } from '@/ui';
import type { Invitee } from '../invitations';
import { labels } from '../labels';

export interface Names {
  givenName: string;
  familyName: string;
}

export function InviteeList({
  invitees,
  onNames,
}: {
  invitees: readonly Invitee[];
  onNames: (email: string, names: Names) => void;
}) {
  const words = useLabels(labels);
  return (
    <ul className="us-invitees" aria-label={words.namesOf}>
      {invitees.map((invitee, index) => (
        <InviteeLine key={`${invitee.typed} ${index}`} invitee={invitee} onNames={onNames} />
      ))}
    </ul>
  );
}

function InviteeLine({
  invitee,
  onNames,
}: {
  invitee: Invitee;
  onNames: (email: string, names: Names) => void;
}) {
  const words = useLabels(labels);
  const { email, typed, givenName, familyName, flaw } = invitee;
  const missing = flaw === null && (!givenName.trim() || !familyName.trim());
  const field = (name: keyof Names) => (
    <input
      className="p-inputtext p-component"
      autoComplete="off"
      placeholder={words[name]}
      aria-label={words.fieldOf(words[name], email)}
      aria-invalid={(missing && !invitee[name].trim()) || undefined}
      value={invitee[name]}
      onChange={(event) => onNames(email, { givenName, familyName, [name]: event.target.value })}
    />
  );
  return (
    <li className={flaw ? 'us-flawed' : ''}>
      <span className="us-invitee-mail">
        <Icon name={flaw ? 'times-circle' : missing ? 'pencil' : 'check-circle'} />{' '}
        {flaw === 'malformed' ? typed : email}
      </span>
      {flaw ? (
        <span className="g-field-error" role="status">
          {words[flaw]}
        </span>
      ) : (
        <>
          {field('givenName')}
          {field('familyName')}
        </>
      )}
      {missing && <span className="g-muted us-missing">{words.nameMissing}</span>}
    </li>
  );
}
