/** Every version of a rule: who made it, what differs between any two, and back as a draft. */
import { useMutation, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import {
  RestoreRuleVersionDocument,
  RuleVersionsDocument,
  type RuleCardFragment,
  type RuleWordsFragment,
} from '@/generated/graphql';
import { useLabels, type Words } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import { useNotation } from '@/kernel/preferences';
import { AgeText, Button, DataList, NoValue, QueryStates, Skeleton, type Column } from '@/ui';
import { useRuleAct } from '../useRuleAct';
import { differences, type Difference } from '../differing';
import { labels } from '../labels';
import type { Names } from '../sentence';

type Version = RuleWordsFragment;

export function RuleVersions({ rule, names }: { rule: RuleCardFragment; names: Names }) {
  const words = useLabels(labels);
  const query = useQuery(RuleVersionsDocument, {
    variables: { id: rule.id },
  });
  return (
    <section className="g-stack">
      <h3>{words.versions}</h3>
      <QueryStates query={query} skeleton={<Skeleton lines={3} />}>
        {({ rule: found }) => (
          <>
            <ol className="ru-versions" aria-label={words.versions}>
              {(found?.versions ?? []).map((version) => (
                <li key={version.id}>
                  <OneVersion version={version} rule={rule} />
                </li>
              ))}
            </ol>
            {(found?.versions.length ?? 0) > 1 && (
              <Compared
                key={found?.versions.map(({ id }) => id).join(' ')}
                versions={found?.versions ?? []}
                names={names}
              />
            )}
          </>
        )}
      </QueryStates>
    </section>
  );
}

function OneVersion({ version, rule }: { version: Version; rule: RuleCardFragment }) {
  const words = useLabels(labels);
  const act = useRuleAct();
  const mayChange = useMay('rules.change');
  const [restore] = useMutation(RestoreRuleVersionDocument);
  const { id, revision, draft, request, current } = rule;
  const { number } = version;
  const mayRestore =
    mayChange && number !== null && !draft && !request && version.id !== current?.id;
  return (
    <>
      <span>
        <strong>{number === null ? words.DRAFT : words.version(number)}</strong>{' '}
        <AgeText value={version.began ?? version.created} /> {words.by(version.createdBy)}
        {version.confirmedBy && `, ${words.confirmedBy(version.confirmedBy)}`}
      </span>
      {mayRestore && (
        <Button
          small
          icon="undo"
          onClick={() =>
            void act(
              async () =>
                (await restore({ variables: { id, version: number, revision } })).data
                  ?.restoreRuleVersion,
              words.restored,
            )
          }
        >
          {words.restore}
        </Button>
      )}
    </>
  );
}

const columnsOf = (words: Words<typeof labels>): readonly Column<Difference>[] => [
  { key: 'part', header: words.part, cell: ({ part }) => part },
  { key: 'was', header: words.was, cell: (row) => row.was || <NoValue /> },
  { key: 'now', header: words.now, cell: (row) => row.now || <NoValue /> },
];

/** The two latest, unless others are chosen; a version that comes or goes begins anew, so nothing that is gone is compared. */
function Compared({ versions, names }: { versions: readonly Version[]; names: Names }) {
  const words = useLabels(labels);
  const notation = useNotation();
  const [before, setBefore] = useState(versions[1]?.id);
  const [after, setAfter] = useState(versions[0]?.id);
  const [was, now] = [
    versions.find(({ id }) => id === before),
    versions.find(({ id }) => id === after),
  ];
  const choose = (label: string, value: string | undefined, change: (id: string) => void) => (
    <label className="g-select">
      <span>{label}</span>
      <select value={value} onChange={(event) => change(event.target.value)}>
        {versions.map(({ id, number }) => (
          <option key={id} value={id}>
            {number === null ? words.DRAFT : words.version(number)}
          </option>
        ))}
      </select>
    </label>
  );
  const found = was && now ? differences(was, now, names, notation) : [];
  return (
    <section className="g-stack" aria-label={words.compare}>
      <h3>{words.compare}</h3>
      <div className="g-actions">
        {choose(words.compareFrom, before, setBefore)}
        {choose(words.compareTo, after, setAfter)}
      </div>
      {found.length === 0 ? (
        <p className="g-muted">{words.same}</p>
      ) : (
        <DataList
          caption={words.differences}
          columns={columnsOf(words)}
          rows={found}
          rowKey={({ part }) => part}
        />
      )}
    </section>
  );
}
