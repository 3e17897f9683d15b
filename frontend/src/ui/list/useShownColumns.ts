/** The columns of a list as they are drawn now: chosen, ordered, as wide as there is room. */
import { useCallback, useMemo, useState, type RefObject } from 'react';
import { useStore } from '@/kernel/store';
import type { Column } from './Column';
import {
  carded,
  fitting,
  silentIn,
  stillSilent,
  widthOf,
  withWidth,
  type ColumnChoice,
} from './columnChoice';
import { columnChoiceOf } from './remembered';
import { useRoom } from './useRoom';
import { useSteadyItems } from './useSteady';

/** The width of the boxes and arrows before the columns, in rem. */
export const MARGIN_COLUMN = 2.4;

interface ShownColumns<Row> {
  choice: ColumnChoice;
  shown: readonly Column<Row>[];
  rem: number;
  isCards: boolean;
  /** Whether the table is wider than its room, and so scrolls in a frame of its own. */
  isWide: boolean;
  /** A width in rem, or null for the declared one. */
  setWidth: (key: string, width: number | null) => void;
}

/** Which columns had nothing in any row since the list was opened. */
function useSilent<Row>(
  columns: readonly Column<Row>[],
  pages: ReadonlyMap<number, readonly Row[]>,
): ReadonlySet<string> | undefined {
  const [kept, keep] = useState<ReadonlySet<string> | null>(null);
  const rows = useMemo(() => [...pages.values()].flat(), [pages]);
  const now = useMemo(() => silentIn(columns, rows), [columns, rows]);
  const still = rows.length === 0 ? kept : stillSilent(kept, now);
  if (still !== kept) keep(still);
  return still ?? undefined;
}

export function useShownColumns<Row>(
  name: string,
  columns: readonly Column<Row>[],
  marginColumns: number,
  bar: RefObject<HTMLElement | null>,
  pages: ReadonlyMap<number, readonly Row[]>,
): ShownColumns<Row> {
  const choices = columnChoiceOf(name);
  const choice = useStore(choices);
  const { room, rem, isCards } = useRoom(bar);
  const left = room === null ? null : room - marginColumns * MARGIN_COLUMN;
  const silent = useSilent(columns, pages);
  const shown = useSteadyItems(
    useMemo(
      () => (isCards ? carded(columns, choice, silent) : fitting(columns, choice, left, silent)),
      [columns, choice, isCards, left, silent],
    ),
  );
  const setWidth = useCallback(
    (key: string, width: number | null) =>
      choices.update((now) => {
        if (width !== null) return withWidth(now, key, width);
        const { [key]: _, ...widths } = now.widths;
        return { ...now, widths };
      }),
    [choices],
  );
  const isWide =
    !isCards &&
    left !== null &&
    shown.reduce((sum, column) => sum + widthOf(column, choice), 0) > left;
  return { choice, shown, rem, isCards, isWide, setWidth };
}
