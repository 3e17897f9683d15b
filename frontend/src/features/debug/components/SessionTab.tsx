/** Who the asker is to the product, and what this installation has switched on. */
import { useQuery } from '@apollo/client/react';
import {
  DebugSessionDocument,
  DebugSwitchesDocument,
  type DebugSessionQuery,
  type DebugSwitchesQuery,
} from '@/generated/graphql';
import { useLabels, wordFor, type Words } from '@/kernel/i18n';
import { RIGHT_NOW } from '@/kernel/policies';
import { DataList, Facts, InstantText, QueryStates, Skeleton, Tag, type Column } from '@/ui';
import { sessionLabels, switchLabels } from '../sessionLabels';

type Session = DebugSessionQuery['debugSession'];
type Claim = Session['claims'][number];
type Switch = DebugSwitchesQuery['debugSwitches'][number];

export function SessionTab() {
  const words = useLabels(sessionLabels);
  const session = useQuery(DebugSessionDocument, { fetchPolicy: RIGHT_NOW });
  const switches = useQuery(DebugSwitchesDocument, { fetchPolicy: RIGHT_NOW });
  return (
    <div className="g-stack">
      <QueryStates query={session} skeleton={<Skeleton lines={10} />}>
        {({ debugSession }) => <Asker session={debugSession} />}
      </QueryStates>
      <h2 className="db-heading">{words.switches}</h2>
      <QueryStates query={switches} skeleton={<Skeleton lines={6} />}>
        {({ debugSwitches }) => <Switches switches={debugSwitches} />}
      </QueryStates>
    </div>
  );
}

function Asker({ session }: { session: Session }) {
  const words = useLabels(sessionLabels);
  return (
    <>
      <Facts
        facts={[
          [words.host, location.host],
          [words.realm, session.realm],
          [words.because, session.realm === session.defaultRealm ? words.isDefault : words.byName],
          [words.roles, session.roles.join(', ')],
          [words.permissions, session.permissions.join(', ')],
        ]}
      />
      <h2 className="db-heading">{words.claims}</h2>
      <DataList
        caption={words.claims}
        columns={claimColumns(words)}
        rows={session.claims}
        rowKey={({ name }) => name}
      />
    </>
  );
}

function Switches({ switches }: { switches: readonly Switch[] }) {
  const words = useLabels(sessionLabels);
  const names = useLabels(switchLabels);
  return (
    <DataList
      caption={words.switches}
      columns={switchColumns(words, names)}
      rows={switches}
      rowKey={({ code }) => code}
    />
  );
}

/** Moments are told in seconds since 1970, which nobody reads. */
const MOMENTS: ReadonlySet<string> = new Set(['auth_time', 'exp', 'iat']);

function ClaimValue({
  claim: { name, value, isMasked },
  words,
}: {
  claim: Claim;
  words: Words<typeof sessionLabels>;
}) {
  if (value === null) return <span className="g-muted">{words.withheld}</span>;
  return (
    <>
      <code className="db-code">{value}</code>
      {MOMENTS.has(name) && (
        <>
          {' '}
          <InstantText value={new Date(Number(value) * 1000).toISOString()} seconds />
        </>
      )}
      {isMasked && (
        <>
          {' '}
          <Tag icon="lock">{words.inPart}</Tag>
        </>
      )}
    </>
  );
}

const claimColumns = (words: Words<typeof sessionLabels>): readonly Column<Claim>[] => [
  { key: 'name', header: words.claim, cell: ({ name }) => <code className="db-code">{name}</code> },
  {
    key: 'value',
    header: words.value,
    cell: (claim) => <ClaimValue claim={claim} words={words} />,
  },
];

const switchColumns = (
  words: Words<typeof sessionLabels>,
  names: Words<typeof switchLabels>,
): readonly Column<Switch>[] => [
  { key: 'what', header: words.part, cell: ({ code }) => wordFor(names, code) },
  {
    key: 'on',
    header: words.state,
    cell: ({ isOn }) => <Tag tone={isOn ? 'good' : 'neutral'}>{isOn ? words.on : words.off}</Tag>,
  },
  {
    key: 'why',
    header: words.decidedBy,
    cell: ({ decidedBy }) => <code className="db-code">{decidedBy.join(', ')}</code>,
  },
];
