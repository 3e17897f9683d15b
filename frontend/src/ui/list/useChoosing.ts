/** Choosing rows one by one, in ranges, and all that are in view. */
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { isChosen, toggled, withRows, withoutRows } from './selection';
import type { ListState } from './useList';

interface Choosing {
  choose?: (rank: number, range: boolean) => void;
  extend?: (from: number, to: number) => void;
}

export function useChoosing<Row>(
  list: ListState<Row>,
  isOn: boolean,
  keyAt: (rank: number) => string | null,
): Choosing {
  const anchor = useRef<number | null>(null);
  // Rows hold these two; they stay the same, so that rows need not be drawn again for them.
  const latest = useRef({ list, keyAt });
  useEffect(() => {
    latest.current = { list, keyAt };
  });
  const extend = useCallback((from: number, to: number) => {
    const now = latest.current;
    const ranks = Array.from(
      { length: Math.abs(to - from) + 1 },
      (_, index) => Math.min(from, to) + index,
    );
    now.list.select(
      withRows(
        now.list.selection,
        ranks.map(now.keyAt).filter((key) => key !== null),
      ),
    );
  }, []);
  const choose = useCallback(
    (rank: number, range: boolean) => {
      const now = latest.current;
      const key = now.keyAt(rank);
      if (key === null) return;
      if (range && anchor.current !== null) extend(anchor.current, rank);
      else now.list.select(toggled(now.list.selection, key));
      anchor.current = rank;
    },
    [extend],
  );
  return useMemo(() => (isOn ? { choose, extend } : {}), [isOn, choose, extend]);
}

/** Whether all these rows are chosen, and the way to choose or unchoose them. */
export function wholeOf<Row>(
  { selection, select }: ListState<Row>,
  keys: readonly string[],
): { isWhole: boolean; turn: () => void } {
  const isWhole = keys.length > 0 && keys.every((key) => isChosen(selection, key));
  return {
    isWhole,
    turn: () => select(isWhole ? withoutRows(selection, keys) : withRows(selection, keys)),
  };
}
