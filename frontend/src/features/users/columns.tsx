/** The columns of the tables of people. */
import { Link, type To } from 'react-router';
import type { ReviewLineFragment, UserLineFragment } from '@/generated/graphql';
import { actorName } from '@/kernel/actors';
import type { Words } from '@/kernel/i18n';
import { AgeText, DateText, ROW_LINK, Tag, type Column } from '@/ui';
import { ConflictTags, LastSignIn, RoleTags, SecondFactorTag, StateTag } from './components/tags';
import type { labels } from './labels';
import type { roleLabels } from './roleLabels';

type Said = Words<typeof labels>;
type Named = Pick<UserLineFragment, 'id' | 'name' | 'email'> & { isSelf?: boolean };

/** A person's name, leading to the drawer, with the mail address below. */
function PersonCell({ user, to, words }: { user: Named; to: To; words: Said }) {
  return (
    <span className="us-person">
      <Link to={to} preventScrollReset {...ROW_LINK}>
        {user.name}
      </Link>
      {user.isSelf && <span className="g-muted"> ({words.you})</span>}
      <span className="g-sub">{user.email}</span>
    </span>
  );
}

const signedIn = (user: Pick<UserLineFragment, 'lastSignIn' | 'isInactive'>, words: Said) => (
  <LastSignIn user={user}>
    {user.lastSignIn ? (
      <AgeText value={user.lastSignIn} />
    ) : (
      <span className="g-muted">{words.never}</span>
    )}
  </LastSignIn>
);

/** Columns of the list; `open` gives the address that shows a person beside it. */
export function userColumns(
  words: Said,
  open: (row: UserLineFragment) => To,
): readonly Column<UserLineFragment>[] {
  return [
    {
      key: 'person',
      header: words.person,
      sort: 'NAME',
      width: 17,
      exports: ['name', 'username', 'email'],
      cell: (row) => <PersonCell user={row} to={open(row)} words={words} />,
    },
    {
      key: 'roles',
      header: words.roles,
      width: 22,
      exports: ['roles', 'conflicts'],
      cell: (row) => (
        <RoleTags
          roles={row.roles}
          conflicts={row.conflicts}
          requested={row.roleRequests.map(({ role }) => role)}
        />
      ),
    },
    {
      key: 'state',
      header: words.state,
      width: 10,
      exports: ['state'],
      cell: (row) => (
        <span className="us-tags">
          <StateTag state={row.state} />
          {row.hasMailFailed && row.state === 'INVITED' && (
            <Tag tone="warn" icon="exclamation-triangle">
              {words.mailFailed}
            </Tag>
          )}
        </span>
      ),
    },
    {
      key: 'factor',
      header: words.secondFactor,
      width: 8,
      priority: 3,
      exports: ['secondFactor'],
      cell: (row) => <SecondFactorTag has={row.hasSecondFactor} />,
    },
    {
      key: 'lastSignIn',
      header: words.lastSignIn,
      sort: 'LAST_SIGN_IN',
      width: 10,
      priority: 3,
      exports: ['lastSignIn', 'inactive'],
      cell: (row) => signedIn(row, words),
    },
    {
      key: 'created',
      header: words.created,
      sort: 'CREATED',
      width: 11,
      priority: 2,
      exports: ['created', 'createdBy'],
      cell: (row) => (
        <span className="us-created">
          <DateText value={row.created} />
          {row.createdBy && (
            <span className="g-sub">{words.createdBy(actorName(row.createdBy))}</span>
          )}
        </span>
      ),
    },
  ];
}

/** Columns of the access review: each role with its origin, and what to look at. */
export function reviewColumns(
  words: Said,
  roleWords: Words<typeof roleLabels>,
  open: (row: ReviewLineFragment) => To,
): readonly Column<ReviewLineFragment>[] {
  return [
    {
      key: 'person',
      header: words.person,
      width: 16,
      cell: (row) => <PersonCell user={row} to={open(row)} words={words} />,
    },
    { key: 'state', header: words.state, width: 8, cell: (row) => <StateTag state={row.state} /> },
    {
      key: 'roles',
      header: words.roles,
      width: 32,
      cell: (row) => (
        <ul className="us-grants">
          {row.grants.map((grant) => (
            <li key={grant.role}>
              <strong>{roleWords[grant.role]}</strong>{' '}
              <span className="g-muted">
                {words.heldSince} <DateText value={grant.since} />,{' '}
                {grant.givenBy ? words.createdBy(actorName(grant.givenBy)) : words.givenElsewhere}
              </span>
            </li>
          ))}
        </ul>
      ),
    },
    {
      key: 'lastSignIn',
      header: words.lastSignIn,
      cell: (row) =>
        row.lastSignIn ? (
          <AgeText value={row.lastSignIn} />
        ) : (
          <span className="g-muted">{words.never}</span>
        ),
    },
    {
      key: 'flags',
      header: words.flags,
      width: 14,
      cell: (row) => <Flags user={row} words={words} />,
    },
  ];
}

function Flags({ user, words }: { user: ReviewLineFragment; words: Said }) {
  // Who has not come yet could not set up a second factor.
  const unprotected = !user.hasSecondFactor && user.state !== 'INVITED';
  if (user.conflicts.length === 0 && !user.isInactive && !unprotected)
    return <span className="g-muted">{words.nothingToSee}</span>;
  return (
    <span className="us-tags">
      <ConflictTags conflicts={user.conflicts} />
      {user.isInactive && (
        <Tag tone="warn" icon="clock">
          {words.inactive}
        </Tag>
      )}
      {unprotected && <Tag icon="unlock">{words.onlyUnprotected}</Tag>}
    </span>
  );
}
