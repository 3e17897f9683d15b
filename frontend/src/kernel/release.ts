/**
 * Whether the server serves another build of the console than the one that runs here. The
 * page's own start file names its build, so the page is asked for again and compared.
 */
import { createStore } from './store';

/** True once another build is served; it stays true until the page is loaded anew. */
export const newRelease = createStore(false);

const EVERY_MS = 10 * 60_000;
const AT_MOST_EVERY_MS = 60_000;
let lastAsked = 0;

/** The start file that a page names; null where it names none, as an error page does. */
export function startFileOf(page: string): string | null {
  return /<script[^>]*\btype="module"[^>]*\bsrc="([^"]+)"/.exec(page)?.[1] ?? null;
}

/** Compare the build served now with the one that runs. A server that does not answer says nothing. */
export async function lookForRelease(now = Date.now()): Promise<void> {
  if (newRelease.get() || now - lastAsked < AT_MOST_EVERY_MS) return;
  lastAsked = now;
  try {
    const answer = await fetch('/', { cache: 'no-cache', headers: { accept: 'text/html' } });
    const served = answer.ok ? startFileOf(await answer.text()) : null;
    const running = document.querySelector('script[type="module"][src]')?.getAttribute('src');
    if (served && running && served !== running) newRelease.set(true);
  } catch {
    // Away; whoever comes back asks again.
  }
}

/** Look from time to time, when the tab is looked at again, and when a part of the build is gone. */
export function followReleases(): void {
  setInterval(() => void lookForRelease(), EVERY_MS);
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void lookForRelease();
  });
  addEventListener('vite:preloadError', () => void lookForRelease());
}

/** Whether an error says that a part of the program could not be fetched. */
export function isMissingPart(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module|module script|preload CSS/i.test(error.message)
  );
}
