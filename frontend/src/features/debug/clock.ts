/** How far the server's clock is from the browser's. Decides only. */

export interface Reading {
  /** What the server said, in milliseconds since 1970. */
  server: number;
  /** When the question left, and when the answer came, by the browser's clock. */
  sent: number;
  received: number;
}

export type Verdict = 'agree' | 'apart' | 'wrong';

/** Tokens are refused when the clocks are further apart than this. */
const LEEWAY_MS = 30_000;
/** Nobody notices less. */
const UNNOTICED_MS = 2000;

/** Milliseconds by which the browser is ahead of the server: the answer is taken to be as old as half the way. */
export function driftOf({ server, sent, received }: Reading): number {
  return Math.round((sent + received) / 2 - server);
}

/** What that means; half the way is the most that the measure itself can be wrong by. */
export function verdictOn(reading: Reading): Verdict {
  const apart = Math.abs(driftOf(reading));
  if (apart <= UNNOTICED_MS + (reading.received - reading.sent) / 2) return 'agree';
  return apart < LEEWAY_MS ? 'apart' : 'wrong';
}
