/** A rule is built, tried on the past, put in force, and what comes in bears its label. */
import { faultless, STRUCTURE } from './faultless';
import { freshNumber, statementFile } from './files';
import { expect, test } from './fixtures';

test('a rule marks what comes in, and says beforehand what it would have marked', async ({ giroscope, uploads, page }) => {
  const number = freshNumber();
  await giroscope.open('/rules');
  await giroscope.heading('Rules');
  await page.getByRole('button', { name: 'New rule' }).click();
  const form = page.getByRole('region', { name: 'New rule' });
  await form.getByLabel('Name').fill(`Seen ${number}`);
  await form.getByLabel('Value', { exact: true }).fill(number);
  await form.getByLabel('New label').fill(`Label ${number}`);
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(form.getByText(`When the text contains “${number}”: mark it “Label ${number}”.`)).toBeVisible();
  await faultless(page, '/rules, building', STRUCTURE);
  await form.getByRole('button', { name: 'Save draft' }).click();
  await expect(form).toHaveCount(0);

  await page.getByRole('button', { name: 'Test on the past' }).click();
  const tests = page.getByRole('dialog', { name: 'Test on the past' });
  await tests.getByRole('button', { name: 'Begin' }).click();
  await expect(tests.getByRole('row').filter({ hasText: `Seen ${number}` })).toContainText('never fits', { timeout: 30_000 });
  await tests.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: `Open Seen ${number}` }).click();
  const drawer = page.getByRole('dialog', { name: `Seen ${number}` });
  await drawer.getByRole('button', { name: 'Activate' }).click();
  await expect(drawer.getByText('Version 1')).toBeVisible();
  await faultless(page, '/rules, one open', STRUCTURE);

  await giroscope.go('Upload Statement');
  await uploads.give(statementFile(number));
  await uploads.fate(`statement-${number}.xml`, 'Imported');
  await page.goto(`/journals/statements?q=${number}`);
  await page.getByRole('table', { name: 'Statement transactions' }).getByRole('row').nth(1).getByRole('link').first().click();
  await expect(page.getByRole('dialog', { name: 'Transaction' }).getByText(`Label ${number}`)).toBeVisible();
});

test('who has no role finds no rules', async ({ giroscope, page }) => {
  await giroscope.open('/rules', 'viewer');
  await expect(page.getByText('You may not see this')).toBeVisible();
  await expect(giroscope.menu.getByRole('link', { name: 'Rules', exact: true })).toHaveCount(0);
});
