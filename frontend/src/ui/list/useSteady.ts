/** What rows are drawn from, under one identity while it says the same: rows are not drawn again for it. */
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Expansion } from './Column';

/** The same list for the same items. */
export function useSteadyItems<Item>(items: readonly Item[]): readonly Item[] {
  const [steady, setSteady] = useState(items);
  const isSame =
    steady.length === items.length && steady.every((item, index) => item === items[index]);
  if (!isSame) setSteady(items);
  return isSame ? steady : items;
}

/** What a screen says about folding out. */
export function useSteady<Row>(expansion: Expansion<Row> | undefined): Expansion<Row> | undefined {
  const latest = useRef(expansion);
  useEffect(() => {
    latest.current = expansion;
  });
  const isThere = expansion !== undefined;
  return useMemo(
    () =>
      isThere
        ? {
            label: (row) => latest.current?.label(row) ?? null,
            render: (row) => latest.current?.render(row),
          }
        : undefined,
    [isThere],
  );
}
