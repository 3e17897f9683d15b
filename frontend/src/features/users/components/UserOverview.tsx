/** Who somebody is, and the verbs over them, each with what it does or why it is closed. */
import { useState } from 'react';
import type { UserCardFragment } from '@/generated/graphql';
import { actorName } from '@/kernel/actors';
import { listed, useLabels, wordFor } from '@/kernel/i18n';
import { useMay, useVerbs } from '@/kernel/permissions';
import { AgeText, Button, CopyId, Facts, InstantText } from '@/ui';
import { NEEDS, closedBecause, verbsFor, type Circumstances, type Verb } from '../guards';
import { labels } from '../labels';
import { factLabels } from '../roleLabels';
import { EditDialog } from './EditDialog';
import { RoleTags, SecondFactorTag } from './tags';
import { VerbDialog } from './VerbDialog';

const ICONS: Readonly<Record<Verb, string>> = {
  edit: 'pencil',
  roles: 'id-card',
  resend: 'send',
  password: 'key',
  revoke: 'times',
  ask: 'list-check',
  reset: 'key',
  secondFactor: 'mobile',
  unlock: 'lock-open',
  disable: 'ban',
  enable: 'check',
  signOut: 'sign-out',
};
const DANGEROUS: ReadonlySet<Verb> = new Set<Verb>(['disable', 'revoke', 'secondFactor']);

interface UserOverviewProps {
  user: UserCardFragment;
  circumstances: Circumstances;
  onGone: () => void;
}

export function UserOverview({ user, circumstances, onGone }: UserOverviewProps) {
  const words = useLabels(labels);
  const verbs = useVerbs();
  const mayEdit = useMay(NEEDS.edit);
  const [asking, setAsking] = useState<Verb | null>(null);
  const edits = closedBecause('edit', user, circumstances);
  return (
    <>
      <UserFacts user={user} />
      {mayEdit && (
        <div className="g-actions">
          <Button
            small
            icon={ICONS.edit}
            disabled={edits !== null}
            title={edits ? words[edits] : undefined}
            onClick={() => setAsking('edit')}
          >
            {words.edit}
          </Button>
        </div>
      )}
      <ul className="us-verbs" aria-label={words.actions}>
        {verbsFor(user)
          .filter((verb) => verbs.has(NEEDS[verb]))
          .map((verb) => (
            <VerbLine
              key={verb}
              verb={verb}
              user={user}
              circumstances={circumstances}
              onAsk={() => setAsking(verb)}
            />
          ))}
      </ul>
      {asking === 'edit' && <EditDialog user={user} onClose={() => setAsking(null)} />}
      {asking && asking !== 'edit' && (
        <VerbDialog verb={asking} user={user} onClose={() => setAsking(null)} onGone={onGone} />
      )}
    </>
  );
}

function VerbLine({
  verb,
  user,
  circumstances,
  onAsk,
}: {
  verb: Verb;
  user: UserCardFragment;
  circumstances: Circumstances;
  onAsk: () => void;
}) {
  const words = useLabels(labels);
  const closed = closedBecause(verb, user, circumstances);
  const said = words as Readonly<Record<string, unknown>>;
  const id = `verb-${verb}`;
  return (
    <li>
      <Button
        small
        look={DANGEROUS.has(verb) ? 'danger' : 'secondary'}
        icon={ICONS[verb]}
        disabled={closed !== null}
        aria-describedby={id}
        onClick={onAsk}
      >
        {String(said[`verb${verb}`])}
      </Button>
      <span id={id} className="g-muted">
        {closed ? words[closed] : String(said[`help${verb}`])}
      </span>
    </li>
  );
}

/** Who could be using this account too, so that the two are no two persons. */
function UserTies({ ties }: { ties: UserCardFragment['ties'] }) {
  const words = useLabels(labels);
  return (
    <>
      {ties.map(({ by, act, since }) => (
        <span key={by + since} className="us-tie">
          {by} <span className="g-muted">({words[`tie${act}`]})</span>
        </span>
      ))}
      <span className="g-sub">{words.countsHelp}</span>
    </>
  );
}

function UserFacts({ user }: { user: UserCardFragment }) {
  const words = useLabels(labels);
  const factWords = useLabels(factLabels);
  return (
    <Facts
      facts={[
        [words.mail, user.email && <CopyId key="mail" value={user.email} name={words.mail} />],
        [words.username, user.username],
        [
          words.roles,
          <RoleTags
            key="roles"
            roles={user.roles}
            requested={user.roleRequests.map(({ role }) => role)}
          />,
        ],
        ...(user.roles.includes('ACCOUNT_MANAGEMENT') && user.ties.length > 0
          ? [[words.countsWith, <UserTies key="ties" ties={user.ties} />] as const]
          : []),
        [words.secondFactor, <SecondFactorTag key="factor" has={user.hasSecondFactor} />],
        [
          words.lastSignIn,
          user.lastSignIn ? (
            <span key="last">
              <InstantText value={user.lastSignIn} />{' '}
              <span className="g-muted">
                (<AgeText value={user.lastSignIn} />)
              </span>
            </span>
          ) : (
            words.never
          ),
        ],
        [
          words.created,
          <span key="created">
            <InstantText value={user.created} />
            {user.createdBy && ` ${words.createdBy(actorName(user.createdBy))}`}
          </span>,
        ],
        [
          words.language,
          user.language === 'da'
            ? words.danish
            : user.language === 'en'
              ? words.english
              : user.language,
        ],
        ...(user.requiredSteps.length > 0
          ? [
              [
                words.toDo,
                listed(user.requiredSteps.map((step) => wordFor(factWords, step))),
              ] as const,
            ]
          : []),
        ...(user.otherRoles > 0 ? [[words.otherRoles, user.otherRoles] as const] : []),
      ]}
    />
  );
}
