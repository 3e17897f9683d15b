import { POLL_INTERVAL_MS } from '../src/kernel/constants';
import { expect, test } from './fixtures';
import { brokenFile, freshNumber, statementFile } from './files';
import { Console } from './pages/Console';
import { Messages } from './pages/Messages';
import { Uploads } from './pages/Uploads';

test('trouble is announced, leaves by itself, and leads to its message', async ({
  giroscope,
  uploads,
  page,
}) => {
  const broken = brokenFile(freshNumber());
  const messages = new Messages(page);
  const first = Messages.firstAnswer(page);
  await giroscope.open('/upload/statement', 'operator');
  await first;
  await uploads.give(broken);
  const notice = messages.toast(broken.name);
  await expect(notice).toContainText('Error');
  // Pointed at, it waits.
  await notice.hover();
  await notice.getByRole('link', { name: 'Open in Messages' }).click();
  await giroscope.heading('Messages');
  await expect(messages.drawer).toContainText(broken.name);
  await expect(messages.drawer).toContainText('Suggested action');
  await expect(notice).toHaveCount(0);
  await messages.drawer.getByRole('link', { name: 'Open uploads' }).click();
  await giroscope.heading('Upload Statement');
});

test('reading is each person’s own; resolving is everybody’s @share-1', async ({
  giroscope,
  uploads,
  page,
  browser,
}) => {
  const broken = brokenFile(freshNumber());
  const mine = new Messages(page);
  await giroscope.open('/upload/statement', 'operator');
  await uploads.give(broken);
  await uploads.fate(broken.name, 'Refused');
  await giroscope.go('Messages');
  await mine.search(broken.name);
  await expect(mine.rows(broken.name)).toHaveCount(1);
  await expect.poll(() => mine.unreadDots(broken.name)).toBe(1);
  await mine.openMessage(broken.name);
  await expect.poll(() => mine.unreadDots(broken.name)).toBe(0);
  await mine.drawer.getByRole('button', { name: 'Resolve' }).click();
  const question = page.getByRole('dialog', { name: 'Resolve this message?' });
  await question.getByRole('textbox', { name: /^Note/ }).fill('The sender sends a new one');
  await question.getByRole('button', { name: 'Resolve' }).click();
  await expect(mine.drawer).toContainText('The sender sends a new one');

  const other = await browser.newContext();
  const otherPage = await other.newPage();
  const otherConsole = new Console(otherPage);
  await otherConsole.open('/messages', 'viewer');
  const theirs = new Messages(otherPage);
  await theirs.search(broken.name);
  await expect(theirs.rows(broken.name)).toContainText('Resolved');
  await expect.poll(() => theirs.unreadDots(broken.name)).toBe(1);
  await theirs.openMessage(broken.name);
  await expect(theirs.drawer).toContainText('The sender sends a new one');
  await expect(theirs.drawer.getByRole('button', { name: 'Reopen' })).toHaveCount(0);
  await theirs.drawer.getByRole('button', { name: 'Acknowledge' }).click();
  await expect(theirs.drawer.getByText('Acknowledged')).toHaveCount(0);
  await expect(theirs.drawer.getByRole('button', { name: 'Acknowledge' })).toHaveCount(0);
  await other.close();

  await mine.drawer.getByRole('button', { name: 'Reopen' }).click();
  await expect(mine.drawer.getByRole('button', { name: 'Resolve' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(mine.drawer).toBeHidden();
});

test('what comes is added to the list and marked; one of two tabs asks for both @share-2', async ({
  giroscope,
  page,
  context,
}) => {
  const statement = statementFile(freshNumber());
  const first = Messages.firstAnswer(page);
  await giroscope.open('/messages', 'operator');
  await first;
  const messages = new Messages(page);
  await expect(messages.table).toBeVisible();

  const second = await context.newPage();
  await second.goto('/upload/statement');
  await new Console(second).heading('Upload Statement');
  const uploads = new Uploads(second);
  await uploads.give(statement);
  await uploads.fate(statement.name, 'Imported');

  await page.bringToFront();
  await expect(messages.rows(statement.name)).toHaveAttribute('aria-description', 'New');

  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(page.getByText(/cleared/)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'Clear', exact: true })).toBeEnabled();

  // Both tabs are visible to a headless browser; only one of them may ask.
  const began = Date.now();
  const asked = { here: 0, there: 0 };
  const isPoll = (address: string) => address.includes('operationName=SystemMessagePoll');
  page.on('request', (request) => {
    if (isPoll(request.url())) asked.here += 1;
  });
  second.on('request', (request) => {
    if (isPoll(request.url())) asked.there += 1;
  });
  await expect.poll(() => asked.here + asked.there).toBeGreaterThanOrEqual(4);
  expect(asked.here + asked.there).toBeLessThanOrEqual(1 + (Date.now() - began) / POLL_INTERVAL_MS);
  expect(Math.min(asked.here, asked.there)).toBe(0);
});

test('what came while away is not announced; the badge and the unread tell of it @share-2', async ({
  giroscope,
  page,
  browser,
}) => {
  const messages = new Messages(page);
  const other = await browser.newContext();
  const otherPage = await other.newPage();
  await new Console(otherPage).open('/upload/statement', 'operator');
  const broken = brokenFile(freshNumber());
  const uploads = new Uploads(otherPage);
  await uploads.give(broken);
  await uploads.fate(broken.name, 'Refused');
  await other.close();

  const first = Messages.firstAnswer(page);
  await giroscope.open('/messages?unread=yes', 'approver');
  await first;
  await expect(messages.rows(broken.name)).toHaveCount(1);
  await expect(page.locator('.g-toast')).toHaveCount(0);
  await expect(page.locator('.s-badge.g-tone-bad')).toBeVisible();
});

test('messages are grouped, unfold, and leave as a file with the filter in force @share-3', async ({
  giroscope,
  uploads,
  page,
}) => {
  const broken = brokenFile(freshNumber());
  const messages = new Messages(page);
  await giroscope.open('/upload/statement', 'operator');
  await uploads.give(broken);
  await uploads.fate(broken.name, 'Refused');
  await uploads.give(broken);
  await expect(uploads.rows(broken.name).filter({ hasText: 'Refused' })).toHaveCount(2);
  await giroscope.go('Messages');
  await messages.search(broken.name);
  await expect(messages.rows(broken.name)).toHaveCount(2);
  await page.getByRole('button', { name: 'By same text' }).click();
  await expect(messages.rows(broken.name)).toHaveCount(1);
  await page.getByRole('button', { name: 'Show 2 messages' }).click();
  await expect(
    page.getByRole('table', { name: 'Messages of the group' }).getByRole('row'),
  ).toHaveCount(3);
  await page.getByRole('button', { name: 'One by one' }).click();
  await expect(messages.rows(broken.name)).toHaveCount(2);
  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /CSV/ }).first().click();
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);
});
