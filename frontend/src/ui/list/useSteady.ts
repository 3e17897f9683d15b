/** What a screen says about folding out, under one identity: rows are not drawn again for it. */
import { useEffect, useMemo, useRef } from 'react';
import type { Expansion } from './Column';

export function useSteady<Row>(expansion: Expansion<Row> | undefined): Expansion<Row> | undefined {
  const latest = useRef(expansion);
  useEffect(() => {
    latest.current = expansion;
  });
  const isThere = expansion !== undefined;
  return useMemo(() => (isThere ? { label: (row) => latest.current?.label(row) ?? null, render: (row) => latest.current?.render(row) } : undefined), [isThere]);
}
