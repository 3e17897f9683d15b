/** What was exchanged with the outside: read by its role, masked, followed live. */
import { expect, test } from './fixtures';

test('who has no role finds no entry, and no page at the address', async ({ giroscope }) => {
  await giroscope.open('/logs', 'viewer');
  await giroscope.heading('No page here');
  await expect(giroscope.menu.getByRole('link', { name: 'Communication logs' })).toHaveCount(0);
});

test('what the sign-in was asked appears live, as a pair, without its secrets @share-3', async ({
  giroscope,
  page,
}) => {
  await giroscope.open('/account-management/users');
  await expect(page.getByRole('row', { name: /approver/ }).first()).toBeVisible();
  await giroscope.go('Communication logs');
  await page.getByRole('tab', { name: /^Sign-in/ }).click();
  await page.getByRole('button', { name: 'Follow live' }).click();
  const table = page.getByRole('table', { name: 'Communication logs' });
  await expect(table.getByRole('row').filter({ hasText: '/admin/realms/' }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('searchbox', { name: 'Search in what was said' }).fill('client_credentials');
  const asked = table
    .getByRole('row')
    .filter({ hasText: '/token' })
    .filter({ hasText: 'Out' })
    .first();
  await asked.getByRole('link', { name: 'POST token' }).click();
  const drawer = page.getByRole('dialog', { name: /POST token/ });
  await expect(drawer).toContainText('client_secret=***');
  await drawer.getByRole('tab', { name: 'Response' }).click();
  await expect(drawer).toContainText('"access_token": "***"');
  await expect(drawer.getByRole('button', { name: 'Show unmasked' })).toHaveCount(0);
});
