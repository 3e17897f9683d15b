/** Who supports the product looks at it: health, settings in force, the clock, and where the mails are. */
import { LOOKED_AT } from './faultless';
import { expect, test } from './fixtures';

const TABS = ['Health', 'Mails', 'Settings in force', 'Clock'];

test('who has no role finds no entry, and the address says so', async ({ giroscope, page }) => {
  await giroscope.open('/debug', 'viewer');
  await giroscope.heading('Debug');
  await expect(page.getByText('You may not see this')).toBeVisible();
  await expect(giroscope.menu.getByRole('link', { name: 'Debug' })).toHaveCount(0);
});

test('a product that was just started is well, and tells no secret', async ({ giroscope, page }) => {
  await giroscope.open('/dashboard');
  await giroscope.go('Debug');
  const health = page.getByRole('table', { name: 'Health' });
  for (const check of ['Python', 'Master key', 'Database answers', 'Tables are up to date', 'Sign-in answers']) {
    await expect(health.getByRole('row').filter({ hasText: check })).toContainText('Well');
  }
  await page.getByRole('tab', { name: 'Settings in force' }).click();
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('port');
  const port = page.getByRole('row').filter({ has: page.getByText('GIROSCOPE_PORT', { exact: true }) });
  await expect(port).toContainText('Environment');
  await expect(page.getByText('GIROSCOPE_MASTER_KEY')).toHaveCount(0);
  await page.getByRole('tab', { name: 'Clock' }).click();
  await expect(page.getByText('The clocks agree.')).toBeVisible();
});

for (const [theme, well] of Object.entries(LOOKED_AT)) {
  test(`no tab has a fault that axe can find, in ${theme}`, async ({ giroscope, page }) => {
    test.setTimeout(120_000);
    await page.addInitScript((name) => {
      localStorage.setItem('theme', name);
      localStorage.setItem('darkTheme', String(name.includes('dark')));
    }, theme);
    await giroscope.open('/debug');
    for (const tab of TABS) {
      await page.getByRole('tab', { name: tab }).click();
      await expect(page.getByRole('tabpanel').getByText('Loading')).toHaveCount(0);
      await well(page, tab);
    }
  });
}

for (const width of [360, 1440, 3840]) {
  test(`nothing runs out of the page at ${width} pixels, in Danish`, async ({ giroscope, page }) => {
    await page.addInitScript(() => localStorage.setItem('giroscope.language', 'da'));
    await page.setViewportSize({ width, height: 800 });
    await giroscope.open('/debug');
    for (const tab of ['health', 'mails', 'settings', 'clock']) {
      await page.goto(`/debug?tab=${tab}`);
      await giroscope.heading('Fejlsøgning');
      await page.waitForLoadState('networkidle', { timeout: 1500 }).catch(() => undefined);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), tab).toBeLessThanOrEqual(0);
    }
  });
}
