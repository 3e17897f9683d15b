/** Put the focus on a row, wherever it is; it may have to be scrolled to and read first. */
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';

interface FocusRow {
  /** Ranks that stay drawn, so that the focus is not lost when they leave the view. */
  kept: readonly number[];
  /** The list calls it once it can scroll. */
  follow: (scrollTo: (rank: number, where: 'nearest' | 'start') => void) => void;
  focusRow: (rank: number) => void;
  /** The rank the focus is on its way to; null once it is there. */
  awaited: () => number | null;
}

export function useFocusRow(body: RefObject<HTMLElement | null>): FocusRow {
  const pending = useRef<number | null>(null);
  const scroll = useRef<(rank: number, where: 'nearest' | 'start') => void>(() => undefined);
  const [kept, setKept] = useState<readonly number[]>([]);
  const arrive = useCallback(() => {
    if (pending.current === null) return;
    const row = body.current?.querySelector<HTMLElement>(
      `tr[data-rank="${pending.current}"][data-full]`,
    );
    if (!row) return;
    pending.current = null;
    (row.querySelector<HTMLElement>('[data-row-link]') ?? row).focus({ preventScroll: true });
  }, [body]);
  useEffect(arrive);
  const follow = useCallback((scrollTo: (rank: number, where: 'nearest' | 'start') => void) => {
    scroll.current = scrollTo;
  }, []);
  const focusRow = useCallback(
    (rank: number) => {
      pending.current = rank;
      setKept([rank]);
      scroll.current(rank, 'nearest');
      // A row that is drawn has the focus before the next key: Enter must never open the row that was left.
      arrive();
    },
    [arrive],
  );
  const awaited = useCallback(() => pending.current, []);
  return { kept, follow, focusRow, awaited };
}
