/**
 * Which messages were there at sign-in, and which came since.
 * Pure; the poll feeds it and the screens read it.
 */
import type { MessageLineFragment } from '@/generated/graphql';

export interface MessageSets {
  /** Known and not announced: the first answer, and whatever has been cleared since. */
  initial: ReadonlyMap<string, MessageLineFragment> | null;
  /** Came after the first answer and has not been cleared. */
  current: ReadonlyMap<string, MessageLineFragment>;
}

export const NO_MESSAGES: MessageSets = { initial: null, current: new Map() };

/** Take an answer of the poll in; returns the new sets and what is to be announced. */
export function receive(
  sets: MessageSets,
  polled: readonly MessageLineFragment[],
): { sets: MessageSets; announce: readonly MessageLineFragment[] } {
  const { initial, current } = sets;
  if (initial === null) {
    return {
      sets: { initial: new Map(polled.map((message) => [message.id, message])), current },
      announce: [],
    };
  }
  const announce = polled.filter(({ id }) => !initial.has(id) && !current.has(id));
  const changed =
    announce.length > 0 || polled.some((message) => known(sets, message.id)?.read !== message.read);
  if (!changed) return { sets, announce };
  const renewed = (set: ReadonlyMap<string, MessageLineFragment>) => {
    const next = new Map(set);
    for (const message of polled) if (next.has(message.id)) next.set(message.id, message);
    return next;
  };
  const nextCurrent = renewed(current);
  for (const message of announce) nextCurrent.set(message.id, message);
  return { sets: { initial: renewed(initial), current: nextCurrent }, announce };
}

function known(sets: MessageSets, id: string): MessageLineFragment | undefined {
  return sets.current.get(id) ?? sets.initial?.get(id);
}

/** Clearing moves the current messages into the initial set. */
export function clear(sets: MessageSets): MessageSets {
  if (sets.current.size === 0) return sets;
  return { initial: new Map([...(sets.initial ?? []), ...sets.current]), current: new Map() };
}

/** What was cleared comes back, unless it is known no longer. */
export function restore(sets: MessageSets, ids: ReadonlySet<string>): MessageSets {
  const initial = new Map(sets.initial ?? []);
  const current = new Map(sets.current);
  for (const id of ids) {
    const message = initial.get(id);
    if (!message) continue;
    initial.delete(id);
    current.set(id, message);
  }
  return { initial, current };
}

/** Every message known, newest first. */
export function allMessages(sets: MessageSets): readonly MessageLineFragment[] {
  const all = [...(sets.initial?.values() ?? []), ...sets.current.values()];
  return all.toSorted(
    (a, b) =>
      Date.parse(b.created) - Date.parse(a.created) ||
      b.id.localeCompare(a.id, undefined, { numeric: true }),
  );
}
