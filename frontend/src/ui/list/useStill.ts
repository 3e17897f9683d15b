/**
 * Keeps the row that somebody points at, has the focus on or reads first where it is on the
 * screen, while rows come and go above it. A page that is too short to scroll gets room below.
 */
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import type { Pages, Seen } from './pages';
import { scrollerOf } from './useWindow';

interface Held {
  row: HTMLElement;
  top: number;
}

/** `list` is what the room is added to. */
export function useStill<Row>(
  { list, body }: Readonly<Record<'list' | 'body', RefObject<HTMLElement | null>>>,
  pages: Pages<Row>,
  seen: Seen<Row>['pages'],
  firstSeen: number,
): void {
  const held = useRef<Held | null>(null);
  const first = useRef(firstSeen);
  useEffect(() => {
    first.current = firstSeen;
  });
  // Told before anything is drawn: the row still stands where it stood.
  useEffect(
    () =>
      pages.subscribe(() => {
        const row = rowInUse(body.current, first.current);
        held.current = row && { row, top: row.getBoundingClientRect().top };
      }),
    [pages, body],
  );
  useLayoutEffect(() => {
    const { row, top } = held.current ?? {};
    held.current = null;
    if (row?.isConnected && top !== undefined) moveBack(row, top, list.current);
  }, [seen, list]);
  useEffect(() => {
    const room = list.current;
    const onScroll = () => room && dropRoom(room);
    document.addEventListener('scroll', onScroll, { capture: true, passive: true });
    return () => {
      document.removeEventListener('scroll', onScroll, { capture: true });
      if (room) setRoom(room, 0);
    };
  }, [pages, list]);
}

/** At the top of a list nothing is kept still but what is pointed at or has the focus: what comes is seen. */
function rowInUse(body: HTMLElement | null, first: number): HTMLElement | null {
  const inUse = body?.querySelector<HTMLElement>(
    ':scope > tr[data-full]:is(:hover, :focus-within)',
  );
  return (
    inUse ??
    (first > 0
      ? (body?.querySelector<HTMLElement>(`:scope > tr[data-full][data-rank="${first}"]`) ?? null)
      : null)
  );
}

/** Scroll until a row stands where it stood, past the page's end if need be. */
function moveBack(row: HTMLElement, top: number, list: HTMLElement | null): void {
  const movedBy = () => row.getBoundingClientRect().top - top;
  if (Math.abs(movedBy()) < 1) return;
  scrollerOf(row).scrollBy({ top: movedBy(), behavior: 'instant' });
  if (!list || (movedBy() < 1 && below(list) >= noticesHeight())) return;
  setRoom(list, roomOf(list) + noticesHeight() + innerHeight);
  scrollerOf(list).scrollBy({ top: movedBy(), behavior: 'instant' });
  dropRoom(list);
}

/** Take away what room the place that is scrolled to does not need. */
function dropRoom(list: HTMLElement): void {
  if (roomOf(list) === 0) return;
  const given = Math.max(roomOf(list), noticesHeight());
  setRoom(list, placeOf(list).scrollTop > 0 ? Math.max(0, given - below(list)) : 0);
}

const ROOM = '--gl-room';

/** The room below a list, of which notices take their part. */
const roomOf = (list: HTMLElement) => Number.parseFloat(list.style.getPropertyValue(ROOM)) || 0;

const setRoom = (list: HTMLElement, height: number) => list.style.setProperty(ROOM, `${height}px`);

/** What notices add to the page's height while they are there. */
const noticesHeight = () =>
  Number.parseFloat(document.documentElement.style.getPropertyValue('--g-toasts')) || 0;

function placeOf(list: HTMLElement): Element {
  const scroller = scrollerOf(list);
  return scroller instanceof HTMLElement ? scroller : document.documentElement;
}

/** How far one can scroll on. */
function below(list: HTMLElement): number {
  const { scrollHeight, clientHeight, scrollTop } = placeOf(list);
  return scrollHeight - clientHeight - scrollTop;
}
