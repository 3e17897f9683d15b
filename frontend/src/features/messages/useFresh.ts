/**
 * What has come since the list was read and would be in it. The list itself holds still, so
 * that nothing moves under the eyes of whoever reads; it is read anew when asked.
 */
import { useEffect, useState } from 'react';
import { useStore } from '@/kernel/store';
import { allMessages } from './messageSets';
import type { MessageUrlFilter } from './paths';
import { wouldMatch } from './paths';
import { messageSets } from './poll';

interface Fresh {
  count: number;
  /** The list is read anew now: what is known is in it. */
  settle: () => void;
}

const knownIds = (): ReadonlySet<string> =>
  new Set(allMessages(messageSets.get()).map(({ id }) => id));

/** `question` names what the list shows; `isHeld` says whether a row of it is on screen already. */
export function useFresh(
  question: string,
  filter: MessageUrlFilter,
  isHeld: (id: string) => boolean,
): Fresh {
  const sets = useStore(messageSets);
  const [settled, setSettled] = useState(knownIds);
  const isBefore = sets.initial === null;
  const settle = () => setSettled(knownIds());
  // Another question is read from the server as it stands now; so is the first one.
  useEffect(settle, [question, isBefore]);
  const fresh = isBefore
    ? []
    : allMessages(sets).filter(
        (message) => !settled.has(message.id) && wouldMatch(filter, message) && !isHeld(message.id),
      );
  return { count: fresh.length, settle };
}
