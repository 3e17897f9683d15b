/** How much room a list has, in rem, and whether its rows are drawn as cards. */
import { useLayoutEffect, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
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

/** The room of a list by its bar: as wide as the list, and no taller for what is drawn in it. */
export function useRoom(bar: RefObject<HTMLElement | null>): Room {
  const [room, setRoom] = useState<Room>({ room: null, rem: 0, isCards: false });
  useLayoutEffect(() => {
    const host = bar.current;
    if (!host || typeof ResizeObserver === 'undefined') return undefined;
    const look = () => {
      const width = host.clientWidth;
      if (width === 0) return;
      const rem = remInPx();
      setRoom((was) => {
        const next = { room: Math.floor((width - 2) / rem), rem, isCards: width <= CARDS_BELOW_PX };
        return was.room === next.room && was.rem === rem && was.isCards === next.isCards ? was : next;
      });
    };
    look();
    // A browser tells of a new size before it paints: drawn at once, the table is never seen in the old one.
    const observer = new ResizeObserver(() => flushSync(look));
    observer.observe(host);
    return () => observer.disconnect();
  }, [bar]);
  return room;
}
