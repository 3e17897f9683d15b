/**
 * Payments that have left are called back: one person asks, another confirms, the request goes
 * out by the bank's own protocol, and the bank's answer is told. What the bank does not give
 * back is settled otherwise, and taken up again. What the bank refuses is corrected by one person,
 * resubmitted, and released by others.
 */
import type { Browser, Page } from '@playwright/test';
import { isKeycloak } from './Backstage';
import { faultless } from './faultless';
import { fits } from './fits';
import { expect, test } from './fixtures';
import { Banks, NORDEA } from './pages/Banks';
import { Console } from './pages/Console';
import { Journals } from './pages/Journals';
import { Uploads } from './pages/Uploads';

const bank = process.env['GIROSCOPE_E2E_BANK_URL'] ?? 'http://localhost:8089';
const ACCOUNT = NORDEA.accounts[0]?.split(' ')[0] ?? '';

test.skip(isKeycloak, 'the simulated bank runs beside the embedded sign-in only');
test.describe.configure({ mode: 'serial' });

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

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

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

/** A file of three payments that the bank has made for us, on its way; `days` ahead. */
async function sent(operator: Page, approver: Page, days: number): Promise<string> {
  const day = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const made = await (await tell(`sample-payment?account=${ACCOUNT}&version=09&count=3`)).text();
  const text = days > 0 ? made.replace(/(<ReqdExctnDt>\s*<Dt>)[^<]+/, `$1${day}`) : made;
  const message = /<MsgId>([^<]+)/.exec(text)?.[1] ?? '';
  await operator.goto('/upload');
  await new Uploads(operator).give({
    name: `${message}.xml`,
    mimeType: 'application/xml',
    buffer: Buffer.from(text),
  });
  await new Uploads(operator).fate(`${message}.xml`, 'Imported');
  await new Journals(approver).open(message);
  await expect(approver.getByRole('timer', { name: 'Cut-off' })).toContainText('if signed before');
  await panel(approver, 'Approval').getByRole('button', { name: 'Approve' }).click();
  const dialog = approver.getByRole('dialog', { name: 'Approve these payments?' });
  await dialog.getByLabel('Reason').fill('Compared with the invoices.');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await panel(approver, 'Approval').getByRole('button', { name: 'Sign and send' }).click();
  await approver
    .getByRole('dialog', { name: 'Sign and send to the bank?' })
    .getByRole('button', { name: 'Sign and send' })
    .click();
  await expect(panel(approver, 'Sending')).toContainText('Delivered');
  return message;
}

/** Ask in the dialog that is open. */
async function ask(page: Page, reason: string, note: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Recall payments?' });
  await dialog.getByRole('button', { name: 'Request recall' }).click();
  await expect(dialog.getByText('Choose a reason; it is told to the bank.')).toBeVisible();
  await dialog.getByLabel('Reason for the bank').selectOption({ label: reason });
  await dialog.getByLabel('Note for whoever confirms').fill(note);
  await dialog.getByRole('button', { name: 'Request recall' }).click();
  await expect(dialog).toBeHidden();
}

async function confirm(page: Page, message: string): Promise<void> {
  await new Journals(page).open(message);
  await panel(page, 'Recall').getByRole('button', { name: 'Confirm and send' }).click();
  await page
    .getByRole('dialog', { name: 'Send this request to the bank?' })
    .getByRole('button', { name: 'Confirm and send' })
    .click();
  await expect(panel(page, 'Recall')).toContainText('The bank has the request', {
    timeout: 30_000,
  });
}

/** Look at the bank until its answer is here. */
async function answered(page: Page, message: string): Promise<void> {
  const banks = new Banks(page);
  await expect(async () => {
    await new Console(page).visit('/bank');
    await banks.card(NORDEA.bank).getByRole('link').click();
    const lookNow = banks.drawer(NORDEA.bank).getByRole('button', { name: 'Look now' });
    if (await lookNow.isEnabled()) await lookNow.click();
    await new Journals(page).open(message);
    await expect(panel(page, 'Recall')).toBeVisible();
    await expect(panel(page, 'Recall')).toContainText('Answered by the bank', { timeout: 2_000 });
  }).toPass({ timeout: 180_000 });
}

async function paid(message: string): Promise<number[]> {
  const { payments } = (await (await tell(`ledger?messageId=${message}`)).json()) as {
    payments: { executed: number }[];
  };
  return payments.map(({ executed }) => executed);
}

test('a file that is called back in time is never paid @share-1', async ({
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
  const [operator, approver] = [
    await desk(browser, baseURL, '/upload', 'operator'),
    await desk(browser, baseURL, '/', 'approver'),
  ];
  const message = await sent(operator, approver, 5);
  await new Journals(operator).open(message);
  await panel(operator, 'Recall').getByRole('button', { name: 'Recall payments' }).click();
  await faultless(operator, 'recall asked for');
  await ask(operator, 'Paid twice', 'The ERP exported it twice.');
  await expect(panel(operator, 'Recall')).toContainText('Waits for a second person');
  await expect(
    panel(operator, 'Recall').getByRole('button', { name: 'Confirm and send' }),
  ).toHaveCount(0);
  await confirm(approver, message);
  await answered(page, message);
  await expect(panel(page, 'Recall')).toContainText('Taken back');
  await expect(page.getByRole('heading', { name: /Nothing is left to do/ })).toBeVisible();
  await page.goto('/sendings');
  await expect(
    page
      .getByRole('table', { name: 'Outgoing payments' })
      .getByRole('row')
      .filter({ hasText: 'Recall' })
      .first(),
  ).toContainText('Delivered');
  await faultless(page, 'queue');
  expect(await paid(message)).toEqual([0, 0, 0]);
  await Promise.all([operator.close(), approver.close()]);
});

test('what the bank does not give back is told, settled otherwise, and taken up again @share-1', async ({
  giroscope,
  page,
  browser,
  baseURL,
}) => {
  const [operator, approver] = [
    await desk(browser, baseURL, '/upload', 'operator'),
    await desk(browser, baseURL, '/', 'approver'),
  ];
  const message = await sent(operator, approver, 0);
  await tell('clock', { to: 'settlement' });
  await new Journals(approver).open(message);
  await approver.getByRole('tab', { name: /Payments/ }).click();
  await approver.getByRole('table', { name: 'Payments' }).getByRole('checkbox').nth(1).check();
  await approver
    .getByRole('group', { name: 'What to do with the chosen rows' })
    .or(approver.locator('.gl-bulk'))
    .getByRole('button', { name: 'Call back' })
    .click();
  await ask(approver, 'Wrong amount', 'One digit too many.');
  await giroscope.open('/');
  await confirm(page, message);
  await answered(page, message);
  await expect(panel(page, 'Recall')).toContainText('The payment has been carried out (ARDT)');
  await page.getByRole('button', { name: 'Resolved manually' }).click();
  const dialog = page.getByRole('dialog', { name: 'Settle this journal otherwise?' });
  await dialog.getByLabel('How it was settled').fill('The payee sends it back.');
  await dialog.getByRole('button', { name: 'Resolved manually' }).click();
  await expect(page.getByText('The payee sends it back.')).toBeVisible();
  await page.getByRole('button', { name: 'Take up again' }).click();
  await expect(
    page.getByRole('heading', { name: /The bank did not give payments back/ }),
  ).toBeVisible();
  await Promise.all([operator.close(), approver.close()]);
});

test('what the bank refuses is corrected by one, released by two others, and linked both ways @share-1', async ({
  giroscope,
  page,
  browser,
  baseURL,
}) => {
  const [operator, approver] = [
    await desk(browser, baseURL, '/upload', 'operator'),
    await desk(browser, baseURL, '/', 'approver'),
  ];
  const banks = new Banks(page);
  await giroscope.open('/bank');
  const refusing = { kind: 'reject-payments', times: 1, parameters: { reason: 'AC03', every: 3 } };
  await tell('faults', refusing);
  const message = await sent(operator, approver, 5);
  await expect(async () => {
    await tell('clock', { to: 'stages' });
    await new Console(page).visit('/bank');
    await banks.card(NORDEA.bank).getByRole('link').click();
    const lookNow = banks.drawer(NORDEA.bank).getByRole('button', { name: 'Look now' });
    if (await lookNow.isEnabled()) await lookNow.click();
    await operator.goto(`/payments?tab=unpaid&q=${message}`);
    await expect(operator.getByText('Rejected').first()).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 180_000 });
  const list = operator.getByRole('table', { name: 'Payments' });
  await list.getByRole('checkbox').nth(1).press('Space');
  await operator.getByRole('button', { name: 'Correct and resubmit' }).press('Enter');
  const form = operator.getByRole('dialog', { name: 'Correct and resubmit' });
  const account = form.getByLabel('Payee’s account');
  await account.fill('DK1930003330157766');
  await form.getByLabel('BIC').press('Enter');
  await expect(account).toHaveAccessibleDescription(/no valid account number/);
  await faultless(operator, 'correction');
  await operator.setViewportSize({ width: 360, height: 740 });
  await fits(operator, 'the correction');
  await account.fill('DK1930003330157765');
  await account.press('Enter');
  await expect(form).toBeHidden();
  // Nothing stays chosen that was just resubmitted.
  await expect(operator.getByRole('button', { name: 'Correct and resubmit' })).toHaveCount(0);
  await operator.setViewportSize({ width: 1280, height: 800 });
  await operator.goto(`/payments?q=${message}&state=REPLACED`);
  await list.getByRole('link').first().click();
  const original = operator.getByRole('dialog', { name: 'Payment' });
  await expect(original.getByText('Resubmitted').first()).toBeVisible();
  await faultless(operator, 'linked');
  const link = original.getByRole('link', { name: 'Open the new journal' });
  const journal = (await link.getAttribute('href')) ?? '';
  for (const one of [approver, page]) {
    await one.goto(journal);
    const approval = one.getByRole('region', { name: 'Approval', exact: true });
    await expect(approval).toContainText(/DK19 ?3000 ?3330 ?1577 ?65/);
    await expect(approval).toContainText('Changed beneficiary account');
    await approval.getByRole('button', { name: 'Approve' }).click();
    const dialog = one.getByRole('dialog', { name: 'Approve these payments?' });
    await dialog.getByLabel('Reason').fill('Called the payee.');
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await expect(dialog).toBeHidden();
  }
  await page.getByRole('button', { name: 'Sign and send' }).click();
  await page
    .getByRole('dialog', { name: 'Sign and send to the bank?' })
    .getByRole('button', { name: 'Sign and send' })
    .click();
  await expect(panel(page, 'Sending')).toContainText('Delivered');
  await Promise.all([operator.close(), approver.close()]);
});
