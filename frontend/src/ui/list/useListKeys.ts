/**
 * The keys of a list: letters anywhere on its page, arrows while the focus is on a row.
 * Fields, dialogs and drawers keep their own keys.
 */
import { useEffect, useRef, type RefObject } from 'react';
import { isField, isSingle, shortcutOf, type ShortcutOf } from '@/kernel/shortcuts';

interface ListKeys {
  root: RefObject<HTMLElement | null>;
  body: RefObject<HTMLTableSectionElement | null>;
  count: number;
  firstSeen: number;
  focusRow: (rank: number) => void;
  awaited: () => number | null;
  choose?: ((rank: number, range: boolean) => void) | undefined;
  /** Choose from where a range began to a rank. */
  extend?: ((from: number, to: number) => void) | undefined;
}

const SCREENFUL = 15;

/** The field that `/` leads to. */
export const SEARCH_FIELD = { 'data-list-search': '' } as const;

export function useListKeys(keys: ListKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isField(event.target)) return;
      const meaning = shortcutOf(event, 'list');
      const target = event.target instanceof Element ? event.target : document.body;
      if (meaning === null || !isMine(latest.current, target)) return;
      if (
        act(
          latest.current,
          meaning,
          event,
          awaitedBy(latest.current) ?? rankOf(latest.current, target),
        )
      )
        event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

/** Keys pressed in the list belong to it; those pressed nowhere do so unless something lies over it. */
function isMine({ root }: ListKeys, target: Element): boolean {
  const list = root.current;
  if (!list || list.closest('[inert]')) return false;
  const over = target.closest('[role=dialog], dialog, [role=menu]');
  if (over) return over.contains(list);
  if (list.contains(target)) return true;
  // A list in a drawer hears nothing from the page behind it.
  return (
    !list.closest('[role=dialog]') &&
    (target === document.body || target.closest('main') !== null) &&
    !target.closest('[role=tablist], [role=listbox]')
  );
}

/** Where the focus is on its way to, unless the list has become shorter than that. */
function awaitedBy({ awaited, count }: ListKeys): number | null {
  const rank = awaited();
  return rank !== null && rank < count ? rank : null;
}

function rankOf({ body }: ListKeys, target: Element): number | null {
  const row = target.closest<HTMLElement>('tr[data-rank]');
  return row && body.current?.contains(row) ? Number(row.dataset['rank']) : null;
}

/** Do what a key means; tells whether it meant something here. */
function act(
  keys: ListKeys,
  meaning: ShortcutOf<'list'>,
  event: KeyboardEvent,
  at: number | null,
): boolean {
  if (meaning === 'search') return focusSearch(keys);
  // Without a row under the focus the page's own keys are left alone: only letters begin the walk.
  if (at === null)
    return (
      isSingle(event.key) &&
      (meaning === 'next' || meaning === 'previous') &&
      goTo(keys, keys.firstSeen)
    );
  // While a row is being read nothing is opened: the focus is still on the row that was left.
  if (meaning === 'open')
    return (
      awaitedBy(keys) !== null ||
      (event.target instanceof HTMLTableRowElement && openRow(event.target))
    );
  if (meaning === 'choose') {
    keys.choose?.(at, false);
    return keys.choose !== undefined;
  }
  const places = {
    next: at + 1,
    previous: at - 1,
    chooseDown: at + 1,
    chooseUp: at - 1,
    first: 0,
    last: keys.count - 1,
    screenDown: Math.min(keys.count - 1, at + SCREENFUL),
    screenUp: Math.max(0, at - SCREENFUL),
  };
  const to = places[meaning];
  if ((meaning === 'chooseDown' || meaning === 'chooseUp') && to >= 0 && to < keys.count)
    keys.extend?.(at, to);
  goTo(keys, to);
  return true;
}

function goTo(keys: ListKeys, rank: number): boolean {
  if (rank < 0 || rank >= keys.count) return false;
  keys.focusRow(rank);
  return true;
}

function focusSearch({ root }: ListKeys): boolean {
  const place = root.current?.closest('[role=dialog], main') ?? document;
  const field = place.querySelector<HTMLInputElement>('[data-list-search]');
  field?.focus();
  field?.select();
  return field !== null;
}

/** Follow the row's link, or fold it out where it has none. */
function openRow(row: HTMLTableRowElement): boolean {
  const link =
    row.querySelector<HTMLElement>('[data-row-link]') ??
    row.querySelector<HTMLElement>('.g-row-toggle');
  link?.click();
  return link !== null;
}
