/**
 * WCAG 2.2 AA in every state a screen has: waiting, empty, nothing that fits the filter, broken,
 * not allowed, ready; in light, dark and high contrast; and the main flow by keyboard alone.
 */
import type { Page, Route } from '@playwright/test';
import { STRUCTURE, faultless, legible } from './faultless';
import { expect, test } from './fixtures';
import { freshNumber, paymentFile, statementFile } from './files';

/** Whatever shows rows, and a filter that fits none of them. */
const LISTS = [
  '/',
  '/journals/statements',
  '/sendings',
  '/messages',
  '/upload/statement',
  '/account-management/users',
] as const;
const NOBODY_WROTE = '?q=nobody-wrote-this';

const LOOKS = {
  light: { theme: 'lara-light-indigo' },
  dark: { theme: 'lara-dark-indigo', darkTheme: 'true' },
  'high contrast': { theme: 'lara-light-indigo', 'giroscope.highContrast': 'on' },
} as const;

async function wear(page: Page, looks: Readonly<Record<string, string>>): Promise<void> {
  await page.addInitScript((kept) => {
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
  }, looks);
}

/** Questions of a screen itself; who one is and what came meanwhile are answered as ever. */
function ofScreen(route: Route): boolean {
  const asked = route.request().postData() ?? route.request().url();
  return !/Viewer|Permissions|SystemMessage/.test(asked);
}

async function bend(page: Page, answer: (route: Route) => Promise<unknown>): Promise<void> {
  await page.route('**/api/data/graphql**', (route) =>
    ofScreen(route) ? answer(route) : route.fallback(),
  );
}

async function shown(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

interface Emptied {
  edges?: unknown[];
  totalCount?: number;
  totalIsExact?: boolean;
  pageInfo?: { hasNextPage: boolean; hasPreviousPage: boolean };
}

/** An answer as a realm gives it in which nothing has happened yet: no list has rows, no account has days. */
function emptied(value: unknown, key = ''): unknown {
  if (Array.isArray(value))
    return key === 'statementGraphs' ? [] : value.map((each) => emptied(each));
  if (typeof value !== 'object' || value === null) return key === 'count' ? 0 : value;
  const own = Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, emptied(each, name)]),
  ) as Emptied;
  if (own.edges)
    Object.assign(
      own,
      { edges: [] },
      own.totalCount === undefined ? {} : { totalCount: 0, totalIsExact: true },
      own.pageInfo && { pageInfo: { ...own.pageInfo, hasNextPage: false, hasPreviousPage: false } },
    );
  return own;
}

/** Twelve analyses or more of whole pages each. */

for (const [name, looks] of Object.entries(LOOKS)) {
  test(
    `waiting, broken and empty screens have no fault that axe can find, in ${name} @share-3`,
    { tag: name === 'light' ? [] : '@full' },
    async ({ giroscope, page }) => {
      const well =
        name === 'light' ? (on: Page, where: string) => faultless(on, where, STRUCTURE) : legible;
      await wear(page, looks);
      await giroscope.open('/dashboard');
      let release: () => void = () => undefined;
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await bend(page, async (route) => {
        await held;
        await route.abort().catch(() => undefined);
      });
      for (const path of LISTS.slice(0, 2)) {
        await page.goto(path);
        await shown(page);
        await well(page, `${path}, waiting`);
      }
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      release();
      await bend(page, (route) =>
        route.fulfill({ status: 503, contentType: 'application/json', body: '{}' }),
      );
      for (const path of ['/journals/statements', '/upload/statement']) {
        await page.goto(path);
        await expect(
          page.getByRole('main').getByRole('button', { name: /again/i }).first(),
        ).toBeVisible();
        await well(page, `${path}, broken`);
      }
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      for (const path of name === 'light' ? LISTS : LISTS.slice(0, 2)) {
        await giroscope.visit(`${path}${NOBODY_WROTE}`);
        await well(page, `${path}, nothing fits`);
      }
    },
  );
}

for (const name of ['light', 'dark'] as const) {
  test(
    `every list tells a first visitor what comes here, without a fault that axe can find, in ${name} @share-1`,
    { tag: name === 'dark' ? '@full' : [] },
    async ({ giroscope, page }) => {
      await wear(page, LOOKS[name]);
      await giroscope.open('/rules');
      await page.route('**/api/data/graphql**', async (route) => {
        if (
          !/"operationName":"(?!Viewer|Permissions|SystemMessagePoll)/.test(
            route.request().postData() ?? '',
          )
        )
          return route.fallback();
        // The server may end a connection that has rested just when it is asked again.
        const response = await route.fetch({ maxRetries: 3 });
        return route.fulfill({ response, json: emptied(await response.json()) });
      });
      for (const path of ['/dashboard', '/bank', ...LISTS]) {
        await giroscope.visit(path);
        await expect(page.getByRole('main').locator('.g-empty'), path).toBeVisible();
        await (name === 'light'
          ? faultless(page, `${path}, for the first time`, STRUCTURE)
          : legible(page, `${path}, for the first time`));
      }
    },
  );
}

test('screens that are not allowed have no fault that axe can find', async ({
  giroscope,
  page,
}) => {
  await giroscope.open('/upload', 'viewer');
  for (const path of [
    '/upload',
    '/billing/subscriptions',
    '/billing/invoices',
    '/account-management/users',
    '/debug',
    '/rules',
  ]) {
    await giroscope.visit(path);
    await expect(page.getByRole('heading', { name: 'No page here' })).toBeVisible();
    // The same sentence under another heading needs no second look.
    if (path === '/upload') await faultless(page, `${path}, not allowed`, STRUCTURE);
  }
});

async function tabTo(page: Page, is: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  // Nobody tabs to what is not there yet.
  await expect(page.locator(is).first()).toBeVisible();
  for (let presses = 0; presses < 90; presses += 1) {
    if (await page.evaluate((selector) => document.activeElement?.matches(selector) ?? false, is))
      return;
    await page.keyboard.press(key);
  }
  throw new Error(`the Tab key does not come to ${is}`);
}

test('by keyboard alone: sign in, upload, a journal, a filter, a setting, sign out @share-1', async ({
  uploads,
  giroscope,
  page,
}) => {
  const number = freshNumber();
  await page.goto('/upload');
  await expect(page.locator('[name=username]')).toBeVisible();
  await tabTo(page, '[name=username]');
  await page.keyboard.type('operator');
  await tabTo(page, '[name=password]');
  await page.keyboard.type(process.env['GIROSCOPE_E2E_PASSWORD'] ?? '');
  await page.keyboard.press('Enter');
  await giroscope.heading('Upload payments');

  // The browser's own chooser is no page; that the key opens it is what counts.
  const chooser = page.waitForEvent('filechooser');
  for (
    let presses = 0;
    presses < 40 &&
    (await page.evaluate(() => document.activeElement?.textContent)) !== 'Choose files';
    presses += 1
  )
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await (await chooser).setFiles([paymentFile(number), statementFile(freshNumber())]);
  await uploads.fate(`payments-${number}.xml`, 'Imported');

  await page.goto('/');
  await giroscope.heading('All journals');
  await expect(page.locator('[data-row-link]').first()).toBeVisible();
  await tabTo(page, '[data-row-link]');
  await page.keyboard.press('Enter');
  const journal = page.getByRole('dialog', { name: 'Journal' });
  await expect(journal).toBeVisible();
  await tabTo(page, '[role=tab][aria-selected=true]');
  await page.keyboard.press('ArrowRight');
  await expect(journal.getByRole('tab', { name: /^Payments/ })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(journal).toBeHidden();

  await page.goto('/journals/statements');
  await giroscope.heading('Statement transactions');
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Search transactions' })).toBeFocused();
  await page.keyboard.type('nobody-wrote-this');
  await expect(page).toHaveURL(/q=nobody/);

  await tabTo(page, '[data-settings-trigger]', 'Shift+Tab');
  await page.keyboard.press('Enter');
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await expect(settings).toBeVisible();
  for (
    let presses = 0;
    presses < 40 &&
    !(await settings
      .getByRole('button', { name: 'Dark', exact: true })
      .evaluate((button) => button === document.activeElement));
    presses += 1
  )
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-scheme', 'dark');
  await page.keyboard.press('Escape');
  await expect(giroscope.banner.getByRole('button', { name: 'Settings' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(giroscope.banner.getByRole('button', { name: 'Logout' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('[name=username]')).toBeVisible();
});
