/** The mapping of payment methods: a suggestion is taken, changed, taken back and removed; who may not sees it. */
import { isKeycloak } from './Backstage';
import { STRUCTURE, faultless } from './faultless';
import { fits } from './fits';
import { expect, test } from './fixtures';
import { Banks, NORDEA } from './pages/Banks';
import { Erp } from './pages/Erp';

test.skip(isKeycloak, 'the simulated ERP runs beside the embedded sign-in only');
test.describe.configure({ mode: 'serial' });

const REST_MS = 30_000;
const TITLE = 'Payment Method Mapping';

test('a method without a mapping is held, and mapped by its suggestion @share-1', async ({
  giroscope,
  page,
}) => {
  const erp = new Erp(page);
  const banks = new Banks(page);
  await page.clock.install();
  await giroscope.open('/bank');
  await expect(banks.cards.first().or(page.getByText('No bank is connected yet'))).toBeVisible();
  if ((await banks.card(NORDEA.bank).count()) === 0) {
    await banks.connect(NORDEA);
    await banks.activate(NORDEA);
  }
  await erp.inUse();
  await giroscope.go(TITLE);
  await page.getByRole('button', { name: 'Refresh from ERP' }).first().click();
  const open = page.getByRole('table', { name: 'Unmapped' });
  // A screen at which nothing happens asks again twice a minute.
  const unmapped = open.getByRole('row').filter({ hasText: 'BANK-DK' });
  await expect
    .poll(
      async () => {
        await page.clock.fastForward(REST_MS);
        return (await unmapped.count()) > 0 ? unmapped.innerText() : '';
      },
      { intervals: [1000] },
    )
    .toContain('Danish transfer');
  await faultless(page, 'methods without a mapping', STRUCTURE);

  await open.getByRole('button', { name: 'Use suggestion BANK-DK' }).click();
  const form = erp.dialog('Add mapping');
  await expect(form.getByRole('region', { name: 'Summary' })).toContainText('DKK');
  await faultless(page, 'a mapping being made');
  await form.getByRole('button', { name: 'Save' }).click();
  const mappings = page.getByRole('table', { name: 'Mappings' });
  await expect(mappings.getByRole('row').filter({ hasText: 'BANK-DK' })).toContainText(
    'Danish transfer',
  );
  await expect(open.getByRole('row').filter({ hasText: 'BANK-DK' })).toHaveCount(0);
});

test('a product the bank or the method does not allow is refused at its field @share-1', async ({
  giroscope,
  page,
}) => {
  const erp = new Erp(page);
  await giroscope.open('/erp/payment-method-mapping');
  await page
    .getByRole('table', { name: 'Mappings' })
    .getByRole('link', { name: /^BANK-DK/ })
    .click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const form = erp.dialog(/^Edit the mapping of BANK-DK/);
  await form.getByLabel('Bank product').selectOption('SEPA transfer');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.locator('.g-field-error, [role=alert]').first()).toBeVisible();
  await faultless(page, 'a mapping that is refused');
  await form.getByLabel('Bank product').selectOption('Danish transfer');
  const purpose = form.getByLabel('Purpose');
  // A refusal has opened them, so that no flaw is out of sight.
  if (!(await purpose.isVisible())) await form.getByText('More settings').click();
  await purpose.selectOption('Suppliers');
  await form.getByRole('button', { name: 'Save' }).click();
  const record = page.getByRole('dialog', { name: /^BANK-DK/ });
  await expect(record).toContainText('Suppliers');
  await record.getByRole('button', { name: 'Undo the last change' }).click();
  await expect(record).not.toContainText('Suppliers');
});

test('who may change nothing reads the mapping @share-1', async ({ giroscope, page }) => {
  await giroscope.open('/erp/payment-method-mapping', 'viewer');
  await expect(page.getByRole('table', { name: 'Mappings' })).toContainText('BANK-DK');
  await expect(page.getByRole('button', { name: 'Add mapping' })).toHaveCount(0);
  await page.setViewportSize({ width: 360, height: 800 });
  await fits(page);
});
