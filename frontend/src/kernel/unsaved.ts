/** What somebody has typed and not saved: the page is not left, nor thrown away, without asking. */
import { useEffect } from 'react';

const holders = new Set<symbol>();

/** Whether anything on this page would be lost. */
export function hasUnsaved(): boolean {
  return holders.size > 0;
}

/** Mark this form as holding unsaved input while `dirty`. */
export function useUnsaved(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return undefined;
    const holder = Symbol('unsaved');
    holders.add(holder);
    return () => {
      holders.delete(holder);
    };
  }, [dirty]);
}

addEventListener('beforeunload', (event) => {
  if (hasUnsaved()) event.preventDefault();
});
