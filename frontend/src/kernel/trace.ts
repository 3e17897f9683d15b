/** W3C trace context for calls to our own origin, so that an error shown leads to its trace. */

const bytes = (count: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(count)), (byte) => byte.toString(16).padStart(2, '0')).join('');

export interface Trace {
  id: string;
  header: string;
}

/** A new trace, sampled. */
export function newTrace(): Trace {
  const id = bytes(16);
  return { id, header: `00-${id}-${bytes(8)}-01` };
}

/** Trace headers go to our own origin and to addresses named here, never to strangers. */
export function mayCarryTrace(url: string, page: string, allowed: readonly string[] = []): boolean {
  const target = new URL(url, page);
  return target.origin === new URL(page).origin || allowed.some((prefix) => target.href.startsWith(prefix));
}
