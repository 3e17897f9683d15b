import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { themes } from '@/kernel/themes';
import { contrast, hexOf, over, readColour, until } from './colours.ts';
import {
  AA,
  MORE,
  PALETTES,
  PICTURES,
  TINTS,
  pairsOf,
  paletteOf,
  pictures,
  stylesheet,
  themeNames,
} from './palettes.ts';

const families = (names: readonly string[]) =>
  Object.groupBy(names, (name) => name.split('-')[0] ?? '');

test('the specification’s eight families are forty-two themes', () => {
  const counts = Object.fromEntries(
    Object.entries(families(themeNames())).map(([family, names]) => [family, names?.length]),
  );
  expect(counts).toEqual({
    arya: 4,
    bootstrap4: 4,
    fluent: 1,
    lara: 16,
    md: 4,
    mdc: 4,
    saga: 4,
    tailwind: 1,
    vela: 4,
  });
});

test('the committed palettes and pictures are what the themes’ stylesheets give', () => {
  expect(readFileSync(PALETTES, 'utf8')).toBe(stylesheet());
  expect(readFileSync(PICTURES, 'utf8')).toBe(pictures());
});

test('the pictures are in the order in which the console has its themes', () => {
  expect(themes.map(({ name }) => name)).toEqual(themeNames());
});

/** What a stylesheet line of the committed file really says, so that its numbers are measured and not the tool's. */
function committed(selector: string) {
  const line =
    readFileSync(PALETTES, 'utf8')
      .split('\n')
      .find((each) => each.startsWith(`${selector}{`)) ?? '';
  const said = [...line.matchAll(/--g-([\w-]+):(#[0-9a-f]{6})/g)].map(
    ([, token = '', hex = '']) => [token, readColour(hex)] as const,
  );
  return Object.fromEntries(said) as ReturnType<typeof paletteOf>;
}

describe.each(themeNames())('%s', (theme) => {
  test('reads at AA, and at AAA for whoever asks for more contrast', () => {
    for (const [selector, need] of [
      [`[data-palette='${theme}']`, AA],
      [`[data-contrast='more'][data-palette='${theme}']`, MORE],
    ] as const) {
      const faint = pairsOf(committed(selector), need).filter(({ ratio, least }) => ratio < least);
      expect(faint).toEqual([]);
    }
  });

  test('keeps the theme’s own surfaces', () => {
    const sheet = readFileSync(
      `node_modules/primereact/resources/themes/${theme}/theme.css`,
      'utf8',
    ).toLowerCase();
    const { ground, card } = committed(`[data-palette='${theme}']`);
    expect(sheet).toContain(`--surface-ground: ${hexOf(ground)}`);
    expect(sheet).toContain(`--surface-card: ${hexOf(card)}`);
  });
});

test('a pair that is too faint is found', () => {
  const palette = paletteOf('lara-light-indigo');
  const faint = { ...palette, muted: readColour('#9ca3af'), field: readColour('#dfe7ef') };
  const names = pairsOf(faint, AA)
    .filter(({ ratio, least }) => ratio < least)
    .map(({ name }) => name.split(' ')[0]);
  expect(new Set(names)).toEqual(new Set(['muted', 'field']));
});

describe('colours', () => {
  test.each([
    ['#000000', '#ffffff', 21],
    ['#777777', '#ffffff', 4.48],
    ['#6366f1', '#ffffff', 4.47],
    ['#22c55e', '#ffffff', 2.28],
  ])('%s on %s has the ratio %d', (one, other, ratio) => {
    expect(contrast(readColour(one), readColour(other))).toBeCloseTo(ratio, 1);
    expect(contrast(readColour(other), readColour(one))).toBeCloseTo(ratio, 1);
  });

  test('every notation of the themes is read', () => {
    expect(hexOf(readColour('#0af'))).toBe('#00aaff');
    expect(readColour('rgba(255, 255, 255, 0.87)')).toEqual({ r: 1, g: 1, b: 1, alpha: 0.87 });
    expect(hexOf(over(readColour('hsla(0, 0%, 100%, 0.12)'), readColour('#1e1e1e')))).toBe(
      '#393939',
    );
    expect(() => readColour('papayawhip')).toThrow('not a colour: papayawhip');
  });

  test('a colour is moved no further than it must', () => {
    const white = readColour('#ffffff');
    const moved = until(readColour('#6366f1'), -1, (one) => contrast(one, white) >= 4.5);
    expect(contrast(moved, white)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(moved, white)).toBeLessThan(4.7);
    expect(hexOf(until(readColour('#808080'), 1, () => false))).toBe('#ffffff');
  });
});

test('no words stand on a stronger tint than was measured', () => {
  const sheets = ['src/ui/ui.css', 'src/ui/primereact.css', 'src/app/shell.css']
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  // Pictures hold no words.
  const rules = sheets.split('\n').filter((rule) => !rule.startsWith('.g-picture'));
  const shares = rules.flatMap((rule) =>
    [...rule.matchAll(/background: color-mix\(in srgb, var\(--g-accent\) (\d+)%/g)].map(
      ([, share]) => Number(share),
    ),
  );
  expect(shares.length).toBeGreaterThan(2);
  expect(Math.max(...shares)).toBeLessThanOrEqual(TINTS.chosen * 100);
});
