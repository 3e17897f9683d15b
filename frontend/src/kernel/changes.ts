/** What may have changed the server's answers: acts of this page, and what the poll tells of. */

/** Whether a change may be seen in a field at the root of the graph. */
export type IsMeant = (field: string) => boolean;

const EVERYTHING: IsMeant = () => true;
const listeners = new Set<(isMeant: IsMeant) => void>();
let count = 0;

/** How many changes this page knows of. */
export function changesSoFar(): number {
  return count;
}

/** Be told of each. */
export function onChange(listener: (isMeant: IsMeant) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Something changed, or may have: an act of this page may be seen anywhere. */
export function noteChange(isMeant: IsMeant = EVERYTHING): void {
  count += 1;
  for (const listener of listeners) listener(isMeant);
}
