/**
 * The visual themes: their families, and how one replaces another without a flash. A theme is a
 * stylesheet of the component library, emitted by the build under a hashed name, and a palette
 * that is on the page already; so colours change at once, and the stylesheet follows.
 */
import {
  holds,
  onSystemChange,
  prefer,
  preferences,
  systemAsks,
  type Preferences,
} from './preferences';
import { defaultTheme, isDarkTheme, themeUrls } from './themeNames';

const FAMILIES = {
  Bootstrap: ['bootstrap4'],
  Material: ['md', 'mdc'],
  Tailwind: ['tailwind'],
  Fluent: ['fluent'],
  Lara: ['lara'],
  Saga: ['saga'],
  Vela: ['vela'],
  Arya: ['arya'],
} as const;
export type ThemeFamily = keyof typeof FAMILIES;

export const themeFamilies = Object.keys(FAMILIES) as readonly ThemeFamily[];

export interface Theme {
  name: string;
  family: ThemeFamily;
  /** What tells it from its family: brightness, hue, and Material's tighter variant. */
  words: readonly string[];
  dark: boolean;
  url: string;
}

function themeOf(name: string, url: string): Theme {
  const [prefix = '', ...words] = name.split('-');
  const family =
    themeFamilies.find((each) => (FAMILIES[each] as readonly string[]).includes(prefix)) ?? 'Lara';
  return {
    name,
    family,
    words: prefix === 'mdc' ? [...words, 'compact'] : words,
    dark: isDarkTheme(name),
    url,
  };
}

export const themes: readonly Theme[] = [...themeUrls].map(([name, url]) => themeOf(name, url));
const themeNamed = (name: string) => themes.find((theme) => theme.name === name);

/** The theme of the other brightness that belongs to this one. */
export function counterpart(name: string): string {
  const swaps: [RegExp, string][] = name.includes('-dark')
    ? [[/-dark/, '-light']]
    : isDarkTheme(name)
      ? [[/^(vela|arya)/, 'saga']]
      : [
          [/-light/, '-dark'],
          [/^saga/, 'vela'],
        ];
  const twin = swaps
    .map(([from, to]) => name.replace(from, to))
    .find((other) => other !== name && themeNamed(other));
  return twin ?? defaultTheme(!isDarkTheme(name));
}

/** Choose a theme; from then on the system's brightness no longer decides. */
export function chooseTheme(name: string): void {
  prefer({ theme: name, darkTheme: isDarkTheme(name), followSystem: false, themeLeft: '' });
}

/** The choice in the other brightness; who switches twice is back where they were. */
function switched({ theme, themeLeft }: Preferences): Partial<Preferences> {
  const left =
    themeNamed(themeLeft) && counterpart(themeLeft) === theme ? themeLeft : counterpart(theme);
  return { theme: left, darkTheme: isDarkTheme(left), themeLeft: theme };
}

/** Light, dark, or as the operating system says, keeping the hue. */
export function chooseBrightness(brightness: 'light' | 'dark' | 'system'): void {
  const followSystem = brightness === 'system';
  const dark = followSystem ? systemAsks('darkTheme') : brightness === 'dark';
  const choice = preferences.get();
  prefer({
    followSystem,
    ...(isDarkTheme(choice.theme) === dark ? { darkTheme: dark } : switched(choice)),
  });
}

/** Material themes draw ripples whatever is chosen. */
export function rippleOn(choice: Pick<Preferences, 'theme' | 'ripple'>): boolean {
  return choice.ripple || /^mdc?-/.test(choice.theme);
}

/** Put the preferences on the page, now and after every change; resolves when the first theme stands. */
export function followAppearance(): Promise<void> {
  const apply = () => applyAppearance(preferences.get());
  // In one step with what components draw for it, and not before them: the page is laid out once.
  preferences.subscribe(() => queueMicrotask(() => void apply()));
  onSystemChange(() => {
    if (preferences.get().followSystem) chooseBrightness('system');
    void apply();
  });
  if (preferences.get().followSystem) chooseBrightness('system');
  return apply();
}

/** Put one choice on the page; resolves when the theme's stylesheet is in force. `first-paint.js` does the same before it. */
export function applyAppearance(choice: Preferences): Promise<void> {
  const theme = themeNamed(choice.theme);
  const root = document.documentElement;
  if (root.lang !== choice.language) root.lang = choice.language;
  root.style.fontSize = `${choice.scale}px`;
  // The first paint's own; from here on the body's colour covers the canvas.
  root.style.backgroundColor = '';
  const marks = {
    density: choice.density,
    motion: holds('reducedMotion', choice) ? 'reduced' : 'full',
    contrast: holds('highContrast', choice) ? 'more' : 'plain',
    scheme: theme?.dark ? 'dark' : 'light',
    palette: theme?.name ?? '',
  };
  for (const [name, value] of Object.entries(marks))
    if (root.dataset[name] !== value) root.dataset[name] = value;
  root.classList.toggle('p-input-filled', choice.inputStyle === 'filled');
  root.classList.toggle('g-ripple', rippleOn(choice));
  return applySheet(theme);
}

let asked = '';

/** A theme that was worn before is kept on the page, put aside: it comes back in one step. */
function applySheet(theme: Theme | undefined): Promise<void> {
  if (!theme || asked === theme.name) return Promise.resolve();
  asked = theme.name;
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[data-theme]')];
  const known = links.find((link) => link.dataset['theme'] === theme.name);
  if (known?.sheet) known.sheet.disabled = false;
  const link = known ?? linkTo(theme);
  if (!known) (links[0] ?? document.head.firstElementChild)?.before(link);
  // A new sheet stands beside the old one until it is loaded: no unstyled moment.
  return known?.sheet ? Promise.resolve(putOthersAside()) : loaded(link).then(putOthersAside);
}

function linkTo(theme: Theme): HTMLLinkElement {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = theme.url;
  link.dataset['theme'] = theme.name;
  return link;
}

function putOthersAside(): void {
  for (const { sheet, dataset } of document.querySelectorAll<HTMLLinkElement>('link[data-theme]')) {
    if (sheet) sheet.disabled = dataset['theme'] !== asked;
  }
}

function loaded(link: HTMLLinkElement): Promise<void> {
  if (link.sheet) return Promise.resolve();
  return new Promise((resolve) => {
    link.addEventListener('load', () => resolve(), { once: true });
    link.addEventListener('error', () => resolve(), { once: true });
  });
}
