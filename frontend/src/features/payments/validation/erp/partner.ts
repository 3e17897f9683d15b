/**
 * Speaks with the accounting system that opened or frames this window. It is heard when its
 * origin is on the tenant's list; spoken to by exact origin, so that browsers give what is said
 * to no other page, whoever has opened the window and wherever it has gone meanwhile.
 */
import { pageSettings } from '@/kernel/settings';
import { createStore } from '@/kernel/store';
import { heardOf, type Heard, type Told } from './protocol';

interface Partner {
  /** The origin that has spoken and is on the list. */
  origin: string | null;
  /** One that has spoken and is not. */
  stranger: string | null;
}

export const partner = createStore<Partner>({ origin: null, stranger: null });

interface Reachable {
  postMessage: (message: unknown, targetOrigin: string) => void;
}

interface Surroundings {
  opener: Reachable | null;
  parent: Reachable;
  self: Reachable;
}

const around = (): Surroundings => ({
  opener: window.opener as Reachable | null,
  parent: window.parent,
  self: window,
});

/** Who frames this window, or else opened it; null where a person did. */
const listenerIn = ({ opener, parent, self }: Surroundings): Reachable | null =>
  parent === self ? opener : parent;

const listed = (): readonly string[] =>
  pageSettings(location, globalThis.window.giroscope).erpOrigins;

/** Whether another program's page may be there to be told anything. */
export const isAccompanied = (origins = listed(), surroundings = around()): boolean =>
  origins.length > 0 && listenerIn(surroundings) !== null;

/** Tell the accounting system; until it has said where it is, every origin it may be at. */
export function tell(
  message: Told,
  origins: readonly string[] = listed(),
  surroundings: Surroundings = around(),
): void {
  const listener = listenerIn(surroundings);
  if (!listener) return;
  const { origin } = partner.get();
  const targets = origin !== null && origins.includes(origin) ? [origin] : origins;
  for (const target of targets) listener.postMessage(message, target);
}

/** Hear the accounting system, until the returned function is called. */
export function hear(
  listen: (heard: Heard) => void,
  origins: readonly string[] = listed(),
  surroundings: Surroundings = around(),
): () => void {
  const listener = listenerIn(surroundings);
  const take = ({ source, origin, data }: MessageEvent<unknown>) => {
    if (listener === null || source !== listener) return;
    const heard = heardOf(data);
    if (!heard) return;
    if (!origins.includes(origin)) {
      partner.update((known) => ({ ...known, stranger: origin }));
      return;
    }
    partner.set({ origin, stranger: null });
    listen(heard);
  };
  addEventListener('message', take);
  return () => removeEventListener('message', take);
}
