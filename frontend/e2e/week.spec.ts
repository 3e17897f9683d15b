/**
 * An account manager's week, at both providers: somebody is invited and comes, is given a role by
 * two, is locked out, loses a telephone, is signed out, disabled and enabled, and stands in the
 * review. What the manager does is seen in the other person's own browser.
 */
import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { mailedLink, mailsTo } from './Backstage';
import { freshNumber } from './files';
import { expect, test } from './fixtures';
import { Console } from './pages/Console';
import { Provider } from './pages/Provider';
import { Users } from './pages/Users';

const PATH = '/account-management/users';
const number = freshNumber();
const ANNA = `Anna Berg${number}`;
const BO = `Bo Lund${number}`;
const CLARA = `Clara Dahl${number}`;
const mailOf = (name: string) => `${name.split(' ')[0]?.toLowerCase()}.${number}@example.com`;
const FIRST_PASSWORD = 'rejsekort-og-regnvejr';
const SECOND_PASSWORD = 'kvittering-fra-kiosken';
const FAILURES_BEFORE_WAITING = 5;
/** The weekend’s pages are the console’s own; on the other days the provider’s are seen too. */
const AT_BOTH = { tag: '@at-keycloak' };
const EVERYBODYS = ['Dashboard', 'All journals', 'Statement transactions', 'Messages'];

interface Somebody {
  page: Page;
  giroscope: Console;
  provider: Provider;
  users: Users;
}

const opened: BrowserContext[] = [];

/** A browser of somebody's own. */
async function somebody(browser: Browser, baseURL: string | undefined): Promise<Somebody> {
  const context = await browser.newContext({
    ...(baseURL ? { baseURL } : {}),
    viewport: { width: 1440, height: 900 },
  });
  opened.push(context);
  const page = await context.newPage();
  return {
    page,
    giroscope: new Console(page),
    provider: new Provider(page),
    users: new Users(page),
  };
}

/** Anna at her own desk, at the provider's door. */
async function anna(browser: Browser, baseURL: string | undefined): Promise<Somebody> {
  const person = await somebody(browser, baseURL);
  await person.page.goto('/dashboard');
  await person.giroscope.closed();
  return person;
}

async function expectMenu({ menu }: Console, ...more: string[]): Promise<void> {
  await expect(menu).toBeVisible();
  for (const entry of [...EVERYBODYS, ...more])
    await expect(menu.getByRole('link', { name: entry }).first()).toBeVisible();
  for (const entry of ['Upload payments', 'Upload Statement', 'User management', 'Debug'].filter(
    (each) => !more.includes(each),
  ))
    await expect(menu.getByRole('link', { name: entry })).toHaveCount(0);
}

test.describe.serial('an account manager’s week @share-2', () => {
  test.afterEach(async () => {
    await Promise.all(opened.splice(0).map((context) => context.close()));
  });

  test(
    'Monday: three are invited; one comes by the link of the second mail, one invitation is taken back',
    AT_BOTH,
    async ({ giroscope, page, browser, baseURL }) => {
      const users = new Users(page);
      await giroscope.open('/dashboard');
      await giroscope.go('User management');
      await page.getByRole('button', { name: 'Invite people' }).click();
      const dialog = page.getByRole('dialog', { name: 'Invite people' });
      await dialog
        .getByLabel('Mail addresses')
        .fill(
          `${[ANNA, BO, CLARA].map((name) => `${name} <${mailOf(name)}>`).join('\n')}\nnobody@@example.com`,
        );
      await dialog.getByRole('button', { name: 'Send 4 invitations' }).click();
      await expect(dialog.getByLabel('Mail addresses')).toBeFocused();
      await expect(dialog.getByLabel('Mail addresses')).toHaveAccessibleDescription(
        /1 line needs a correction first\./,
      );
      await dialog
        .getByLabel('Mail addresses')
        .fill([ANNA, BO, CLARA].map((name) => `${name} <${mailOf(name)}>`).join('\n'));
      await dialog.getByRole('checkbox', { name: /^Upload/ }).check();
      await expect(
        dialog
          .getByRole('region', { name: 'What will this person see?' })
          .getByText('Upload payments'),
      ).toBeVisible();
      await dialog.getByRole('button', { name: 'Send 3 invitations' }).click();
      const results = page.getByRole('dialog', { name: 'Invitations' });
      await expect(results.getByText('Invited by mail')).toHaveCount(3);
      await results.getByRole('button', { name: 'Close' }).click();

      await page.getByRole('searchbox', { name: 'Search people' }).fill(number);
      // Until then rows move below the pointer.
      await expect(page.getByRole('status').filter({ hasText: /^3 rows$/ })).toBeVisible();
      await expect(users.row(ANNA)).toContainText('Invited');
      await users.open(ANNA);
      await users.run(
        'Send invitation again',
        `Invite ${ANNA} again?`,
        `${ANNA} was invited again.`,
      );
      await page.keyboard.press('Escape');
      const taken = await mailedLink(mailOf(BO));
      await users.open(BO);
      await users.run(
        'Take invitation back',
        `Take back the invitation of ${BO}?`,
        `The invitation of ${BO} was taken back.`,
      );
      await expect(users.row(BO)).toHaveCount(0);

      const newcomer = await somebody(browser, baseURL);
      await newcomer.provider.refuses(taken);
      await newcomer.provider.begin(await mailedLink(mailOf(ANNA), 2));
      await newcomer.giroscope.choosePassword(FIRST_PASSWORD);
      await newcomer.provider.leave();
      await newcomer.giroscope.closed();
      await newcomer.giroscope.signIn(mailOf(ANNA), FIRST_PASSWORD);
      await expectMenu(newcomer.giroscope, 'Upload payments', 'Upload Statement');
      await expect(newcomer.giroscope.banner).toContainText(ANNA);
      await newcomer.page.goto(PATH);
      await newcomer.giroscope.heading('No page here');
      await newcomer.provider.refuses(await mailedLink(mailOf(ANNA), 2));

      await page.getByRole('button', { name: 'Refresh' }).click();
      await expect(users.row(ANNA)).toContainText('Active');
      await expect(users.row(CLARA)).toContainText('Invited');
    },
  );

  test(
    'Tuesday: approving payments is given by two, uploading taken by one',
    AT_BOTH,
    async ({ giroscope, page, browser, baseURL }) => {
      const users = new Users(page);
      await giroscope.open(PATH);
      await users.open(ANNA);
      await users.roles(ANNA, { Upload: false, 'Payment approver': true });
      await users.news('Payment approver waits for a second account manager, under Requests.');
      await expect(users.row(ANNA)).toContainText('Payment approver waits');
      await page.keyboard.press('Escape');
      await users.open(CLARA);
      await users.roles(CLARA, { 'Account management': true });
      await users.news('Account management waits for a second account manager, under Requests.');
      await page.keyboard.press('Escape');

      const second = await somebody(browser, baseURL);
      await second.giroscope.open(`${PATH}?tab=requests`, 'manager');
      await second.page
        .getByRole('button', { name: `Confirm Payment approver for ${ANNA}` })
        .click();
      await second.page
        .getByRole('dialog', { name: `Give ${ANNA} the role Payment approver?` })
        .getByRole('button', { name: 'Confirm' })
        .click();
      await second.users.news(`${ANNA} has the role now.`);
      await second.page
        .getByRole('button', { name: `Refuse Account management for ${CLARA}` })
        .click();
      const refusal = second.page.getByRole('dialog', {
        name: `Refuse ${CLARA} the role Account management?`,
      });
      await refusal.getByLabel(/^Reason/).fill('Two managers are enough');
      await refusal.getByRole('button', { name: 'Refuse' }).click();
      await second.users.news('The role was refused.');

      await page.getByRole('button', { name: 'Refresh' }).click();
      await expect(users.row(ANNA)).toContainText('Payment approver');
      await expect(users.row(ANNA)).not.toContainText('waits');
      await expect(users.row(CLARA)).not.toContainText('Account management');
      const desk = await anna(browser, baseURL);
      await desk.giroscope.signIn(mailOf(ANNA), FIRST_PASSWORD);
      await expectMenu(desk.giroscope);
    },
  );

  test(
    'Wednesday: wrong passwords lock, the manager unlocks; a forgotten password is chosen anew',
    AT_BOTH,
    async ({ giroscope, page, browser, baseURL }) => {
      // The longer wait is seen only after the shorter ones are over.
      test.slow();
      const users = new Users(page);
      await giroscope.open(PATH);
      const desk = await anna(browser, baseURL);
      const fail = async () => {
        await desk.giroscope.signIn(mailOf(ANNA), 'sommerfugl-i-maven');
        await desk.provider.refusesSignIn();
      };
      for (let tries = 0; tries < FAILURES_BEFORE_WAITING; tries += 1) await fail();
      // Waiting begins with seconds and doubles; a slow machine needs the longer one to see it.
      await expect(async () => {
        await desk.page.context().clearCookies();
        await desk.page.goto('/dashboard');
        await fail();
        await page.getByRole('button', { name: 'Refresh' }).click();
        await expect(users.row(ANNA)).toContainText('Locked', { timeout: 3000 });
        // Not even the right one is of use now.
        await desk.giroscope.signIn(mailOf(ANNA), FIRST_PASSWORD);
        await desk.provider.refusesSignIn();
      }).toPass();
      await users.open(ANNA);
      await users.run('Unlock', `Unlock ${ANNA}?`, `${ANNA} can sign in again.`);
      await expect(users.row(ANNA)).toContainText('Active');
      await desk.giroscope.signIn(mailOf(ANNA), FIRST_PASSWORD);
      await expectMenu(desk.giroscope);
      await desk.giroscope.signOut();

      const before = (await mailsTo(mailOf(ANNA))).length;
      await users.run(
        'Send password reset',
        `Mail ${ANNA} a link for a new password?`,
        `A link was mailed to ${ANNA}.`,
      );
      await desk.provider.begin(await mailedLink(mailOf(ANNA), before + 1));
      await desk.giroscope.choosePassword(SECOND_PASSWORD);
      await desk.provider.leave();
      await desk.giroscope.closed();
      await desk.giroscope.signIn(mailOf(ANNA), FIRST_PASSWORD);
      await desk.provider.refusesSignIn();
      await desk.giroscope.signIn(mailOf(ANNA), SECOND_PASSWORD);
      await expectMenu(desk.giroscope);
    },
  );

  test(
    'Thursday: a second factor is asked for, set up, used, lost and reset',
    AT_BOTH,
    async ({ giroscope, page, browser, baseURL }) => {
      const users = new Users(page);
      await giroscope.open(PATH);
      const drawer = await users.open(ANNA);
      await drawer.getByRole('button', { name: 'Ask for something…' }).click();
      const asking = page.getByRole('dialog', { name: `What is ${ANNA} to do?` });
      await asking.getByLabel('Set up a second factor').check();
      await asking.getByLabel('At the next sign-in').check();
      await asking.getByRole('button', { name: 'Ask' }).click();
      await users.news(`${ANNA} was asked.`);

      const desk = await anna(browser, baseURL);
      await desk.giroscope.signIn(mailOf(ANNA), SECOND_PASSWORD);
      const key = await desk.provider.setUpApp();
      await expectMenu(desk.giroscope);
      await desk.giroscope.signOut();
      await desk.giroscope.signIn(mailOf(ANNA), SECOND_PASSWORD);
      await desk.provider.code(key);
      await expectMenu(desk.giroscope);

      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Refresh' }).click();
      await expect(users.row(ANNA)).toContainText('Set up');
      await users.open(ANNA);
      await users.run(
        'Reset second factor',
        `Reset the second factor of ${ANNA}?`,
        `${ANNA} has no second factor any more.`,
      );
      // Whoever found the telephone is out at once.
      await desk.giroscope.closed();
      await desk.giroscope.signIn(mailOf(ANNA), SECOND_PASSWORD);
      await expectMenu(desk.giroscope);
    },
  );

  test(
    'Friday: sessions are ended, one and all; disabling ends the running one, and enabling lets in again',
    AT_BOTH,
    async ({ giroscope, page, browser, baseURL }) => {
      const users = new Users(page);
      const [office, home] = [await anna(browser, baseURL), await anna(browser, baseURL)];
      for (const desk of [office, home]) {
        await desk.giroscope.signIn(mailOf(ANNA), SECOND_PASSWORD);
        await expectMenu(desk.giroscope);
      }
      await giroscope.open(PATH);
      const drawer = await users.open(ANNA);
      await drawer.getByRole('tab', { name: 'Sign-ins' }).click();
      const sessions = drawer
        .getByRole('table', { name: 'Sessions' })
        .getByRole('button', { name: /^End the session/ });
      // Those of earlier days may still be there.
      await expect(sessions.nth(1)).toBeVisible();
      const running = await sessions.count();
      await sessions.first().click();
      await users.news('The session was ended.');
      await expect(sessions).toHaveCount(running - 1);
      await drawer.getByRole('tab', { name: 'Overview' }).click();
      await users.run(
        'Sign out everywhere',
        `Sign ${ANNA} out everywhere?`,
        `${ANNA} was signed out.`,
      );
      for (const desk of [office, home]) await desk.giroscope.closed();

      await office.giroscope.signIn(mailOf(ANNA), SECOND_PASSWORD);
      await expectMenu(office.giroscope);
      await users.run('Disable', `Disable ${ANNA}?`, `${ANNA} cannot sign in any more.`);
      await expect(users.row(ANNA)).toContainText('Disabled');
      await office.giroscope.closed();
      await office.giroscope.signIn(mailOf(ANNA), SECOND_PASSWORD);
      await office.provider.refusesSignIn();
      await users.run('Enable', `Let ${ANNA} sign in again?`, `${ANNA} can sign in again.`);
      await office.giroscope.signIn(mailOf(ANNA), SECOND_PASSWORD);
      await expectMenu(office.giroscope);
    },
  );

  test('the weekend: history has every step, and the review is taken along as a file', async ({
    giroscope,
    page,
  }) => {
    const users = new Users(page);
    await giroscope.open(PATH);
    const drawer = await users.open(ANNA);
    await drawer.getByRole('tab', { name: 'History' }).click();
    const history = drawer.getByRole('list', { name: 'History' });
    for (const event of ['Invited a user', 'Disabled a user', 'Enabled a user'])
      await expect(history.getByText(event, { exact: true }).first()).toBeVisible();
    await page.keyboard.press('Escape');
    await users.tab('Access review');
    await expect(users.row(ANNA)).toContainText('Payment approver');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^access-review-\d{4}-\d\d-\d\d\.csv$/);
    const lines = (await readFile(await file.path(), 'utf8')).split('\n');
    expect(lines.find((line) => line.includes(ANNA))).toContain(mailOf(ANNA));
    expect(lines.some((line) => line.includes(BO))).toBe(false);
  });
});
