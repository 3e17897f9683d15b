/** Measures the console in a real browser and fails when a limit is missed: `./bench web`. */
import { pageFunctions } from 'lighthouse/core/lib/page-functions.js';
import { signedIn } from './browser.ts';
import { isMissed, line, type Figure } from './limits.ts';
import { screens } from './screens.ts';
import { scroll } from './scroll.ts';
import { settings } from './settings.ts';

const PARTS = { screens, scroll, settings } as const;
type Part = keyof typeof PARTS;

const runs = Number(process.env['GIROSCOPE_BENCH_RUNS'] ?? '3');
const wanted = (process.env['GIROSCOPE_BENCH_PARTS'] ?? Object.keys(PARTS).join()).split(',') as Part[];

const figures: Figure[] = [];
await signedIn(async (signed) => {
  // Figures of two days are alike only on machines that are.
  console.log(`  power of this machine by Lighthouse's index: ${await signed.page.evaluate(pageFunctions.computeBenchmarkIndex)}`);
  for (const part of wanted) {
    const began = performance.now();
    console.log(`\n${part}`);
    figures.push(...(await PARTS[part](signed, runs)));
    console.log(`${((performance.now() - began) / 1000).toFixed(0)} s`);
  }
});

console.log('');
for (const figure of figures) console.log(line(figure));
const missed = figures.filter(isMissed);
console.log(`\n${figures.length - missed.length} of ${figures.length} within their limits, medians of ${runs}`);
if (missed.length > 0) process.exitCode = 1;
