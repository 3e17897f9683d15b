/** What was announced, kept: a notice is gone after three seconds, and a busy machine looks too late. */
import { expect, type BrowserContext, type Page } from '@playwright/test';

declare global {
  interface Window {
    notices?: string[];
  }
}

/** Every page of the window keeps what it announces, from the first moment on. */
export async function keepNotices(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const kept: string[] = [];
    const shown = new WeakSet<Element>();
    window.notices = kept;
    new MutationObserver(() => {
      for (const notice of document.querySelectorAll('.g-toast')) {
        if (shown.has(notice)) continue;
        shown.add(notice);
        kept.push(notice.textContent);
      }
    }).observe(document, { childList: true, subtree: true });
  });
}

/** Wait until the page has announced a text, once for each time that it does. */
export async function announced(page: Page, text: string): Promise<void> {
  const take = (wanted: string): boolean => {
    const at = window.notices?.findIndex((notice) => notice.includes(wanted)) ?? -1;
    return at >= 0 && window.notices?.splice(at, 1).length === 1;
  };
  await expect.poll(() => page.evaluate(take, text), `announced: ${text}`).toBe(true);
}
