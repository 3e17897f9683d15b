import { LOOKED_AT } from './faultless';
import { fits } from './fits';
import { expect, test } from './fixtures';
import { freshNumber, statementFile } from './files';

const SCREENS = ['/', '/dashboard', '/journals/statements', '/bank', '/demo', '/erp/configuration', '/erp/configuration-validation', '/erp/payment-method-mapping', '/erp/exchange', '/messages', '/upload', '/upload/statement', '/billing/subscriptions', '/billing/invoices', '/account-management/users', '/logs', '/nowhere'];

const WIDTHS = [360, 991, 992, 1440];

for (const [theme, well] of Object.entries(LOOKED_AT)) {
  test(`no screen and no panel has a fault that axe can find, in ${theme}`, async ({ giroscope, uploads, page }) => {
    // Some twenty analyses of whole pages.
    test.setTimeout(240_000);
    await page.addInitScript((name) => {
      localStorage.setItem('theme', name);
      localStorage.setItem('darkTheme', String(name.includes('dark')));
    }, theme);
    await giroscope.open('/upload/statement');
    const statement = statementFile(freshNumber());
    await uploads.give(statement);
    await uploads.fate(statement.name, 'Imported');
    for (const path of SCREENS) {
      await giroscope.visit(path);
      await well(page, path);
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
    await expect(page.getByRole('dialog', { name: 'Transaction' }).getByText('Bank code')).toBeVisible();
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
    await expect(page.getByRole('dialog', { name: 'Undo this import?' }).getByText('Everything that came from')).toBeVisible();
    await well(page, 'undo question');
  });
}

test('a person with a keyboard alone reaches a screen, opens a row, and comes back', async ({ giroscope, uploads, page }) => {
  await giroscope.open('/upload/statement');
  const statement = statementFile(freshNumber());
  await uploads.give(statement);
  await uploads.fate(statement.name, 'Imported');

  await page.goto('/dashboard');
  await giroscope.heading('Dashboard');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  const entry = giroscope.menu.getByRole('link', { name: 'Statement transactions' });
  for (let presses = 0; presses < 20 && !(await entry.evaluate((link) => link === document.activeElement)); presses += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const heading = page.getByRole('heading', { level: 1, name: 'Statement transactions' });
  await expect(heading).toBeFocused();

  const table = page.getByRole('table', { name: 'Statement transactions' });
  await expect(table).toBeVisible();
  const first = table.locator('[data-row-link]').first();
  for (let presses = 0; presses < 40 && !(await first.evaluate((link) => link === document.activeElement)); presses += 1) await page.keyboard.press('Tab');
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

test('nothing runs out of the page, from a telephone to a wide screen', async ({ giroscope, page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await giroscope.open('/');
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await expect(giroscope.menu).toBeVisible({ visible: width >= 992 });
  }
  for (const path of SCREENS) {
    await giroscope.visit(path);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await fits(page, `${path} at ${width} pixels`);
    }
  }
});
