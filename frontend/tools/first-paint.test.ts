// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DEFAULTS, preferences, readPreferences, storageKey } from '../src/kernel/preferences.ts';
import { applyAppearance, chooseBrightness, counterpart, themes } from '../src/kernel/themes.ts';
import { firstPaintScript } from './first-paint.ts';
import { themeNames } from './palettes.ts';

const urls = Object.fromEntries(themeNames().map((name) => [name, `/assets/${name}.css`]));
const MARKS = ['palette', 'scheme', 'density', 'motion', 'contrast'] as const;

let wishes: Record<string, boolean> = {};
beforeEach(() => {
  vi.spyOn(globalThis, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: wishes[query] ?? false,
        addEventListener: () => undefined,
      }) as unknown as MediaQueryList,
  );
});
afterEach(() => {
  wishes = {};
  localStorage.clear();
});

function look() {
  const root = document.documentElement;
  return {
    ...Object.fromEntries(MARKS.map((mark) => [mark, root.dataset[mark]])),
    lang: root.lang,
    size: root.style.fontSize,
    classes: [...root.classList].toSorted(),
  };
}

function painted() {
  const root = document.documentElement;
  for (const mark of MARKS) delete root.dataset[mark];
  root.className = '';
  document.head.replaceChildren();
  // The very text that browsers get.
  // oxlint-disable-next-line typescript/no-implied-eval
  new Function(firstPaintScript(urls))();
  return look();
}

function applied() {
  preferences.set(readPreferences(localStorage));
  if (preferences.get().followSystem) chooseBrightness('system');
  void applyAppearance(preferences.get());
  return look();
}

const choose = (values: Partial<Record<keyof typeof DEFAULTS, string>>) => {
  for (const [name, value] of Object.entries(values))
    localStorage.setItem(storageKey(name as keyof typeof DEFAULTS), value);
};

test.each([
  {},
  { theme: 'arya-green', darkTheme: 'true', scale: '16', density: 'comfortable', language: 'da' },
  { theme: 'md-light-indigo', ripple: 'false', inputStyle: 'filled' },
  { theme: '"saga-blue"', ripple: 'false', reducedMotion: 'on', highContrast: 'on' },
  { darkTheme: 'true' },
  { theme: 'nothing-such', darkTheme: 'true' },
  { theme: 'saga-blue', darkTheme: 'true' },
  { theme: 'nothing-such', scale: '99', language: 'tlh', density: 'x' },
])('the first paint looks as the console will, with %j', (values) => {
  choose(values);
  expect(painted()).toEqual(applied());
});

test('the operating system is heard in the same way', () => {
  wishes = {
    '(prefers-color-scheme: dark)': true,
    '(prefers-reduced-motion: reduce)': true,
    '(prefers-contrast: more)': true,
  };
  for (const { name } of themes) {
    localStorage.clear();
    choose({ theme: name, followSystem: 'true' });
    const first = painted();
    expect(first, name).toEqual(applied());
    expect(first, name).toMatchObject({ scheme: 'dark', motion: 'reduced', contrast: 'more' });
  }
});

test('who left a theme for the other brightness gets it back', () => {
  for (const { name, dark } of themes) {
    localStorage.clear();
    choose({ theme: counterpart(name), themeLeft: name, followSystem: 'true' });
    wishes = { '(prefers-color-scheme: dark)': dark };
    expect(painted(), name).toMatchObject({ palette: name });
    expect(applied(), name).toMatchObject({ palette: name });
  }
});

test('the theme’s stylesheet comes before everything else', () => {
  choose({ theme: 'vela-orange' });
  painted();
  const link = document.head.firstElementChild as HTMLLinkElement;
  expect(link.getAttribute('href')).toBe('/assets/vela-orange.css');
  expect(link.getAttribute('blocking')).toBe('render');
});
