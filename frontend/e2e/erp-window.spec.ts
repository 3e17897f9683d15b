/** The check of payment files inside an accounting system, which is a page of another site: framed and in a window. */
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { isKeycloak } from './Backstage';
import { faultless } from './faultless';
import { freshNumber, paymentFile } from './files';
import { expect, test } from './fixtures';
import { Console } from './pages/Console';

// In production an accounting system has to have TLS, which these pages have not.
test.skip(isKeycloak, 'a page without TLS is let in for a trial only');
test.describe.configure({ mode: 'serial' });

/** The page of the documentation, at an origin of its own. */
class Erp {
  readonly server: Server;
  readonly origin: string;

  private constructor(server: Server) {
    this.server = server;
    // By number: to browsers this is another site than the console's localhost.
    this.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async start(): Promise<Erp> {
    const page = await readFile(new URL('../../docs/examples/erp-window.html', import.meta.url));
    const server = createServer((_request, answer) =>
      answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page),
    );
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    return new Erp(server);
  }

  /** Somebody's accounting system, with a payment file chosen; nobody is signed in at Giroscope yet. */
  async open(browser: Browser, giroscope = ''): Promise<{ page: Page; context: BrowserContext }> {
    const context = await browser.newContext({ baseURL: giroscope });
    const page = await context.newPage();
    await page.goto(`${this.origin}/?giroscope=${encodeURIComponent(giroscope)}`);
    await page.locator('#file').setInputFiles(paymentFile(freshNumber()));
    return { page, context };
  }
}

const said = (page: Page) =>
  page.getByRole('list', { name: 'What Giroscope said' }).getByRole('listitem');
/** Do what closes a window; it may be gone before the click is told to have happened. */
const closes = (beside: Page, act: () => Promise<void>) =>
  Promise.all([beside.waitForEvent('close'), act().catch(() => undefined)]);
const outcome = (page: Page) => page.getByRole('status').first();

let listed: Erp;
let other: Erp;

test.beforeAll(async () => {
  [listed, other] = [await Erp.start(), await Erp.start()];
});
test.afterAll(() => {
  listed.server.close();
  other.server.close();
});

test('account management puts an accounting system on the list @share-1', async ({
  giroscope,
  page,
}) => {
  await giroscope.open('/erp/configuration');
  const card = page.getByRole('region', { name: 'Window in the accounting system' });
  await card.getByRole('button', { name: 'Add accounting system' }).click();
  const form = page.getByRole('dialog', { name: 'Add accounting system' });
  await form.getByRole('textbox').fill('http://erp.example.com');
  await form.getByRole('button', { name: 'Add accounting system' }).click();
  await expect(
    form.getByText('The pages of an accounting system have to come by https.'),
  ).toBeVisible();
  await faultless(page, 'an origin that is refused');
  await form.getByRole('textbox').fill(`${listed.origin}/`);
  await form.getByRole('button', { name: 'Add accounting system' }).click();
  await expect(card.getByRole('list', { name: 'Allowed accounting systems' })).toContainText(
    listed.origin,
  );
});

test('in its frame somebody signs in beside it, and the file it hands over is checked @share-1', async ({
  browser,
  baseURL,
}) => {
  const { page, context } = await listed.open(browser, baseURL);
  await page.getByRole('button', { name: 'Check here' }).click();
  const frame = page.frameLocator('iframe');
  await expect(
    frame.getByRole('heading', { level: 1, name: 'Sign in to check payment files' }),
  ).toBeVisible();
  await expect(said(page)).toHaveText(['giroscope.signIn']);

  const [beside] = await Promise.all([
    context.waitForEvent('page'),
    frame.getByRole('button', { name: 'Open the sign-in window' }).click(),
  ]);
  await closes(beside, () => new Console(beside).signIn('viewer'));
  await expect(frame.getByRole('banner')).toContainText('Viggo Viewer');
  await expect(outcome(page)).toContainText(/^payments?-.*: (valid|warnings|invalid), \d+ errors/);
  await expect(said(page)).toHaveText(['giroscope.signIn', /giroscope.ready/, 'giroscope.verdict']);
  await expect(frame.getByText(`Opened by ${new URL(listed.origin).host}`)).toBeVisible();

  // Loaded anew it asks again, but no password is needed.
  await page.getByRole('button', { name: 'Check here' }).click();
  const [again] = await Promise.all([
    context.waitForEvent('page'),
    frame.getByRole('button', { name: 'Open the sign-in window' }).click(),
  ]);
  // It may be gone before its opening is told.
  await expect.poll(() => again.isClosed()).toBe(true);
  await expect(frame.getByRole('heading', { level: 1, name: 'Journal validation' })).toBeVisible();
  await frame.getByRole('button', { name: 'Close' }).click();
  await expect(frame.getByText('You are done here.')).toBeVisible();
  await expect(said(page).last()).toHaveText('giroscope.closed');
  await context.close();
});

test('in a window it goes through the sign-in and still knows who opened it @share-1', async ({
  browser,
  baseURL,
}) => {
  const { page, context } = await listed.open(browser, baseURL);
  const [beside] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('button', { name: 'Check in a window' }).click(),
  ]);
  await new Console(beside).signIn('viewer');
  await expect(beside.getByRole('heading', { level: 1, name: 'Journal validation' })).toBeVisible();
  await expect(outcome(page)).toContainText(/: (valid|warnings|invalid), \d+ errors/);
  await faultless(beside, 'a window of an accounting system');
  await closes(beside, () => beside.getByRole('button', { name: 'Close' }).click());
  await expect(outcome(page)).toContainText('(closed)');
  await context.close();
});

test('a page that is not on the list frames nothing and is told nothing @share-1', async ({
  browser,
  baseURL,
  witness,
}) => {
  const { page, context } = await other.open(browser, baseURL);
  await page.getByRole('button', { name: 'Check here' }).click();
  await expect.poll(() => witness.faults.length).toBeGreaterThan(0);
  // The browser says itself why it shows nothing, and that is the only fault.
  for (const fault of witness.faults.splice(0)) expect(fault).toContain('frame-ancestors');

  const [beside] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('button', { name: 'Check in a window' }).click(),
  ]);
  await new Console(beside).signIn('viewer');
  await expect(beside.getByRole('heading', { level: 1, name: 'Journal validation' })).toBeVisible();
  await page.evaluate(() => (globalThis as unknown as { hello: () => void }).hello());
  await expect(
    beside.getByText(
      `A page at ${other.origin} opened this window, but it is not on your company's list.`,
    ),
  ).toBeVisible();
  await expect(said(page)).toHaveCount(0);
  await context.close();
});

test('what is taken off the list is shut out @share-1', async ({
  browser,
  baseURL,
  giroscope,
  page: own,
  witness,
}) => {
  await giroscope.open('/erp/configuration');
  await own.getByRole('button', { name: `Remove ${listed.origin}` }).click();
  await own.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(own.getByRole('button', { name: `Remove ${listed.origin}` })).toHaveCount(0);
  const { page, context } = await listed.open(browser, baseURL);
  await page.getByRole('button', { name: 'Check here' }).click();
  await expect.poll(() => witness.faults.length).toBeGreaterThan(0);
  for (const fault of witness.faults.splice(0)) expect(fault).toContain('frame-ancestors');
  await context.close();
});
