import { faultless } from './faultless';
import { brokenFile, freshNumber, largeStatementFile, paymentFile, statementFile } from './files';
import { fits } from './fits';
import { expect, test } from './fixtures';
import { ListOf } from './pages/ListOf';

const MANY = 1200;

test('a long list is scrolled to any place, and Back brings filter, place and focus @share-3', async ({
  giroscope,
  uploads,
  page,
}) => {
  const number = freshNumber();
  const large = largeStatementFile(number, MANY);
  await giroscope.open('/upload/statement', 'operator');
  await uploads.give(large);
  await uploads.fate(large.name, 'Imported');
  const list = new ListOf(page, 'Statement transactions');
  await page.goto(`/journals/statements?q=${number}`);
  await list.counts('1,202');
  await list.scrollTo(900);
  await expect(list.row(900)).toContainText('Østbro Papir');
  await expect(page).toHaveURL(/row=(89\d|90\d)/);
  expect(await list.table.getByRole('row').count()).toBeLessThan(120);

  await list.row(902).getByRole('link').first().click();
  const drawer = page.getByRole('dialog', { name: 'Transaction' });
  await expect(drawer).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(list.row(902).getByRole('link').first()).toBeFocused();

  await giroscope.menu.getByRole('link', { name: 'Messages' }).click();
  await giroscope.heading('Messages');
  await page.goBack();
  await giroscope.heading('Statement transactions');
  await expect(page.getByRole('searchbox', { name: 'Search transactions' })).toHaveValue(number);
  await expect(list.row(902)).toBeInViewport();
  await expect(list.row(902).getByRole('link').first()).toBeFocused();

  await page.reload();
  await expect(list.row(902)).toBeInViewport();

  // As cards too: rows that are drawn where nothing was leave the page where somebody scrolled it to.
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto(`/journals/statements?q=${number}`);
  await expect(list.row(1)).toBeVisible();
  expect(
    await page.evaluate(async (frames) => {
      scrollTo(0, 20_000);
      for (let frame = 0; frame < frames; frame += 1) await new Promise(requestAnimationFrame);
      return Math.round(scrollY);
    }, 30),
  ).toBe(20_000);
});

test('the whole walk by keyboard: search, rows, the drawer and its neighbours', async ({
  giroscope,
  uploads,
  page,
}) => {
  const number = freshNumber();
  await giroscope.open('/upload/statement', 'operator');
  await uploads.give(statementFile(number));
  await uploads.fate(`statement-${number}.xml`, 'Imported');
  await giroscope.go('Statement transactions');
  const list = new ListOf(page, 'Statement transactions');
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Search transactions' })).toBeFocused();
  await page.keyboard.type(number);
  await list.counts('2');
  await page.keyboard.press('Tab');
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press('j');
  await expect(list.row(1).getByRole('link').first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(list.row(2).getByRole('link').first()).toBeFocused();
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Transaction' });
  await expect(drawer).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'Next record' })).toBeEnabled();
  const first = new URL(page.url()).searchParams.get('transaction');
  await page.keyboard.press(']');
  await expect.poll(() => new URL(page.url()).searchParams.get('transaction')).not.toBe(first);
  await expect(drawer.getByRole('button', { name: 'Next record' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(list.row(2).getByRole('link').first()).toBeFocused();
});

test('columns are chosen and kept, a view is saved, found again and deleted @share-3', async ({
  giroscope,
  uploads,
  page,
}) => {
  const number = freshNumber();
  await giroscope.open('/upload/statement', 'operator');
  await uploads.give(statementFile(number));
  await uploads.fate(`statement-${number}.xml`, 'Imported');
  await page.goto(`/journals/statements?q=${number}&direction=CREDIT`);
  const list = new ListOf(page, 'Statement transactions');
  await list.counts('1');
  await list.layout('Columns');
  const dialog = page.getByRole('dialog', { name: 'Columns' });
  await dialog.getByRole('checkbox', { name: 'Bank reference' }).check();
  await dialog.getByRole('checkbox', { name: 'Value date' }).uncheck();
  await dialog.getByRole('button', { name: 'Move Counterparty up', exact: true }).press('Enter');
  await faultless(page, 'columns');
  await dialog.getByRole('button', { name: 'Done' }).click();
  expect(await list.columns()).toEqual(expect.arrayContaining(['Bank reference']));
  expect(await list.columns()).not.toContain('Value date');

  const name = `View ${number}`;
  await list.saveView(name);
  await expect(page).toHaveURL(/saved=\d+/);
  await giroscope.go('Statement transactions');
  await page.goto('/journals/statements?direction=DEBIT');
  await page.getByRole('button', { name: 'Saved views', exact: true }).click();
  await page.getByRole('button', { name, exact: true }).click();
  await list.counts('1');
  expect(await list.columns()).toContain('Bank reference');
  expect(new URL(page.url()).searchParams.get('direction')).toBe('CREDIT');

  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  await page
    .getByRole('dialog', { name: `Delete the view “${name}”?` })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(page.getByRole('button', { name: 'Saved views', exact: true })).toBeVisible();
});

test('the export is what the filter shows, in its order, for a Danish Excel too', async ({
  giroscope,
  uploads,
  page,
}) => {
  const number = freshNumber();
  await giroscope.open('/upload/statement', 'operator');
  await uploads.give(statementFile(number));
  await uploads.fate(`statement-${number}.xml`, 'Imported');
  await page.goto(`/journals/statements?q=${number}&sort=AMOUNT`);
  const list = new ListOf(page, 'Statement transactions');
  await list.counts('2');
  const danish = await list.take('CSV for Danish Excel');
  expect(danish.name).toMatch(/^transactions-.*\.csv$/);
  // The mark by which Excel knows UTF-8.
  expect(danish.text.startsWith('\uFEFF')).toBe(true);
  const lines = danish.text.trim().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain('-100,25');
  expect(lines[2]).toContain('250,50');
  const plain = await list.take('Comma between values');
  expect(plain.text).toContain('250.50');
  const workbook = await list.take('Excel workbook');
  expect(workbook.name).toMatch(/\.xlsx$/);
  expect(workbook.text.startsWith('PK')).toBe(true);
});

test('rows in view and all that match are chosen apart, and each row’s outcome is told @share-1', async ({
  giroscope,
  uploads,
  page,
}) => {
  const number = freshNumber();
  await giroscope.open('/upload', 'operator');
  await uploads.give(paymentFile(number), brokenFile(number));
  await uploads.fate(`payments-${number}.xml`, 'Imported');
  await uploads.fate(`broken-${number}.xml`, 'Refused');
  await page.getByRole('checkbox', { name: `Choose payments-${number}.xml` }).check();
  await page.getByRole('checkbox', { name: `Choose broken-${number}.xml` }).check();
  await expect(page.getByText('2 rows chosen')).toBeVisible();
  await page
    .getByRole('group', { name: 'Actions for the chosen rows' })
    .getByRole('button', { name: 'Undo import' })
    .click();
  await page
    .getByRole('dialog', { name: 'Undo import: 2 rows?' })
    .getByRole('button', { name: 'Undo import' })
    .click();
  const results = page.getByRole('table', { name: 'What became of each row' });
  await expect(results.getByRole('row').filter({ hasText: `broken-${number}.xml` })).toContainText(
    'Not possible',
  );
  await expect(
    results.getByRole('row').filter({ hasText: `payments-${number}.xml` }),
  ).toContainText('Done');
  await faultless(page, 'results');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await uploads.fate(`payments-${number}.xml`, 'Undone');

  await page.goto('/');
  const journals = new ListOf(page, 'All journals');
  await expect(journals.row(1)).toBeVisible();
  await page.getByRole('checkbox', { name: /^Choose the \d+ rows in view$/ }).check();
  await expect(page.getByText(/^\d+ rows? chosen$/)).toBeVisible();
});

test('every list stands on a narrow screen as cards, without faults @share-2', async ({
  giroscope,
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await giroscope.open('/journals/statements', 'admin');
  for (const [address, name] of [
    ['/journals/statements', 'Statement transactions'],
    ['/', 'All journals'],
    ['/account-management/users', 'User management'],
    ['/upload/statement', 'Upload Statement'],
  ] as const) {
    await page.goto(address);
    await expect(new ListOf(page, name).row(1)).toBeVisible();
    await fits(page);
    await faultless(page, name);
  }
});
