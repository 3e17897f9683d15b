/** The latest runs: when, by whom or by itself, and how their checks ended. */
import { useLabels, type Words } from '@/kernel/i18n';
import { AgeText, DataList, Tag, type Column } from '@/ui';
import { labels } from '../labels';
import { OUTCOMES, countLabels } from '../outcomes';
import type { Validation } from '../ErpValidationScreen';

type Run = Validation['runs'][number];

export function RunList({ runs }: { runs: readonly Run[] }) {
  const words = useLabels(labels);
  const counts = useLabels(countLabels);
  if (runs.length === 0) return null;
  return (
    <section className="g-stack">
      <h2>{words.runs}</h2>
      <DataList
        caption={words.runs}
        columns={runColumns(words, counts)}
        rows={runs}
        rowKey={({ id }) => id}
      />
    </section>
  );
}

function runColumns(
  words: Words<typeof labels>,
  counts: Words<typeof countLabels>,
): readonly Column<Run>[] {
  const count = (outcome: 'PASSED' | 'WARNING' | 'FAILED', many: number) =>
    many > 0 && (
      <Tag tone={OUTCOMES[outcome][0]} icon={OUTCOMES[outcome][1]}>
        {counts[outcome](many)}
      </Tag>
    );
  return [
    {
      key: 'started',
      header: words.started,
      cell: ({ started, finished }) => (
        <>
          <AgeText value={started} />
          {finished === null && <span className="g-sub">{words.unfinished}</span>}
        </>
      ),
    },
    {
      key: 'by',
      header: words.by,
      cell: ({ startedBy, byItself }) => (byItself ? words.byItself : startedBy),
    },
    { key: 'checks', header: words.checks, cell: ({ checks }) => checks.length },
    {
      key: 'result',
      header: words.result,
      cell: ({ passed, warnings, failed, other }) => (
        <span className="ev-counts">
          {count('FAILED', failed)}
          {count('WARNING', warnings)}
          {count('PASSED', passed)}
          {other > 0 && <Tag icon="minus">{counts.OPEN(other)}</Tag>}
        </span>
      ),
    },
  ];
}
