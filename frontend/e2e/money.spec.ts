/**
 * Money out and back, as an accountant lives it: a file is uploaded, approved by somebody else,
 * signed, sent by the bank's own protocol, answered, paid and proven by a statement. And one
 * whose answer is lost, which nobody sends twice.
 */
import type { Browser, Page } from '@playwright/test';
import { isKeycloak } from './Backstage';
import { STRUCTURE, faultless } from './faultless';
import type { BankFile } from './files';
import { expect, test } from './fixtures';
import { Banks, NORDEA } from './pages/Banks';
import { Console } from './pages/Console';
import { Journals } from './pages/Journals';
import { Uploads } from './pages/Uploads';

const bank = process.env['GIROSCOPE_E2E_BANK_URL'] ?? 'http://localhost:8089';
const ACCOUNT = NORDEA.accounts[0]?.split(' ')[0] ?? '';

test.skip(isKeycloak, 'the simulated bank runs beside the embedded sign-in only');
test.describe.configure({ mode: 'serial' });

/** Ask the simulated bank, or tell it something. */
async function tell(path: string, body?: object): Promise<Response> {
  const answer = await fetch(
    `${bank}/api/${path}`,
    body
      ? {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        }
      : {},
  );
  expect(answer.ok, `${path}: ${answer.status}`).toBe(true);
  return answer;
}

/** A payment file of three payments that the bank has made for us, and its message id. */
async function paymentFile(): Promise<{ file: BankFile; message: string }> {
  const text = await (await tell(`sample-payment?account=${ACCOUNT}&version=09&count=3`)).text();
  const message = /<MsgId>([^<]+)/.exec(text)?.[1] ?? '';
  return {
    message,
    file: { name: `${message}.xml`, mimeType: 'application/xml', buffer: Buffer.from(text) },
  };
}

/** How often the bank has paid the payments of a message. */
async function paid(message: string): Promise<number[]> {
  const { payments } = (await (await tell(`ledger?messageId=${message}`)).json()) as {
    payments: { executed: number }[];
  };
  return payments.map(({ executed }) => executed);
}

/** Look at the bank now, and wait until what came is imported. */
async function look(page: Page): Promise<void> {
  const banks = new Banks(page);
  await new Console(page).visit('/bank');
  await banks.card(NORDEA.bank).getByRole('link').click();
  await banks.drawer(NORDEA.bank).getByRole('button', { name: 'Look now' }).click();
}

/** Somebody else at a browser of their own. */
async function desk(
  browser: Browser,
  baseURL: string | undefined,
  path: string,
  who: string,
): Promise<Page> {
  const page = await browser.newPage(baseURL ? { baseURL } : {});
  await new Console(page).open(path, who);
  return page;
}

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function approveAndSign(page: Page, message: string): Promise<void> {
  await new Journals(page).open(message);
  await panel(page, 'Approval').getByRole('button', { name: 'Approve' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve these payments?' });
  const reason = dialog.getByLabel('Reason');
  await expect(reason).toBeVisible();
  await reason.fill('Compared with the invoices.');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await panel(page, 'Approval').getByRole('button', { name: 'Sign and send' }).click();
  await page
    .getByRole('dialog', { name: 'Sign and send to the bank?' })
    .getByRole('button', { name: 'Sign and send' })
    .click();
}

test('a payment file goes out, and comes back proven @share-2', async ({
  giroscope,
  page,
  browser,
  baseURL,
}) => {
  const banks = new Banks(page);
  await giroscope.open('/bank');
  await expect(banks.cards.first().or(page.getByText('No bank is connected yet'))).toBeVisible();
  if ((await banks.card(NORDEA.bank).count()) === 0) {
    await banks.connect(NORDEA);
    await banks.activate(NORDEA);
  }

  const { file, message } = await paymentFile();
  const operator = await desk(browser, baseURL, '/upload', 'operator');
  await new Uploads(operator).give(file);
  await new Uploads(operator).fate(file.name, 'Imported');
  await new Journals(operator).open(message);
  await expect(panel(operator, 'Approval')).toContainText(
    "You don't have the payment approver role",
  );
  await operator.close();

  const approver = await desk(browser, baseURL, '/', 'approver');
  await approveAndSign(approver, message);
  await expect(panel(approver, 'Sending')).toContainText('Delivered');
  await faultless(approver, 'sent', STRUCTURE);
  await approver.close();

  await tell('clock', { to: 'settlement' });
  await look(page);
  await tell('clock', { to: 'next-day' });
  await look(page);
  await expect(async () => {
    await giroscope.visit('/messages');
    const journals = new Journals(page);
    await journals.find(message);
    await expect(journals.row(message)).toContainText('Reconciled', { timeout: 1_000 });
  }).toPass({ timeout: 180_000 });
  expect(await paid(message)).toEqual([1, 1, 1]);
});

test('an answer that is lost leaves doubt, which a report of the bank ends @share-2', async ({
  giroscope,
  page,
  browser,
  baseURL,
}) => {
  const { file, message } = await paymentFile();
  await giroscope.open('/upload');
  await new Uploads(page).give(file);
  await new Uploads(page).fate(file.name, 'Imported');
  await new Journals(page).open(message);
  await expect(panel(page, 'Approval')).toContainText('somebody else approves and signs them');
  await tell('faults', {
    kind: 'drop-after-accept',
    agreement: 'nordea',
    operation: 'uploadFile',
    times: 1,
  });

  const approver = await desk(browser, baseURL, '/', 'approver');
  await approveAndSign(approver, message);
  const sending = panel(approver, 'Sending');
  await expect(sending).toContainText('Outcome unknown');
  await expect(sending.getByRole('button', { name: 'Send again' })).toHaveCount(0);
  await sending.getByRole('button', { name: 'Decide what happened' }).click();
  const dialog = approver.getByRole('dialog', { name: 'Does the bank have the file?' });
  await dialog.getByRole('button', { name: 'Decide what happened' }).click();
  await expect(dialog.getByText('Choose an answer.')).toBeVisible();
  await faultless(approver, 'deciding');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  // Before anything is booked, so that only the report can end the doubt.
  await tell('clock', { to: 'stages' });
  await look(page);
  await expect(async () => {
    await new Console(approver).visit('/messages');
    await new Journals(approver).open(message);
    await expect(panel(approver, 'Sending')).toBeVisible();
    await expect(panel(approver, 'Sending')).toContainText('the bank’s status report', {
      timeout: 1_000,
    });
  }).toPass({ timeout: 180_000 });
  await tell('clock', { to: 'settlement' });
  expect(await paid(message)).toEqual([1, 1, 1]);
  await approver.close();
});
