/** How much room a list has, in rem, and whether its rows are drawn as cards. */
import { useLayoutEffect, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { usePreference } from '@/kernel/preferences';
import { remInPx } from './rem';

/** Below this width each row becomes a card. */
const CARDS_BELOW_PX = 620;

interface Room {
  /** Null where nothing can be measured. */
  room: number | null;
  /** The size of a rem in px. */
  rem: number;
  isCards: boolean;
}

const roomOf = (width: number, rem: number): Room => ({
  room: Math.floor((width - 2) / rem),
  rem,
  isCards: width <= CARDS_BELOW_PX,
});

/** The room of a list by its bar: as wide as the list, and no taller for what is drawn in it. */
export function useRoom(bar: RefObject<HTMLElement | null>): Room {
  const scale = usePreference('scale');
  const [seen, setSeen] = useState<Room & { width: number; scale: number }>({
    room: null,
    rem: 0,
    isCards: false,
    width: 0,
    scale,
  });
  // All that stands around the list grows with a new scale: foreseen, its columns are drawn in one step with it.
  if (seen.scale !== scale) {
    const grown = scale / seen.scale;
    const width = innerWidth - (innerWidth - seen.width) * grown;
    setSeen(
      seen.room === null
        ? { ...seen, scale }
        : { ...roomOf(width, seen.rem * grown), width, scale },
    );
  }
  useLayoutEffect(() => {
    const host = bar.current;
    if (!host || typeof ResizeObserver === 'undefined') return undefined;
    const look = () => {
      const width = host.clientWidth;
      if (width === 0) return;
      const next = roomOf(width, remInPx());
      setSeen((was) =>
        was.room === next.room && was.rem === next.rem && was.isCards === next.isCards
          ? was
          : { ...was, ...next, width },
      );
    };
    look();
    // A browser tells of a new size before it paints: drawn at once, the table is never seen in the old one.
    const observer = new ResizeObserver(() => flushSync(look));
    observer.observe(host);
    return () => observer.disconnect();
  }, [bar]);
  return seen;
}
