/**
 * The main screens under Lighthouse's desktop profile, each with an empty cache and somebody
 * signed in: what a person waits for on the first visit after a release.
 */
import lighthouse, { desktopConfig } from 'lighthouse';
import type { Signed } from './browser.ts';
import { median, type Figure } from './limits.ts';

const PATHS = ['/', '/dashboard', '/journals/statements', '/journal-validation', '/bank', '/messages', '/upload', '/upload/statement', '/account-management/users', '/debug'] as const;
const NOWHERE = '/no-such-page';

const SCORES = ['performance', 'accessibility', 'best-practices'] as const;
type Score = (typeof SCORES)[number];

/** Requests that the way over the sign-in breaks off never end for Lighthouse, and the console asks for messages for ever. */
const LOADED_MS = 4500;

const LEAST: Readonly<Record<Score, number>> = { performance: 95, accessibility: 100, 'best-practices': 100 };
const MOST = { lcp: 1500, cls: 0.02 };

interface Visit {
  scores: Partial<Record<Score, number>>;
  lcp: number;
  cls: number;
  tbt: number;
  /** What the scores were lowered by. */
  faults: readonly string[];
}

/** The screens that this build has; those of rooms to come show the page of an unknown address. */
async function existing({ page, at }: Signed): Promise<readonly string[]> {
  const titleOf = async (path: string) => {
    await page.goto(at(path));
    return page.getByRole('heading', { level: 1 }).first().innerText();
  };
  const unknown = await titleOf(NOWHERE);
  const found: string[] = [];
  for (const path of PATHS) if ((await titleOf(path)) !== unknown) found.push(path);
  // What polls and draws behind a measurement would be measured along.
  await page.goto('about:blank');
  return found;
}

async function visit({ port, devtools, at }: Signed, path: string, scores: readonly Score[]): Promise<Visit> {
  await devtools.send('Network.clearBrowserCache');
  const result = await lighthouse(at(path), { port, disableStorageReset: true, disableFullPageScreenshot: true, maxWaitForLoad: LOADED_MS, output: 'json', logLevel: 'error', onlyCategories: [...scores] }, desktopConfig);
  if (!result || result.lhr.runtimeError) throw new Error(`${path}: ${result?.lhr.runtimeError?.message ?? 'no result'}`);
  const { categories, audits, finalDisplayedUrl } = result.lhr;
  if (new URL(finalDisplayedUrl).pathname !== path) throw new Error(`${path} led to ${finalDisplayedUrl}`);
  const number = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
  const counted = scores.filter((score) => score !== 'performance').flatMap((score) => categories[score]?.auditRefs ?? []);
  return {
    scores: Object.fromEntries(scores.map((score) => [score, Math.round((categories[score]?.score ?? 0) * 100)])),
    lcp: number('largest-contentful-paint'),
    cls: number('cumulative-layout-shift'),
    tbt: number('total-blocking-time'),
    faults: counted.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1).map(({ id }) => id),
  };
}

/** Visit each screen some times; print its line, and tell the figures. */
export async function screens(signed: Signed, runs: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  console.log(`${''.padEnd(28)}performance accessibility best-practices  LCP ms    CLS  (blocked ms)`);
  for (const path of await existing(signed)) {
    const visits: Visit[] = [];
    for (let run = 0; run < runs; run += 1) visits.push(await visit(signed, path, run === 0 ? SCORES : ['performance']));
    const scores = SCORES.map((score): Figure => ({ what: `${path}: ${score}`, value: median(visits.flatMap((each) => each.scores[score] ?? [])), limit: LEAST[score], least: true, unit: '' }));
    const lcp: Figure = { what: `${path}: largest contentful paint`, value: median(visits.map((each) => each.lcp)), limit: MOST.lcp, unit: 'ms' };
    const cls: Figure = { what: `${path}: layout shift`, value: median(visits.map((each) => each.cls)), limit: MOST.cls, unit: '', digits: 4 };
    const cells = [...scores.map(({ value }, index) => String(value).padStart([11, 14, 15][index] ?? 0)), lcp.value.toFixed(0).padStart(8), cls.value.toFixed(4).padStart(7), `(${median(visits.map((each) => each.tbt)).toFixed(0)})`.padStart(8)];
    console.log(`${path.padEnd(28)}${cells.join('')}`);
    for (const fault of new Set(visits.flatMap(({ faults }) => faults))) console.log(`  ${fault}`);
    figures.push(...scores, lcp, cls);
  }
  return figures;
}
