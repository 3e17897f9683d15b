/** Takes the pictures of the documents from a product that runs; see scripts/pictures.py. */
import { chromium, type Page } from '@playwright/test';
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

const FOLDER = resolve(import.meta.dirname, '../../docs/pictures');
const MOST_BYTES = 150_000;
const {
  CHROMIUM,
  GIROSCOPE_PICTURES_URL: address = '',
  GIROSCOPE_PICTURES_PASSWORD: password = '',
} = process.env;

interface Picture {
  name: string;
  path: string;
  width: number;
  height: number;
  dark?: boolean;
  open?: (page: Page) => Promise<unknown>;
}

const WIDE = { width: 1440, height: 900 };
const PICTURES: readonly Picture[] = [
  { name: 'transactions', path: '/journals/statements', ...WIDE },
  {
    name: 'transactions-dark',
    path: '/journals/statements',
    ...WIDE,
    dark: true,
    open: (page) => page.locator('[data-row-link]').nth(2).click(),
  },
  { name: 'transactions-phone', path: '/journals/statements', width: 390, height: 780 },
  { name: 'dashboard', path: '/dashboard', ...WIDE },
];

const browser = await chromium.launch({
  ...(CHROMIUM ? { executablePath: CHROMIUM } : {}),
  args: ['--no-sandbox', '--disable-gpu'],
});
const context = await browser.newContext({ viewport: WIDE, locale: 'en-GB' });
const page = await context.newPage();
const devtools = await context.newCDPSession(page);
await page.goto(address);
await page.locator('[name=username]').fill('operator');
await page.locator('[name=password]').fill(password);
await page.locator('[type=submit]').click();
await page.getByRole('banner').waitFor();

for (const { name, path, width, height, dark, open } of PICTURES) {
  await page.setViewportSize({ width, height });
  await page.evaluate((is) => {
    localStorage.setItem('theme', is ? 'lara-dark-indigo' : 'lara-light-indigo');
    localStorage.setItem('darkTheme', String(is));
  }, dark ?? false);
  await page.goto(new URL(path, address).href);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await open?.(page);
  await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => undefined);
  await page.evaluate(() =>
    Promise.all([
      document.fonts.ready,
      ...document.getAnimations().map((each) => each.finished.catch(() => undefined)),
    ]).then(() => undefined),
  );
  // Playwright itself writes no WebP, which is a third of a PNG here.
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 88 });
  const picture = Buffer.from(data, 'base64');
  writeFileSync(resolve(FOLDER, `${name}.webp`), picture);
  console.log(`${name}: ${Math.round(picture.length / 1000)} kB`);
  if (picture.length > MOST_BYTES) process.exitCode = 1;
}
await browser.close();
