/**
 * The visual themes: which exist, and how one replaces another without a flash. Each theme
 * is a stylesheet of the component library, emitted by the build under a hashed name.
 */
import type { Preferences } from './preferences';

const sheets = import.meta.glob<string>(
  [
    '../../node_modules/primereact/resources/themes/{bootstrap4,md,mdc,lara,saga,vela,arya}-*/theme.css',
    '../../node_modules/primereact/resources/themes/{tailwind,fluent}-light/theme.css',
  ],
  { query: '?url', import: 'default', eager: true },
);

const FAMILIES: readonly [prefix: string, family: ThemeFamily][] = [
  ['bootstrap4', 'Bootstrap'],
  ['mdc', 'Material'],
  ['md', 'Material'],
  ['tailwind', 'Tailwind'],
  ['fluent', 'Fluent'],
  ['lara', 'Lara'],
  ['saga', 'Saga'],
  ['vela', 'Vela'],
  ['arya', 'Arya'],
];
export type ThemeFamily = 'Bootstrap' | 'Material' | 'Tailwind' | 'Fluent' | 'Lara' | 'Saga' | 'Vela' | 'Arya';

export interface Theme {
  name: string;
  family: ThemeFamily;
  label: string;
  dark: boolean;
  url: string;
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

function themeOf(path: string, url: string): Theme {
  const name = path.split('/').at(-2) ?? '';
  const prefix = name.split('-')[0] ?? '';
  const family = FAMILIES.find(([known]) => known === prefix)?.[1] ?? 'Lara';
  const words = name.split('-').slice(1);
  if (prefix === 'mdc') words.push('compact');
  return { name, family, label: words.map(capital).join(' '), dark: isDarkTheme(name), url };
}

/** Vela and Arya are dark families; the others say so in their name. */
export function isDarkTheme(name: string): boolean {
  return name.includes('-dark') || name.startsWith('vela') || name.startsWith('arya');
}

export const themes: readonly Theme[] = Object.entries(sheets).map(([path, url]) => themeOf(path, url));

/** The theme of the other brightness that belongs to this one. */
export function counterpart(name: string): string {
  const swaps: [RegExp, string][] = name.includes('-dark')
    ? [[/-dark/, '-light']]
    : name.startsWith('vela') || name.startsWith('arya')
      ? [[/^(vela|arya)/, 'saga']]
      : [[/-light/, '-dark'], [/^saga/, 'vela']];
  const twin = swaps.map(([from, to]) => name.replace(from, to)).find((other) => other !== name && themes.some((theme) => theme.name === other));
  return twin ?? (isDarkTheme(name) ? 'lara-light-indigo' : 'lara-dark-indigo');
}

/** Material themes draw ripples whatever is chosen. */
export function rippleOn(choice: Pick<Preferences, 'theme' | 'ripple'>): boolean {
  return choice.ripple || /^mdc?-/.test(choice.theme);
}

/** Put the preferences on the page; resolves when the theme's colours are in force. */
export function applyAppearance(choice: Preferences): Promise<void> {
  const root = document.documentElement;
  root.lang = choice.language;
  root.style.fontSize = `${choice.scale}px`;
  root.dataset['density'] = choice.density;
  root.classList.toggle('p-input-filled', choice.inputStyle === 'filled');
  root.classList.toggle('g-ripple', rippleOn(choice));
  return applyTheme(themes.find(({ name }) => name === choice.theme) ?? themes.find(({ name }) => name === 'lara-light-indigo'));
}

let asked = '';

function applyTheme(theme: Theme | undefined): Promise<void> {
  if (!theme || asked === theme.name) return Promise.resolve();
  asked = theme.name;
  const current = document.querySelector<HTMLLinkElement>('link[data-theme]');
  if (current?.dataset['theme'] === theme.name) return settle(current, theme);
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = theme.url;
  link.dataset['theme'] = theme.name;
  // The new sheet stands beside the old one until it is loaded: no unstyled moment.
  const ready = settle(link, theme).then(() => {
    for (const old of document.querySelectorAll<HTMLLinkElement>('link[data-theme]')) {
      if (old.dataset['theme'] !== asked) old.remove();
    }
  });
  (current ?? document.head.firstElementChild)?.before(link);
  return ready;
}

function settle(link: HTMLLinkElement, theme: Theme): Promise<void> {
  const mark = () => {
    document.documentElement.dataset['scheme'] = theme.dark ? 'dark' : 'light';
  };
  if (link.sheet) return Promise.resolve(mark());
  return new Promise((resolve) => {
    link.addEventListener('load', () => resolve(mark()), { once: true });
    link.addEventListener('error', () => resolve(mark()), { once: true });
  });
}
