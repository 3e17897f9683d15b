/** The desk by keyboard alone: what is matched, taken back, and matched again; of one entry with several payments, too. */
import type { Page } from '@playwright/test';
import { faultless } from './faultless';
import { freshNumber, paymentFile, statementFile, statusFile, type BankFile } from './files';
import { expect, test } from './fixtures';
import { fits } from './fits';

const AMOUNT = `7${freshNumber().slice(-3)}.13`;

/** A statement with an amount that nobody else has, in place of the one of a direction. */
function statementWith(number: string, instead: string, closing: string): BankFile {
  const file = statementFile(number);
  const text = file.buffer.toString().replaceAll(instead, AMOUNT).replace('1150.25', closing);
  return { ...file, buffer: Buffer.from(text) };
}

const entries = (page: Page) => page.getByRole('listbox', { name: 'Unmatched entries' });
const candidates = (page: Page) => page.getByRole('region', { name: 'Candidates' });

test('a transfer between own accounts is matched by keyboard alone, undone, and matched again', async ({
  giroscope,
  uploads,
  page,
}) => {
  const [from, to] = [freshNumber(), freshNumber()];
  const left = (1250.5 - Number(AMOUNT)).toFixed(2);
  const files = [
    statementWith(from, '100.25', left),
    statementWith(to, '250.50', (899.75 + Number(AMOUNT)).toFixed(2)),
  ];
  await giroscope.open('/upload/statement', 'operator');
  for (const file of files) {
    await uploads.give(file);
    await uploads.fate(file.name, 'Imported');
  }
  await giroscope.open('/reconciliation', 'operator');
  await expect(entries(page)).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type(`Invoice ${from}`);
  const both = entries(page).getByRole('option');
  await expect(both).toHaveCount(2);
  const out = both.filter({ hasText: `Invoice ${from}-2` });
  // Out of the field; Escape would empty it.
  await page.keyboard.press('Tab');
  while ((await out.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('j');
  const transfer = candidates(page)
    .getByRole('listitem')
    .filter({ hasText: `Invoice ${to}-1` });
  await expect(transfer).toContainText('Transfer between own accounts');
  await expect(transfer).toContainText('Same amount and currency');
  await faultless(page, 'the desk');
  await page.setViewportSize({ width: 360, height: 800 });
  await fits(page, 'the desk');
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.keyboard.press('Enter');
  await expect(out).toContainText('Matched');
  await page.keyboard.press('u');
  await expect(out).not.toContainText('Matched');
  await expect(transfer).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(out).toContainText('Matched');
  // Whoever comes next finds the other side matched as well.
  await giroscope.open(`/reconciliation?q=${encodeURIComponent(`Invoice ${to}`)}`, 'operator');
  await expect(both).toHaveCount(1);
  await expect(both).toContainText(`Invoice ${to}-2`);
});

test('two payments and a bank charge are matched with one entry by keyboard alone @share-1', async ({
  giroscope,
  uploads,
  page,
}) => {
  const [account, paid] = [freshNumber(), freshNumber()];
  const changed = (file: BankFile, ...changes: [string, string][]): BankFile => {
    const text = changes.reduce(
      (now, [from, to]) => now.replaceAll(from, to),
      file.buffer.toString(),
    );
    return { ...file, buffer: Buffer.from(text) };
  };
  const payer = '<DbtrAcct><Id><IBAN>DK5000400440116243</IBAN>';
  const payments = changed(paymentFile(paid), [
    payer,
    `<DbtrAcct><Id><Othr><Id>${account}</Id></Othr>`,
  ]);
  const accepted = changed(statusFile(paid), ['PART', 'ACSP'], ['RJCT', 'ACSP']);
  // The payments come to 300.75.
  const statement = changed(statementFile(account), ['100.25', '303.25'], ['1150.25', '947.25']);
  await giroscope.open('/upload', 'operator');
  for (const file of [payments, accepted]) {
    await uploads.give(file);
    await uploads.fate(file.name, 'Imported');
  }
  await giroscope.open('/upload/statement', 'operator');
  await uploads.give(statement);
  await uploads.fate(statement.name, 'Imported');
  const query = new URLSearchParams({ q: `Invoice ${account}-2` });
  await giroscope.open(`/reconciliation?${query}`, 'operator');
  const entry = entries(page).getByRole('option');
  await expect(entry).toHaveCount(1);
  await page.keyboard.press('f');
  await page.keyboard.type(paid);
  await expect(candidates(page).getByRole('checkbox')).toHaveCount(2);
  await entries(page).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  const sum = page.getByRole('form', { name: 'Chosen' });
  await expect(sum).toContainText('300.75');
  await expect(sum).toContainText('2.50');
  // Enter leads to what is lacking.
  await page.keyboard.press('Enter');
  await expect(sum.getByLabel('Reason for the difference')).toBeFocused();
  await page.keyboard.type('Bank');
  await page.keyboard.press('Tab');
  await faultless(page, 'the desk with payments chosen');
  await page.setViewportSize({ width: 360, height: 800 });
  await fits(page, 'the desk with payments chosen');
  await page.setViewportSize({ width: 1440, height: 900 });
  await sum.getByLabel('Note').fill('Fee of the bank abroad');
  await page.keyboard.press('Enter');
  await expect(entry).toContainText('Matched');
  await expect(candidates(page)).toContainText('Bank charge – Fee of the bank abroad');
  await page.keyboard.press('u');
  await expect(entry).not.toContainText('Matched');
});
