/** A journal on its page: what is wrong and what to do, what the bank said, its documents, comments. */
import { setTimeout } from 'node:timers/promises';
import { operator } from './Backstage';
import { expect, test } from './fixtures';
import { freshNumber, paymentFile, statusFile } from './files';

test('a partly refused journal says why and what to do, by mouse and by keyboard', async ({
  giroscope,
  uploads,
  page,
}) => {
  const number = freshNumber();
  const [payments, status] = [paymentFile(number), statusFile(number)];
  await giroscope.open('/upload', 'operator');
  await uploads.give(payments);
  await uploads.fate(payments.name, 'Imported');
  await uploads.give(status);
  await uploads.fate(status.name, 'Imported');

  await page.goto(`/?view=attention&q=P${number}`);
  const row = page
    .getByRole('table', { name: 'All journals' })
    .getByRole('row')
    .filter({ hasText: `P${number}` });
  await expect(row).toContainText('The bank has refused some payments');
  await expect(row).toContainText('AC04: The account is closed');
  await row.getByRole('link', { name: `P${number}` }).click();
  const drawer = page.getByRole('dialog', { name: 'Journal' });
  await drawer.getByRole('link', { name: 'Open full page' }).click();
  await giroscope.heading('Journal');

  const next = page.getByRole('region', { name: 'The bank has refused some payments' });
  await expect(next).toContainText('1 of 2 payments');
  await next.getByRole('link', { name: 'See the payments' }).click();
  const refused = page
    .getByRole('table', { name: 'Payments' })
    .getByRole('row')
    .filter({ hasText: 'AC04' });
  await expect(refused).toContainText('Ask the payee for another account by a way you trust');

  await next.getByRole('link', { name: 'See the bank’s answers' }).click();
  await expect(page.getByRole('region', { name: 'The bank’s answers' })).toContainText(
    'Counts for 2 payments',
  );
  await page
    .getByRole('region', { name: 'The bank’s answers' })
    .getByRole('link', { name: status.name })
    .click();
  await expect(page.getByRole('region', { name: `Content of ${status.name}` })).toContainText(
    `<OrgnlMsgId>P${number}</OrgnlMsgId>`,
  );
  const tree = page.getByRole('tree', { name: `Elements of ${status.name}` });
  await expect(tree.getByRole('treeitem', { name: /Status of the file.*PART/ })).toBeVisible();
  await tree.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await expect(tree.getByRole('treeitem', { selected: true })).toContainText(
    'The batch it answers',
  );

  await page.getByRole('tab', { name: 'Timeline' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'RJCT' })).toBeVisible();

  await page.getByRole('tab', { name: /Comments/ }).click();
  await page.getByRole('textbox', { name: 'New comment' }).fill(`Asked the payee, ${number}`);
  await page.getByRole('button', { name: 'Write comment' }).click();
  await expect(
    page.getByRole('listitem').filter({ hasText: `Asked the payee, ${number}` }),
  ).toBeVisible();
});

test('a journal stands still from the moment it is seen @share-2', async ({
  giroscope,
  uploads,
  page,
}) => {
  const number = freshNumber();
  const payments = paymentFile(number);
  await giroscope.open('/upload', 'operator');
  await uploads.give(payments);
  await uploads.fate(payments.name, 'Imported');
  await giroscope.visit(`/?q=P${number}`);
  const drawer = page.getByRole('dialog', { name: 'Journal' });
  // How far down the tabs are, in every frame in which they are seen.
  const seen = await page.evaluateHandle(() => {
    const tops = new Set<number>();
    const look = () => {
      const tabs = document.querySelector('[role=dialog] [role=tablist]');
      if (tabs?.checkVisibility({ visibilityProperty: true }))
        tops.add(Math.round(tabs.getBoundingClientRect().top));
      requestAnimationFrame(look);
    };
    look();
    return tops;
  });
  // However the answers come: every second one is late.
  let answers = 0;
  await page.route('**/graphql', async (route) => {
    answers += 1;
    await setTimeout(answers % 2 === 0 ? 700 : 0);
    await route.continue();
  });
  await page.getByRole('link', { name: `P${number}` }).click();
  await expect(drawer.getByRole('tab', { name: /Payments/ })).toBeVisible();
  await expect(drawer.locator('.g-skeleton, [aria-busy=true]')).toHaveCount(0);
  expect(await seen.evaluate((tops) => [...tops])).toHaveLength(1);
});

test('what is known of a journal is taken as one file that verifies offline @share-2', async ({
  giroscope,
  uploads,
  page,
}) => {
  const number = freshNumber();
  const payments = paymentFile(number);
  await giroscope.open('/upload', 'admin');
  await uploads.give(payments);
  await uploads.fate(payments.name, 'Imported');
  await giroscope.visit(`/?q=P${number}`);
  await page.getByRole('link', { name: `P${number}` }).click();
  const drawer = page.getByRole('dialog', { name: 'Journal' });
  await drawer.getByRole('tab', { name: 'Audit' }).click();
  const download = page.waitForEvent('download');
  await drawer.getByRole('button', { name: 'Evidence pack' }).click();
  expect((await download).suggestedFilename()).toMatch(/^evidence-.*\.zip$/);
  await operator('evidence', 'verify', await (await download).path());
  await expect(drawer.getByRole('row').filter({ hasText: 'Took an evidence pack' })).toBeVisible();
});
