/** Signing in to a tenant of its own, the same at the embedded provider and at Keycloak. */
import { expect, test } from './fixtures';

const tenant = process.env['GIROSCOPE_E2E_TENANT_URL'] ?? 'http://acme.localhost:8087';
const identity = process.env['GIROSCOPE_E2E_IDENTITY_URL'] ?? 'http://localhost:8088';
const isKeycloak = process.env['GIROSCOPE_E2E_IDENTITY'] === 'keycloak';
const password = process.env['GIROSCOPE_E2E_PASSWORD'] ?? '';
const realm = new URL(tenant).hostname.split('.')[0];

test.use({ baseURL: tenant });

test('a wrong password is told, and the right one leads to the address asked for', async ({ giroscope, page }) => {
  await page.goto('/journals/statements?direction=CREDIT');
  await page.locator('[name=username]').fill('operator');
  await page.locator('[name=password]').fill('wrong-horse-battery');
  await page.locator('[type=submit]').click();
  await expect(page.getByText(/invalid|wrong|not right|do not match/i).first()).toBeVisible();
  expect(page.url()).toContain(`${identity}/realms/${realm}/`);
  await page.locator('[name=username]').fill('operator');
  await page.locator('[name=password]').fill(password);
  await page.locator('[type=submit]').click();
  await giroscope.heading('Statement transactions');
  const here = new URL(page.url());
  expect(`${here.origin}${here.pathname}${here.search}${here.hash}`).toBe(`${tenant}/journals/statements?direction=CREDIT`);
});

test('roles decide what the menu offers', async ({ giroscope, page, browser }) => {
  await giroscope.open('/upload', 'operator');
  await giroscope.heading('Upload payments');
  const other = await browser.newContext({ baseURL: tenant });
  try {
    const viewer = await other.newPage();
    await viewer.goto('/upload');
    await viewer.locator('[name=username]').fill('viewer');
    await viewer.locator('[name=password]').fill(password);
    await viewer.locator('[type=submit]').click();
    await expect(viewer.getByText('You may not see this')).toBeVisible();
  } finally {
    await other.close();
  }
  await expect(page.getByRole('link', { name: 'Upload payments' })).toBeVisible();
});

test('a session is found again after a reload, and renewed before its token ends', async ({ giroscope, page }) => {
  await page.clock.install();
  await giroscope.open('/dashboard', 'operator');
  await giroscope.heading('Dashboard');
  await page.reload();
  await giroscope.heading('Dashboard');
  const renewed = page.waitForResponse((answer) => answer.url().endsWith('/protocol/openid-connect/token') && answer.request().postData()?.includes('grant_type=refresh_token') === true);
  await page.clock.fastForward('04:50');
  expect((await renewed).status()).toBe(200);
  const given = page.waitForResponse((answer) => answer.url().includes('/api/data/graphql') && answer.request().method() === 'POST');
  await giroscope.go('Statement transactions');
  expect((await given).status()).toBe(200);
  await expect(page.getByText('No transactions yet').or(page.getByRole('table'))).toBeVisible();
});

test('signing out ends the session for every tab', async ({ giroscope, page, context }) => {
  await giroscope.open('/dashboard', 'operator');
  await giroscope.signOut();
  expect(page.url()).toContain(`${identity}/realms/${realm}/`);
  const second = await context.newPage();
  await second.goto('/dashboard');
  await expect(second.locator('[name=username]')).toBeVisible();
});

test('a person of another tenant is a stranger here', async ({ page }) => {
  await page.goto('/dashboard');
  await page.locator('[name=username]').fill('somebody-of-elsewhere');
  await page.locator('[name=password]').fill(password);
  await page.locator('[type=submit]').click();
  await expect(page.locator('[name=password]')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toHaveCount(0);
});

if (isKeycloak) {
  test('the first administrator chooses a password of their own before anything else', async ({ giroscope, page }) => {
    await page.goto('/dashboard');
    await page.locator('[name=username]').fill('admin');
    await page.locator('[name=password]').fill(password);
    await page.locator('[type=submit]').click();
    await page.locator('[name=password-new]').fill('short');
    await page.locator('[name=password-confirm]').fill('short');
    await page.locator('[type=submit]').click();
    await expect(page.getByText(/minimum length 12/)).toBeVisible();
    await page.locator('[name=password-new]').fill('kvadratmeter-og-kilometer');
    await page.locator('[name=password-confirm]').fill('kvadratmeter-og-kilometer');
    await page.locator('[type=submit]').click();
    await giroscope.heading('Dashboard');
    await expect(giroscope.menu.getByRole('link', { name: 'Upload payments' })).toBeVisible();
  });
}
