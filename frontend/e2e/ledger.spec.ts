/**
 * What a bank says twice, as an accountant meets it: a corrected statement and what it changed, two
 * statements that contradict each other, and equal payments in two notifications, told apart and back.
 */
import type { Page } from '@playwright/test';
import { STRUCTURE, faultless } from './faultless';
import {
  contradictingStatementFile,
  correctedStatementFile,
  daysAgo,
  freshNumber,
  namedStatementFile,
  notificationFile,
  statementFile,
} from './files';
import { expect, test } from './fixtures';
import { fits } from './fits';

const changes = (page: Page) =>
  page.getByRole('table', { name: 'What changed from version 1 to version 2' });

test('a corrected statement replaces the first, and says what it changed @share-2', async ({
  giroscope,
  uploads,
  page,
}) => {
  const number = freshNumber();
  const [first, corrected] = [statementFile(number), correctedStatementFile(number)];
  await giroscope.open('/upload/statement', 'operator');
  await uploads.give(first);
  await uploads.fate(first.name, 'Imported');
  // Everything was new, so the state says it all.
  await expect(uploads.row(first.name).getByRole('list', { name: /^Result of/ })).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'Preview first' }).check();
  await uploads.give(corrected);
  const preview = page.getByRole('dialog', { name: `Preview of ${corrected.name}` });
  await expect(preview.getByText('Replaces', { exact: true })).toBeVisible();
  await expect(preview.getByRole('row').filter({ hasText: 'Skagen Energi' })).toContainText(
    /Changed.*\+250\.50.*\+300\.50/,
  );
  const figures = preview.getByRole('list', { name: /^Result of/ }).getByRole('listitem');
  await expect(figures).toHaveText(['2 entries read', '1 new', '1 already known', '1 replaced']);
  await faultless(page, 'a preview', STRUCTURE);
  await page.setViewportSize({ width: 360, height: 800 });
  await fits(page, 'a preview');
  await page.setViewportSize({ width: 1440, height: 900 });
  await preview.getByRole('button', { name: 'Import', exact: true }).click();
  await uploads.fate(corrected.name, 'Imported');
  // That it replaces another is all it warns of: the import did what was shown.
  await expect(uploads.row(corrected.name)).toContainText('1 warning');
  const result = uploads
    .row(corrected.name)
    .getByRole('list', { name: `Result of ${corrected.name}` });
  await expect(result.getByRole('listitem')).toHaveText(['1 new', '1 already known', '1 replaced']);

  await result.getByRole('link', { name: '1 replaced' }).click();
  const statement = page.getByRole('article', { name: /^Statement/ });
  await expect(statement).toContainText('Version 2 of 2');
  await expect(statement).toContainText('Current');
  await statement.getByRole('button', { name: 'What changed' }).click();
  await expect(changes(page)).toContainText('300.50');
  await expect(changes(page).getByRole('row').filter({ hasText: 'Skagen Energi' })).toContainText(
    /Changed.*\+?250\.50.*300\.50/,
  );
  await expect(changes(page).getByRole('row').filter({ hasText: 'Closing balance' })).toContainText(
    /1,150\.25.*1,200\.25/,
  );
  await faultless(page, 'what changed', STRUCTURE);

  await statement
    .getByRole('list', { name: '1 other version' })
    .getByRole('link', { name: first.name })
    .click();
  await expect(page.getByRole('article', { name: /^Statement/ })).toContainText('Version 1 of 2');
  await expect(page.getByRole('article', { name: /^Statement/ })).toContainText('Replaced');

  // The month says so too, and its day leads to what counts.
  await giroscope.visit(`/statements?month=${daysAgo(2).slice(0, 7)}`);
  await page.getByRole('button', { name: 'Accounts', exact: true }).click();
  const account = page
    .getByRole('dialog', { name: 'Accounts' })
    .getByRole('checkbox', { name: new RegExp(number) });
  await account.click();
  // What is chosen stands in the address, a moment after the click.
  await expect(account).toBeChecked();
  await page.keyboard.press('Escape');
  const line = page
    .getByRole('table', { name: /^Accounts in/ })
    .getByRole('row')
    .filter({ hasText: number });
  await expect(line.getByRole('cell').nth(1)).toHaveText('Add up');
  await faultless(page, 'the months of accounts', STRUCTURE);
  await page
    .getByRole('table', { name: 'Calendar of statements' })
    .getByRole('row')
    .filter({ hasText: number.slice(-4) })
    .getByRole('link', { name: /: Replaced, Received, 2 entries$/ })
    .click();
  const table = page.getByRole('table', { name: 'Statement transactions' });
  await expect(table.getByText('+300.50')).toBeVisible();
  await expect(table.getByText('+250.50')).toHaveCount(0);
});

test('two statements that contradict each other wait side by side until somebody decides @share-3', async ({
  giroscope,
  uploads,
  page,
}) => {
  const number = freshNumber();
  const [first, other] = [statementFile(number), contradictingStatementFile(number)];
  await giroscope.open('/upload/statement', 'operator');
  await uploads.give(first);
  await uploads.fate(first.name, 'Imported');
  await uploads.give(other);
  await uploads.fate(other.name, 'Imported');
  await giroscope.go('Statement transactions');
  await page.getByRole('link', { name: /^Disputed statements/ }).click();
  const pair = page.getByRole('article').filter({ hasText: other.name });
  await expect(pair.getByRole('row', { name: /^Closing/ })).toContainText('+10.00');
  await faultless(page, 'disputed statements', STRUCTURE);
  await pair.getByRole('button', { name: `Use this one: ${other.name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Use this statement?' });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The bank says so.');
  await dialog.getByRole('button', { name: 'Use this one' }).click();
  await expect(pair).toHaveCount(0);
  await giroscope.visit(`/journals/statements?q=Invoice+${number}`);
  await expect(
    page.getByRole('table', { name: 'Statement transactions' }).getByText('+260.50'),
  ).toBeVisible();
});

test('equal payments of two notifications are told apart, and the decision is undone @share-2', async ({
  giroscope,
  uploads,
  page,
}) => {
  const number = freshNumber();
  const files = [notificationFile(number, 0), notificationFile(number, 1)] as const;
  await giroscope.open('/upload/statement', 'operator');
  for (const file of files) {
    await uploads.give(file);
    await uploads.fate(file.name, 'Imported');
  }
  const result = uploads
    .row(files[1].name)
    .getByRole('list', { name: `Result of ${files[1].name}` });
  await result.getByRole('link', { name: '1 possible duplicate' }).click();
  await expect(page).toHaveURL(/view=duplicates/);
  const pair = page
    .getByRole('article', { name: /^Possible duplicate: 75\.00 DKK/ })
    .filter({ hasText: number.slice(-4) })
    .first();
  await expect(pair).toContainText('no reference tells them apart');
  await faultless(page, 'possible duplicates', STRUCTURE);
  await page.setViewportSize({ width: 360, height: 800 });
  await fits(page, 'possible duplicates');
  await page.setViewportSize({ width: 1440, height: 900 });

  await pair.getByRole('button', { name: 'Different payments' }).click();
  const dialog = page.getByRole('dialog', { name: 'Are these different payments?' });
  await dialog.getByRole('button', { name: 'Different payments' }).click();
  await expect(dialog.getByText('Enter a reason')).toBeVisible();
  const reason = `Two members paid ${number}`;
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason);
  await dialog.getByRole('button', { name: 'Different payments' }).click();
  await expect(pair).toHaveCount(0);

  await page.getByRole('tab', { name: 'Decisions' }).click();
  const decision = page
    .getByRole('table', { name: 'Decisions' })
    .getByRole('row')
    .filter({ hasText: reason });
  await expect(decision).toContainText('Different payments');
  await faultless(page, 'decisions', STRUCTURE);
  await decision.getByRole('button', { name: /^Undo/ }).click();
  await expect(decision).toContainText('Undone by');
  await page.getByRole('tab', { name: /^Possible duplicates/ }).click();
  await expect(pair).toBeVisible();

  await pair.getByRole('link', { name: 'Open Entry 1' }).click();
  const drawer = page.getByRole('dialog', { name: 'Transaction' });
  await expect(drawer.getByText('Provisional – not yet on a statement')).toBeVisible();
  await expect(drawer.getByRole('region', { name: 'Sources' })).toContainText('Notification');
  await drawer.getByRole('link', { name: 'Compare' }).click();
  await expect(pair).toBeVisible();
});

test('an account under two names is joined by a person, and separated again @share-3', async ({
  giroscope,
  uploads,
  page,
}) => {
  const number = freshNumber();
  const other = `BOOKS${number}`;
  await giroscope.open('/upload/statement', 'operator');
  for (const file of [namedStatementFile(number), namedStatementFile(number, other)]) {
    await uploads.give(file);
    await uploads.fate(file.name, 'Imported');
  }
  await giroscope.visit('/journals/statements?view=duplicates&part=accounts');
  const pair = page.getByRole('article', {
    name: `Possibly the same account: ${number} and ${other}`,
  });
  await expect(pair.getByRole('table', { name: 'Equal balances' }).getByRole('row')).toHaveCount(3);
  await faultless(page, 'accounts that look alike', STRUCTURE);
  await page.setViewportSize({ width: 360, height: 800 });
  await fits(page, 'accounts that look alike');
  await page.setViewportSize({ width: 1440, height: 900 });
  await pair.getByRole('button', { name: 'Join accounts' }).click();
  const asked = page.getByRole('dialog', { name: 'Join these two accounts?' });
  await asked.getByRole('textbox', { name: 'Reason' }).fill('The bank says so.');
  await asked.getByRole('button', { name: 'Join accounts' }).click();
  await expect(pair).toHaveCount(0);
  await page.getByRole('button', { name: `Separate ${other} from ${number}` }).click();
  const again = page.getByRole('dialog', { name: 'Separate these accounts?' });
  await again.getByRole('textbox', { name: 'Reason' }).fill('They are two.');
  await again.getByRole('button', { name: 'Separate' }).click();
  await expect(page.getByRole('button', { name: `Separate ${other} from ${number}` })).toHaveCount(
    0,
  );
});
