/**
 * The states of a list: coming, empty at first, empty by filter, not allowed, failed, and
 * shown though a later reading failed.
 */
import type { ReactNode } from 'react';
import { formatClock } from './clock';
import { useLabels } from '@/kernel/i18n';
import { problemOf } from '@/kernel/problems';
import { Button } from '../Button';
import { EmptyState, type Picture } from '../EmptyState';
import { Icon } from '../Icon';
import { labels } from '../labels';
import { Problem } from '../Problem';
import { ListSkeleton } from './ListTable';
import type { ListState } from './useList';

/** What a list says while nothing has ever been in it. */
export interface FirstTime {
  picture: Picture;
  title: string;
  text: string;
  actions?: ReactNode;
}

interface ListStatesProps<Row> {
  list: ListState<Row>;
  columns: number;
  filtered: boolean;
  onClear: () => void;
  empty: FirstTime;
  /** Said below what every list says when its filter leaves nothing. */
  noMatch?: ReactNode;
  children: ReactNode;
}

export function ListStates<Row>({
  list: { seen, refresh },
  columns,
  filtered,
  onClear,
  empty,
  noMatch,
  children,
}: ListStatesProps<Row>) {
  const words = useLabels(labels);
  const { error, count } = seen;
  if (
    error !== undefined &&
    (count === null || ['forbidden', 'unauthenticated'].includes(problemOf(error).kind))
  )
    return <Problem error={error} onRetry={refresh} />;
  if (count === null) {
    return (
      <div aria-busy="true">
        <p className="g-sr" role="status">
          {words.loading}
        </p>
        <ListSkeleton columns={columns} />
      </div>
    );
  }
  const stale = error !== undefined && seen.readAt && (
    <div className="g-notice g-tone-warn" role="status">
      <Icon name="exclamation-triangle" />
      <span>{words.stale(formatClock(seen.readAt))}</span>
      <Button small onClick={() => void refresh()}>
        {words.retry}
      </Button>
    </div>
  );
  return (
    <>
      {stale}
      {count === 0 ? (
        <Nothing filtered={filtered} onClear={onClear} empty={empty} noMatch={noMatch} />
      ) : (
        children
      )}
    </>
  );
}

function Nothing({
  filtered,
  onClear,
  empty,
  noMatch,
}: Pick<ListStatesProps<never>, 'filtered' | 'onClear' | 'empty' | 'noMatch'>) {
  if (filtered) return <NoMatch onClear={onClear}>{noMatch}</NoMatch>;
  return (
    <EmptyState picture={empty.picture} title={empty.title} actions={empty.actions}>
      <p>{empty.text}</p>
    </EmptyState>
  );
}

/** The filter leaves nothing. */
export function NoMatch({ onClear, children }: { onClear: () => void; children?: ReactNode }) {
  const words = useLabels(labels);
  return (
    <EmptyState
      picture="search"
      title={words.filteredEmpty}
      actions={
        <Button look="primary" icon="times" onClick={onClear}>
          {words.clearFilter}
        </Button>
      }
    >
      <p>{words.filteredEmptyHelp}</p>
      {children}
    </EmptyState>
  );
}
