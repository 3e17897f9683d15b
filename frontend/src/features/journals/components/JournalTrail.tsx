/** Who did what to a journal, newest first, from the audit trail; for everybody who may read the journal. */
import { useQuery } from '@apollo/client/react';
import { useMemo } from 'react';
import { JournalTrailDocument, type JournalTrailQuery } from '@/generated/graphql';
import { verbLabels } from '@/features/audit';
import { actorName } from '@/kernel/actors';
import { useLabels, wordFor, type Words } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { DECIDED_BY } from '@/kernel/policies';
import { useNotation } from '@/kernel/preferences';
import { DataList, InstantText, NoValue, QueryStates, Skeleton, Tag, type Column } from '@/ui';
import { progressLabels } from '../progressLabels';

const SHOWN = 100;

type Line = JournalTrailQuery['journalTrail']['edges'][number]['node'];

function trailColumns(
  words: Words<typeof progressLabels>,
  verbs: Words<typeof verbLabels>,
): readonly Column<Line>[] {
  return [
    {
      key: 'when',
      header: words.auditWhen,
      cell: (row) => <InstantText value={row.instant} seconds />,
    },
    {
      key: 'who',
      header: words.auditWho,
      cell: (row) => (row.actor ? actorName(row.actor.name) : <NoValue />),
    },
    {
      key: 'what',
      header: words.auditAct,
      cell: (row) => (
        <>
          {wordFor(verbs, row.verb)}
          {row.outcome !== 'DONE' && (
            <>
              {' '}
              <Tag tone="warn">{words[`outcome${row.outcome}`]}</Tag>
            </>
          )}
        </>
      ),
    },
  ];
}

export function JournalTrail({ correlationId }: { correlationId: string }) {
  const words = useLabels(progressLabels);
  const verbs = useLabels(verbLabels);
  const { numberFormat } = useNotation();
  const columns = useMemo(() => trailColumns(words, verbs), [words, verbs]);
  const query = useQuery(JournalTrailDocument, {
    variables: { first: SHOWN, correlationId },
    fetchPolicy: DECIDED_BY,
  });
  return (
    <QueryStates query={query} skeleton={<Skeleton lines={6} />}>
      {({ journalTrail: { edges, totalCount } }) => {
        if (edges.length === 0) return <p className="g-muted">{words.auditNone}</p>;
        return (
          <>
            <DataList
              caption={words.tabAudit}
              rows={edges.map(({ node }) => node)}
              rowKey={(row) => row.id}
              columns={columns}
            />
            {totalCount > SHOWN && (
              <p className="g-muted">{words.auditMore(formatCount(totalCount, numberFormat))}</p>
            )}
          </>
        );
      }}
    </QueryStates>
  );
}
