/** The provider stops in the middle of the day: what people see, what they keep, and how it ends by itself. */
import { isKeycloak, provider } from './Backstage';
import { faultless } from './faultless';
import { freshNumber } from './files';
import { expect, test } from './fixtures';
import { Console } from './pages/Console';
import { Users } from './pages/Users';

const PATH = '/account-management/users';
const identity = process.env['GIROSCOPE_E2E_IDENTITY_URL'] ?? 'http://localhost:8088';
const SILENT = 'The sign-in service does not answer.';

test.describe('while the provider is stopped @share-1', { tag: '@stops-the-sign-in' }, () => {
  // A Keycloak takes some ten seconds to come back.
  test.afterEach(() => provider.start());

  test(
    'an open session goes on, what is typed stays, and people can be read',
    { tag: '@at-keycloak' },
    async ({ giroscope, page }) => {
      const users = new Users(page);
      const number = freshNumber();
      await page.clock.install();
      await giroscope.open(PATH);
      await expect(users.row('Oskar Operator')).toBeVisible();
      await page.getByRole('button', { name: 'Invite people' }).click();
      const dialog = page.getByRole('dialog', { name: 'Invite people' });
      const typed = `Ida Storm${number} <ida${number}@example.com>`;
      await dialog.getByLabel('Mail addresses').fill(typed);

      await provider.stop();
      await dialog.getByRole('button', { name: 'Send invitation' }).click();
      await expect(dialog.getByRole('alert')).toContainText('does not answer');
      await expect(dialog.getByLabel('Mail addresses')).toHaveValue(typed);

      // The list as it was, with its age: the refused change has told that it is an old one.
      await page.clock.fastForward('00:31');
      const notice = page.getByRole('status').filter({ hasText: 'so nothing can be changed now' });
      await expect(notice).toContainText(/Read-only list from .*\d\d[:.]\d\d/);

      // The token is due and cannot be renewed: told above the page, which stays.
      await page.clock.fastForward('04:30');
      const silent = page.getByRole('status').filter({ hasText: SILENT });
      await expect(silent).toContainText('what you type stays');
      await expect(
        page.getByRole('dialog', { name: 'Your sign-in could not be renewed' }),
      ).toHaveCount(0);
      await expect(dialog.getByLabel('Mail addresses')).toHaveValue(typed);

      await provider.start();
      await expect(silent).toHaveCount(0);
      await expect(notice).toHaveCount(0);
      await dialog.getByRole('button', { name: 'Send invitation' }).click();
      await expect(
        page.getByRole('dialog', { name: 'Invitations' }).getByText('Invited by mail'),
      ).toBeVisible();
    },
  );

  test(
    'people are read, not changed; signing out is finished and signing in begun when it is back',
    { tag: isKeycloak ? ['@at-keycloak', '@full'] : [] },
    async ({ giroscope, page, context, browser }) => {
      const users = new Users(page);
      await page.clock.install();
      await giroscope.open(PATH);
      await expect(users.row('Viggo Viewer')).toBeVisible();

      await provider.stop();
      await page.getByRole('button', { name: 'Refresh' }).click();
      await expect(
        page.getByRole('status').filter({ hasText: 'Read-only list from' }),
      ).toBeVisible();
      await expect(page.getByRole('button', { name: 'Invite people' })).toBeDisabled();
      const drawer = await users.open('Viggo Viewer');
      for (const verb of ['Edit', 'Disable', 'Sign out everywhere', 'Send password reset'])
        await expect(drawer.getByRole('button', { name: verb })).toBeDisabled();
      await expect(
        drawer.getByText('The identity provider does not answer.').first(),
      ).toBeVisible();
      await faultless(page, 'people, read only');
      await page.keyboard.press('Escape');

      // Everything else goes on while the token lives.
      await giroscope.go('Statement transactions');
      await expect(page.getByText('No transactions yet').or(page.getByRole('table'))).toBeVisible();
      // The profile is a page of the provider: nobody is led into a browser's error page.
      await giroscope.banner.getByRole('button', { name: 'Profile' }).click();
      await expect(page.getByRole('status').filter({ hasText: SILENT })).toBeVisible();
      await faultless(page, 'a silent provider');

      const other = await browser.newContext();
      try {
        const newcomer = await other.newPage();
        const address = new URL('/journals/statements?direction=CREDIT', page.url()).href;
        await newcomer.goto(address);
        await expect(newcomer.getByRole('alert')).toContainText('You cannot sign in right now');
        await expect(newcomer.getByRole('alert')).toContainText(identity);
        await faultless(newcomer, 'no sign-in now');
        expect(newcomer.url()).toBe(address);

        await giroscope.banner.getByRole('button', { name: 'Logout' }).click();
        await expect(page.getByRole('heading', { name: 'Signing out …' })).toBeVisible();
        await expect(giroscope.menu).toHaveCount(0);

        await provider.start();
        await page.clock.fastForward('00:10');
        await giroscope.closed();
        expect(page.url()).toContain(`${identity}/realms/`);
        // The session has ended at the provider too: a new page of this browser is asked who it is.
        const again = new Console(await context.newPage());
        await again.page.goto('/dashboard');
        await again.closed();

        const arrived = new Console(newcomer);
        await arrived.signIn('operator');
        await arrived.heading('Statement transactions');
        expect(new URL(newcomer.url()).search).toBe('?direction=CREDIT');
      } finally {
        await other.close();
      }
    },
  );
});

test('a renewal that a gateway answers in the provider’s place is waited out', async ({
  giroscope,
  page,
}) => {
  await page.clock.install();
  await giroscope.open('/messages', 'operator');
  await giroscope.heading('Messages');
  const silent = page.getByRole('status').filter({ hasText: SILENT });
  for (const status of [502, 503]) {
    let asked = 0;
    await page.route('**/protocol/openid-connect/token', async (route) => {
      asked += 1;
      await route.fulfill({ status, body: 'Bad gateway' });
    });
    await page.clock.fastForward('04:50');
    await expect(silent).toBeVisible();
    await giroscope.heading('Messages');
    expect(asked).toBeGreaterThan(0);
    await page.unroute('**/protocol/openid-connect/token');
    await page.clock.fastForward('00:06');
    await expect(silent).toHaveCount(0);
  }
  await giroscope.go('Dashboard');
});
