/**
 * Every setting, from the click until the page that it changed is painted, over a full list.
 * Themes are chosen twice: their first download is not counted.
 */
import type { Locator, Page } from 'playwright-core';
import type { Signed } from './browser.ts';
import { median, type Figure } from './limits.ts';

const PATH = '/journals/statements';
/** In the middle of all changes; the slowest takes twice as long as that at most, on whatever machine. */
const MIDDLE_MS = 60;
const SLOWEST = 2;
/** When nothing on the page changed for so long, a change is over. */
const QUIET_MS = 150;
/** As people press: what hovering, pressing and the focus change on the page, they change before the click. */
const PRESS = { delay: 60 };

declare global {
  interface Window {
    /** Resolves to the time from the next click or choice to the paint of its last effect. */
    nextChange: () => Promise<number>;
  }
}

/** Runs in the page. */
function watch(quietMs: number): void {
  window.nextChange = () => new Promise((resolve) => {
    let began: number | null = null;
    let painted = 0;
    let isDrawing = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const note = () => {
      if (began === null) return;
      clearTimeout(timer);
      timer = setTimeout(done, quietMs);
      // What changes while a frame is drawn, as where a size is observed, is painted with that frame.
      if (isDrawing) return;
      requestAnimationFrame(() => {
        isDrawing = true;
        // A message sent from within a frame comes when that frame has been painted.
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => {
          isDrawing = false;
          painted = performance.now();
        }, { once: true });
        port1.start();
        port2.postMessage(null);
      });
    };
    const begin = ({ timeStamp }: Event) => {
      began ??= timeStamp;
      note();
    };
    const changes = new MutationObserver(note);
    const done = () => {
      changes.disconnect();
      for (const kind of ['click', 'change']) removeEventListener(kind, begin, { capture: true });
      resolve(painted - (began ?? painted));
    };
    for (const kind of ['click', 'change']) addEventListener(kind, begin, { capture: true });
    changes.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  });
}

/** From a page at rest: nobody chooses again before the last choice has come to its end. */
async function timed(page: Page, act: () => Promise<unknown>): Promise<number> {
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
  const change = page.evaluate(() => window.nextChange());
  await act();
  return change;
}

/** Every choice of the panel but the theme, each with the way back, by what it is called. */
async function* choices(panel: Locator): AsyncGenerator<[name: string, control: Locator, choose: () => Promise<unknown>]> {
  for (const group of await panel.locator('.s-segments').all()) {
    const name = (await group.getAttribute('aria-label')) ?? '';
    const options = await group.locator('button').all();
    const pressed = await Promise.all(options.map(async (option) => (await option.getAttribute('aria-pressed')) === 'true'));
    const first = pressed.indexOf(true);
    const order = [...options.keys()].map((index) => options[(first + 1 + index) % options.length]);
    for (const option of order) if (option && (await option.isEnabled())) yield [name, option, () => option.click(PRESS)];
  }
  const scale = panel.locator('.s-scale');
  const name = (await scale.getAttribute('aria-label')) ?? '';
  for (const which of [1, 0, 0, 1]) yield [name, scale, () => scale.getByRole('button').nth(which).click(PRESS)];
  for (const select of await panel.locator('select').all()) {
    // The zones come when somebody gets there.
    await select.focus();
    const first = await select.inputValue();
    const values = await select.locator('option').evaluateAll((options) => (options as HTMLOptionElement[]).map(({ value }) => value));
    const label = (await select.locator('..').locator('span').first().innerText()) || 'choice';
    for (const value of [values.find((each) => each !== first) ?? first, first]) yield [label, select, () => select.selectOption(value)];
  }
}

/** A light and a dark theme of every family, as the panel has them. */
async function themesOf(panel: Locator): Promise<readonly Locator[]> {
  const chosen: Locator[] = [];
  for (const family of await panel.locator('.s-themes fieldset').all()) {
    const cards = await family.locator('input').all();
    chosen.push(...[cards[0], cards.at(-1)].filter((card) => card !== undefined));
  }
  return chosen;
}

/** Change everything some times over; the slowest change counts, each by the middle of its times. */
export async function settings({ page, at }: Signed, runs: number): Promise<Figure[]> {
  await page.goto(at(PATH));
  await page.locator('tr[data-full]').first().waitFor();
  await page.locator('[data-settings-trigger]').click();
  const panel = page.locator('.s-settings');
  await panel.waitFor();
  await page.evaluate(watch, QUIET_MS);
  const themes = await themesOf(panel);
  const standing = await panel.locator('.s-themes input:checked').inputValue();
  for (const theme of themes) await timed(page, () => theme.click());
  await panel.locator(`.s-themes input[value="${standing}"]`).click();

  const times = new Map<string, number[]>();
  const note = (name: string, ms: number) => times.set(name, [...(times.get(name) ?? []), ms]);
  for (let run = 0; run < runs; run += 1) {
    let step = 0;
    for await (const [name, control, choose] of choices(panel)) {
      await control.scrollIntoViewIfNeeded();
      note(`${name} ${(step += 1)}`, await timed(page, choose));
    }
    for (const theme of themes) {
      await theme.scrollIntoViewIfNeeded();
      note(`theme ${await theme.inputValue()}`, await timed(page, () => theme.click(PRESS)));
    }
    await panel.locator(`.s-themes input[value="${standing}"]`).click();
  }
  const medians = [...times].map(([name, each]) => ({ name, ms: median(each) })).toSorted((one, other) => other.ms - one.ms);
  const middle = median(medians.map(({ ms }) => ms));
  console.log(`${medians.length} changes of settings, painted after ${middle.toFixed(0)} ms in the middle; the slowest:`);
  for (const { name, ms } of medians.slice(0, 6)) console.log(`  ${ms.toFixed(0).padStart(4)} ms  ${name}`);
  const [slowest] = medians;
  return [
    { what: 'settings changed until painted: in the middle', value: middle, limit: MIDDLE_MS, unit: 'ms' },
    { what: `the slowest of them (${slowest?.name ?? 'none'})`, value: slowest?.ms ?? Number.NaN, limit: SLOWEST * middle, unit: 'ms' },
  ];
}
