/** The desk by keyboard alone: money that moved between two own accounts is matched, taken back, and matched again. */
import type { Page } from '@playwright/test';
import { faultless } from './faultless';
import { freshNumber, statementFile, type BankFile } from './files';
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
