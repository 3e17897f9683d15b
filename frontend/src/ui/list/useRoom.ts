/** How much room a list has, in rem, and whether its rows are drawn as cards. */
import { useLayoutEffect, useState, type RefObject } from 'react';

/** Below this width each row becomes a card. */
const CARDS_BELOW_PX = 620;

interface Room {
  /** Null where nothing can be measured. */
  room: number | null;
  isCards: boolean;
}

export function useRoom(element: RefObject<HTMLElement | null>): Room {
  const [room, setRoom] = useState<Room>({ room: null, isCards: false });
  useLayoutEffect(() => {
    const host = element.current;
    if (!host || typeof ResizeObserver === 'undefined') return undefined;
    const look = () => {
      const width = host.clientWidth;
      if (width === 0) return;
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
      setRoom((was) => {
        const next = { room: Math.floor((width - 2) / rem), isCards: width <= CARDS_BELOW_PX };
        return was.room === next.room && was.isCards === next.isCards ? was : next;
      });
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(host);
    return () => observer.disconnect();
  }, [element]);
  return room;
}
