/** What differs between two entries, laid out alike. */
import { useQuery } from '@apollo/client/react';
import { Suspense, lazy, useMemo } from 'react';
import { OneLogDocument, type LogWholeFragment } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { AS_READ } from '@/kernel/policies';
import { EmptyState, Facts, QueryStates, Skeleton } from '@/ui';
import { labels } from '../labels';
import { laidOut } from '../text';
import { MomentText } from './MomentText';

// Fetched when two entries are compared: the first screen's chunk stays its own.
const TextDiff = lazy(async () => ({ default: (await import('@/features/journals')).TextDiff }));

export function DifferenceTab({ left, right }: { left: string; right: LogWholeFragment }) {
  const words = useLabels(labels);
  const query = useQuery(OneLogDocument, { variables: { id: left }, fetchPolicy: AS_READ });
  return (
    <QueryStates query={query} skeleton={<Skeleton lines={8} />}>
      {({ communicationLog }) =>
        communicationLog ? (
          <Difference left={communicationLog} right={right} />
        ) : (
          <EmptyState picture="search" title={words.gone}>
            <p>{words.goneHelp}</p>
          </EmptyState>
        )
      }
    </QueryStates>
  );
}

function Difference({ left, right }: { left: LogWholeFragment; right: LogWholeFragment }) {
  const words = useLabels(labels);
  const [one, other] = useMemo(
    () => [laidOut(left.data), laidOut(right.data)],
    [left.data, right.data],
  );
  return (
    <div className="g-stack">
      <Facts
        facts={[
          [
            words.left,
            <span key="left">
              {left.operation} · <MomentText value={left.created} />
            </span>,
          ],
          [
            words.right,
            <span key="right">
              {right.operation} · <MomentText value={right.created} />
            </span>,
          ],
        ]}
      />
      <Suspense fallback={<Skeleton lines={8} />}>
        <TextDiff left={one} right={other} />
      </Suspense>
    </div>
  );
}
