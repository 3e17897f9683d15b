/** Versions, and what was looked at: well, or what to do about it. */
import { useQuery } from '@apollo/client/react';
import { DebugHealthDocument, type DebugHealthQuery } from '@/generated/graphql';
import { useLabels, wordFor, type Words } from '@/kernel/i18n';
import { RIGHT_NOW } from '@/kernel/policies';
import {
  Button,
  DataList,
  Facts,
  Icon,
  InstantText,
  QueryStates,
  Skeleton,
  Tag,
  type Column,
} from '@/ui';
import { checkLabels, factLabels, labels, remedyLabels } from '../labels';
import { BundleControl } from './BundleControl';

type Health = DebugHealthQuery['debugHealth'];
type Check = Health['checks'][number];

export function HealthTab() {
  const words = useLabels(labels);
  const query = useQuery(DebugHealthDocument, {
    fetchPolicy: RIGHT_NOW,
    notifyOnNetworkStatusChange: true,
  });
  return (
    <QueryStates query={query} skeleton={<Skeleton lines={12} />}>
      {({ debugHealth }) => (
        <div className="g-stack">
          <Verdict health={debugHealth} busy={query.loading} onAgain={() => void query.refetch()} />
          <CheckTable checks={debugHealth.checks} />
          <h2 className="db-heading">{words.versions}</h2>
          <Facts
            facts={[
              [words.product, debugHealth.product],
              [words.python, debugHealth.python],
              [words.database, debugHealth.database],
              [words.environment, debugHealth.environment],
              [words.realm, debugHealth.realm],
            ]}
          />
        </div>
      )}
    </QueryStates>
  );
}

function Verdict({
  health,
  busy,
  onAgain,
}: {
  health: Health;
  busy: boolean;
  onAgain: () => void;
}) {
  const words = useLabels(labels);
  const faults = health.checks.filter(({ isWell }) => !isWell).length;
  return (
    <div className={`g-notice db-verdict g-tone-${faults === 0 ? 'good' : 'bad'}`} role="status">
      <Icon name={faults === 0 ? 'check-circle' : 'exclamation-circle'} />
      <span>
        {faults === 0 ? words.allWell : words.faults(faults)}{' '}
        <span className="db-when">
          {words.checked} <InstantText value={health.checked} seconds />
        </span>
      </span>
      <BundleControl />
      <Button small icon="refresh" disabled={busy} onClick={onAgain}>
        {words.again}
      </Button>
    </div>
  );
}

function CheckTable({ checks }: { checks: readonly Check[] }) {
  const words = useLabels(labels);
  const names = useLabels(checkLabels);
  const facts = useLabels(factLabels);
  const remedies = useLabels(remedyLabels);
  // What has to be mended stands first.
  const rows = checks.toSorted((one, other) => Number(one.isWell) - Number(other.isWell));
  return (
    <DataList
      caption={words.health}
      columns={checkColumns(words, names, facts, remedies)}
      rows={rows}
      rowKey={({ code }) => code}
    />
  );
}

function checkColumns(
  words: Words<typeof labels>,
  names: Words<typeof checkLabels>,
  facts: Words<typeof factLabels>,
  remedies: Words<typeof remedyLabels>,
): readonly Column<Check>[] {
  return [
    {
      key: 'state',
      header: words.state,
      cell: ({ isWell }) =>
        isWell ? (
          <Tag tone="good" icon="check">
            {words.well}
          </Tag>
        ) : (
          <Tag tone="bad" icon="times">
            {words.mend}
          </Tag>
        ),
    },
    { key: 'what', header: words.what, cell: ({ code }) => wordFor(names, code) },
    { key: 'fact', header: words.fact, cell: (check) => <Fact check={check} facts={facts} /> },
    {
      key: 'remedy',
      header: words.remedy,
      cell: ({ isWell, code }) =>
        isWell ? <span className="g-muted">{words.nothingToDo}</span> : wordFor(remedies, code),
    },
  ];
}

/** A bare figure gets its words; names and versions stand as they came. */
const FIGURE = /^\d+( s)?$/u;

function Fact({ check: { code, fact }, facts }: { check: Check; facts: Words<typeof factLabels> }) {
  if (!fact) return null;
  const told =
    FIGURE.test(fact) && Object.hasOwn(facts, code) ? facts[code as keyof typeof factLabels] : null;
  return told ? <>{told(fact)}</> : <code className="db-code">{fact}</code>;
}
