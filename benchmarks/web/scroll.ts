/** A hundred thousand rows from the first to the last by wheel, faster than anybody reads. */
import type { Page } from 'playwright-core';
import type { Signed } from './browser.ts';
import { median, type Figure } from './limits.ts';

const PATH = '/journals/statements';
const WHEEL_PX = 6000;
const FRAME_MS = 16;
/** Turns of the wheel between two looks at where one is. */
const TURNS = 40;
/** By then the lists hold as many pages as they ever do. */
const WARM_PX = 400_000;
const MOST = { blank: 200, growth: 10, interaction: 100 };

interface Scrolled {
  rows: number;
  blank: number;
  growth: number;
  interaction: number;
}

declare global {
  interface Window {
    seen: { blank: number; interactions: number[] };
  }
}

/** Runs in the page: notes how long anything in view stayed blank, and how long answers took. */
function watch(): void {
  const seen = { blank: 0, interactions: [] as number[] };
  window.seen = seen;
  let since: number | null = null;
  const isBlank = () => {
    const top = Math.max(0, ...Array.from(document.querySelectorAll('.s-topbar, .gl-bar, .gl thead'), (part) => part.getBoundingClientRect().bottom));
    return Array.from(document.querySelectorAll('tr[data-rank]:not([data-full]), tr.gl-gap')).some((row) => {
      const box = row.getBoundingClientRect();
      return box.height > 1 && box.bottom > top && box.top < innerHeight;
    });
  };
  const look = (now: number) => {
    if (!isBlank()) since = null;
    else since ??= now;
    if (since !== null) seen.blank = Math.max(seen.blank, now - since);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if ((entry as PerformanceEventTiming & { interactionId?: number }).interactionId) seen.interactions.push(entry.duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}

async function heap({ devtools }: Signed): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return usedSize / 1e6;
}

/** Keys and clicks of somebody who reads: rows, a drawer, its neighbours, back. */
async function work(page: Page): Promise<void> {
  for (const key of ['j', 'k', 'k', 'k', 'j', 'j', 'Enter', ']', '[', 'Escape', 'x', 'x']) {
    await page.keyboard.press(key);
    await page.waitForTimeout(350);
  }
  await page.locator('tr[data-full] [data-row-link]').last().click();
  await page.waitForTimeout(800);
  await page.keyboard.press('Escape');
  await page.waitForTimeout(350);
}

async function once(signed: Signed): Promise<Scrolled> {
  const { page, devtools, at } = signed;
  await page.goto(at(PATH));
  await page.locator('tr[data-full]').first().waitFor();
  await page.waitForTimeout(1000);
  await devtools.send('HeapProfiler.enable');
  await page.evaluate(watch);
  await page.mouse.move(700, 600);
  let warm: number | null = null;
  for (;;) {
    for (let turn = 0; turn < TURNS; turn += 1) {
      await page.mouse.wheel(0, WHEEL_PX);
      await page.waitForTimeout(FRAME_MS);
    }
    const { y, left } = await page.evaluate(() => ({ y: scrollY, left: document.documentElement.scrollHeight - innerHeight - scrollY }));
    if (warm === null && y > WARM_PX) warm = await heap(signed);
    if (left < 2) break;
  }
  await page.locator('tr[data-full]').last().waitFor();
  await page.waitForTimeout(1000);
  const { blank, rows } = await page.evaluate(() => ({ blank: window.seen.blank, rows: Number(document.querySelector('.gl-table')?.getAttribute('aria-rowcount')) - 1 }));
  const growth = (await heap(signed)) - (warm ?? Number.NaN);
  await work(page);
  const interaction = await page.evaluate(() => Math.max(...window.seen.interactions));
  await page.goto('about:blank');
  return { rows, blank, growth, interaction };
}

/** Scroll some times end to end; the middle one of each figure counts. */
export async function scroll(signed: Signed, runs: number): Promise<Figure[]> {
  const all: Scrolled[] = [];
  for (let run = 0; run < runs; run += 1) all.push(await once(signed));
  const rows = Math.min(...all.map((each) => each.rows)).toLocaleString('en');
  return [
    { what: `${rows} rows scrolled: longest that one in view was blank`, value: median(all.map(({ blank }) => blank)), limit: MOST.blank, unit: 'ms' },
    { what: `${rows} rows scrolled: memory that grew`, value: median(all.map(({ growth }) => growth)), limit: MOST.growth, unit: 'MB', digits: 1 },
    { what: 'at the end: slowest answer to a key or click (INP)', value: median(all.map(({ interaction }) => interaction)), limit: MOST.interaction, unit: 'ms' },
  ];
}
