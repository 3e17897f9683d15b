/** What somebody has typed and not saved: the page is not left, nor thrown away, without asking. */
import { useEffect } from 'react';
import { createStore, useStore } from './store';

const holders = createStore<ReadonlySet<symbol>>(new Set());

/** Whether anything on this page would be lost. */
export function hasUnsaved(): boolean {
  return holders.get().size > 0;
}

/** The same, watched. */
export function useHasUnsaved(): boolean {
  return useStore(holders).size > 0;
}

/** Mark this form as holding unsaved input while `dirty`. */
export function useUnsaved(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return undefined;
    const holder = Symbol('unsaved');
    holders.update((held) => new Set(held).add(holder));
    return () => holders.update((held) => new Set([...held].filter((each) => each !== holder)));
  }, [dirty]);
}

/** Hold nothing back any more: the page is about to be left whatever is on it. */
export function releaseUnsaved(): void {
  holders.set(new Set());
}

addEventListener('beforeunload', (event) => {
  if (hasUnsaved()) event.preventDefault();
});
