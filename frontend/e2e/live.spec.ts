/** One live picture: two people side by side, and pages that ask for nothing they know. */
import type { Browser, Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { freshNumber, paymentFile, statementFile, statusFile } from './files';
import { Console } from './pages/Console';
import { Dashboard } from './pages/Dashboard';
import { Uploads } from './pages/Uploads';

/** A poll comes every two seconds, and then what changed is read; a busy machine takes its time to draw it. */
const SOON = { timeout: 60_000 };

async function somebodyElse(browser: Browser, path: string, who: string) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await new Console(page).open(path, who);
  return { context, page };
}

const journal = (page: Page, number: string) =>
  page
    .getByRole('table', { name: 'All journals' })
    .getByRole('row')
    .filter({ hasText: `P${number}` });

test('files that somebody hands in appear where others look, marked, and nothing they read moves @share-1', async ({
  giroscope,
  page,
  browser,
}) => {
  const number = freshNumber();
  const payments = paymentFile(number);
  // Higher than the page: a list that cannot scroll by itself holds a row still as well.
  await page.setViewportSize({ width: 1440, height: 2400 });
  await giroscope.open('/?view=all', 'approver');
  await giroscope.heading('All journals');
  const { context, page: other } = await somebodyElse(browser, '/upload', 'operator');
  const uploads = new Uploads(other);
  await uploads.give(payments);
  await uploads.fate(payments.name, 'Imported');
  await expect(journal(page, number)).toHaveAttribute('aria-description', 'New', SOON);
  await journal(page, number).hover();
  const at = await journal(page, number).boundingBox();

  const next = freshNumber();
  await uploads.give(paymentFile(next));
  await uploads.fate(`payments-${next}.xml`, 'Imported');
  await expect(journal(page, next)).toHaveAttribute('aria-description', 'New', SOON);
  const now = await journal(page, number).boundingBox();
  expect(Math.abs((now?.y ?? 0) - (at?.y ?? 0))).toBeLessThan(2);

  await uploads.give(statusFile(number));
  await uploads.fate(`status-${number}.xml`, 'Imported');
  await expect(journal(page, number)).toContainText('Partly accepted', SOON);
  await expect(journal(page, number)).toHaveAttribute('aria-description', 'Changed');
  await context.close();
});

test('the dashboard shows a statement when its notice comes; two at one record see each other’s act', async ({
  giroscope,
  page,
  browser,
}) => {
  const number = freshNumber();
  await giroscope.open('/dashboard', 'viewer');
  const { context, page: other } = await somebodyElse(browser, '/upload/statement', 'operator');
  const theirs = new Uploads(other);
  await theirs.give(statementFile(number));
  await theirs.fate(`statement-${number}.xml`, 'Imported');
  await expect(new Dashboard(page).card(number)).toBeVisible(SOON);

  await new Console(other).go('Upload payments');
  await theirs.give(paymentFile(number));
  await theirs.fate(`payments-${number}.xml`, 'Imported');
  await other.goto(`/?q=P${number}`);
  await journal(other, number)
    .getByRole('link', { name: `P${number}` })
    .click();
  await other
    .getByRole('dialog', { name: 'Journal' })
    .getByRole('link', { name: 'Open full page' })
    .click();
  await new Console(other).heading('Journal');
  const address = new URL(other.url()).pathname;
  await other.getByRole('tab', { name: /Comments/ }).click();

  await giroscope.visit(`${address}?tab=comments`);
  await giroscope.heading('Journal');
  await other.getByRole('textbox', { name: 'New comment' }).fill(`Seen by both, ${number}`);
  await other.getByRole('button', { name: 'Write comment' }).click();
  await expect(page.getByText(`Seen by both, ${number}`)).toBeVisible(SOON);
  await context.close();
});

test('a page come back to asks for nothing that is known', async ({ giroscope, page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/graphql'))
      asked.push((request.postDataJSON() as { operationName: string }).operationName);
  });
  await giroscope.open('/dashboard', 'viewer');
  await giroscope.heading('Dashboard');
  await giroscope.go('Banks');
  // Other journeys of the same product may change something: once it holds, it does hold.
  await expect(async () => {
    asked.length = 0;
    for (const name of ['Dashboard', 'Banks', 'Dashboard']) {
      await giroscope.go(name);
      await page.waitForLoadState('networkidle');
    }
    expect(asked).toEqual([]);
  }).toPass({ timeout: 180_000 });
});
