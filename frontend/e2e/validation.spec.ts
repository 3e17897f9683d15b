/** A payment file in the window that accounting systems open: what is wrong, mended, and kept apart. */
import { fits } from './fits';
import { expect, test } from './fixtures';
import { faultless } from './faultless';
import { freshNumber, paymentFile, statementFile } from './files';

const NARROW = { width: 360, height: 780 };

test('a payment file is checked, mended and checked again, and nothing is stored', async ({
  giroscope,
  page,
}) => {
  const good = paymentFile(freshNumber());
  const bad = {
    ...good,
    name: 'bad.xml',
    buffer: Buffer.from(
      good.buffer
        .toString()
        .replace('<CtrlSum>300.75', '<CtrlSum>1.00')
        .replaceAll('Kystværftet', 'Kystværftet 東'),
    ),
  };
  await giroscope.open('/journal-validation', 'viewer');
  await giroscope.heading('Journal validation');
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toHaveCount(0);
  await expect(page.getByRole('banner')).toContainText('Viggo Viewer');

  await page.getByLabel('Payment file').locator('input').setInputFiles(bad);
  await expect(
    page.getByRole('heading', { name: 'Invalid: the file must not go to a bank' }),
  ).toBeVisible();
  const lights = page.getByRole('list', { name: 'Layers of the check' });
  await expect(lights.getByRole('listitem')).toHaveCount(9);
  await expect(lights).toContainText('File and totalsErrors · 1 error');
  await expect(page.getByText('differs: 1.00 stated')).toBeVisible();
  await faultless(page, 'an invalid file');

  await page.getByRole('button', { name: 'Warning', exact: true }).click();
  await expect(page).toHaveURL(/severity=warning/);
  await expect(page.locator('summary', { hasText: 'Another control sum is stated' })).toHaveCount(
    0,
  );
  await expect(page.locator('details[open] > summary')).toContainText(
    'A text has characters that are not carried',
  );
  await page
    .getByRole('link', { name: /Link to the finding/ })
    .first()
    .click();
  await expect(page).toHaveURL(/finding=characters_not_taken\./);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toBe('bad-findings.csv');

  await page.getByLabel('Payment file').locator('input').setInputFiles(good);
  await expect(page.getByRole('heading', { name: 'Since the earlier check' })).toBeVisible();
  await expect(page.getByText('Another control sum is stated than the amounts make')).toBeVisible();
  await page.reload();
  await expect(page.getByText('The file itself is not kept.')).toBeVisible();
  await page.goto('/');
  await expect(page.getByText(good.name)).toHaveCount(0);
});

test('the window works in a narrow frame, in Danish, and says what it cannot check', async ({
  giroscope,
  page,
}) => {
  await page.setViewportSize(NARROW);
  await page.addInitScript(() => localStorage.setItem('giroscope.language', 'da'));
  await giroscope.open('/journal-validation', 'viewer');
  await giroscope.heading('Journalvalidering');
  await page
    .getByLabel('Betalingsfil')
    .locator('input')
    .setInputFiles(statementFile(freshNumber()));
  await expect(
    page.getByText('Filen indeholder ingen betalingsordrer', { exact: true }),
  ).toBeVisible();
  await expect(page.getByText('pain.001 version 03 til 13')).toBeVisible();
  await fits(page);
  await faultless(page, 'no payment file, on a telephone');
});
