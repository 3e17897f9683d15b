/**
 * W3C trace context for calls to our own origin and to addresses that were allowed, so that
 * an error shown leads to its trace. Strangers never see it.
 */
import { apiOrigin } from './settings';

const bytes = (count: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(count)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

export interface Trace {
  id: string;
  header: string;
}

/** A new trace, sampled. */
export function newTrace(): Trace {
  const id = bytes(16);
  return { id, header: `00-${id}-${bytes(8)}-01` };
}

/**
 * Whether a call may carry the header: to the page's own origin, or below an allowed address.
 * An allowed address is compared by origin and by whole steps of its path, never as text:
 * `https://api.example` does not allow `https://api.example.evil.test`.
 */
export function mayCarryTrace(url: string, page: string, allowed: readonly string[] = []): boolean {
  const target = new URL(url, page);
  return (
    target.origin === new URL(page).origin || allowed.some((address) => isBelow(target, address))
  );
}

function isBelow(target: URL, address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { origin, pathname } = new URL(address);
  const folder = pathname.endsWith('/') ? pathname : `${pathname}/`;
  return target.origin === origin && `${target.pathname}/`.startsWith(folder);
}

/** The header for one call, or none where the address may not carry it. The API is allowed wherever it is. */
export function traceHeaders(
  url: string | URL,
  trace: Trace,
  page: Parameters<typeof apiOrigin>[0] & { href: string } = location,
): { traceparent?: string } {
  return mayCarryTrace(String(url), page.href, [apiOrigin(page)])
    ? { traceparent: trace.header }
    : {};
}
