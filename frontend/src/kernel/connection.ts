/**
 * Whether the server can be reached and can answer. A failed call, or the browser's word that
 * the network went, is only a hint: a probe decides, so that neither alarms anybody without reason.
 */
import { apiOrigin } from './settings';
import { createStore } from './store';

/** `back` stands for a few seconds after a break, so that people are told it is over. */
export type Connection = 'online' | 'lost' | 'back';

export const connection = createStore<Connection>('online');

// Not whether it lives: a server without its database has nothing to answer with.
const PROBE = '/healthz/ready';
const PROBE_WITHIN_MS = 8000;
const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 10_000;
const TOLD_FOR_MS = 4000;

let probing = false;
let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** How long to wait before the next probe, after so many failures in a row. */
export function probeDelay(failed: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.max(0, failed - 1));
}

/** Ask the server whether it is there, now. */
export async function probeConnection(): Promise<void> {
  if (probing) return;
  probing = true;
  clearTimeout(timer);
  const reached = await isReached();
  probing = false;
  if (reached) found();
  else missed();
}

async function isReached(): Promise<boolean> {
  try {
    const answer = await fetch(new URL(PROBE, apiOrigin(location)), {
      cache: 'no-store',
      signal: AbortSignal.timeout(PROBE_WITHIN_MS),
    });
    // A proxy that stands in for a server that is away answers too, with these.
    return ![502, 503, 504].includes(answer.status);
  } catch {
    return false;
  }
}

function found(): void {
  failures = 0;
  if (connection.get() !== 'lost') return;
  connection.set('back');
  timer = setTimeout(() => connection.set('online'), TOLD_FOR_MS);
}

function missed(): void {
  failures += 1;
  connection.set('lost');
  timer = setTimeout(() => void probeConnection(), probeDelay(failures));
}

/** A call was not answered at all: find out whether it was only that one. */
export function suspectConnection(): void {
  if (connection.get() !== 'lost') void probeConnection();
}

for (const event of ['online', 'offline']) addEventListener(event, () => void probeConnection());
