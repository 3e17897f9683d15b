/** Choosing rows one by one, in ranges, and all that are in view. */
import { useCallback, useRef } from 'react';
import { isChosen, toggled, withRows, withoutRows } from './selection';
import type { ListState } from './useList';

interface Choosing {
  choose?: (rank: number, range: boolean) => void;
  extend?: (from: number, to: number) => void;
}

const NOTHING_TO_DO: Choosing = {};

export function useChoosing<Row>({ selection, select }: ListState<Row>, isOn: boolean, keyAt: (rank: number) => string | null): Choosing {
  const anchor = useRef<number | null>(null);
  const extend = useCallback((from: number, to: number) => {
    const ranks = Array.from({ length: Math.abs(to - from) + 1 }, (_, index) => Math.min(from, to) + index);
    select(withRows(selection, ranks.map(keyAt).filter((key) => key !== null)));
  }, [selection, select, keyAt]);
  const choose = useCallback((rank: number, range: boolean) => {
    const key = keyAt(rank);
    if (key === null) return;
    if (range && anchor.current !== null) extend(anchor.current, rank);
    else select(toggled(selection, key));
    anchor.current = rank;
  }, [selection, select, keyAt, extend]);
  return isOn ? { choose, extend } : NOTHING_TO_DO;
}

/** Whether all these rows are chosen, and the way to choose or unchoose them. */
export function wholeOf<Row>({ selection, select }: ListState<Row>, keys: readonly string[]): { isWhole: boolean; turn: () => void } {
  const isWhole = keys.length > 0 && keys.every((key) => isChosen(selection, key));
  return { isWhole, turn: () => select(isWhole ? withoutRows(selection, keys) : withRows(selection, keys)) };
}
