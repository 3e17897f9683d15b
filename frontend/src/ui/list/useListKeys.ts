/**
 * The keys of a list. Letters act only while the person has not switched single keys off;
 * arrows act while the focus is on a row. Fields, dialogs and drawers keep their own keys.
 */
import { useEffect, useRef, type RefObject } from 'react';
import { shortcutsOn } from '@/kernel/preferences';

interface ListKeys {
  body: RefObject<HTMLTableSectionElement | null>;
  count: number;
  firstSeen: number;
  focusRow: (rank: number) => void;
  choose?: ((rank: number, range: boolean) => void) | undefined;
  /** Choose from where a range began to a rank. */
  extend?: ((from: number, to: number) => void) | undefined;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 };
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
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target instanceof Element ? event.target : document.body;
      if (target.closest('input:not([type=checkbox]), select, textarea, [contenteditable]')) return;
      if (!isMine(latest.current, target)) return;
      if (act(latest.current, event, rankOf(latest.current, target))) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

/** Keys pressed in the list belong to it; those pressed nowhere do so unless something lies over it. */
function isMine({ body }: ListKeys, target: Element): boolean {
  const list = body.current?.closest('.gl');
  if (!list || list.closest('[inert]')) return false;
  const over = target.closest('[role=dialog], dialog, [role=menu]');
  if (over) return over.contains(list);
  if (list.contains(target)) return true;
  // A list in a drawer hears nothing from the page behind it.
  return !list.closest('[role=dialog]') && (target === document.body || target.closest('main') !== null) && !target.closest('[role=tablist], [role=listbox]');
}

function rankOf({ body }: ListKeys, target: Element): number | null {
  const row = target.closest<HTMLElement>('tr[data-rank]');
  return row && body.current?.contains(row) ? Number(row.dataset['rank']) : null;
}

/** Do what a key means; tells whether it meant something. */
function act(keys: ListKeys, event: KeyboardEvent, at: number | null): boolean {
  const isLetter = event.key.length === 1;
  if (isLetter && !shortcutsOn()) return false;
  if (event.key === '/') return focusSearch(keys);
  const step = STEPS[event.key];
  if (step !== undefined) return isLetter || at !== null ? walk(keys, event, at, step) : false;
  if (at === null) return false;
  if (event.key === 'x' && keys.choose) keys.choose(at, false);
  else if (event.key === 'Home') keys.focusRow(0);
  else if (event.key === 'End') keys.focusRow(keys.count - 1);
  else if (event.key === 'PageDown') keys.focusRow(Math.min(keys.count - 1, at + SCREENFUL));
  else if (event.key === 'PageUp') keys.focusRow(Math.max(0, at - SCREENFUL));
  else if (event.key === 'Enter' && event.target instanceof HTMLTableRowElement) return openRow(event.target);
  else return false;
  return true;
}

function walk(keys: ListKeys, event: KeyboardEvent, at: number | null, step: number): boolean {
  const to = at === null ? keys.firstSeen : at + step;
  if (to < 0 || to >= keys.count) return at !== null;
  if (event.shiftKey && at !== null) keys.extend?.(at, to);
  keys.focusRow(to);
  return true;
}

function focusSearch({ body }: ListKeys): boolean {
  const place = body.current?.closest('[role=dialog], main') ?? document;
  const field = place.querySelector<HTMLInputElement>('[data-list-search]');
  field?.focus();
  field?.select();
  return field !== null;
}

/** Follow the row's link, or fold it out where it has none. */
export function openRow(row: HTMLTableRowElement): boolean {
  const link = row.querySelector<HTMLElement>('[data-row-link]') ?? row.querySelector<HTMLElement>('.g-row-toggle');
  link?.click();
  return link !== null;
}
