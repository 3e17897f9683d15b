/** The ERP from nothing to use: connect, validate, activate, look at it again, change and take back; and who may not. */
import { isKeycloak } from './Backstage';
import { LOOKED_AT, STRUCTURE, faultless, wear } from './faultless';
import { fits } from './fits';
import { expect, test } from './fixtures';
import { Erp } from './pages/Erp';

// Where the product is set up for production there is no simulated ERP.
test.skip(isKeycloak, 'the simulated ERP runs beside the embedded sign-in only');
test.describe.configure({ mode: 'serial' });

test('an ERP is connected, validated and activated @share-2', async ({ giroscope, page }) => {
  const erp = new Erp(page);
  await giroscope.open('/dashboard');
  await giroscope.go('Configuration');
  const connected = page.getByRole('region', { name: 'Active' });
  await expect(page.getByText('No ERP is connected yet').or(connected)).toBeVisible();
  // Another try of a later journey finds it in use.
  if (test.info().retry > 0 && (await connected.isVisible())) return;
  await faultless(page, 'no ERP', STRUCTURE);
  await page.getByRole('button', { name: 'Connect an ERP' }).click();
  const choice = erp.dialog('Connect an ERP');
  await expect(choice.getByRole('radio', { name: /e-conomic/ })).toHaveAccessibleName(
    /not run against the vendor/,
  );
  await faultless(page, 'choosing');
  await choice.getByRole('radio', { name: /^Simulated ERP/ }).check();
  await choice.getByRole('button', { name: 'Continue' }).click();
  await expect(erp.section('Connection')).toContainText('Set by the administrator');
  await expect(page.getByRole('button', { name: 'Activate' })).toBeDisabled();

  await page.getByRole('button', { name: 'Validate', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Activate' })).toBeEnabled();
  await expect(erp.section('Company and ledger')).toContainText('Havnens Handel ApS');
  await faultless(page, 'a validated draft');
  await page.getByRole('button', { name: 'Activate' }).click();
  const sure = erp.dialog('Activate this draft?');
  await expect(sure).toContainText("Simulated ERP becomes the company's ERP.");
  await sure.getByRole('button', { name: 'Activate' }).click();
  await erp.confirmed();
  await expect(page.getByRole('region', { name: 'Active' })).toContainText('Version 1');
});

test('the validation tells each check with its evidence, and runs one or all @share-2', async ({
  giroscope,
  page,
}) => {
  const erp = new Erp(page);
  await giroscope.open('/dashboard');
  await giroscope.go('Configuration Validation');
  await expect(erp.check('Sign-in')).toContainText('Passed');
  await erp.check('Company').getByRole('button', { name: 'Details' }).click();
  await expect(erp.check('Company').getByRole('list', { name: 'Found' })).toContainText(
    'Havnens Handel ApS',
  );
  const runs = page.getByRole('table', { name: 'Earlier runs' }).getByRole('row');
  await expect(runs.nth(1)).toBeVisible();
  const before = await runs.count();
  await erp.check('Company').getByRole('button', { name: 'Run Company' }).click();
  await expect(runs).toHaveCount(before + 1);
  await page.getByRole('button', { name: 'Run all' }).click();
  await expect(runs).toHaveCount(before + 2);
  await expect(page.getByRole('button', { name: 'Run all' })).toBeEnabled();
  await faultless(page, 'validation', STRUCTURE);
});

test('another company fails at its field, to which the check leads, and is discarded @share-2', async ({
  giroscope,
  page,
}) => {
  const erp = new Erp(page);
  await giroscope.open('/erp/configuration');
  await erp.section('Company and ledger').getByRole('button', { name: /^Edit/ }).click();
  const form = erp.dialog('Edit Company and ledger');
  await form.getByRole('textbox', { name: 'Registration number' }).fill('99887766');
  await faultless(page, 'a section');
  await page.keyboard.press('Escape');
  await form.getByRole('button', { name: 'Keep writing' }).click();
  await form.getByRole('button', { name: 'Save draft' }).click();
  await expect(erp.section('Company and ledger')).toContainText('Changed');
  await expect(page.getByText('The checks ask for the books of company 99887766.')).toBeVisible();
  await page.getByRole('button', { name: 'Validate', exact: true }).click();
  await expect(page.getByText('Invalid', { exact: true })).toBeVisible();
  await page.goto('/erp/configuration-validation?of=draft');
  await expect(erp.check('Company')).toContainText('Failed');
  await erp.check('Company').getByRole('link', { name: 'Go to the field' }).click();
  await expect(erp.dialog('Edit Company and ledger')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await erp.dialog('Discard the draft?').getByRole('button', { name: 'Discard draft' }).click();
  await expect(page.getByRole('button', { name: 'Activate' })).toHaveCount(0);
});

test('who may change nothing reads everything but secrets @share-2', async ({
  giroscope,
  page,
}) => {
  const erp = new Erp(page);
  await giroscope.open('/erp/configuration', 'viewer');
  await expect(erp.section('Connection')).toContainText('Set by the administrator');
  await expect(erp.section('Connection').getByRole('button')).toHaveCount(0);
  await page.goto('/erp/configuration-validation');
  await expect(erp.check('Sign-in')).toContainText('Passed');
  await expect(page.getByRole('button', { name: 'Run all' })).toHaveCount(0);
});

for (const { theme, well, tag } of LOOKED_AT) {
  test(
    `neither screen has a fault that axe can find, in ${theme}, nor spills at 360 px @share-2`,
    { tag },
    async ({ giroscope, page }) => {
      await wear(page, theme);
      await giroscope.open('/erp/configuration?history=open');
      await expect(page.getByRole('dialog', { name: 'History' })).toContainText('Version 1');
      await well(page, 'history');
      for (const path of ['/erp/configuration', '/erp/configuration-validation']) {
        await page.setViewportSize({ width: 1440, height: 900 });
        await giroscope.visit(path);
        await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
        await well(page, path);
        await page.setViewportSize({ width: 360, height: 800 });
        await fits(page, path);
      }
    },
  );
}
