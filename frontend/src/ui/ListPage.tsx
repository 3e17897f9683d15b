/**
 * A list from the server: its states, count and pages. The screen states only what is
 * particular: the question, the filter, and how rows are drawn.
 */
import type { ReactNode } from 'react';
import { useLabels } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { usePreferences } from '@/kernel/preferences';
import { useUrlPage } from '@/kernel/urlState';
import { Button } from './Button';
import { DataListSkeleton } from './DataList';
import { EmptyState, type Picture } from './EmptyState';
import { labels } from './labels';
import { QueryStates, type QueryView } from './QueryStates';

export interface Connection<Row> {
  edges: readonly { node: Row; cursor: string }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor?: string | null; endCursor?: string | null };
  totalCount: number;
  totalIsExact: boolean;
}

export interface FirstTime {
  picture: Picture;
  title: string;
  text: string;
  actions?: ReactNode;
}

interface ListPageProps<D, Row> {
  query: QueryView<D>;
  connection: (data: D) => Connection<Row>;
  pageSize: number;
  columns: number;
  filtered: boolean;
  onClear: () => void;
  empty: FirstTime;
  children: (rows: readonly Row[], data: D) => ReactNode;
}

export function ListPage<D, Row>({ query, connection, pageSize, columns, filtered, onClear, empty, children }: ListPageProps<D, Row>) {
  return (
    <QueryStates query={query} skeleton={<DataListSkeleton columns={columns} />}>
      {(data) => {
        const page = connection(data);
        if (page.edges.length === 0) return filtered ? <NoMatch onClear={onClear} /> : <Nothing {...empty} />;
        return (
          <>
            {children(page.edges.map((edge) => edge.node), data)}
            <Pager page={page} size={pageSize} />
          </>
        );
      }}
    </QueryStates>
  );
}

/** Nothing has ever been here: what this is, and the next step. */
function Nothing({ picture, title, text, actions }: FirstTime) {
  return <EmptyState picture={picture} title={title} actions={actions}><p>{text}</p></EmptyState>;
}

/** The filter leaves nothing. */
export function NoMatch({ onClear }: { onClear: () => void }) {
  const words = useLabels(labels);
  return (
    <EmptyState picture="search" title={words.filteredEmpty} actions={<Button look="primary" icon="times" onClick={onClear}>{words.clearFilter}</Button>}>
      <p>{words.filteredEmptyHelp}</p>
    </EmptyState>
  );
}

/** How many rows match, in words; "about" when the server has not counted to the end. */
export function useCountWords(): (total: number, exact: boolean) => string {
  const words = useLabels(labels);
  const { numberFormat } = usePreferences();
  return (total, exact) => {
    const rows = words.rows(formatCount(total, numberFormat), total === 1);
    return exact ? rows : words.countAbout(rows);
  };
}

function Pager<Row>({ page, size }: { page: Connection<Row>; size: number }) {
  const words = useLabels(labels);
  const countWords = useCountWords();
  const { turn } = useUrlPage(size);
  const { hasPreviousPage, hasNextPage, startCursor, endCursor } = page.pageInfo;
  return (
    <nav className="g-pager" aria-label={words.pages}>
      <span className="g-pager-count" role="status">{countWords(page.totalCount, page.totalIsExact)}</span>
      {(hasPreviousPage || hasNextPage) && (
        <span className="g-actions">
          <Button small look="quiet" disabled={!hasPreviousPage} onClick={() => turn(null)}>{words.firstPage}</Button>
          <Button small icon="chevron-left" disabled={!hasPreviousPage} onClick={() => turn('before', startCursor)}>{words.previousPage}</Button>
          <Button small icon="chevron-right" disabled={!hasNextPage} onClick={() => turn('after', endCursor)}>{words.nextPage}</Button>
        </span>
      )}
    </nav>
  );
}
