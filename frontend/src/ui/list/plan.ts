/**
 * How a page of a list is asked for: beside the nearest cursor that is known, from either
 * side, leaping over the rows between. Pure; it knows places, not rows.
 */
import type { PageVariables } from '@/kernel/urlState';

/** Rows of one page; the most the server gives at once. */
export const PAGE_ROWS = 200;

/** The cursors of a page's first and last row. */
export interface Edges {
  start: string;
  end: string;
}

interface Extent {
  count: number;
  isExact: boolean;
}

interface Way {
  leap: number;
  ask: PageVariables;
}

const forward = (leap: number, after?: string): Way => ({
  leap,
  ask: { first: PAGE_ROWS, ...(after ? { after } : {}), ...(leap > 0 ? { skip: leap } : {}) },
});
const backward = (leap: number, size: number, before?: string): Way => ({
  leap,
  ask: { last: size, ...(before ? { before } : {}), ...(leap > 0 ? { skip: leap } : {}) },
});

/** The shortest way to a page, given the cursors of pages seen before. */
export function wayTo(
  page: number,
  known: ReadonlyMap<number, Edges>,
  { count, isExact }: Extent,
): PageVariables {
  // The first page is asked for from the start, so that what has just come is on it.
  if (page === 0) return forward(0).ask;
  const ways = [forward(page * PAGE_ROWS)];
  for (const [other, edges] of known) {
    if (other < page) ways.push(forward((page - other - 1) * PAGE_ROWS, edges.end));
    if (other > page) ways.push(backward((other - page - 1) * PAGE_ROWS, PAGE_ROWS, edges.start));
  }
  // Last, since a cursor holds whatever has come meanwhile, and the distance from the end does not.
  if (isExact && page * PAGE_ROWS < count) {
    const after = count - (page + 1) * PAGE_ROWS;
    ways.push(backward(Math.max(0, after), Math.min(PAGE_ROWS, PAGE_ROWS + after)));
  }
  return ways.reduce((best, way) => (way.leap < best.leap ? way : best)).ask;
}

/** The pages that ranks lie on, first to last. */
export function pagesOf(first: number, last: number): readonly number[] {
  const from = Math.floor(Math.max(0, first) / PAGE_ROWS);
  const to = Math.floor(Math.max(0, last) / PAGE_ROWS);
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
