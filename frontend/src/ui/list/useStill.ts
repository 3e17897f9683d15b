/**
 * Keeps the row that somebody points at, has the focus on or reads first where it is on the
 * screen, while rows come and go above it.
 */
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import type { Pages, Seen } from './pages';
import { scrollerOf } from './useWindow';

interface Held {
  row: HTMLElement;
  top: number;
}

export function useStill<Row>(
  body: RefObject<HTMLElement | null>,
  pages: Pages<Row>,
  seen: Seen<Row>['pages'],
  firstSeen: number,
): void {
  const held = useRef<Held | null>(null);
  const first = useRef(firstSeen);
  useEffect(() => {
    first.current = firstSeen;
  });
  // Told before anything is drawn: the row still stands where it stood.
  useEffect(
    () =>
      pages.subscribe(() => {
        const row = rowInUse(body.current, first.current);
        held.current = row && { row, top: row.getBoundingClientRect().top };
      }),
    [pages, body],
  );
  useLayoutEffect(() => {
    const { row, top } = held.current ?? {};
    held.current = null;
    if (!row?.isConnected || top === undefined) return;
    const moved = row.getBoundingClientRect().top - top;
    if (Math.abs(moved) >= 1) scrollerOf(row).scrollBy({ top: moved, behavior: 'instant' });
  }, [seen]);
}

/** At the top of a list nothing is kept still but what is pointed at or has the focus: what comes is seen. */
function rowInUse(body: HTMLElement | null, first: number): HTMLElement | null {
  const inUse = body?.querySelector<HTMLElement>(
    ':scope > tr[data-full]:is(:hover, :focus-within)',
  );
  return (
    inUse ??
    (first > 0
      ? (body?.querySelector<HTMLElement>(`:scope > tr[data-full][data-rank="${first}"]`) ?? null)
      : null)
  );
}
