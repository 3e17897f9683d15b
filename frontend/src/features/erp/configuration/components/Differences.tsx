/** What differs between two versions, setting by setting. */
import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { ErpDifferenceListDocument, type ErpDifferenceListQuery } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { UNTOLD } from '@/kernel/policies';
import { DataList, NoValue, QueryStates, Skeleton, type Column } from '@/ui';
import { useInLanguage } from '../../words';
import { choiceLabels, labels } from '../labels';
import type { Line } from '../parts';

type Difference = ErpDifferenceListQuery['erpDifferences'][number];

export function Differences({ versions }: { versions: readonly Line[] }) {
  const words = useLabels(labels);
  const [before, setBefore] = useState(versions[1]?.id ?? '');
  const [after, setAfter] = useState(versions[0]?.id ?? '');
  const query = useQuery(ErpDifferenceListDocument, {
    variables: { before, after },
    fetchPolicy: UNTOLD,
  });
  const choose = (label: string, value: string, change: (id: string) => void) => (
    <label className="g-select">
      <span>{label}</span>
      <select value={value} onChange={(event) => change(event.target.value)}>
        {versions.map(({ id, number }) => (
          <option key={id} value={id}>
            {number === null ? words.draft : words.version(number)}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <section className="g-stack" aria-label={words.compare}>
      <h3>{words.compare}</h3>
      <div className="g-actions">
        {choose(words.compareFrom, before, setBefore)}
        {choose(words.compareTo, after, setAfter)}
      </div>
      <QueryStates query={query} skeleton={<Skeleton lines={3} />}>
        {({ erpDifferences }) =>
          erpDifferences.length === 0 ? (
            <p className="g-muted">{words.same}</p>
          ) : (
            <Table rows={erpDifferences} />
          )
        }
      </QueryStates>
    </section>
  );
}

function Table({ rows }: { rows: readonly Difference[] }) {
  const words = useLabels(labels);
  const choices = useLabels(choiceLabels) as Readonly<Record<string, string>>;
  const tell = useInLanguage();
  const side = ({ name, isSecret }: Difference, value: string) => {
    if (isSecret) return words.otherSecret;
    return value ? (choices[`${name} ${value}`] ?? value) : <NoValue />;
  };
  const columns: readonly Column<Difference>[] = [
    { key: 'setting', header: words.setting, cell: (row) => tell(row.label) },
    { key: 'was', header: words.was, cell: (row) => side(row, row.was) },
    { key: 'now', header: words.now, cell: (row) => side(row, row.now) },
  ];
  return (
    <DataList
      caption={words.differences}
      columns={columns}
      rows={rows}
      rowKey={({ name }) => name}
    />
  );
}
