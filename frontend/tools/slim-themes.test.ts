// @vitest-environment node
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { themeNames } from './palettes.ts';
import { DRAWN, IMPORTED, slim, weightOf } from './slim-themes.ts';

const ROOT = resolve(import.meta.dirname, '..');
const THEMES = join(ROOT, 'node_modules/primereact/resources/themes');
const sources = globSync('src/**/*.{ts,tsx}', { cwd: ROOT })
  .filter((file) => !file.includes('.test.'))
  .map((file) => readFileSync(join(ROOT, file), 'utf8'));

describe('themes cut down', () => {
  it('every class of the library that the console names is kept', () => {
    const named = new Set(
      sources.flatMap((text) =>
        [...text.matchAll(/(?<=["'` ])p-([a-z]+)(?:-[a-z]+)*(?=["'` ])/g)].map(
          ([, word]) => word ?? '',
        ),
      ),
    );
    const styled = new Set(
      [
        ...readFileSync(join(THEMES, 'lara-light-indigo/theme.css'), 'utf8').matchAll(
          /\.p-([a-z]+)/g,
        ),
      ].map(([, word]) => word ?? ''),
    );
    expect([...named].filter((word) => styled.has(word) && !DRAWN.has(word))).toEqual([]);
    expect(named.size).toBeGreaterThan(3);
  });

  it('nothing else is taken from the library', () => {
    const taken = new Set(
      sources.flatMap((text) =>
        [...text.matchAll(/from '(primereact\/[^']+)'/g)].map(([, name]) => name ?? ''),
      ),
    );
    expect([...taken].toSorted()).toEqual([...IMPORTED]);
  });

  it('every class that the calendar draws is kept', () => {
    const calendar = readFileSync(
      join(ROOT, 'node_modules/primereact/calendar/calendar.esm.js'),
      'utf8',
    );
    // A time cannot be chosen, only days; nothing is drawn over the page.
    const never = new Set(['timepicker', 'hour', 'minute', 'second', 'millisecond', 'ampm']);
    const drawn = new Set([...calendar.matchAll(/'p-([a-z]+)/g)].map(([, word]) => word ?? ''));
    expect([...drawn].filter((word) => !DRAWN.has(word) && !never.has(word))).toEqual([]);
  });

  it('keeps tokens, states and what is nested, and drops fonts and the rest', () => {
    const cut =
      slim(`@charset "UTF-8"; /* .p-tree {} */ :root { --a: "}"; } @font-face { src: url(x); }
      @layer primereact { .p-tree { a: b; } .p-button:is(.p-disabled, :hover), .p-menu .p-button { c: d; } }
      @media print { .p-tree { e: f; } .p-link { g: h; } }`);
    expect(cut.split('\n')).toEqual([
      ':where(.p-button:is(.p-disabled, :hover)) { c: d; }',
      ':root { --a: "}"; }',
      '@media print {.p-link { g: h; }}',
    ]);
  });

  it('without its layer every rule is as weak as within, and their order is that of their weight', () => {
    const cut = slim(
      '@layer primereact { .p-button:not(button):hover { a: 1; } .p-button { a: 2; } .p-link::before { a: 3; } .p-button.p-disabled { a: 4; } }',
    );
    expect(cut.split('\n')).toEqual([
      ':where(.p-button) { a: 2; }',
      ':where(.p-link)::before { a: 3; }',
      ':where(.p-button.p-disabled) { a: 4; }',
      ':where(.p-button:not(button):hover) { a: 1; }',
    ]);
  });

  it.each([
    ['.p-button', 1000],
    ['a.p-button', 1001],
    ['.p-button:not(button):not(a):not(.p-disabled):hover', 3002],
    ['.p-datepicker table td > span', 1003],
    ['.p-inputtext::placeholder', 1001],
    ['*', 0],
    ['.p-button:enabled:hover', 3000],
    ['.p-fluid .p-inputtext[type=text]', 3000],
    ['.p-link:where(.p-focus)', 1000],
  ])('%s weighs %i', (selector, weight) => {
    expect(weightOf(selector)).toBe(weight);
  });

  it.each(themeNames())('leaves of %s its tokens, its buttons and its calendar', (name) => {
    const whole = readFileSync(join(THEMES, name, 'theme.css'), 'utf8');
    const cut = slim(whole);
    expect(cut.length).toBeLessThan(whole.length / 3);
    const rules = (sheet: string, word: string) =>
      [...sheet.matchAll(new RegExp(`^:where\\(\\.p-${word}[^{]*\\{`, 'gm'))].length;
    expect(cut).toMatch(/--primary-color:/);
    for (const word of ['button', 'inputtext', 'datepicker'])
      expect(rules(cut, word), word).toBeGreaterThan(3);
    expect(cut).not.toMatch(/@font-face|@layer|\.p-datatable|\.p-menubar|\.p-dropdown/);
    expect(cut.split('{').length).toBe(cut.split('}').length);
  });
});
