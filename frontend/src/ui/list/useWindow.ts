/**
 * Which rows of a long list are in view, whichever element scrolls: the page, a drawer, or
 * the table's own frame. Rows are in the flow, so the browser keeps them still by itself.
 */
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type RefObject,
} from 'react';
import { flushSync } from 'react-dom';
import { createHeights, isSameHeight, type Heights } from './heights';
import { remInPx } from './rem';

/** Rows drawn beyond the edges of what is seen; others are drawn when fewer than `SPARE` of them are left. */
const BEYOND = 5;
const SPARE = 3;
/** Rows drawn where nothing can be measured, as before the first layout. */
const UNMEASURED = 30;
/** A row's height before one was measured. */
const GUESS_REM = 2.8;
/** Heights measured on earlier visits, by what they depend on. */
const measuredBefore = new Map<string, number>();

export interface Window {
  /** The first and last row that are seen. */
  first: number;
  last: number;
  /** Rows by which the view moved on, negative upwards. */
  moved: number;
}

export interface RowWindow extends Window {
  /** Whether heights are known, so that a place can be found. */
  isMeasured: boolean;
  heights: Heights;
  /** The rows to draw, in order. */
  drawn: readonly number[];
  scrollTo: (rank: number, where: 'nearest' | 'start') => void;
}

/** What is seen, and the rows drawn for it: past the ends of the list, where it ends. */
interface Found extends Window {
  start: number;
  end: number;
}

/** A view that moves, grows or shrinks a little draws no other rows. */
function drawnFor(first: number, last: number, was: Found | null): Pick<Found, 'start' | 'end'> {
  const isNear =
    was !== null &&
    was.start <= first - SPARE &&
    was.end >= last + SPARE &&
    was.end - was.start <= last - first + 4 * BEYOND;
  return isNear
    ? { start: was.start, end: was.end }
    : { start: first - BEYOND, end: last + BEYOND };
}

interface Parts {
  body: RefObject<HTMLTableSectionElement | null>;
  /** What clips the rows, besides the screen itself. */
  frame: RefObject<HTMLElement | null>;
  /** Where rows come out from under what sticks above them. */
  topEdge: () => number;
}

/** `layout` names what row heights in rem depend on, `rem` is one in px; `kept` are ranks drawn wherever they are. */
export function useWindow(
  { body, frame, topEdge }: Parts,
  count: number,
  layout: string,
  rem: number,
  kept: readonly number[],
): RowWindow {
  const [usual, setUsual] = useState({
    height: measuredBefore.get(layout) ?? GUESS_REM,
    measured: measuredBefore.has(layout),
  });
  const heights = useMemo(() => createHeights(usual.height), [usual]);
  const [found, setFound] = useState<Found | null>(null);
  const { start, end, ...seen } = found ?? {
    first: 0,
    last: Math.min(count, UNMEASURED) - 1,
    moved: 0,
    start: 0,
    end: UNMEASURED,
  };

  const look = useCallback(() => {
    const rows = body.current?.getBoundingClientRect();
    if (!rows || rows.width === 0) return;
    const edge = frame.current?.getBoundingClientRect();
    const top = Math.max(edge?.top ?? 0, topEdge(), 0);
    const bottom = Math.min(edge?.bottom ?? innerHeight, innerHeight);
    const now = remInPx();
    const at = (y: number) => heights.at((y - rows.top) / now);
    const first = Math.min(at(top), Math.max(0, count - 1));
    const last = Math.min(at(Math.max(bottom, top)), count - 1);
    setFound((was) =>
      was?.first === first && was.last === last
        ? was
        : { first, last, moved: first - (was?.first ?? 0), ...drawnFor(first, last, was) },
    );
  }, [body, frame, topEdge, heights, count]);

  useEffect(() => {
    // A browser tells of scrolling once a frame, before it paints: drawn at once, no row is seen blank.
    const onScroll = () => flushSync(look);
    // Captured at the document, every scrolling element around the list is heard.
    document.addEventListener('scroll', onScroll, { capture: true, passive: true });
    window.addEventListener('resize', onScroll);
    return () => {
      document.removeEventListener('scroll', onScroll, { capture: true });
      window.removeEventListener('resize', onScroll);
    };
  }, [look]);

  const drawn = useMemo(() => {
    const from = Math.max(0, start);
    const to = Math.min(count - 1, end);
    const ranks = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
    const apart = kept.filter((rank) => rank >= 0 && rank < count && (rank < from || rank > to));
    return [...new Set([...ranks, ...apart])].toSorted((a, b) => a - b);
  }, [start, end, count, kept]);

  const wasLayout = useRef(layout);
  // Whatever was drawn is measured, after every drawing; state is set only for what is new.
  // oxlint-disable-next-line react/exhaustive-deps
  useLayoutEffect(() => {
    const rows = [...(body.current?.querySelectorAll<HTMLElement>(':scope > tr[data-rank]') ?? [])];
    const now = remInPx();
    const measured = rows
      .map((row) => ({
        rank: Number(row.dataset['rank']),
        height: heightOf(row) / now,
        isFull: row.dataset['full'] !== undefined,
      }))
      .filter(({ height }) => height > 0);
    const full = measured
      .filter(({ isFull }) => isFull)
      .map(({ height }) => height)
      .toSorted((a, b) => a - b);
    const middle = full[Math.floor(full.length / 2)];
    if (middle !== undefined && (!usual.measured || wasLayout.current !== layout)) {
      wasLayout.current = layout;
      measuredBefore.set(layout, middle);
      if (!usual.measured || !isSameHeight(middle, usual.height)) {
        setUsual({ height: middle, measured: true });
        return;
      }
    }
    let news = false;
    for (const { rank, height } of measured) news = heights.measure(rank, height) || news;
    if (news) look();
  });
  useLayoutEffect(look, [look, rem]);

  const scrollOnce = useCallback(
    (rank: number, where: 'nearest' | 'start') => {
      const rows = body.current?.getBoundingClientRect();
      if (!rows || rows.width === 0) return;
      const scroller = scrollerOf(body.current);
      const edge = frame.current?.getBoundingClientRect();
      const from = Math.max(edge?.top ?? 0, topEdge(), 0);
      const to = Math.min(edge?.bottom ?? innerHeight, innerHeight);
      const now = remInPx();
      const top = rows.top + heights.top(rank) * now;
      const bottom = top + heights.of(rank) * now;
      if (where === 'start' || top < from)
        scroller.scrollBy({ top: top - from, behavior: 'instant' });
      else if (bottom > to) scroller.scrollBy({ top: bottom - to, behavior: 'instant' });
    },
    [body, frame, topEdge, heights],
  );
  const scrollTo = useCallback(
    (rank: number, where: 'nearest' | 'start') => {
      scrollOnce(rank, where);
      // What sticks to the top may only do so now, and cover less or more than before.
      scrollOnce(rank, where);
    },
    [scrollOnce],
  );

  return { ...seen, isMeasured: usual.measured, heights, drawn, scrollTo };
}

/** A row's height with what is folded out below it. */
function heightOf(row: HTMLElement): number {
  const below = row.nextElementSibling;
  return (
    row.getBoundingClientRect().height +
    (below instanceof HTMLElement && below.dataset['below'] !== undefined
      ? below.getBoundingClientRect().height
      : 0)
  );
}

/** The nearest element that scrolls, else the page. */
export function scrollerOf(element: HTMLElement | null): HTMLElement | typeof window {
  for (let at = element?.parentElement; at && at !== document.body; at = at.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(at).overflowY) && at.scrollHeight > at.clientHeight)
      return at;
  }
  return window;
}
