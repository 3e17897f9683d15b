/**
 * A list of a screen: its rows from the server, its order, place and open record in the
 * address, and what is chosen in it. The screen says what is asked; `List` draws it.
 */
import type { TypedDocumentNode } from '@apollo/client';
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { To } from 'react-router';
import { readOrder, useSearch } from '@/kernel/urlState';
import type { Sorting } from './Column';
import type { Connection, Pages, Seen } from './pages';
import { mount, pagesFor } from './pageStore';
import { PAGE_ROWS } from './plan';
import { NONE_CHOSEN, type Selection } from './selection';

export interface ListOptions<D, Row> {
  /** The list's name: of its export, its saved views and its columns. */
  name: string;
  document: TypedDocumentNode<D, never>;
  /** Filter and order, as the server takes them. */
  variables: object;
  connection: (data: D) => Connection<Row>;
  rowKey: (row: Row) => string;
  /** The key in the address that names the open record. */
  record?: string;
  /** More keys of the address that belong to the open record and leave with it. */
  recordKeys?: readonly string[];
  /** Keys of the address that say where the list stands on its screen; no view changes them. */
  standing?: readonly string[];
  /** Set before the keys of a list that shares its address with another. */
  prefix?: string;
}

export interface ListState<Row> {
  name: string;
  question: string;
  variables: object;
  seen: Seen<Row>;
  pages: Pages<Row>;
  rowKey: (row: Row) => string;
  rowAt: (rank: number) => Row | undefined;
  /** Where a record stands among the rows held; -1 where it is not held. */
  rankOf: (key: string) => number;
  /** Keys of the address that no saved view keeps: the place, the record, and what belongs to it. */
  passing: readonly string[];
  /** The key in the address for the first row in view. */
  standing: readonly string[];
  placeKey: string;
  opened: string | null;
  /** The address that shows a record beside the list. */
  to: (row: Row) => To;
  open: (key: string, options?: { replace?: boolean }) => void;
  close: () => void;
  selection: Selection;
  select: (next: Selection) => void;
  refresh: Pages<Row>['refresh'];
}

const NO_KEYS: readonly string[] = [];

export function useList<D, Row>({
  name,
  document,
  variables,
  connection,
  rowKey,
  record = '',
  recordKeys = NO_KEYS,
  standing = NO_KEYS,
  prefix = '',
}: ListOptions<D, Row>): ListState<Row> {
  const [search, setSearch] = useSearch();
  const question = `${name} ${JSON.stringify(variables)}`;
  // The question's words are its identity; document and connection belong to the screen's code.
  // oxlint-disable-next-line react/exhaustive-deps
  const pages = useMemo(() => pagesFor(question, { document, variables, connection }), [question]);
  const seen = useSyncExternalStore(pages.subscribe, pages.get);
  const [chosen, setChosen] = useState<{ question: string; selection: Selection }>({
    question,
    selection: NONE_CHOSEN,
  });
  useEffect(() => mount(pages as unknown as Pages<never>), [pages]);

  const rowAt = useCallback(
    (rank: number) => seen.pages.get(Math.floor(rank / PAGE_ROWS))?.[rank % PAGE_ROWS],
    [seen.pages],
  );
  const rankOf = useCallback(
    (key: string) => {
      for (const [page, rows] of seen.pages) {
        const at = rows.findIndex((row) => rowKey(row) === key);
        if (at >= 0) return page * PAGE_ROWS + at;
      }
      return -1;
    },
    // oxlint-disable-next-line react/exhaustive-deps
    [seen.pages],
  );
  const withRecord = useCallback(
    (now: URLSearchParams, key: string | null) => {
      const next = new URLSearchParams(now);
      for (const old of [record, ...recordKeys]) next.delete(old);
      if (key !== null) next.set(record, key);
      return next;
    },
    [record, recordKeys],
  );
  const placeKey = `${prefix}row`;
  const stable = useMemo(() => {
    const next = withRecord(search, null);
    next.delete(placeKey);
    return next.toString();
  }, [search, placeKey, withRecord]);
  const to = useCallback(
    (row: Row) => ({ search: withRecord(new URLSearchParams(stable), rowKey(row)).toString() }),
    [stable, withRecord, rowKey],
  );
  const open = useCallback(
    (key: string, options: { replace?: boolean } = {}) =>
      setSearch((now) => withRecord(now, key), { ...options, preventScrollReset: true }),
    [setSearch, withRecord],
  );
  const close = useCallback(
    () => setSearch((now) => withRecord(now, null), { preventScrollReset: true }),
    [setSearch, withRecord],
  );
  const select = useCallback(
    (selection: Selection) => setChosen({ question, selection }),
    [question],
  );
  const passing = useMemo(
    () => [placeKey, ...(record ? [record] : []), ...recordKeys, ...standing],
    [placeKey, record, recordKeys, standing],
  );
  return {
    name,
    question,
    passing,
    standing,
    variables,
    seen,
    pages,
    rowKey,
    rowAt,
    rankOf,
    placeKey,
    to,
    open,
    close,
    select,
    opened: record ? search.get(record) : null,
    // Another filter shows other rows; what was chosen among the old ones is chosen no more.
    selection: chosen.question === question ? chosen.selection : NONE_CHOSEN,
    refresh: pages.refresh,
  };
}

/** The order in the address, and the way to change it. */
export function useListOrder<const T extends string>(
  { fields, fallback }: { fields: readonly T[]; fallback: `-${NoInfer<T>}` | NoInfer<T> },
  prefix = '',
): { field: T; direction: 'ASC' | 'DESC'; sorting: Sorting } {
  const [search, setSearch] = useSearch();
  const key = `${prefix}sort`;
  const given = search.get(key);
  const { field, direction } = useMemo(
    () => readOrder(new URLSearchParams(given ? { sort: given } : {}), fields, fallback),
    [given, fields, fallback],
  );
  const onSort = useCallback<Sorting['onSort']>(
    (to, way) =>
      setSearch((now) => {
        const next = new URLSearchParams(now);
        next.set(key, `${way === 'DESC' ? '-' : ''}${to}`);
        next.delete(`${prefix}row`);
        return next;
      }),
    [setSearch, key, prefix],
  );
  return useMemo(
    () => ({ field, direction, sorting: { field, direction, onSort } }),
    [field, direction, onSort],
  );
}

/** Read a list anew, quietly, again and again while something in it is under way. */
export function usePolled<Row>({ refresh }: ListState<Row>, isOn: boolean, everyMs: number): void {
  useEffect(() => {
    if (!isOn) return undefined;
    // Nobody sees a hidden tab.
    const look = () => (document.hidden ? undefined : refresh({ quiet: true }));
    const timer = setInterval(() => void look(), everyMs);
    return () => clearInterval(timer);
  }, [refresh, isOn, everyMs]);
}
