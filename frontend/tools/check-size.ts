/**
 * Weighs the first load of `/` in a build and fails when it is too heavy: the scripts before
 * the first screen's own, the fonts, and everything until that screen stands.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { fontsIn, partsOf, type Manifest } from './weights.ts';

const KIB = 1024;
const LIMITS = { scripts: 175 * KIB, fonts: 60 * KIB, total: 450 * KIB };
const SHELL = 'index.html';
const FIRST_SCREEN = 'src/features/journals/index.ts';
const DEFAULT_THEME = 'lara-light-indigo';

const build = process.argv[2] ?? 'dist';
const read = (file: string) => readFileSync(join(build, file));
const weigh = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + gzipSync(read(file), { level: 9 }).length, 0);

const manifest = JSON.parse(read('.vite/manifest.json').toString()) as Manifest;
const shell = partsOf(manifest, SHELL);
const whole = partsOf(manifest, SHELL, FIRST_SCREEN);
const fonts = new Set([...whole.styles].flatMap((file) => fontsIn(read(file).toString())));
const firstPaint = read('first-paint.js').toString();
const theme = new RegExp(`"${DEFAULT_THEME}":\\["/([^"]+)"`).exec(firstPaint)?.[1];
if (!theme) throw new Error(`first-paint.js does not know ${DEFAULT_THEME}`);

const weights = {
  scripts: weigh(shell.scripts),
  fonts: [...fonts].reduce((sum, file) => sum + read(file).length, 0),
  total: 0,
};
weights.total =
  weigh([...whole.scripts, ...whole.styles, theme, 'index.html', 'first-paint.js', 'favicon.svg']) +
  weights.fonts;

const inKib = (bytes: number) => `${(bytes / KIB).toFixed(1)} KiB`;
for (const name of ['scripts', 'fonts', 'total'] as const) {
  const heavy = weights[name] > LIMITS[name];
  console.log(
    `${heavy ? 'TOO HEAVY' : 'ok'} ${name}: ${inKib(weights[name])} of ${inKib(LIMITS[name])}`,
  );
  if (heavy) process.exitCode = 1;
}
if (process.exitCode) {
  const sizes = [...shell.scripts]
    .map((file) => ({ file, size: weigh([file]) }))
    .toSorted((one, other) => other.size - one.size);
  for (const { file, size } of sizes) console.log(`  ${inKib(size)} ${file}`);
}
