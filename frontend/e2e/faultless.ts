/** Looks at a page as a screen reader's maker would, and finds nothing to complain about. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Rules that axe does not count to WCAG, or leaves out by itself, and that a good page keeps. */
export const STRUCTURE = [
  'target-size',
  'landmark-one-main',
  'landmark-unique',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-contentinfo',
  'page-has-heading-one',
  'heading-order',
  'region',
  'empty-heading',
  'empty-table-header',
  'tabindex',
  'skip-link',
  'scope-attr-valid',
] as const;

type Rules = Pick<Parameters<AxeBuilder['options']>[0], 'runOnly' | 'rules'>;

/** What axe finds that is still there a moment later, each with its place. */
async function findings(page: Page, where: string, rules: Rules): Promise<string[]> {
  let found = await look(page, where, rules);
  // What comes while it looks fades in, and is no finding; what is wrong stays so.
  for (let more = 0; found.length > 0 && more < 2; more += 1) {
    await page.waitForLoadState('networkidle', { timeout: 2000 }).catch(() => undefined);
    found = await look(page, where, rules);
  }
  return found;
}

async function look(page: Page, where: string, rules: Rules): Promise<string[]> {
  // Panels slide in; half-transparent text is no finding.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((each) => each.effect?.getComputedTiming().endTime !== Infinity)
        .map((each) => each.finished.catch(() => undefined)),
    ),
  );
  // No page here holds another one, so nothing has to be gathered in a window of its own; and of
  // all that is well nothing is told. Both together take half as long and find the same.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ ...rules, resultTypes: ['violations'] })
    .analyze();
  return violations.map(
    ({ id, nodes }) =>
      `${where}: ${id}: ${nodes
        .map(({ target }) => target.join(' '))
        .slice(0, 3)
        .join(' | ')}`,
  );
}

/** Fail with the place and the elements of every fault that axe finds; more rules are asked for by name. */
export async function faultless(
  page: Page,
  where: string,
  more: readonly string[] = [],
): Promise<void> {
  const rules = Object.fromEntries(more.map((rule) => [rule, { enabled: true }]));
  expect(await findings(page, where, { runOnly: { type: 'tag', values: TAGS }, rules })).toEqual(
    [],
  );
}

/** The words that are too faint. */
export function faint(page: Page, where: string): Promise<string[]> {
  return findings(page, where, { runOnly: ['color-contrast'] });
}

/** Fail with every word that is too faint. */
export async function legible(page: Page, where: string): Promise<void> {
  expect(await faint(page, where)).toEqual([]);
}

/**
 * How closely a page is looked at in each theme: the same page in other colours needs no second look at
 * the rest. Colours come from one palette whose contrasts are counted for every theme, so every journey
 * sees the dark where all is asked for, and each time only what `shell.spec.ts` shows of each family.
 */
export const LOOKED_AT: readonly { theme: string; well: typeof faultless; tag: string[] }[] = [
  { theme: 'lara-light-indigo', well: faultless, tag: [] },
  { theme: 'lara-dark-indigo', well: legible, tag: ['@full'] },
];

/** Have every page of a test wear a theme. */
export async function wear(page: Page, theme: string): Promise<void> {
  await page.addInitScript((name) => {
    localStorage.setItem('theme', name);
    localStorage.setItem('darkTheme', String(name.includes('dark')));
  }, theme);
}
