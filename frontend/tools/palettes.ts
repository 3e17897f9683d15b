/**
 * The colours of the console for every theme, worked out from the theme's own stylesheet:
 * its surfaces and its hue stay, and whatever would be too faint is moved until it reads.
 * `node tools/palettes.ts` writes `src/ui/palettes.css`, whose numbers a test measures, and from the
 * same colours the pictures that a theme is chosen by.
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  atLightness,
  contrast,
  hexOf,
  luminance,
  over,
  readColour,
  until,
  type Colour,
} from './colours.ts';

const THEMES = resolve(import.meta.dirname, '../node_modules/primereact/resources/themes');
export const PALETTES = resolve(import.meta.dirname, '../src/ui/palettes.css');
export const PICTURES = resolve(import.meta.dirname, '../src/app/settings/themes.svg');
const FAMILIES = /^(bootstrap4|md|mdc|lara|saga|vela|arya)-|^(tailwind|fluent)-light$/;

/** What a normal reader needs, and what one who asks for more contrast gets. */
export const AA = { text: 4.5, edge: 3 } as const;
export const MORE = { text: 7, edge: 4.5 } as const;
/** Rounding and half-transparent edges must not bring a pair below its floor. */
const MARGIN = 0.12;

/** Shares of the tints that `ui.css` lays under coloured words, as `color-mix` takes them. */
export const TINTS = { hover: 0.08, chosen: 0.14, tone: 0.1 } as const;
const TONES = { good: '#15803d', warn: '#a16207', bad: '#dc2626', info: '#2563eb' } as const;

export type Token =
  | 'ground'
  | 'card'
  | 'line'
  | 'field'
  | 'text'
  | 'muted'
  | 'accent'
  | 'on-accent'
  | 'fill'
  | 'fill-hover'
  | 'on-fill'
  | keyof typeof TONES;
export type Palette = Readonly<Record<Token, Colour>>;
type Need = { readonly text: number; readonly edge: number };

/** The names of the specification's themes. */
export function themeNames(): string[] {
  return readdirSync(THEMES)
    .filter((name) => FAMILIES.test(name))
    .toSorted();
}

/** A theme's own variables, as its stylesheet declares them. */
export function variablesOf(theme: string): ReadonlyMap<string, string> {
  const sheet = readFileSync(resolve(THEMES, theme, 'theme.css'), 'utf8');
  const roots = [...sheet.matchAll(/^:root\s*{([^}]*)}/gm)].map(([, body = '']) => body).join('\n');
  return new Map(
    [...roots.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
}

/** The surfaces that words stand on: plain, pointed at, chosen. */
export function surfaces(palette: Pick<Palette, 'ground' | 'card' | 'text' | 'accent'>): Colour[] {
  const { ground, card, text, accent } = palette;
  return [
    ground,
    card,
    over(text, card, TINTS.hover),
    over(text, ground, TINTS.hover),
    over(accent, card, TINTS.chosen),
    over(accent, ground, TINTS.chosen),
  ];
}

const clears = (colour: Colour, grounds: readonly Colour[], least: number) =>
  grounds.every((ground) => contrast(colour, ground) >= least + MARGIN);

/** The palette of one theme. */
export function paletteOf(theme: string, need: Need = AA): Palette {
  const variables = variablesOf(theme);
  const read = (name: string) => readColour(variables.get(name) ?? '');
  const more = need === MORE;
  const dark = luminance(read('surface-card')) < 0.2;
  const away = dark ? 1 : -1;
  const plain = readColour(dark ? '#000000' : '#ffffff');
  const card = more ? plain : read('surface-card');
  const ground = more ? plain : read('surface-ground');
  const text = more
    ? readColour(dark ? '#ffffff' : '#000000')
    : inkOf(over(read('text-color'), card), dark, [card, ground]);
  const accent = accentOf(read('primary-color'), { card, ground, text }, away, need);
  const grounds = surfaces({ ground, card, text, accent });
  const line = over(read('surface-border'), card);
  const field = until(line, away, (edge) => clears(edge, [card, ground], need.edge));
  const tone = (hex: string) =>
    until(dark ? atLightness(readColour(hex), 0.76) : readColour(hex), away, (one) =>
      clears(
        one,
        [...grounds, over(one, card, TINTS.tone), over(one, ground, TINTS.tone)],
        need.text,
      ),
    );
  return {
    ground,
    card,
    text,
    accent,
    field,
    line: more ? field : line,
    muted: until(over(read('text-color-secondary'), card), away, (one) =>
      clears(one, grounds, need.text),
    ),
    'on-accent': inkOn(accent, need),
    ...fillOf(read('primary-color'), read('primary-color-text'), accent, need),
    good: tone(TONES.good),
    warn: tone(TONES.warn),
    bad: tone(TONES.bad),
    info: tone(TONES.info),
  };
}

/** Body text, darker than most themes have it: tables of figures are read for hours. */
function inkOf(own: Colour, dark: boolean, grounds: readonly Colour[]): Colour {
  return until(dark ? own : over(readColour('#000000'), own, 0.38), dark ? 1 : -1, (ink) =>
    clears(ink, grounds, 9),
  );
}

/** The theme's hue where it is a word or a line: links, the chosen entry, the focus ring. */
function accentOf(
  primary: Colour,
  { card, ground, text }: Pick<Palette, 'card' | 'ground' | 'text'>,
  away: 1 | -1,
  need: Need,
): Colour {
  return until(primary, away, (accent) =>
    clears(accent, surfaces({ ground, card, text, accent }), need.text),
  );
}

/** The theme's hue where it is a surface with words on it: the primary button. */
function fillOf(
  primary: Colour,
  own: Colour,
  accent: Colour,
  need: Need,
): Pick<Palette, 'fill' | 'fill-hover' | 'on-fill'> {
  if (contrast(primary, own) >= need.text + MARGIN) return hovering(primary, own);
  // White on yellow can only become white on brown; a bright hue keeps itself and takes dark words.
  const isBright = luminance(primary) > 0.28;
  const fill = isBright
    ? until(primary, 1, (one) => contrast(one, inkOn(one, need)) >= need.text + MARGIN)
    : accent;
  return hovering(fill, inkOn(fill, need));
}

/** A button that is pointed at moves away from its words, never towards them. */
function hovering(fill: Colour, ink: Colour): Pick<Palette, 'fill' | 'fill-hover' | 'on-fill'> {
  const opposite = readColour(luminance(ink) > 0.5 ? '#000000' : '#ffffff');
  return { fill, 'fill-hover': over(opposite, fill, 0.13), 'on-fill': ink };
}

/** White or nearly black, whichever reads on a colour. */
function inkOn(surface: Colour, need: Need): Colour {
  const white = readColour('#ffffff');
  return contrast(surface, white) >= need.text + MARGIN ? white : readColour('#0b0f17');
}

/** Every pair that is shown, with the ratio it must reach. */
export function pairsOf(
  palette: Palette,
  need: Need,
): { name: string; ratio: number; least: number }[] {
  const { card, ground } = palette;
  const grounds = surfaces(palette);
  const on = (name: Token, under: readonly Colour[], least: number) =>
    under.map((colour) => ({
      name: `${name} on ${hexOf(colour)}`,
      ratio: contrast(palette[name], colour),
      least,
    }));
  return [
    ...(['text', 'muted', 'accent'] as const).flatMap((name) => on(name, grounds, need.text)),
    ...(Object.keys(TONES) as (keyof typeof TONES)[]).flatMap((name) =>
      on(
        name,
        [
          ...grounds,
          over(palette[name], card, TINTS.tone),
          over(palette[name], ground, TINTS.tone),
        ],
        need.text,
      ),
    ),
    // A counting badge is the tone itself, with words in the colour of the card.
    ...(Object.keys(TONES) as (keyof typeof TONES)[]).map((name) => ({
      name: `card on ${name}`,
      ratio: contrast(card, palette[name]),
      least: need.text,
    })),
    ...on('on-accent', [palette.accent], need.text),
    ...on('on-fill', [palette.fill, palette['fill-hover']], need.text),
    ...on('field', [card, ground], need.edge),
    ...on('accent', [card, ground], need.edge),
  ];
}

const TOKENS: readonly Token[] = [
  'ground',
  'card',
  'line',
  'field',
  'text',
  'muted',
  'accent',
  'on-accent',
  'fill',
  'fill-hover',
  'on-fill',
  'good',
  'warn',
  'bad',
  'info',
];

const declare = (palette: Palette) =>
  TOKENS.map((token) => `--g-${token}:${hexOf(palette[token])}`).join(';');

/** The stylesheet: one line for each theme, one more for whoever asks for more contrast. */
export function stylesheet(): string {
  const lines = themeNames().flatMap((theme) => {
    const radius = variablesOf(theme).get('border-radius') ?? '6px';
    return [
      `[data-palette='${theme}']{${declare(paletteOf(theme))};--g-theme-radius:${radius}}`,
      `[data-contrast='more'][data-palette='${theme}']{${declare(paletteOf(theme, MORE))}}`,
    ];
  });
  return `/* Written by tools/palettes.ts from the themes' own stylesheets; a test keeps it fresh and legible. */\n${lines.join('\n')}\n`;
}

const PICTURE = { width: 78, height: 46 } as const;
const REM_PX = 14;

/** One theme as a small page: a menu, words, a filled button and a field. */
function pictureOf(theme: string): string {
  const palette = paletteOf(theme);
  const own = variablesOf(theme).get('border-radius') ?? '6px';
  const radius = Math.min(Number.parseFloat(own) * (own.endsWith('rem') ? REM_PX : 1), 5);
  const box = (x: number, y: number, width: number, height: number, token: Token, more = '') =>
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${hexOf(palette[token])}"${more}/>`;
  return [
    box(0, 0, PICTURE.width, PICTURE.height, 'ground'),
    box(0, 0, 20, PICTURE.height, 'card'),
    box(19, 0, 1, PICTURE.height, 'line'),
    box(4, 5, 11, 4, 'accent'),
    box(4, 14, 11, 4, 'line'),
    box(4, 23, 11, 4, 'line'),
    box(28, 6, 33, 5, 'text'),
    box(28, 15, 42, 3, 'muted'),
    box(28, 29, 19, 11, 'fill', ` rx="${radius}"`),
    box(51.5, 29.5, 18, 10, 'card', ` rx="${radius}" stroke="${hexOf(palette.field)}"`),
  ].join('');
}

/** All themes below one another, in the order of their names: one picture is fetched, and one is decoded. */
export function pictures(): string {
  const { width, height } = PICTURE;
  const names = themeNames();
  const each = names.map(
    (theme, index) => `<g transform="translate(0 ${index * height})">${pictureOf(theme)}</g>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${names.length * height}" preserveAspectRatio="none">\n${each.join('\n')}\n</svg>\n`;
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync(PALETTES, stylesheet());
  writeFileSync(PICTURES, pictures());
}
