import { writeFile } from 'node:fs/promises';
import { expect, test } from './fixtures';
import { announced } from './notices';
import { Messages } from './pages/Messages';
import {
  brokenFile,
  daysAgo,
  freshNumber,
  largeStatementFile,
  paymentFile,
  statementFile,
} from './files';

test('a person signs in, comes back to the address asked for, and signs out', async ({
  giroscope,
  page,
}) => {
  await giroscope.open('/journals/statements?direction=CREDIT', 'operator');
  await giroscope.heading('Statement transactions');
  expect(new URL(page.url()).search).toBe('?direction=CREDIT');
  await giroscope.signOut();
  await page.goto('/dashboard');
  await expect(page.locator('[name=username]')).toBeVisible();
});

test(
  'the window for signing in again closes by itself @share-3',
  { tag: '@at-keycloak' },
  async ({ giroscope, page }) => {
    await giroscope.open('/', 'operator');
    const opened = page.waitForEvent('popup');
    await page.evaluate(() => {
      window.open('/?signin=nobody', '_blank', 'popup');
    });
    const popup = await opened;
    await expect.poll(() => popup.isClosed()).toBe(true);
  },
);

test('nothing is shown before sign-in', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('[name=username]')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toHaveCount(0);
});

test('a person without the upload role has no upload entries', async ({ giroscope }) => {
  await giroscope.open('/upload', 'viewer');
  await giroscope.heading('No page here');
  await expect(giroscope.menu.getByRole('link', { name: 'Upload payments' })).toHaveCount(0);
});

test('statements are uploaded, one broken and one twice, and end as transactions', async ({
  giroscope,
  uploads,
  page,
}) => {
  const number = freshNumber();
  const statement = statementFile(number);
  const again = { ...statement, name: `again-${number}.xml` };
  await giroscope.open('/upload/statement', 'operator');
  await uploads.give(statement, brokenFile(freshNumber()));
  await uploads.fate(statement.name, 'Imported');
  // Both are told of by one message, which leads to just these two.
  const messages = new Messages(page);
  await giroscope.go('Messages');
  // Looked up, it stands by itself: in the inbox it is behind what was refused.
  await messages.search('1 imported, 1 refused');
  await messages.openMessage('2 files: 1 imported, 1 refused');
  await messages.drawer.getByRole('link', { name: 'Open the files' }).click();
  await giroscope.heading('Upload Statement');
  await expect(uploads.row(statement.name)).toBeVisible();
  await expect(page.getByRole('table', { name: 'Upload Statement' }).getByRole('row')).toHaveCount(
    3,
  );
  await page.getByRole('button', { name: 'Uploaded together' }).click();
  await uploads.give(again);
  await uploads.fate(again.name, 'Already known');
  await expect(uploads.row(again.name)).toContainText(`Same content as ${statement.name}`);

  await giroscope.go('Statement transactions');
  await page.getByRole('searchbox', { name: 'Search transactions' }).fill(`Invoice ${number}`);
  // In an empty realm the rows are the same before the search is asked.
  await expect(page).toHaveURL(/q=Invoice/);
  const table = page.getByRole('table', { name: 'Statement transactions' });
  await expect(table.getByRole('row')).toHaveCount(3);
  await expect(table.getByText('+250.50')).toBeVisible();
  await expect(table.getByText('−100.25')).toBeVisible();
  await table.getByText('Skagen Energi').click();
  const drawer = page.getByRole('dialog', { name: 'Transaction' });
  await expect(drawer.getByText(`E2E-${number}-1`)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
});

test('a refused file says where and why', async ({ giroscope, uploads, page }) => {
  const broken = brokenFile(freshNumber());
  await giroscope.open('/upload/statement', 'operator');
  await uploads.give(broken);
  await uploads.fate(broken.name, 'Refused');
  await uploads
    .row(broken.name)
    .getByRole('button', { name: `Details of ${broken.name}` })
    .click();
  await expect(page.getByRole('table', { name: 'Findings' }).getByRole('row').nth(1)).toContainText(
    'Error',
  );
});

test('the server’s list is the same after leaving and coming back, and one step back closes an upload that was read anew @share-1', async ({
  giroscope,
  uploads,
  page,
}) => {
  const statement = statementFile(freshNumber());
  await giroscope.open('/upload/statement', 'operator');
  await uploads.give(statement);
  await giroscope.go('Messages');
  await giroscope.go('Upload Statement');
  await uploads.fate(statement.name, 'Imported');
  await uploads.row(statement.name).getByRole('link', { name: statement.name }).click();
  const drawer = page.getByRole('dialog', { name: 'Upload', exact: true });
  await expect(drawer).toBeVisible();
  await page.reload();
  await expect(drawer).toBeVisible();
  await page.goBack();
  await expect(drawer).toHaveCount(0);
  await giroscope.heading('Upload Statement');
});

test('a running import shows its stage and can be cancelled @share-1', async ({
  giroscope,
  uploads,
}, testInfo) => {
  const large = largeStatementFile(freshNumber(), 120_000);
  // Larger than what a browser is handed over directly.
  const path = testInfo.outputPath(large.name);
  await writeFile(path, large.buffer);
  await giroscope.open('/upload/statement', 'operator');
  await uploads.give(path);
  const row = uploads.row(large.name);
  await expect(row.getByRole('progressbar')).toBeVisible();
  await row.getByRole('button', { name: `Cancel ${large.name}` }).click();
  await uploads.fate(large.name, 'Cancelled');
  await expect(row.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('an import is undone after a question @share-2', async ({ giroscope, uploads, page }) => {
  const statement = statementFile(freshNumber());
  await giroscope.open('/upload/statement', 'operator');
  await uploads.give(statement);
  await uploads.fate(statement.name, 'Imported');
  await uploads.row(statement.name).getByRole('button', { name: 'Undo import' }).click();
  await page
    .getByRole('dialog', { name: 'Undo this import?' })
    .getByRole('button', { name: 'Undo import' })
    .click();
  await uploads.fate(statement.name, 'Undone');
});

test('a payment on the wrong page is moved, and becomes a journal @share-3', async ({
  giroscope,
  uploads,
  page,
}) => {
  const number = freshNumber();
  const payments = paymentFile(number);
  await giroscope.open('/upload/statement', 'operator');
  await uploads.give(payments);
  await uploads.row(payments.name).getByRole('button', { name: 'Move to Upload payments' }).click();
  await giroscope.go('Upload payments');
  await uploads.fate(payments.name, 'Imported');

  await giroscope.go('All journals');
  await page.getByRole('searchbox', { name: 'Search journals' }).fill(`P${number}`);
  const table = page.getByRole('table', { name: 'All journals' });
  await expect(table.getByRole('row')).toHaveCount(2);
  await table.getByRole('link', { name: `P${number}` }).click();
  const drawer = page.getByRole('dialog', { name: 'Journal' });
  await drawer.getByRole('tab', { name: /Payments/ }).click();
  await expect(drawer.getByRole('table', { name: 'Payments' }).getByRole('row')).toHaveCount(3);
  await drawer.getByRole('tab', { name: /Documents/ }).click();
  await expect(drawer.getByRole('region', { name: `Content of ${payments.name}` })).toContainText(
    `<MsgId>P${number}</MsgId>`,
  );
  await drawer.getByRole('searchbox', { name: 'Search in document' }).fill('Kystværftet');
  await expect(drawer.getByText('1 of 2')).toBeVisible();
  const download = page.waitForEvent('download');
  await drawer.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe(payments.name);
  await drawer.getByRole('link', { name: 'Open full page' }).click();
  await giroscope.heading('Journal');
  await page.getByRole('tab', { name: 'Timeline' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: payments.name }).first()).toBeVisible();
});

test('a day of the dashboard leads to its transactions @share-2', async ({
  giroscope,
  uploads,
  page,
}) => {
  const number = freshNumber();
  const date = daysAgo(2);
  await giroscope.open('/upload/statement', 'operator');
  await uploads.give(statementFile(number, date));
  await uploads.fate(`statement-${number}.xml`, 'Imported');
  await giroscope.go('Dashboard');
  const chart = page.getByRole('img', { name: new RegExp(`^${number}`) });
  await expect(chart).toBeVisible();
  // Beside other accounts it may stand below the window, where it is not drawn yet.
  await chart.scrollIntoViewIfNeeded();
  const [year, month, day] = date.split('-');
  const table = page.getByRole('table', { name: new RegExp(`^${number}`) });
  await table.getByRole('link', { name: `Transactions of ${month}/${day}/${year}` }).click();
  await giroscope.heading('Statement transactions');
  const search = new URL(page.url()).searchParams;
  expect([search.get('from'), search.get('to')]).toEqual([date, date]);
  await expect(page.getByRole('button', { name: `Account: ${number}` })).toBeVisible();
  await expect(
    page.getByRole('table', { name: 'Statement transactions' }).getByRole('row'),
  ).toHaveCount(3);
});

test('the dashboard’s range stands in the address @share-1', async ({ giroscope, page }) => {
  await giroscope.open('/dashboard');
  await page.getByRole('button', { name: /^Period/ }).click();
  await page.getByRole('button', { name: 'Last 7 days' }).click();
  await expect(page).toHaveURL(new RegExp(`from=${daysAgo(7)}&to=${daysAgo(0)}`));
});

test('what happens is announced, counted and listed @share-3', async ({
  giroscope,
  uploads,
  page,
}) => {
  const statement = statementFile(freshNumber());
  // What the poll's first answer tells was there before and is not announced.
  const first = page.waitForResponse((answer) =>
    answer.url().includes('operationName=SystemMessagePoll'),
  );
  await giroscope.open('/upload/statement', 'operator');
  await (await first).finished();
  await uploads.give(statement);
  const notifications = page.getByRole('region', { name: 'Notifications' });
  await announced(page, statement.name);
  await giroscope.go('Messages');
  await expect(notifications.getByText(statement.name)).toHaveCount(0);
  const row = page
    .getByRole('table', { name: 'Messages' })
    .getByRole('row')
    .filter({ hasText: statement.name })
    .first();
  await row.getByRole('link').first().click();
  await expect(
    page.getByRole('dialog', { name: 'Message' }).getByRole('link', { name: 'Open journal' }),
  ).toBeVisible();
});

test('the whole console speaks Danish @share-1', async ({ giroscope, page }) => {
  await giroscope.open('/');
  await giroscope.banner.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Dansk' }).click();
  await expect(page.getByRole('navigation', { name: 'Hovedmenu' })).toBeVisible();
  await giroscope.heading('Alle journaler');
  await page.reload();
  await giroscope.heading('Alle journaler');
});
