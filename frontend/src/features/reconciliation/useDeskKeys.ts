/**
 * The keys of the desk: anywhere on its page but in fields, and Enter and Space not on what they
 * press anyway. A key for which there is nothing to do is left to the browser.
 */
import { useEffect, useRef, type RefObject } from 'react';
import { isField, shortcutOf, type ShortcutOf } from '@/kernel/shortcuts';

type ListAct = 'next' | 'previous' | 'search';
export type DeskAct = ShortcutOf<'desk'> | ListAct;

/** What Enter and Space mean: once for each time they are pressed. */
const PRESSING: ReadonlySet<DeskAct> = new Set(['accept', 'tick']);

/** What a key means here: the desk's own keys, and of a list's those that it has. */
function meaningOf(event: KeyboardEvent): DeskAct | null {
  const inList = shortcutOf(event, 'list');
  return inList === 'next' || inList === 'previous' || inList === 'search'
    ? inList
    : shortcutOf(event, 'desk');
}

export function useDeskKeys(
  root: RefObject<HTMLElement | null>,
  acts: Readonly<Partial<Record<DeskAct, () => void>>>,
): void {
  const latest = useRef(acts);
  useEffect(() => {
    latest.current = acts;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : document.body;
      const isHere =
        target === document.body ||
        target.closest('main') !== null ||
        root.current?.contains(target) === true;
      if (event.defaultPrevented || isField(target) || !isHere) return;
      const meaning = meaningOf(event);
      const act = meaning && latest.current[meaning];
      if (!meaning || !act) return;
      if (PRESSING.has(meaning) && target.closest('a, button, summary')) return;
      if (meaning === 'tick' && target.matches('input')) return;
      event.preventDefault();
      // Held down, Enter would match one entry after another unseen.
      if (!PRESSING.has(meaning) || !event.repeat) act();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [root]);
}
