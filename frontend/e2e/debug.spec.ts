/** Who supports the product looks at it: health, background work, what is known of an id, files, settings, the clock and mails. */
import { LOOKED_AT, wear } from './faultless';
import { brokenFile, freshNumber, paymentFile } from './files';
import { fits } from './fits';
import { expect, test } from './fixtures';

const TABS = [
  'Health',
  'Background work',
  'Trace an ID',
  'Inspect a file',
  'Mails',
  'Effective settings',
  'Session and switches',
  'Clock',
  'Graph',
];

test('who has no role finds no entry, and no page at the address', async ({ giroscope }) => {
  await giroscope.open('/debug', 'viewer');
  await giroscope.heading('No page here');
  await expect(giroscope.menu.getByRole('link', { name: 'Debug' })).toHaveCount(0);
});

test('a product that was just started is well, and tells no secret @share-3', async ({
  giroscope,
  page,
}) => {
  await giroscope.open('/dashboard');
  await giroscope.go('Debug');
  const health = page.getByRole('table', { name: 'Health' });
  for (const check of [
    'Python',
    'Master key',
    'Database answers',
    'Tables are up to date',
    'Sign-in answers',
  ]) {
    await expect(health.getByRole('row').filter({ hasText: check })).toContainText('OK');
  }
  await page.getByRole('tab', { name: 'Effective settings' }).click();
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('port');
  const port = page
    .getByRole('row')
    .filter({ has: page.getByText('GIROSCOPE_PORT', { exact: true }) });
  await expect(port).toContainText('Environment');
  await expect(page.getByText('GIROSCOPE_MASTER_KEY')).toHaveCount(0);
  await page.getByRole('tab', { name: 'Clock' }).click();
  await expect(page.getByText('The clocks agree.')).toBeVisible();
});

test('a file is looked at, imported, and followed by what is known of it @share-2', async ({
  giroscope,
  uploads,
  page,
}) => {
  const number = freshNumber();
  const broken = brokenFile(number);
  await giroscope.open('/debug?tab=inspect');
  await page.getByLabel('Choose a file').setInputFiles(broken);
  await expect(page.getByRole('table', { name: 'Findings' })).toContainText('Error');
  await giroscope.go('Upload payments');
  await uploads.give(paymentFile(number));
  await uploads.fate(`payments-${number}.xml`, 'Imported');
  await page.goto(`/debug?tab=trace&text=payments-${number}.xml`);
  const found = page.getByRole('table', { name: 'What was written down' });
  for (const kind of ['Upload', 'Journal', 'Work', 'Audit trail'])
    await expect(found.getByRole('row').filter({ hasText: kind }).first()).toBeVisible();
  await page.getByRole('tab', { name: 'Background work' }).click();
  await expect(
    page
      .getByRole('table', { name: 'Background work' })
      .getByRole('row')
      .filter({ hasText: 'import' })
      .first(),
  ).toContainText('Done');
});

for (const { theme, well, tag } of LOOKED_AT) {
  test(
    `no tab has a fault that axe can find, in ${theme} @share-1`,
    { tag },
    async ({ giroscope, page }) => {
      await wear(page, theme);
      await giroscope.open('/debug');
      for (const tab of TABS) {
        await page.getByRole('tab', { name: tab }).click();
        await expect(page.getByRole('tabpanel').getByText('Loading')).toHaveCount(0);
        await well(page, tab);
      }
    },
  );
}

for (const { widths, tag } of [
  { widths: [360, 1440], tag: [] },
  { widths: [3840], tag: '@full' },
]) {
  test(
    `nothing runs out of the page at ${widths.join(' and ')} pixels, in Danish @share-1`,
    { tag },
    async ({ giroscope, page }) => {
      await page.addInitScript(() => localStorage.setItem('giroscope.language', 'da'));
      await page.setViewportSize({ width: 360, height: 800 });
      await giroscope.open('/debug');
      await giroscope.heading('Fejlsøgning');
      await expect(page.getByRole('tab')).toHaveCount(TABS.length);
      for (const tab of await page.getByRole('tab').all()) {
        await tab.click();
        await expect(page.getByRole('tabpanel').getByText('Henter')).toHaveCount(0);
        for (const width of widths) {
          await page.setViewportSize({ width, height: 800 });
          await fits(page, `${await tab.innerText()} at ${width} pixels`);
        }
      }
    },
  );
}
