/** A newcomer’s first minutes: a story is made, walked through, and removed without a trace. */
import { STRUCTURE, faultless } from './faultless';
import { fits } from './fits';
import { expect, test } from './fixtures';

test('a story is chosen, counted, made, walked and removed @share-1', async ({
  giroscope,
  page,
}) => {
  await giroscope.open('/', 'operator');
  await giroscope.menu.getByRole('link', { name: 'Generate data' }).click();
  await giroscope.heading('Generate data');
  await page.getByRole('radio', { name: /^Rejected payments/ }).check();
  await page.getByText('Custom settings').click();
  await page.getByLabel('Days').fill('5');
  await page.getByLabel('Variant').fill('77');
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText('Status reports');
  await faultless(page, 'a story being chosen', STRUCTURE);
  await page.getByRole('button', { name: 'Generate demo data' }).click();
  const card = page.getByRole('listitem', { name: 'Rejected payments 77' });
  const walk = card.getByRole('region', { name: 'Now look around' });
  await expect(walk).toBeVisible({ timeout: 90_000 });
  await expect(card).not.toContainText('could not be imported');
  await faultless(page, 'a story that is here');

  await walk.getByRole('link', { name: /^Needs attention holds/ }).click();
  await expect(page).toHaveURL(/view=attention/);
  const bar = page.getByRole('region', { name: 'Guided walk' });
  await expect(bar).toContainText('Needs attention holds');
  await expect(
    page
      .getByRole('table', { name: 'All journals' })
      .getByRole('row')
      .filter({ hasText: 'DEMO-77-' })
      .first(),
  ).toBeVisible();
  await bar.getByRole('button', { name: 'End the walk' }).click();
  await expect(bar).toHaveCount(0);
  await page.getByRole('link', { name: 'Demo data here' }).click();
  await card.getByRole('button', { name: 'Remove Rejected payments 77' }).click();
  await page
    .getByRole('dialog', { name: 'Remove this demo data?' })
    .getByRole('button', { name: 'Remove' })
    .click();
  await expect(card).toContainText('Removed', { timeout: 120_000 });
  await page.goto('/?tab=all&q=DEMO-77');
  await expect(page.getByRole('row').filter({ hasText: 'DEMO-77-' })).toHaveCount(0);
});

test('who may not make it reads what there is @share-2', async ({ giroscope, page }) => {
  await giroscope.open('/demo', 'viewer');
  await expect(page.getByText('Your roles let you see demo data, not make it.')).toBeVisible();
  await page.setViewportSize({ width: 360, height: 800 });
  await fits(page);
});
