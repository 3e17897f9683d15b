/** A browser of our own with somebody signed in, which Lighthouse can drive by its port. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type CDPSession, type Page } from 'playwright-core';

const { CHROMIUM, GIROSCOPE_BENCH_URL: address = '', GIROSCOPE_BENCH_PASSWORD: password = '' } = process.env;

export interface Signed {
  port: number;
  page: Page;
  devtools: CDPSession;
  /** The console's address of a path. */
  at: (path: string) => string;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => { probe.listen(0, '127.0.0.1', resolve); });
  const bound = probe.address();
  await new Promise((resolve) => { probe.close(resolve); });
  return typeof bound === 'object' && bound ? bound.port : 0;
}

/** Lend a browser in which the administrator has signed in; it and its profile go afterwards. */
export async function signedIn(work: (signed: Signed) => Promise<void>): Promise<void> {
  const profile = await mkdtemp(join(tmpdir(), 'giroscope-bench-'));
  const port = await freePort();
  // A profile on disk: windows that another program opens share its cookies.
  const browser = await chromium.launchPersistentContext(profile, {
    ...(CHROMIUM ? { executablePath: CHROMIUM } : {}),
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--no-first-run', `--remote-debugging-port=${port}`],
  });
  try {
    const page = browser.pages()[0] ?? (await browser.newPage());
    await page.goto(address);
    await page.locator('[name=username]').fill('admin');
    await page.locator('[name=password]').fill(password);
    await page.locator('[type=submit]').click();
    await page.getByRole('banner').waitFor();
    await work({ port, page, devtools: await browser.newCDPSession(page), at: (path) => new URL(path, address).href });
  } finally {
    await browser.close();
    await rm(profile, { recursive: true, force: true });
  }
}
