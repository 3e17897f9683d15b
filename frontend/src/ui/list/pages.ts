/**
 * The rows of one question to the server, page by page: those near the reader are kept,
 * the rest is asked for again by the cursors that are remembered. Knows no screen.
 */
import type { PageVariables } from '@/kernel/urlState';
import { PAGE_ROWS, pagesOf, wayTo, type Edges } from './plan';

/** So many pages are kept; 2,400 rows are far more than a screen shows. */
const MOST_KEPT = 12;
const MOST_AT_ONCE = 4;

/** What every list of the server answers. */
export interface Connection<Row> {
  edges: readonly { node: Row; cursor: string }[];
  pageInfo: {
    hasNextPage: boolean;
    hasPreviousPage: boolean;
    startCursor?: string | null;
    endCursor?: string | null;
  };
  /** Only where it was asked to count. */
  totalCount?: number | undefined;
  totalIsExact?: boolean | undefined;
}

export interface Seen<Row> {
  /** The rows held, by page. */
  pages: ReadonlyMap<number, readonly Row[]>;
  /** How many rows match; null before the first answer. */
  count: number | null;
  isExact: boolean;
  loading: boolean;
  error: unknown;
  /** When the rows shown were read. */
  readAt: string | null;
}

export interface Pages<Row> {
  get: () => Seen<Row>;
  subscribe: (listener: () => void) => () => void;
  /** Have these ranks and those a reader meets next; what lies far may go. */
  want: (first: number, last: number, ahead?: number) => void;
  /** Read anew what is in view. Until it is there, what was read stays; a quiet reading shows no sign of itself. */
  refresh: (options?: { quiet?: boolean }) => Promise<void>;
  /** Change rows in place, such as after marking one. */
  replace: (change: (row: Row) => Row) => void;
}

export function createPages<Row>(
  ask: (page: PageVariables) => Promise<Connection<Row>>,
): Pages<Row> {
  let seen: Seen<Row> = {
    pages: new Map(),
    count: null,
    isExact: false,
    loading: false,
    error: undefined,
    readAt: null,
  };
  let edges = new Map<number, Edges>();
  let wanted: readonly number[] = [];
  let inView: readonly number[] = [0];
  let generation = 0;
  let isAnew = false;
  let isQuiet = false;
  /** Counting costs as much as a page: it is done once, and again when what was counted does not hold. */
  let isCountDue = true;
  let anew: Promise<void> | undefined;
  let again: Promise<void> | undefined;
  const underWay = new Set<number>();
  const listeners = new Set<() => void>();
  const tell = (changes: Partial<Seen<Row>>) => {
    seen = { ...seen, ...changes };
    for (const listener of listeners) listener();
  };

  const keep = (page: number, asked: PageVariables, answer: Connection<Row>) => {
    const rows = answer.edges.map(({ node }) => node);
    const isMisplaced =
      asked.last !== undefined &&
      page > 0 &&
      (rows.length < asked.last ||
        (asked.before !== undefined && !answer.pageInfo.hasPreviousPage));
    if (isMisplaced) {
      edges.clear();
      isCountDue = !asked.counted;
      // Its rows are others than those it was asked for: it is asked for again, and counted.
      if (isCountDue) return;
    }
    const [first, last] = [answer.edges[0], answer.edges.at(-1)];
    if (first && last) edges.set(page, { start: first.cursor, end: last.cursor });
    const pages = new Map(seen.pages).set(page, rows);
    for (const far of [...pages.keys()]
      .toSorted((a, b) => distance(b) - distance(a))
      .slice(0, Math.max(0, pages.size - MOST_KEPT)))
      pages.delete(far);
    tell({
      pages,
      error: undefined,
      readAt: new Date().toISOString(),
      ...extent(page, asked, answer),
    });
  };
  const distance = (page: number) => Math.min(...wanted.map((each) => Math.abs(each - page)));

  /** How many rows there are: counted by the server, or known from where they end. */
  const extent = (page: number, asked: PageVariables, answer: Connection<Row>) => {
    const end = page * PAGE_ROWS + answer.edges.length;
    const isEnd = asked.first !== undefined && !answer.pageInfo.hasNextPage;
    const [told, known] = [answer.totalCount ?? 0, asked.counted ? 0 : (seen.count ?? 0)];
    if (answer.totalIsExact) return { count: told, isExact: true };
    if (isEnd && (answer.edges.length > 0 || page === 0)) return { count: end, isExact: true };
    // Where the end is known, a page before it says nothing new, but for rows that have come behind it.
    if (seen.isExact && (end < known || !answer.pageInfo.hasNextPage)) return {};
    if (isEnd) return { count: Math.min(told || known, page * PAGE_ROWS), isExact: false };
    return { count: Math.max(told, end + PAGE_ROWS, known), isExact: false };
  };

  const load = async (page: number) => {
    const way = wayTo(page, edges, { count: seen.count ?? 0, isExact: seen.isExact });
    const [began, asked] = [generation, { ...way, counted: isCountDue }];
    isCountDue = false;
    underWay.add(page);
    tell({ loading: !isQuiet });
    try {
      const answer = await ask(asked);
      if (began === generation) keep(page, asked, answer);
    } catch (error) {
      if (began === generation) tell({ error });
      isCountDue ||= asked.counted;
      throw error;
    } finally {
      if (began === generation) underWay.delete(page);
      tell({ loading: !isQuiet && (underWay.size > 0 || isAnew) });
    }
  };

  const pump = () => {
    // After a failure nothing is asked until somebody does: a broken server is left in peace.
    if (isAnew || seen.error !== undefined) return;
    const beyond = (page: number) =>
      seen.count !== null && seen.isExact && page > 0 && page * PAGE_ROWS >= seen.count;
    for (const page of wanted) {
      if (underWay.size >= MOST_AT_ONCE) return;
      if (!seen.pages.has(page) && !underWay.has(page) && !beyond(page))
        load(page).then(pump, () => undefined);
    }
  };

  const readAnew = async () => {
    generation += 1;
    underWay.clear();
    isCountDue = true;
    const fresh = new Set<number>();
    try {
      // One after the other: each begins where the one before it ends now. The reader may move meanwhile.
      for (
        let page = inView[0];
        page !== undefined;
        page = inView.find((each) => !fresh.has(each))
      ) {
        await load(page);
        fresh.add(page);
      }
      edges = new Map([...edges].filter(([page]) => fresh.has(page)));
      tell({ pages: new Map([...seen.pages].filter(([page]) => fresh.has(page))) });
    } catch {
      // What was read stays; the failure is told beside it.
    }
    isAnew = false;
    isQuiet = false;
    tell({ loading: false });
    pump();
  };

  const refresh: Pages<Row>['refresh'] = ({ quiet = false } = {}) => {
    if (!isAnew || !anew) {
      isAnew = true;
      isQuiet = quiet;
      if (!quiet) tell({ error: undefined });
      anew = readAnew();
      return anew;
    }
    // What is being read may be from before a change: a poll takes it, whoever made the change reads again.
    if (quiet) return anew;
    again ??= anew.then(() => {
      again = undefined;
      return refresh();
    });
    return again;
  };

  return {
    get: () => seen,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    want(first, last, ahead = 0) {
      inView = pagesOf(first, last);
      const next = pagesOf(Math.min(first, first + ahead), Math.max(last, last + ahead));
      wanted = [
        ...inView,
        ...next
          .filter((page) => !inView.includes(page))
          .toSorted((a, b) => (ahead < 0 ? b - a : a - b)),
      ];
      pump();
    },
    refresh,
    replace(change) {
      tell({ pages: new Map([...seen.pages].map(([page, rows]) => [page, rows.map(change)])) });
    },
  };
}
