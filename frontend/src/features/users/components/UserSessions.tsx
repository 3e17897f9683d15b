/** Where somebody is signed in now, each session with a way to end it, and what happened at the sign-in lately. */
import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import {
  UserSessionListDocument,
  type UserCardFragment,
  type UserSessionListQuery,
} from '@/generated/graphql';
import { formatInstant } from '@/kernel/dates';
import { useLabels, wordFor, type Words } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import { RIGHT_NOW } from '@/kernel/policies';
import { useNotation, type DateFormat } from '@/kernel/preferences';
import {
  AgeText,
  Button,
  DataList,
  InstantText,
  NoValue,
  QueryStates,
  Skeleton,
  Tag,
  type Column,
} from '@/ui';
import { endSession } from '../accountActs';
import { labels } from '../labels';
import { signInLabels } from '../roleLabels';
import { attempt, tellDone, tellRefused, useRefreshed } from '../useUserActions';

type Session = NonNullable<UserSessionListQuery['user']['sessions']>[number];
type SignIn = UserSessionListQuery['user']['signIns'][number];

export function UserSessions({ user, down }: { user: UserCardFragment; down: boolean }) {
  const words = useLabels(labels);
  // What was read of a provider that fell silent is still worth reading: sign-ins come from here.
  const query = useQuery(UserSessionListDocument, {
    variables: { id: user.id },
    fetchPolicy: RIGHT_NOW,
    errorPolicy: 'all',
  });
  return (
    <QueryStates
      query={query.data ? { ...query, error: undefined } : query}
      skeleton={<Skeleton lines={6} />}
    >
      {({ user: { sessions, signIns } }) => (
        <>
          <h3>{words.sessions}</h3>
          {sessions === null ? (
            <p className="g-notice g-tone-warn" role="status">
              {words.reasonDown}
            </p>
          ) : sessions.length === 0 ? (
            <p className="g-muted">{words.noSessions}</p>
          ) : (
            <SessionTable sessions={sessions} user={user} down={down} />
          )}
          <h3>{words.lately}</h3>
          {signIns.length === 0 ? (
            <p className="g-muted">{words.noSignIns}</p>
          ) : (
            <SignInTable signIns={signIns} />
          )}
        </>
      )}
    </QueryStates>
  );
}

function SessionTable({
  sessions,
  user,
  down,
}: {
  sessions: readonly Session[];
  user: UserCardFragment;
  down: boolean;
}) {
  const words = useLabels(labels);
  const { dateFormat } = useNotation();
  const mayEnd = useMay('users.sessions');
  const [ending, setEnding] = useState<string | null>(null);
  const refreshed = useRefreshed();
  const end = async (sessionId: string) => {
    setEnding(sessionId);
    const { refused } = await attempt(async () => endSession(user.id, sessionId));
    await refreshed();
    setEnding(null);
    if (refused === null) tellDone(words.sessionEnded);
    else tellRefused(refused);
  };
  const columns = sessionColumns(
    words,
    dateFormat,
    mayEnd ? { ending, down, end: (id) => void end(id) } : null,
  );
  return (
    <DataList caption={words.sessions} columns={columns} rows={sessions} rowKey={(row) => row.id} />
  );
}

function SignInTable({ signIns }: { signIns: readonly SignIn[] }) {
  const words = useLabels(labels);
  const eventWords = useLabels(signInLabels);
  const columns = signInColumns(words, eventWords);
  return (
    <DataList
      caption={words.lately}
      columns={columns}
      rows={signIns}
      rowKey={(row) => `${row.time} ${row.kind}`}
    />
  );
}

interface Ending {
  ending: string | null;
  down: boolean;
  end: (sessionId: string) => void;
}

function sessionColumns(
  words: Words<typeof labels>,
  dateFormat: DateFormat,
  ends: Ending | null,
): readonly Column<Session>[] {
  const when = (session: Session) =>
    session.started ? formatInstant(session.started, dateFormat) : session.address;
  const facts: Column<Session>[] = [
    {
      key: 'started',
      header: words.started,
      cell: (row) => (row.started ? <InstantText value={row.started} /> : <NoValue />),
    },
    {
      key: 'seen',
      header: words.lastSeen,
      cell: (row) => (row.lastSeen ? <AgeText value={row.lastSeen} /> : <NoValue />),
    },
    { key: 'address', header: words.address, cell: (row) => row.address || <NoValue /> },
    {
      key: 'client',
      header: words.application,
      cell: (row) => row.clients.join(', ') || <NoValue />,
    },
  ];
  if (!ends) return facts;
  const { ending, down, end } = ends;
  return [
    ...facts,
    {
      key: 'end',
      header: words.actions,
      cell: (row) => (
        <Button
          small
          icon="sign-out"
          busy={ending === row.id}
          disabled={down}
          title={down ? words.reasonDown : undefined}
          aria-label={words.endSessionOf(when(row))}
          onClick={() => end(row.id)}
        >
          {words.endSession}
        </Button>
      ),
    },
  ];
}

function signInColumns(
  words: Words<typeof labels>,
  eventWords: Words<typeof signInLabels>,
): readonly Column<SignIn>[] {
  return [
    { key: 'time', header: words.time, cell: (row) => <InstantText value={row.time} /> },
    {
      key: 'event',
      header: words.event,
      cell: (row) =>
        row.error ? (
          <>
            <Tag tone="warn" icon="exclamation-triangle">
              {wordFor(eventWords, row.kind)}
            </Tag>
            <span className="g-sub">{wordFor(eventWords, row.error)}</span>
          </>
        ) : (
          wordFor(eventWords, row.kind)
        ),
    },
    { key: 'address', header: words.address, cell: (row) => row.address || <NoValue /> },
    { key: 'client', header: words.application, cell: (row) => row.client || <NoValue /> },
  ];
}
