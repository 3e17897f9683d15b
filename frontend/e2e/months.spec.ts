/**
 * A month that two people close: account managers agree on it, one person proposes, the month changes,
 * and another confirms what is there now.
 */
import type { Browser, Page } from '@playwright/test';
import { STRUCTURE, faultless } from './faultless';
import { correctedStatementFile, daysAgo, freshNumber, statementFile } from './files';
import { expect, test } from './fixtures';
import { fits } from './fits';
import { Console } from './pages/Console';
import { Uploads } from './pages/Uploads';

/** A day whose month is over whenever this is played. */
const DAY = daysAgo(40);
const MONTH = `/statements?month=${DAY.slice(0, 7)}`;

/** Somebody in a browser of their own. */
async function as(browser: Browser, like: Page, who: string, path: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: new URL(like.url()).origin });
  const page = await context.newPage();
  await new Console(page).open(path, who);
  return page;
}

const dialog = (page: Page) => page.getByRole('dialog');
const press = async (page: Page, name: string) =>
  dialog(page).getByRole('button', { name, exact: true }).click();

test('two people close a month, each with what is there at that moment', async ({
  giroscope,
  browser,
  uploads,
  page,
}) => {
  const number = freshNumber();
  await giroscope.open('/upload/statement', 'operator');
  const first = statementFile(number, DAY);
  await uploads.give(first);
  await uploads.fate(first.name, 'Imported');

  const manager = await as(browser, page, 'manager', MONTH);
  const rule = (at: Page) => at.getByRole('region', { name: 'Who closes a month' });
  await rule(manager).getByRole('button', { name: 'Let two people close' }).click();
  await press(manager, 'Let two people close');
  await expect(rule(manager)).toContainText('Another account manager confirms');
  await faultless(manager, 'a proposed rule', STRUCTURE);
  const admin = await as(browser, page, 'admin', MONTH);
  await expect(rule(admin)).toContainText('Mona Manager proposes that two people close a month.');
  await rule(admin).getByRole('button', { name: 'Confirm' }).click();
  await press(admin, 'Confirm');
  await expect(rule(admin)).toContainText('Two people close a month');

  const line = (at: Page) =>
    at
      .getByRole('table', { name: /^Accounts in/ })
      .getByRole('row')
      .filter({ hasText: number });
  await giroscope.visit(MONTH);
  await expect(line(page).getByRole('button', { name: /^Close month/ })).toHaveCount(0);
  await line(page)
    .getByRole('button', { name: /^Propose to close/ })
    .click();
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('The account is closed');
  await press(page, 'Propose to close');
  await expect(line(page)).toContainText('Awaiting confirmation');
  await expect(line(page).getByRole('button')).toHaveAccessibleName(/^Withdraw/);

  const corrected = correctedStatementFile(number, DAY);
  await giroscope.visit('/upload/statement');
  await new Uploads(page).give(corrected);
  await uploads.fate(corrected.name, 'Imported');

  await admin.goto('/dashboard');
  await admin.getByRole('link', { name: /Months to confirm/ }).click();
  await expect(line(admin)).toContainText('Changed since it was proposed');
  await line(admin)
    .getByRole('button', { name: /^Confirm and close/ })
    .click();
  await expect(dialog(admin).getByRole('row').filter({ hasText: 'Sum of entries' })).toContainText(
    /150\.25.*200\.25/,
  );
  await faultless(admin, 'a month that changed', STRUCTURE);
  await admin.setViewportSize({ width: 360, height: 800 });
  await fits(admin, 'a month that changed');
  await admin.setViewportSize({ width: 1440, height: 900 });
  await press(admin, 'Confirm and close');
  await expect(dialog(admin)).toHaveCount(0);
  await giroscope.visit(MONTH);
  await expect(line(page)).toContainText(/Closed.*Agnes Admin.*Proposed by Oskar Operator/);
  for (const one of [manager, admin]) await one.context().close();
});
