import type { Page } from '@playwright/test';
import { STRUCTURE, faultless, legible } from './faultless';
import { fits } from './fits';
import { expect, test } from './fixtures';
import { freshNumber, statementFile } from './files';

const SCREENS = [
  '/',
  '/dashboard',
  '/statements',
  '/journals/statements',
  '/bank',
  '/demo',
  '/erp/configuration',
  '/erp/configuration-validation',
  '/erp/payment-method-mapping',
  '/erp/exchange',
  '/sendings',
  '/messages',
  '/audit',
  '/upload',
  '/upload/statement',
  '/rules',
  '/billing/subscriptions',
  '/billing/invoices',
  '/account-management/users',
  '/account-management/webhooks',
  '/logs',
  '/debug',
  '/nowhere',
];

/** A telephone, and both sides of the width from which on the menu has a place of its own. */
const WIDTHS = [360, 991, 992];
const DESK = { width: 1440, height: 900 };

/** What no rule of axe says of a screen: one heading, one main part, a place for what is told, and room for every finger. */
async function inOrder(page: Page, path: string): Promise<void> {
  await expect(page.getByRole('main')).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(
    page.locator('[aria-live], [role=status], [role=alert], [role=log]').first(),
  ).toBeAttached();
  expect(await page.evaluate(smallTargets), path).toEqual([]);
}

/**
 * Controls below 24 by 24 pixels, as WCAG 2.2 measures them (2.5.8): a word within a sentence may
 * be smaller, and so may a control around whose middle no other lies within 24 pixels.
 */
function smallTargets(): string[] {
  const controls = Array.from(
    document.querySelectorAll<HTMLElement>(
      'a[href], button, input:not([type=hidden]), select, textarea, [role=button], [role=tab], [role=checkbox]',
    ),
  )
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
    .filter(
      ({ element, box }) =>
        box.width > 1 &&
        box.height > 1 &&
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
        getComputedStyle(element).clipPath === 'none',
    );
  const middle = ({ x, y, width, height }: DOMRect) => [x + width / 2, y + height / 2] as const;
  const distance = (from: readonly [number, number], { left, right, top, bottom }: DOMRect) =>
    Math.hypot(
      Math.max(left - from[0], 0, from[0] - right),
      Math.max(top - from[1], 0, from[1] - bottom),
    );
  return controls
    .filter(
      ({ element, box }) =>
        Math.min(box.width, box.height) < 23.5 &&
        !(
          element.tagName === 'A' &&
          getComputedStyle(element).display === 'inline' &&
          element.parentElement?.tagName === 'P'
        ),
    )
    .filter(({ element, box }) =>
      controls.some(
        (other) =>
          other.element !== element &&
          !other.element.contains(element) &&
          !element.contains(other.element) &&
          distance(middle(box), other.box) < 12,
      ),
    )
    .map(({ element, box }) =>
      `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent ?? ''} ${Math.round(box.width)}×${Math.round(box.height)}`.slice(
        0,
        80,
      ),
    );
}

/** The page wears the theme of this brightness, and no other beside it. */
async function wears(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-scheme', scheme);
  await page.waitForFunction(
    () =>
      Array.from(document.querySelectorAll<HTMLLinkElement>('link[data-theme]')).filter(
        ({ sheet }) => sheet?.disabled === false,
      ).length === 1,
  );
}

/** Every rule in the light, and every word in the dark: the same page in other colours. */
const LOOKS: Readonly<Record<'light' | 'dark', { well: typeof faultless; tag: string[] }>> = {
  light: { well: faultless, tag: [] },
  // Of which colours words are made is counted for every theme; here they are seen.
  dark: { well: legible, tag: ['@full'] },
};

for (const scheme of ['light', 'dark'] as const) {
  test(
    `no screen and no panel has a fault that axe can find, and none runs out of the page, in ${scheme} @share-2`,
    { tag: LOOKS[scheme].tag },
    async ({ giroscope, uploads, page }) => {
      // Some thirty analyses of whole pages.
      const { well } = LOOKS[scheme];
      await page.emulateMedia({ colorScheme: scheme });
      await page.addInitScript(() => localStorage.setItem('giroscope.followSystem', 'true'));
      await giroscope.open('/upload/statement');
      await wears(page, scheme);
      const statement = statementFile(freshNumber());
      await uploads.give(statement);
      await uploads.fate(statement.name, 'Imported');
      for (const path of SCREENS) {
        await giroscope.visit(path);
        await well(page, path, STRUCTURE);
        if (scheme === 'dark') continue;
        await inOrder(page, path);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 800 });
          await fits(page, `${path} at ${width} pixels`);
        }
        await page.setViewportSize(DESK);
      }
      await giroscope.visit('/dashboard');
      await page.getByRole('button', { name: 'Settings' }).click();
      await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
      await well(page, 'settings');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: /^Period/ }).click();
      await expect(page.getByRole('button', { name: 'Apply' })).toBeVisible();
      await well(page, 'range panel');
      await giroscope.visit('/journals/statements');
      await page.locator('[data-row-link]').first().click();
      await expect(
        page.getByRole('dialog', { name: 'Transaction' }).getByText('Bank code'),
      ).toBeVisible();
      await well(page, 'transaction drawer');
      await giroscope.visit('/');
      await page.locator('[data-row-link]').first().click();
      const journal = page.getByRole('dialog', { name: 'Journal' });
      for (const tab of ['Overview', 'Payments', 'Status', 'Statement', 'Documents', 'Timeline']) {
        await journal.getByRole('tab', { name: tab }).click();
        await well(page, `journal drawer, ${tab}`);
      }
      await giroscope.visit('/upload/statement');
      await uploads.row(statement.name).getByRole('button', { name: 'Undo import' }).click();
      await expect(
        page
          .getByRole('dialog', { name: 'Undo this import?' })
          .getByText('Everything that came from'),
      ).toBeVisible();
      await well(page, 'undo question');
    },
  );
}

test('a person with a keyboard alone reaches a screen, opens a row, and comes back @share-3', async ({
  giroscope,
  uploads,
  page,
}) => {
  await giroscope.open('/upload/statement');
  const statement = statementFile(freshNumber());
  await uploads.give(statement);
  await uploads.fate(statement.name, 'Imported');

  await page.goto('/dashboard');
  await giroscope.heading('Dashboard');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  const entry = giroscope.menu.getByRole('link', { name: 'Statement transactions' });
  for (
    let presses = 0;
    presses < 20 && !(await entry.evaluate((link) => link === document.activeElement));
    presses += 1
  )
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const heading = page.getByRole('heading', { level: 1, name: 'Statement transactions' });
  await expect(heading).toBeFocused();

  const table = page.getByRole('table', { name: 'Statement transactions' });
  await expect(table).toBeVisible();
  const first = table.locator('[data-row-link]').first();
  for (
    let presses = 0;
    presses < 40 && !(await first.evaluate((link) => link === document.activeElement));
    presses += 1
  )
    await page.keyboard.press('Tab');
  await expect(first).toBeFocused();
  await page.keyboard.press('j');
  await expect(table.locator('[data-row-link]').nth(1)).toBeFocused();
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Transaction' });
  await expect(drawer).toBeFocused();
  await expect(drawer.getByRole('button', { name: 'Next record' })).toBeEnabled();
  await page.keyboard.press(']');
  await expect(table.getByRole('row').nth(2)).toHaveClass(/selected/);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
});
