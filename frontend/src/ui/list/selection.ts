/** Which rows are chosen: some by their keys, or all that match the filter. */

export interface Selection {
  readonly keys: ReadonlySet<string>;
  /** How many matched when all were chosen; null while only some are. */
  readonly matching: number | null;
}

export const NONE_CHOSEN: Selection = { keys: new Set(), matching: null };

export const isChosen = (selection: Selection, key: string): boolean =>
  selection.matching !== null || selection.keys.has(key);

export const chosenCount = (selection: Selection): number =>
  selection.matching ?? selection.keys.size;

/** One row more, or less. */
export function toggled({ keys }: Selection, key: string): Selection {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return { keys: next, matching: null };
}

/** Several rows more, as a range or a page gives them. */
export function withRows({ keys }: Selection, more: readonly string[]): Selection {
  return { keys: new Set([...keys, ...more]), matching: null };
}

/** Several rows less. */
export function withoutRows({ keys }: Selection, less: readonly string[]): Selection {
  const gone = new Set(less);
  return { keys: new Set([...keys].filter((key) => !gone.has(key))), matching: null };
}

export const allMatching = (count: number): Selection => ({ keys: new Set(), matching: count });
