import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { faultless } from './faultless';
import { daysAgo, freshNumber, statementFile } from './files';
import { fits } from './fits';
import type { Console } from './pages/Console';
import { Dashboard } from './pages/Dashboard';
import type { Uploads } from './pages/Uploads';

/** The account that is looked at, once it has its statement. */
let made: string | undefined;

/** A fresh account with one statement, three days ago, shown alone on the dashboard; no journey changes it. */
async function oneAccount(giroscope: Console, uploads: Uploads, page: Page) {
  const date = daysAgo(3);
  const number = made ?? freshNumber();
  if (made === undefined) {
    await giroscope.open('/upload/statement', 'operator');
    await uploads.give(statementFile(number, date));
    await uploads.fate(`statement-${number}.xml`, 'Imported');
    await giroscope.go('Dashboard');
    made = number;
  } else {
    await giroscope.open('/dashboard', 'operator');
  }
  const dashboard = new Dashboard(page);
  await dashboard.pick(number);
  return { number, date, dashboard };
}

const addressed = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

test('a chart is drawn, walked by keys and read aloud, and a day opens its transactions', async ({
  giroscope,
  uploads,
  page,
}) => {
  const { number, date, dashboard } = await oneAccount(giroscope, uploads, page);
  await expect.poll(() => dashboard.drawnPoints(number)).toBeGreaterThan(1000);
  const walker = dashboard.walker(number);
  await walker.focus();
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowLeft');
  const [year, month, day] = date.split('-');
  await expect(walker).toHaveAttribute(
    'aria-valuetext',
    `${month}/${day}/${year}, Opening balance 1,000.00 DKK, Incoming 250.50 DKK, Outgoing 100.25 DKK, Closing balance 1,150.25 DKK`,
  );
  await page.keyboard.press('Enter');
  await giroscope.heading('Statement transactions');
  expect(addressed(page)).toMatchObject({ from: date, to: date });
  await expect(
    page.getByRole('table', { name: 'Statement transactions' }).getByRole('row'),
  ).toHaveCount(3);
});

test('the outlook begins where the last statement ends, and tells what a day is built from @share-3', async ({
  giroscope,
  uploads,
  page,
}) => {
  const { number } = await oneAccount(giroscope, uploads, page);
  await giroscope.go('Cash outlook');
  await page.getByRole('combobox', { name: /^Account/ }).selectOption(`${number} DKK`);
  const card = page.getByRole('article', { name: number });
  await expect(card).toContainText('Begins with 1,150.25 DKK');
  const days = card.getByRole('table').getByRole('button');
  await expect(days.nth(29)).toBeAttached();
  await faultless(page, 'the outlook');
  await page.setViewportSize({ width: 360, height: 800 });
  await fits(page, 'the outlook');
  await days.first().press('Enter');
  await expect(page.getByRole('dialog', { name: /^Forecast for / })).toContainText('1,150.25 DKK');
  await page.keyboard.press('Escape');
  await expect(days.first()).toBeFocused();
});

test('incoming is drawn in its own colour, where motion is reduced too @share-3', async ({
  giroscope,
  uploads,
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { number, date, dashboard } = await oneAccount(giroscope, uploads, page);
  await page.goto(`${page.url()}&from=${date}&to=${date}`);
  await expect.poll(() => dashboard.pointsIn(number, '--g-info')).toBeGreaterThan(200);
});

test('tiles leave no hole in their rows, whatever the width @share-2', async ({
  giroscope,
  uploads,
  page,
}) => {
  await oneAccount(giroscope, uploads, page);
  // Whoever may do everything has all of them.
  await giroscope.signOut();
  await giroscope.open('/dashboard');
  await expect(page.locator('.h-tile')).toHaveCount(8);
  for (const width of [360, 991, 992, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const short = () =>
      page.locator('.h-tiles').evaluate((grid) => {
        const ends = new Map<number, number>();
        for (const tile of grid.children) {
          const { top, right } = tile.getBoundingClientRect();
          ends.set(top, Math.max(ends.get(top) ?? 0, right));
        }
        const { right } = grid.getBoundingClientRect();
        return [...ends.values()].filter((end) => right - end > 1).length;
      });
    await expect.poll(short, `rows that end early at ${width} pixels`).toBe(0);
  }
});

test('a bar leads to the transactions of its day @share-1', async ({
  giroscope,
  uploads,
  page,
}) => {
  const { number, date, dashboard } = await oneAccount(giroscope, uploads, page);
  await page.goto(`${page.url()}&from=${date}&to=${date}`);
  await expect.poll(() => dashboard.drawnPoints(number)).toBeGreaterThan(1000);
  // A chart of one day has one column, and its middle is the chart's.
  const box = await dashboard.chart(number).boundingBox();
  await dashboard
    .chart(number)
    .click({ position: { x: (box?.width ?? 0) / 2, y: (box?.height ?? 0) / 3 } });
  await giroscope.heading('Statement transactions');
  expect(addressed(page)).toMatchObject({ from: date, to: date });
});

test('figures are exact on screen, in the table and in both files', async ({
  giroscope,
  uploads,
  page,
}) => {
  const { number, date, dashboard } = await oneAccount(giroscope, uploads, page);
  const card = dashboard.card(number);
  for (const [term, amount] of [
    ['Incoming', '250.50'],
    ['Outgoing', '100.25'],
    ['Net', '150.25'],
    ['Closing balance', '1,150.25'],
  ] as const) {
    await expect(
      card.getByRole('term').filter({ hasText: term }).locator('xpath=following-sibling::dd'),
    ).toHaveText(`${amount} DKK`);
  }
  const csv = await readFile(await (await dashboard.save(number, 'CSV')).path(), 'utf8');
  expect(csv).toContain(`${number},DKK,${date},1000.00,250.50,100.25,1150.25,received\r\n`);
  const picture = await readFile(await (await dashboard.save(number, 'PNG')).path());
  expect(picture.subarray(1, 4).toString()).toBe('PNG');
  // A picture of 2400 by 1280 points says so in its head.
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([2400, 1280]);
});

test('balance, outgoing bars and accounts live in the address, and nothing is lost on reload @share-3', async ({
  giroscope,
  uploads,
  page,
}) => {
  const { number, dashboard } = await oneAccount(giroscope, uploads, page);
  await page.getByRole('button', { name: 'Closing', exact: true }).click();
  await page.getByRole('button', { name: 'Outgoing below zero' }).click();
  await page.reload();
  await expect(dashboard.chart(number)).toHaveAccessibleName(/closing balance/);
  await expect(page.getByRole('button', { name: 'Outgoing below zero' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  expect(addressed(page)).toMatchObject({ balance: 'closing', outgoing: 'below' });
  await faultless(page, 'dashboard');
});

test('charts far from the window are not drawn until they come near @share-1', async ({
  giroscope,
  uploads,
  page,
}) => {
  const { number, dashboard } = await oneAccount(giroscope, uploads, page);
  await expect.poll(() => dashboard.drawnPoints(number)).toBeGreaterThan(1000);
  await page.evaluate(() => {
    document
      .querySelector('article')
      ?.before(
        Object.assign(document.createElement('div'), { id: 'far', style: 'height: 9000px' }),
      );
  });
  await expect.poll(() => dashboard.drawnPoints(number)).toBe(0);
  await page.evaluate(() => document.querySelector('#far')?.remove());
  await expect.poll(() => dashboard.drawnPoints(number)).toBeGreaterThan(1000);
});

test('an account gets a nickname that everybody sees, and a place of one’s own @share-3', async ({
  giroscope,
  uploads,
  page,
}) => {
  const before = freshNumber();
  const number = `${before}7`;
  const numbers = [before, number];
  await giroscope.open('/upload/statement', 'admin');
  await uploads.give(...numbers.map((each) => statementFile(each, daysAgo(3))));
  for (const each of numbers) await uploads.fate(`statement-${each}.xml`, 'Imported');
  await giroscope.go('Dashboard');
  const dashboard = new Dashboard(page);
  const dialog = await dashboard.arrange();
  const place = await dashboard.placeAmongAll(number);
  const up = dialog.getByRole('button', { name: new RegExp(`^Move .*${number}.* up$`) });
  await up.press('Enter');
  await dialog.getByRole('textbox', { name: new RegExp(number) }).fill(`Nick ${number}`);
  await faultless(page, 'accounts being arranged');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(dashboard.card(`^Nick ${number} \\(${number}\\)`)).toBeVisible();
  await page.reload();
  await dashboard.arrange();
  expect(await dashboard.placeAmongAll(number)).toBe(place - 1);
});
