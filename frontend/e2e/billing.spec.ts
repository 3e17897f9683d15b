/** The trial of a new realm, a plan chosen for its end, a cancellation and its undo; and who may see it. */
import { LOOKED_AT, wear } from './faultless';
import { expect, test } from './fixtures';

test('who has no role finds no entry, and no page at the address', async ({ giroscope }) => {
  await giroscope.open('/billing/invoices', 'viewer');
  await giroscope.heading('No page here');
  await expect(giroscope.menu.getByRole('link', { name: 'Subscriptions' })).toHaveCount(0);
});

test('a plan is chosen in the trial at the price that was shown, cancelled, and the cancellation undone @share-1', async ({
  giroscope,
  page,
}) => {
  await giroscope.open('/billing/subscriptions');
  const plan = page.getByRole('region', { name: 'Plan' });
  // The trial is made by the worker's first turn, and the screen looks again by itself.
  await expect(plan.getByText('Trial', { exact: true })).toBeVisible();
  await expect(
    page
      .getByRole('region', { name: 'Used in this period' })
      .getByRole('meter', { name: 'Journals' }),
  ).toBeAttached();

  await page.getByRole('button', { name: 'Change details' }).click();
  const details = page.getByRole('dialog', { name: 'Billing details' });
  await details.getByLabel('Name of the company').fill('Nordhavn Handel A/S');
  await details.getByLabel('Address', { exact: true }).fill('Kajen 4');
  await details.getByLabel('City').fill('Nordhavn');
  await details.getByLabel('CVR or company number').fill('12345674');
  await details.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('region', { name: 'Billing details' })).toContainText(
    'Kajen 4, Nordhavn, DK',
  );

  await plan.getByRole('button', { name: 'Choose a plan' }).click();
  const choice = page.getByRole('dialog', { name: 'Choose plan and period' });
  await choice.getByLabel('Plan').selectOption('Start');
  await expect(choice.getByRole('table', { name: /First invoice/ })).toContainText('618.75');
  await choice.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText(/Start begins when the trial ends/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Next charge' })).toContainText('618.75');

  await plan.getByRole('button', { name: 'Cancel subscription' }).click();
  await page
    .getByRole('dialog', { name: 'Cancel the subscription?' })
    .getByRole('button', { name: 'Cancel subscription' })
    .click();
  await expect(page.getByText(/Cancelled: it ends on/)).toBeVisible();
  await plan.getByRole('button', { name: 'Undo cancellation' }).click();
  await expect(plan.getByRole('button', { name: 'Choose a plan' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'History' })).toContainText(
    'The cancellation was undone',
  );
});

for (const { theme, well, tag } of LOOKED_AT) {
  test(
    `no screen of billing has a fault that axe can find, in ${theme} @share-2`,
    { tag },
    async ({ giroscope, page }) => {
      await wear(page, theme);
      await giroscope.open('/billing/subscriptions');
      await expect(page.getByRole('region', { name: 'Plan' })).toBeVisible();
      await well(page, 'subscription');
      await giroscope.go('Invoices');
      await expect(page.getByRole('heading', { name: 'No invoices yet' })).toBeVisible();
      await well(page, 'invoices');
    },
  );
}
