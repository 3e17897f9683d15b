/**
 * The states every question goes through: loading, problem, no permission, stale, ready.
 * A failed refresh keeps what was read and says how old it is; it never looks empty.
 */
import { useEffect, useState, type ReactNode } from 'react';
import { formatArrival } from '@/kernel/dates';
import { useLabels } from '@/kernel/i18n';
import { useNotation } from '@/kernel/preferences';
import { problemOf } from '@/kernel/problems';
import { Button } from './Button';
import { Icon } from './Icon';
import { labels } from './labels';
import { Problem } from './Problem';

/** What a screen hands over: the part of a query result that decides what is shown. */
export interface QueryView<D> {
  data?: D | undefined;
  previousData?: D | undefined;
  error?: unknown;
  loading: boolean;
  variables?: unknown;
  refetch?: () => unknown;
}

interface Kept<D> {
  key: string;
  data: D;
  at: string;
}

/** Data to show now: the answer, else the last answer to the very same question. */
function useKept<D>(query: QueryView<D>): { shown: D | undefined; staleSince: string | null } {
  const [kept, setKept] = useState<Kept<D> | null>(null);
  const key = JSON.stringify(query.variables ?? null);
  const { data } = query;
  useEffect(() => {
    if (data !== undefined) setKept({ key, data, at: new Date().toISOString() });
  }, [data, key]);
  if (data !== undefined) return { shown: data, staleSince: query.error && kept ? kept.at : null };
  if (query.error)
    return kept?.key === key
      ? { shown: kept.data, staleSince: kept.at }
      : { shown: undefined, staleSince: null };
  return { shown: query.loading ? query.previousData : undefined, staleSince: null };
}

export function QueryStates<D>({
  query,
  skeleton,
  children,
}: {
  query: QueryView<D>;
  skeleton: ReactNode;
  children: (data: D) => ReactNode;
}) {
  const words = useLabels(labels);
  const { shown, staleSince } = useKept(query);
  const forbidden = query.error !== undefined && problemOf(query.error).kind === 'forbidden';
  if (query.error && (shown === undefined || forbidden)) {
    return <Problem error={query.error} {...(query.refetch ? { onRetry: query.refetch } : {})} />;
  }
  if (shown === undefined) {
    return (
      <div aria-busy="true">
        <p className="g-sr" role="status">
          {words.loading}
        </p>
        {skeleton}
      </div>
    );
  }
  return (
    <div className="g-ready" aria-busy={query.loading || undefined}>
      <div className={`g-thinbar${query.loading ? ' g-thinbar-on' : ''}`} aria-hidden="true" />
      {staleSince && (
        <StaleNotice at={staleSince} {...(query.refetch ? { onRetry: query.refetch } : {})} />
      )}
      {children(shown)}
    </div>
  );
}

function StaleNotice({ at, onRetry }: { at: string; onRetry?: () => unknown }) {
  const words = useLabels(labels);
  const { dateFormat } = useNotation();
  return (
    <div className="g-notice g-tone-warn" role="status">
      <Icon name="exclamation-triangle" />
      <span>{words.stale(formatArrival(at, dateFormat))}</span>
      {onRetry && (
        <Button small onClick={() => void onRetry()}>
          {words.retry}
        </Button>
      )}
    </div>
  );
}
