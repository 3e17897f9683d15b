/** Looks at a page as a screen reader's maker would, and finds nothing to complain about. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Rules that axe does not count to WCAG, or leaves out by itself, and that a good page keeps. */
export const STRUCTURE = ['target-size', 'landmark-one-main', 'landmark-unique', 'landmark-no-duplicate-banner', 'landmark-no-duplicate-contentinfo', 'page-has-heading-one', 'heading-order', 'region', 'empty-heading', 'empty-table-header', 'tabindex', 'skip-link', 'scope-attr-valid'] as const;

/** Fail with the place and the elements of every fault that axe finds; more rules are asked for by name. */
export async function faultless(page: Page, where: string, more: readonly string[] = []): Promise<void> {
  // Panels slide in; half-transparent text is no finding.
  await page.evaluate(() => Promise.all(document.getAnimations().filter((each) => each.effect?.getComputedTiming().endTime !== Infinity).map((each) => each.finished.catch(() => undefined))));
  const rules = Object.fromEntries(more.map((rule) => [rule, { enabled: true }]));
  const { violations } = await new AxeBuilder({ page }).options({ runOnly: { type: 'tag', values: TAGS }, rules }).analyze();
  const found = violations.map(({ id, nodes }) => `${where}: ${id}: ${nodes.map(({ target }) => target.join(' ')).slice(0, 3).join(' | ')}`);
  expect(found).toEqual([]);
}
