/** A payee from its file to its page and back: whose address is to be corrected, and what was paid. */
import { faultless } from './faultless';
import { freshNumber, paymentFile } from './files';
import { fits } from './fits';
import { expect, test } from './fixtures';

test('a payee whose address will be refused is found by keyboard, with its payments @share-1', async ({
  giroscope,
  uploads,
  page,
}) => {
  const number = freshNumber();
  const name = `Kystværftet ${number}`;
  const file = paymentFile(number);
  const text = file.buffer
    .toString()
    .replaceAll('Kystværftet A/S', name)
    .replaceAll(
      '<PstlAdr><Ctry>DK</Ctry></PstlAdr>',
      '<PstlAdr><AdrLine>Havnen 1</AdrLine></PstlAdr>',
    );
  await giroscope.open('/upload', 'operator');
  await uploads.give({ ...file, buffer: Buffer.from(text) });
  await uploads.fate(file.name, 'Imported');

  await giroscope.open('/payees?tab=correct', 'operator');
  await expect(page.getByRole('heading', { level: 1, name: 'Payees' })).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type(number);
  const rows = page.getByRole('table', { name: 'Payees' }).getByRole('link', { name });
  await expect(rows).toHaveCount(1);
  await expect(page.getByRole('link', { name: /^Kystværftet/ })).toHaveCount(1);
  await expect(page.getByText('1 row', { exact: true })).toBeVisible();
  // Out of the field; Escape would empty it.
  await page.keyboard.press('Tab');
  await expect(async () => {
    // A row that the search puts there anew is gone to once more.
    await page.keyboard.press('j');
    await expect(rows).toBeFocused({ timeout: 1000 });
  }).toPass();
  await page.keyboard.press('Enter');
  const payee = page.getByRole('dialog', { name: 'Payee' });
  await expect(payee).toContainText('An address has free lines only');
  await expect(payee).toContainText('Nordea');
  await faultless(page, 'a payee');
  await page.setViewportSize({ width: 360, height: 800 });
  await fits(page, 'a payee');
  await page.setViewportSize({ width: 1440, height: 900 });

  await payee.getByRole('link', { name: 'See payments' }).click();
  const payments = page.getByRole('table', { name: 'Payments' });
  await expect(payments.getByRole('link', { name })).toHaveCount(2);
  await expect(page.getByLabel('Total')).toContainText('300.75');
  await payments.getByRole('link', { name }).first().click();
  const payment = page.getByRole('dialog', { name: 'Payment' });
  await payment.getByRole('link', { name }).click();
  await expect(payee).toContainText(name);
});
