/** Banks from the letter to the first file: connect, activate, test, fetch, pause; and who may not. */
import { isKeycloak } from './Backstage';
import { LOOKED_AT, STRUCTURE, faultless, wear } from './faultless';
import { fits } from './fits';
import { expect, test } from './fixtures';
import { Banks, KYSTBANKEN, NORDEA } from './pages/Banks';

// Where the product is set up for production there is no simulated bank.
test.skip(isKeycloak, 'the simulated bank runs beside the embedded sign-in only');
test.describe.configure({ mode: 'serial' });

/** How long the screen lets pass between two looks at a connection at which nothing happens. */
const REST_MS = 20_000;

test('a bank is connected by its letter, step by step, and answers @share-3', async ({
  giroscope,
  page,
}) => {
  const banks = new Banks(page);
  await giroscope.open('/dashboard');
  await giroscope.go('Banks');
  await expect(page.getByText('No bank is connected yet')).toBeVisible();
  await faultless(page, 'no bank', STRUCTURE);

  await page.getByRole('button', { name: 'Connect a bank' }).first().click();
  const wizard = banks.dialog('Connect a bank');
  await expect(wizard.getByRole('radio', { name: /^Nordea Danmark/ })).toBeDisabled();
  await wizard.getByRole('radio', { name: /^Nordea \(simulated\)/ }).check();
  await faultless(page, 'wizard, bank');
  await wizard.getByRole('button', { name: 'Next' }).click();
  await wizard.getByLabel('Sender ID').fill('104288');
  await wizard.getByLabel('Signer ID').focus();
  await expect(wizard.getByText('Written as 10428836015')).toBeVisible();
  await faultless(page, 'wizard, letter');
  await page.keyboard.press('Escape');
  await wizard.getByRole('button', { name: 'Discard' }).click();

  await banks.connect(NORDEA);
  await faultless(page, 'activation');
  await banks.activate(NORDEA);
  const drawer = banks.drawer(NORDEA.bank);
  await expect(drawer.getByText('Active', { exact: true })).toBeVisible();
  await drawer.getByRole('tab', { name: 'Certificates' }).click();
  await expect(drawer.getByText(/serialNumber=20931174406/)).toBeVisible();
  await expect(page.getByText('PRIVATE KEY')).toHaveCount(0);
  await drawer.getByRole('tab', { name: 'Test' }).click();
  await drawer.getByRole('button', { name: 'Test the connection' }).click();
  const steps = drawer.getByRole('list', { name: /^Test by/ }).getByRole('listitem');
  await expect(steps).toHaveCount(5);
  await expect(steps.filter({ hasText: 'Rights of the agreement' })).toContainText('OK');
  await expect(drawer.getByText('Failed')).toHaveCount(0);
});

test('what the bank holds comes by itself and becomes journals @share-3', async ({
  giroscope,
  page,
}) => {
  const banks = new Banks(page);
  await page.clock.install();
  await giroscope.open('/bank');
  await banks.card(NORDEA.bank).getByRole('link').click();
  const drawer = banks.drawer(NORDEA.bank);
  await drawer.getByRole('button', { name: 'Look now' }).click();
  await drawer.getByRole('tab', { name: /^Received/ }).click();
  // A connection that rests is asked for again three times a minute.
  const statement = drawer.getByRole('row').filter({ hasText: 'camt.053' }).first();
  await expect
    .poll(
      async () => {
        await page.clock.fastForward(REST_MS);
        return (await statement.count()) > 0 ? statement.innerText() : '';
      },
      { intervals: [1000] },
    )
    .toContain('Imported');
  // A file is imported a moment before its journal is tied, and a list with nothing in it asks for nothing.
  const journals = page.getByRole('table', { name: 'All journals' }).getByRole('row');
  await expect(async () => {
    await page.goto('/');
    await expect(journals.nth(1)).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 180_000 });
});

test('a second bank is connected over Bank Connect; one is paused, then all @share-3', async ({
  giroscope,
  page,
}) => {
  const banks = new Banks(page);
  await giroscope.open('/bank');
  await banks.connect(KYSTBANKEN);
  await banks.activate(KYSTBANKEN);
  const drawer = banks.drawer(KYSTBANKEN.bank);
  await drawer.getByRole('button', { name: 'Pause' }).click();
  await banks
    .dialog(`Pause ${KYSTBANKEN.bank}?`)
    .getByLabel('Reason')
    .fill('The bank works on its systems');
  await banks.dialog(`Pause ${KYSTBANKEN.bank}?`).getByRole('button', { name: 'Pause' }).click();
  await expect(banks.card(KYSTBANKEN.bank)).toContainText('Paused');
  await expect(drawer.getByText('The bank works on its systems')).toBeVisible();
  await drawer.getByRole('button', { name: 'Resume' }).click();
  await expect(banks.card(KYSTBANKEN.bank)).not.toContainText('Paused');
  await drawer.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Pause all banks' }).click();
  await banks.dialog('Pause all banks?').getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('All banks are paused: nothing is fetched or sent.')).toBeVisible();
  await page.getByRole('button', { name: 'Resume all banks' }).click();
  await expect(page.getByText('All banks are paused: nothing is fetched or sent.')).toHaveCount(0);
  await expect(
    page.getByRole('table', { name: 'What each bank can do' }).getByRole('row'),
  ).toHaveCount(3);
});

test('who may not change banks sees them with their numbers in part @share-3', async ({
  giroscope,
  page,
}) => {
  const banks = new Banks(page);
  await giroscope.open('/bank', 'viewer');
  await expect(page.getByRole('button', { name: 'Connect a bank' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Pause all banks' })).toHaveCount(0);
  await banks.card(NORDEA.bank).getByRole('link').click();
  const drawer = banks.drawer(NORDEA.bank);
  await expect(
    drawer.getByText('Shown in part: only account managers see the whole numbers.'),
  ).toBeVisible();
  await expect(drawer.getByText('••••••••015')).toBeVisible();
  await expect(page.getByText('10428836015')).toHaveCount(0);
  await expect(drawer.getByRole('button', { name: 'Pause' })).toHaveCount(0);
});

for (const { theme, well, tag } of LOOKED_AT) {
  test(
    `no part of a connection has a fault that axe can find, in ${theme}, nor spills at 360 px @share-3`,
    { tag },
    async ({ giroscope, page }) => {
      await wear(page, theme);
      const banks = new Banks(page);
      await giroscope.open('/bank');
      await expect(banks.card(NORDEA.bank)).toBeVisible();
      await well(page, 'cards', STRUCTURE);
      await banks.card(NORDEA.bank).getByRole('link').click();
      const drawer = banks.drawer(NORDEA.bank);
      for (const tab of ['Overview', 'Certificates', 'Accounts', 'Schedule', 'Test', 'Received']) {
        await drawer.getByRole('tab', { name: new RegExp(`^${tab}`) }).click();
        await well(page, tab);
      }
      await page.setViewportSize({ width: 360, height: 800 });
      for (const tab of ['Overview', 'Certificates', 'Accounts', 'Schedule', 'Test', 'Received']) {
        await drawer.getByRole('tab', { name: new RegExp(`^${tab}`) }).click();
        await fits(page, tab);
      }
    },
  );
}
