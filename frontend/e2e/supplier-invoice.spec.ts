/**
 * A supplier's invoice on its whole way, as an accountant sees it: approved in the ERP, fetched,
 * mapped, approved by a second person, sent, answered by the bank, told to the ERP, and proven
 * there by the lines of the bank's statement.
 */
import type { Page } from '@playwright/test';
import { inMinutes, isKeycloak, passTime } from './Backstage';
import { STRUCTURE, faultless } from './faultless';
import { freshNumber, statementFile } from './files';
import { fits } from './fits';
import { expect, test } from './fixtures';
import { Banks, NORDEA } from './pages/Banks';
import { Console } from './pages/Console';
import { Erp, invoice, owe, statusOf } from './pages/Erp';

const bank = process.env['GIROSCOPE_E2E_BANK_URL'] ?? 'http://localhost:8089';
const METHOD = 'FIK71';
const DAYS = 4;
/** What else was open in the ERP for that day and account is in the same journal. */
const PROVEN = /\d+ payments? of this journal booked/;
const number = freshNumber().slice(0, 8);

test.skip(isKeycloak, 'the simulated ERP and bank run beside the embedded sign-in only');
test.describe.configure({ mode: 'serial' });

/** Let so many days of the simulated bank pass; what is due is paid, and statements are laid out. */
async function pass(days: number): Promise<void> {
  const answer = await fetch(`${bank}/api/clock`, {
    method: 'POST',
    body: JSON.stringify({ to: 'next-day', days }),
    headers: { 'content-type': 'application/json' },
  });
  expect(answer.ok).toBe(true);
}

/** Have the bank looked at for what it has laid out. */
async function look(page: Page, banks: Banks): Promise<void> {
  await new Console(page).visit('/bank');
  await banks.card(NORDEA.bank).getByRole('link').click();
  await banks.drawer(NORDEA.bank).getByRole('button', { name: 'Look now' }).click();
  await expect(page.getByText('The bank is being looked at').first()).toBeVisible();
}

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const row = (page: Page, table: string, text: string) =>
  page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: text });

test('an ERP and a bank are in use, and a method is mapped @share-3', async ({
  giroscope,
  page,
}) => {
  const [erp, banks] = [new Erp(page), new Banks(page)];
  await giroscope.open('/bank');
  await expect(banks.cards.first().or(page.getByText('No bank is connected yet'))).toBeVisible();
  if ((await banks.card(NORDEA.bank).count()) === 0) {
    await banks.connect(NORDEA);
    await banks.activate(NORDEA);
  }
  await erp.ensureInUse();
  await giroscope.go('Payment Method Mapping');
  // As long as nothing was read, the empty list offers it too.
  await page.getByRole('button', { name: 'Refresh from ERP' }).first().click();
  const [open, mapped] = [row(page, 'Unmapped', METHOD), row(page, 'Mappings', METHOD)];
  await expect(open.or(mapped).first()).toBeVisible();
  if ((await mapped.count()) > 0) return;
  await open.getByRole('button', { name: /^Use suggestion/ }).click();
  const form = erp.dialog('Add mapping');
  await expect(panel(page, 'Summary')).toContainText('DKK');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(mapped).toContainText('Payment slip +71');
});

test('an approved invoice becomes a journal, is paid, and is told and proven in the ERP @share-3', async ({
  giroscope,
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(600_000);
  const [banks, payment] = [new Banks(page), await invoice(METHOD, number)];
  await giroscope.open('/erp/exchange');
  await page.getByRole('button', { name: 'Fetch now' }).click();
  await page.getByRole('searchbox', { name: 'Number, payee, reference' }).fill(payment);
  const fetched = row(page, 'Payments', payment);
  await expect(fetched).toContainText('In a journal');
  await faultless(page, 'payments of the ERP', STRUCTURE);
  await fetched.getByRole('link', { name: /^Journal/ }).click();
  await expect(panel(page, 'Approval')).toContainText('Simulated ERP');
  const journal = new URL(page.url()).pathname;

  const approver = await browser.newPage(baseURL ? { baseURL } : {});
  await new Console(approver).open(journal, 'approver');
  await panel(approver, 'Approval').getByRole('button', { name: 'Approve' }).click();
  const asked = approver.getByRole('dialog', { name: 'Approve these payments?' });
  await asked.getByLabel('Reason').fill('Compared with the invoice.');
  await asked.getByRole('button', { name: 'Approve' }).click();
  await panel(approver, 'Approval').getByRole('button', { name: 'Sign and send' }).click();
  await approver
    .getByRole('dialog', { name: 'Sign and send to the bank?' })
    .getByRole('button', { name: 'Sign and send' })
    .click();
  await expect(panel(approver, 'Sending')).toContainText('Delivered');
  await approver.close();

  // The day it is due may be a holiday at the bank; some days later it is paid.
  await pass(DAYS);
  await look(page, banks);
  await giroscope.visit(`${journal}?tab=erp`);
  const origin = panel(page, 'From the ERP');
  await expect(origin).toContainText('Havnens Handel ApS');
  const own = origin.getByRole('row').filter({ hasText: payment });
  await expect(own).toBeVisible();
  // What is to be told to the ERP leaves with a minute's turn.
  await inMinutes(() => own.innerText()).toContain('Booked');
  await expect(own).toContainText('written');
  // The statement may be laid out behind the notice of what was booked: who waits looks again.
  await expect(async () => {
    if ((await origin.getByText(PROVEN).count()) === 0) await look(page, banks);
    await giroscope.visit(`${journal}?tab=erp`);
    await passTime(60);
    await expect(origin).toContainText(PROVEN, { timeout: 6_000 });
  }).toPass({ timeout: 400_000 });
  await expect(own.getByRole('link', { name: /^Open in Simulated ERP/ })).toHaveAttribute(
    'href',
    /payment=\d+#payments$/,
  );
  await faultless(page, 'a journal from the ERP', STRUCTURE);
  await expect.poll(() => statusOf(payment)).toBe('BOOKED');
});

test('what was written stands in the queue, each with its state @share-3', async ({
  giroscope,
  page,
}) => {
  const queue = page.getByRole('table', { name: 'Outgoing to ERP' });
  await giroscope.open('/erp/exchange?tab=queue&operation=CLAIM');
  await expect(queue.getByRole('row').filter({ hasText: 'Claim' }).first()).toContainText(
    'Written',
  );
  await page.goto('/erp/exchange?tab=queue&operation=STATEMENT');
  await expect(queue.getByRole('row').filter({ hasText: 'Statement' }).first()).toContainText(
    'Written',
  );
  await page.goto('/erp/exchange?tab=queue&operation=STATUS');
  await expect(queue.getByRole('row').filter({ hasText: 'Status' }).first()).toContainText(
    'Written',
  );
  await queue.getByRole('row').filter({ hasText: 'Status' }).first().getByRole('link').click();
  await expect(page.getByRole('dialog').getByText('ERP ID')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Findings' }).click();
  await expect(
    page
      .getByText('No findings')
      .or(page.getByRole('table', { name: 'Findings' }))
      .first(),
  ).toBeVisible();
  await page.setViewportSize({ width: 360, height: 800 });
  await fits(page);
});

test('a customer pays a part of an invoice, from which a credit note is deducted @share-3', async ({
  giroscope,
  uploads,
  page,
}) => {
  const [file, customer] = [statementFile(number), `Customer ${number}`];
  await owe('RECEIVABLE', customer, `F-${number}`, '1000.00');
  await owe('PAYABLE', customer, `K-${number}`, '149.50');
  await giroscope.open('/erp/exchange');
  await page.getByRole('button', { name: 'Fetch now' }).click();
  await giroscope.visit('/upload/statement');
  await uploads.give(file);
  await uploads.fate(file.name, 'Imported');
  const query = new URLSearchParams({ q: `Invoice ${number}` });
  await giroscope.visit(`/reconciliation?${query}`);
  const desk = page.getByRole('region', { name: 'Candidates' });
  const entry = page
    .getByRole('listbox', { name: 'Unmatched entries' })
    .getByRole('option')
    .filter({ hasText: `Invoice ${number}-1` });
  await entry.click();
  const chosen = page.getByRole('form', { name: 'Chosen' });
  const find = desk.getByRole('searchbox');
  await find.fill(customer);
  await expect(desk.getByRole('checkbox')).toHaveCount(2);
  await desk.getByRole('checkbox', { name: '1,000.00' }).check();
  await desk.getByRole('checkbox', { name: '149.50' }).check();
  await expect(desk).toContainText(`Deducted · K-${number}`);
  await expect(chosen).toContainText('850.50');
  await chosen.getByLabel('The remainder is').selectOption(`Part payment of F-${number}`);
  await expect(chosen).toContainText(`600.00 DKK of F-${number} stays open.`);
  await faultless(page, 'the desk with a part payment');
  await page.setViewportSize({ width: 360, height: 800 });
  await fits(page, 'the desk with a part payment');
  await page.setViewportSize({ width: 1440, height: 900 });
  await chosen.getByRole('button', { name: 'Match as a part payment' }).click();
  // What the bank lays out meanwhile has the list asked for anew, without what is matched.
  await expect(page.getByText('Matched. Press u to undo.')).toBeVisible();
  await page.keyboard.press('u');
  await expect(page.getByText('The match is undone.')).toBeVisible();
  await entry.click();
  await find.fill(customer);
  await desk.getByRole('checkbox', { name: '1,000.00' }).check();
  await desk.getByRole('checkbox', { name: '149.50' }).check();
  await chosen.getByLabel('The remainder is').selectOption(`Part payment of F-${number}`);
  await chosen.getByRole('button', { name: 'Match as a part payment' }).click();
  await giroscope.visit(`/journals/statements?${query}`);
  await page
    .getByRole('table', { name: 'Statement transactions' })
    .getByRole('row')
    .filter({ hasText: `Invoice ${number}-1` })
    .click();
  const sides = page.getByRole('list', { name: 'Matched with' });
  await expect(sides).toContainText('600.00 DKK still open');
});
