/** User management: who sees it, what takes a second manager, and its looks. What a manager does with people is `week.spec.ts`. */
import type { Browser } from '@playwright/test';
import { fits } from './fits';
import { expect, test } from './fixtures';
import { LOOKED_AT, wear } from './faultless';
import { Console } from './pages/Console';
import { Users } from './pages/Users';

const PATH = '/account-management/users';

/** Another person, in a browser of their own. */
async function signedIn(
  browser: Browser,
  baseURL: string | undefined,
  username: string,
  path = PATH,
) {
  const context = await browser.newContext({
    ...(baseURL ? { baseURL } : {}),
    viewport: { width: 1440, height: 900 },
  });
  const page = await context.newPage();
  const giroscope = new Console(page);
  await giroscope.open(path, username);
  return { context, page, giroscope, users: new Users(page) };
}

test('who has no role finds no entry, and no page at the address', async ({ giroscope }) => {
  await giroscope.open(PATH, 'viewer');
  await giroscope.heading('No page here');
  await expect(giroscope.menu.getByRole('link', { name: 'User management' })).toHaveCount(0);
});

test('a role for two is confirmed by another account manager, and not by who asked @share-3', async ({
  giroscope,
  page,
  browser,
  baseURL,
}) => {
  const users = new Users(page);
  await giroscope.open(PATH);
  const drawer = await users.open('Viggo Viewer');
  await drawer.getByRole('tab', { name: /^Roles/ }).click();
  await drawer.getByRole('checkbox', { name: /^Upload/ }).check();
  await drawer.getByRole('checkbox', { name: /^Payment approver/ }).check();
  await expect(drawer.getByText(/One person could bring in a payment/)).toBeVisible();
  await users.roles('Viggo Viewer', { Upload: true });
  await users.news('Payment approver waits for a second account manager, under Requests.');
  await expect(users.row('Viggo Viewer')).toContainText('Payment approver waits');
  await page.keyboard.press('Escape');
  await users.tab('Requests');
  const own = users.row('Viggo Viewer').first();
  await expect(own).toContainText('You asked for it; a second account manager decides.');
  await expect(own.getByRole('button', { name: /^Confirm/ })).toHaveCount(0);

  const second = await signedIn(browser, baseURL, 'manager', `${PATH}?tab=requests`);
  try {
    const row = second.users.row('Viggo Viewer').first();
    await expect(row.getByRole('button', { name: /^Confirm/ })).toBeVisible();

    // Nobody changes their own rights, and everybody is told why.
    await second.users.tab('People');
    const self = await second.users.open('Mona Manager');
    await expect(self.getByRole('button', { name: 'Disable' })).toBeDisabled();
    await self.getByRole('tab', { name: /^Roles/ }).click();
    await expect(
      self.getByText('Nobody changes their own roles; ask another account manager.'),
    ).toBeVisible();

    await page.reload();
    await page.getByRole('button', { name: 'Withdraw Payment approver for Viggo Viewer' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await users.news('The request was withdrawn.');
    await users.tab('People');
    const manager = await users.open('Mona Manager');
    await manager.getByRole('tab', { name: 'Sign-ins' }).click();
    await expect(manager.getByRole('table', { name: 'Sessions' })).toBeVisible();
    await manager.getByRole('tab', { name: 'Overview' }).click();
    await users.run(
      'Sign out everywhere',
      'Sign Mona Manager out everywhere?',
      'Mona Manager was signed out.',
    );
    await manager.getByRole('tab', { name: 'Sign-ins' }).click();
    await expect(manager.getByText('Not signed in anywhere.')).toBeVisible();
  } finally {
    await second.context.close();
  }
  // As it was, for whoever comes next.
  await page.keyboard.press('Escape');
  await users.open('Viggo Viewer');
  await users.roles('Viggo Viewer', { Upload: false });
  await page.keyboard.press('Escape');
  await expect(users.row('Viggo Viewer')).toContainText('No role');
});

test('who is disabled is erased, and a file tells first what is kept of them @share-2', async ({
  giroscope,
  page,
}) => {
  const users = new Users(page);
  await giroscope.open(PATH);
  await page.getByRole('button', { name: 'Invite people' }).click();
  await page.getByLabel('Mail addresses').fill('Erik Erased <erik.erased@example.com>');
  await page.getByRole('button', { name: 'Send invitation' }).click();
  const invited = page.getByRole('dialog', { name: 'Invitations' });
  await expect(invited.getByText('Invited by mail')).toBeVisible();
  await invited.getByRole('button', { name: 'Close' }).click();
  const drawer = await users.open('Erik Erased');
  await drawer.getByRole('tab', { name: 'Personal data' }).click();
  await expect(drawer.getByRole('table', { name: 'Evidence' })).toContainText('Audit trail');
  const file = page.waitForEvent('download');
  await drawer.getByRole('button', { name: 'Download personal data' }).click();
  expect((await file).suggestedFilename()).toMatch(/^personal-data-[\d-]+\.zip$/);
  await expect(drawer.getByRole('button', { name: 'Erase personal data' })).toBeDisabled();
  await drawer.getByRole('tab', { name: 'Overview' }).click();
  await users.run('Disable', 'Disable Erik Erased?', 'Erik Erased cannot sign in any more.');
  await drawer.getByRole('tab', { name: 'Personal data' }).click();
  await users.run(
    'Erase personal data',
    'Erase the personal data of Erik Erased?',
    'The personal data of Erik Erased was erased.',
  );
  await expect(users.row('Erik Erased')).toHaveCount(0);
});

for (const { theme, well, tag } of LOOKED_AT) {
  test(
    `no tab, drawer or dialog has a fault that axe can find, in ${theme} @share-3`,
    { tag },
    async ({ giroscope, page }) => {
      await wear(page, theme);
      await giroscope.open(PATH);
      const users = new Users(page);
      await expect(users.row('Oskar Operator')).toBeVisible();
      await well(page, 'people');
      for (const tab of ['Requests', 'Roles', 'Access review', 'API clients', 'History']) {
        await users.tab(tab);
        await expect(page.getByRole('tabpanel').getByText('Loading')).toHaveCount(0);
        await well(page, tab);
      }
      await users.tab('API clients');
      await page.getByRole('button', { name: 'New API client' }).click();
      const program = page.getByRole('dialog');
      await program.getByRole('textbox', { name: 'Name' }).fill(`Ledger of ${theme}`);
      await program.getByRole('checkbox', { name: 'Read payments' }).check();
      await well(page, 'new API client');
      await program.getByRole('button', { name: 'New API client' }).click();
      await expect(program).toContainText('openid-connect/token');
      await well(page, 'secret');
      await program.getByRole('button', { name: 'I have stored it' }).click();
      await expect(page.getByRole('row', { name: `Ledger of ${theme}` })).toContainText('Never');
      await well(page, 'API clients');
      await users.tab('People');
      const drawer = await users.open('Oskar Operator');
      for (const tab of ['Overview', 'Roles', 'Sign-ins', 'Personal data', 'History']) {
        await drawer.getByRole('tab', { name: new RegExp(`^${tab}`) }).click();
        await expect(drawer.getByText('Loading')).toHaveCount(0);
        await well(page, `drawer, ${tab}`);
      }
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Invite people' }).click();
      await page.getByLabel('Mail addresses').fill('a@example.com, b@@example.com');
      await well(page, 'invitation');
    },
  );
}

for (const { widths, tag } of [
  { widths: [360, 1440], tag: [] },
  { widths: [3840], tag: '@full' },
]) {
  test(
    `nothing runs out of the page at ${widths.join(' and ')} pixels, in Danish @share-3`,
    { tag },
    async ({ giroscope, page }) => {
      await page.addInitScript(() => localStorage.setItem('giroscope.language', 'da'));
      await page.setViewportSize({ width: 360, height: 800 });
      await giroscope.open(PATH);
      await giroscope.heading('Brugeradministration');
      await expect(page.getByRole('tab')).toHaveCount(6);
      for (const tab of await page.getByRole('tab').all()) {
        await tab.click();
        await expect(page.getByRole('main').locator('.g-skeleton, .g-bone-row')).toHaveCount(0);
        for (const width of widths) {
          await page.setViewportSize({ width, height: 800 });
          await fits(page, `${await tab.innerText()} at ${width} pixels`);
        }
      }
    },
  );
}

test('the audit trail has a place of its own, names who did what, and is verified @share-2', async ({
  giroscope,
  page,
}) => {
  await giroscope.open('/');
  await giroscope.go('Audit trail');
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await expect(
    page.getByText(
      /Chain intact, [\d,.]+ events? verified · \d+ anchors? outside the database compared/,
    ),
  ).toBeVisible();
  const trail = page.getByRole('table', { name: 'Audit trail' });
  const own = trail.getByRole('row').filter({ hasText: 'Verified the trail' }).first();
  await expect(own).toContainText('Agnes Admin');
  await expect(trail).not.toContainText(/[0-9a-f]{8}-[0-9a-f]{4}-/);
  await own.getByRole('link', { name: 'Verified the trail' }).click();
  await expect(
    page
      .getByRole('dialog', { name: 'Verified the trail' })
      .getByRole('button', { name: /User ID/ }),
  ).toBeVisible();
});
