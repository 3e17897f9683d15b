/**
 * What the embedded sign-in shows of each theme: a table of colours and one radius, taken from
 * the console's own palettes, so that both look alike and read alike.
 * `node tools/sign-in-themes.ts` writes it; with `--check` it tells whether it is fresh.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { hexOf, luminance, over, type Colour } from './colours.ts';
import { TINTS, paletteOf, themeNames, variablesOf } from './palettes.ts';

const FILE = resolve(import.meta.dirname, '../../backend/src/signin/assets/themes.json');
/** How much of a tone the edge of a message takes. */
const EDGE = 0.4;

/** The names that `assets/base.css` of the sign-in gives its colours. */
function tokensOf(theme: string): Record<string, string> {
  const palette = paletteOf(theme);
  const { ground, card, accent, good, bad } = palette;
  const said: Record<string, Colour> = {
    ground: ground,
    glow: over(accent, card, TINTS.chosen),
    card: card,
    line: palette.line,
    'field-line': palette.field,
    text: palette.text,
    muted: palette.muted,
    accent: palette.fill,
    'accent-strong': palette['fill-hover'],
    'on-accent': palette['on-fill'],
    ring: accent,
    link: accent,
    'alert-ground': over(bad, card, TINTS.tone),
    'alert-line': over(bad, card, EDGE),
    'alert-text': bad,
    'notice-ground': over(good, card, TINTS.tone),
    'notice-line': over(good, card, EDGE),
    'notice-text': good,
  };
  return {
    scheme: luminance(card) < 0.2 ? 'dark' : 'light',
    radius: variablesOf(theme).get('border-radius') ?? '6px',
    ...Object.fromEntries(Object.entries(said).map(([name, colour]) => [name, hexOf(colour)])),
  };
}

const lines = themeNames().map(
  (theme) => `${JSON.stringify(theme)}: ${JSON.stringify(tokensOf(theme))}`,
);
const table = `{\n${lines.join(',\n')}\n}\n`;

if (!process.argv.includes('--check')) writeFileSync(FILE, table);
else if (readFileSync(FILE, 'utf8') !== table) {
  console.error(
    'backend/src/signin/assets/themes.json is stale; `node tools/sign-in-themes.ts` writes it',
  );
  process.exitCode = 1;
}
