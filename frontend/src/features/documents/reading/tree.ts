/** The rows of a tree that is opened piece by piece, and how keys walk it. */
import { useCallback, useEffect, useState } from 'react';
import type { Reader } from './reader';
import { ROOT, type TreeNode } from './xmlIndex';

/** Children of each element that were fetched so far. */
export type Pieces = ReadonlyMap<number, readonly TreeNode[]>;

export interface Row {
  key: string;
  depth: number;
  /** The element whose children the row is among. */
  parent: number;
  /** None for the row that fetches more. */
  node: TreeNode | null;
  /** How many are not fetched yet. */
  left: number;
}

const PIECE = 200;
/** So many levels are open from the start. */
const OPEN_LEVELS = 3;

/** The rows in sight order: elements, the children of the open ones, and what is left to fetch. */
export function treeRows(pieces: Pieces, open: ReadonlySet<number>): readonly Row[] {
  const rows: Row[] = [];
  const walk = (parent: number, depth: number, total: number) => {
    const known = pieces.get(parent) ?? [];
    for (const node of known) {
      rows.push({ key: String(node.id), depth, parent, node, left: 0 });
      if (open.has(node.id)) walk(node.id, depth + 1, node.children);
    }
    const left = total - known.length;
    if (left > 0 && known.length > 0)
      rows.push({ key: `${parent}+`, depth, parent, node: null, left });
  };
  walk(ROOT, 0, pieces.get(ROOT)?.length ?? 0);
  return rows;
}

/** Where a key leads: another row, an act on this one, or nowhere. */
export function keyTarget(
  key: string,
  rows: readonly Row[],
  at: number,
  open: ReadonlySet<number>,
): number | 'toggle' | 'choose' | null {
  const node = rows[at]?.node ?? null;
  const isOpen = node !== null && open.has(node.id);
  const bounded = (target: number) => Math.min(rows.length - 1, Math.max(0, target));
  const plain: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + 15,
    PageUp: at - 15,
    Home: 0,
    End: rows.length - 1,
  };
  const target = plain[key];
  if (target !== undefined) return bounded(target);
  if (key === 'Enter' || key === ' ') return 'choose';
  if (key === 'ArrowRight' && node && node.children > 0) return isOpen ? bounded(at + 1) : 'toggle';
  if (key === 'ArrowLeft') return isOpen ? 'toggle' : parentRow(rows, at);
  return null;
}

function parentRow(rows: readonly Row[], at: number): number | null {
  const parent = rows[at]?.parent;
  const found = rows.findIndex(({ node }) => node?.id === parent);
  return found < 0 ? null : found;
}

/** What was fetched of a document's tree, and what is open in it. */
export function usePieces(reader: Reader) {
  const [pieces, setPieces] = useState<Pieces>(new Map());
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const fetchMore = useCallback(
    async (parent: number, known: readonly TreeNode[]) => {
      const found = [...known, ...(await reader.children(parent, known.length, PIECE))];
      setPieces((now) => new Map(now).set(parent, found));
      return found;
    },
    [reader],
  );
  useEffect(() => {
    const openLevels = async (parent: number, level: number) => {
      const found = await fetchMore(parent, []);
      const lone = found.length < 4 ? found.filter(({ children }) => children > 0) : [];
      if (level >= OPEN_LEVELS) return;
      for (const { id } of lone) {
        setOpen((now) => new Set(now).add(id));
        await openLevels(id, level + 1);
      }
    };
    void openLevels(ROOT, 0);
  }, [fetchMore]);
  const toggle = (id: number) => {
    const next = new Set(open);
    if (!next.delete(id)) {
      next.add(id);
      if (!pieces.has(id)) void fetchMore(id, []);
    }
    setOpen(next);
  };
  const more = useCallback(
    (parent: number) => void fetchMore(parent, pieces.get(parent) ?? []),
    [fetchMore, pieces],
  );
  return { pieces, open, toggle, more };
}
