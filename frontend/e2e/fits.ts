/** Looks whether a page keeps within its window. */
import { expect, type Page } from '@playwright/test';

/** Fail where the page stays wider than the window; after a change of width it takes its place first. */
export async function fits(page: Page, where = 'the page'): Promise<void> {
  const over = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect.poll(over, `${where} is wider than its window by`).toBeLessThanOrEqual(0);
}
