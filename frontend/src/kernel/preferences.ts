/**
 * What a person has chosen for this browser: looks, layout, language, formats, keys.
 * The first four keys are the specification's own; the others live under `giroscope.`.
 */
import { useMemo, useSyncExternalStore } from 'react';
import { CHART_LANGUAGE } from './constants';
import { createStore, useStore } from './store';
import { defaultTheme, isDarkTheme, themeUrls } from './themeNames';

export type Language = 'en' | 'da';
export type DateFormat = 'mm/dd/yy' | 'dd-mm-yy' | 'dd.mm.yy' | 'yy-mm-dd';
export type NumberFormat = 'en-US' | 'da-DK';

/** A wish the operating system has a say in: what it says, or always, or never. */
export type Wish = 'system' | 'on' | 'off';

export interface Preferences {
  theme: string;
  darkTheme: boolean;
  ripple: boolean;
  inputStyle: 'outlined' | 'filled';
  scale: number;
  menuType: 'static' | 'overlay';
  /** Whether the static menu is put away on a wide screen. */
  menuHidden: boolean;
  language: Language;
  /** Where none was chosen, dates, weeks and numbers are the language's own. */
  dateFormat: DateFormat;
  weekStart: 0 | 1;
  numberFormat: NumberFormat;
  /** Whether a language or a format was ever chosen here; not kept itself, since their keys tell it. */
  notationChosen: boolean;
  density: 'compact' | 'comfortable';
  /** Light or dark as the operating system says; the theme is then the one of that brightness. */
  followSystem: boolean;
  /** The theme that was left by switching brightness, so that switching back returns to it. */
  themeLeft: string;
  /** An IANA name; empty means the browser's own zone. */
  timeZone: string;
  reducedMotion: Wish;
  highContrast: Wish;
  /** Whether single keys such as `j` or `[` act; WCAG 2.1.4 asks that they can be switched off. */
  shortcuts: boolean;
  /** Whether a statement is shown with what its import changes, before it is imported. */
  previewFirst: boolean;
  /** Whether notices of errors stay until they are closed. */
  keepErrors: boolean;
}

export const SCALES = [12, 13, 14, 15, 16] as const;
export const DATE_FORMATS: readonly DateFormat[] = ['mm/dd/yy', 'dd-mm-yy', 'dd.mm.yy', 'yy-mm-dd'];
export const NUMBER_FORMATS: readonly NumberFormat[] = ['en-US', 'da-DK'];

/** How each language writes dates, weeks and numbers. */
const HABITS: Readonly<
  Record<Language, Pick<Preferences, 'dateFormat' | 'weekStart' | 'numberFormat'>>
> = {
  en: { dateFormat: 'mm/dd/yy', weekStart: 0, numberFormat: 'en-US' },
  da: { dateFormat: 'dd-mm-yy', weekStart: 1, numberFormat: 'da-DK' },
};

export const DEFAULTS: Preferences = {
  theme: defaultTheme(false),
  darkTheme: false,
  ripple: true,
  inputStyle: 'outlined',
  scale: 14,
  menuType: 'static',
  menuHidden: false,
  language: 'en',
  ...HABITS.en,
  notationChosen: false,
  density: 'compact',
  followSystem: false,
  themeLeft: '',
  timeZone: '',
  reducedMotion: 'system',
  highContrast: 'system',
  shortcuts: true,
  previewFirst: false,
  keepErrors: false,
};

const WISHES: readonly Wish[] = ['system', 'on', 'off'];

const SPECIFIED_KEYS = new Set<string>(['theme', 'darkTheme', 'ripple', 'inputStyle']);

/** The local storage key of a preference. */
export function storageKey(name: keyof Preferences): string {
  return SPECIFIED_KEYS.has(name) ? name : `giroscope.${name}`;
}

/** Any of these, once chosen, says how the whole screen is written. */
const WRITTEN = ['language', 'dateFormat', 'numberFormat'] as const;

/** Read every preference; a missing or spoiled value counts as its default. */
export function readPreferences(storage: Pick<Storage, 'getItem'>): Preferences {
  // What a language brings along has no default of its own, and what is not there was not chosen.
  const unread = { theme: '', language: '', dateFormat: '', weekStart: '', numberFormat: '' };
  const read: Record<string, unknown> = { ...DEFAULTS, ...unread };
  for (const [name, fallback] of Object.entries(DEFAULTS)) {
    const text = storage.getItem(storageKey(name as keyof Preferences));
    if (text !== null) read[name] = parse(text, fallback);
  }
  return sane(read as unknown as Preferences);
}

function parse(text: string, fallback: unknown): unknown {
  if (typeof fallback === 'string') return text.replace(/^"(.*)"$/, '$1');
  if (typeof fallback === 'boolean')
    return text === 'true' ? true : text === 'false' ? false : fallback;
  const number = Number(text);
  return Number.isFinite(number) ? number : fallback;
}

/** Whether the browser knows a time zone of that name. */
function isTimeZone(name: string): boolean {
  try {
    return name !== '' && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

function sane(read: Preferences): Preferences {
  const oneOf = <T>(value: T, allowed: readonly T[], fallback: T) =>
    allowed.includes(value) ? value : fallback;
  // The theme says whether it is dark; without one, only the brightness was chosen.
  const theme = themeUrls.has(read.theme) ? read.theme : defaultTheme(read.darkTheme);
  const language = oneOf<Language>(read.language, ['en', 'da'], DEFAULTS.language);
  const habits = HABITS[language];
  const written = {
    language,
    dateFormat: oneOf(read.dateFormat, DATE_FORMATS, habits.dateFormat),
    numberFormat: oneOf(read.numberFormat, NUMBER_FORMATS, habits.numberFormat),
  };
  return {
    ...read,
    theme,
    darkTheme: isDarkTheme(theme),
    scale: oneOf(read.scale, SCALES, DEFAULTS.scale),
    inputStyle: oneOf(read.inputStyle, ['outlined', 'filled'], DEFAULTS.inputStyle),
    menuType: oneOf(read.menuType, ['static', 'overlay'], DEFAULTS.menuType),
    ...written,
    weekStart: oneOf(read.weekStart, [0, 1], habits.weekStart),
    notationChosen: WRITTEN.some((name) => read[name] === written[name]),
    density: oneOf(read.density, ['compact', 'comfortable'], DEFAULTS.density),
    themeLeft: themeUrls.has(read.themeLeft) ? read.themeLeft : '',
    timeZone: isTimeZone(read.timeZone) ? read.timeZone : '',
    reducedMotion: oneOf(read.reducedMotion, WISHES, DEFAULTS.reducedMotion),
    highContrast: oneOf(read.highContrast, WISHES, DEFAULTS.highContrast),
  };
}

export const preferences = createStore<Preferences>(readPreferences(localStorage));

/** Change some preferences and remember them. */
export function prefer(changes: Partial<Preferences>): void {
  preferences.update((current) => ({
    ...current,
    ...changes,
    notationChosen: current.notationChosen || WRITTEN.some((name) => name in changes),
  }));
  for (const [name, value] of Object.entries(changes)) {
    localStorage.setItem(storageKey(name as keyof Preferences), String(value));
  }
}

// Another tab of the same browser chose: this one follows.
addEventListener('storage', ({ key }) => {
  if (
    key === null ||
    Object.keys(DEFAULTS).some((name) => storageKey(name as keyof Preferences) === key)
  )
    preferences.set(readPreferences(localStorage));
});

/** What the operating system may say about a wish, and about light and dark. */
const SYSTEM_QUERIES = {
  reducedMotion: '(prefers-reduced-motion: reduce)',
  highContrast: '(prefers-contrast: more)',
  darkTheme: '(prefers-color-scheme: dark)',
} as const;

/** Whether the operating system asks for this right now. */
export function systemAsks(name: keyof typeof SYSTEM_QUERIES): boolean {
  return matchMedia(SYSTEM_QUERIES[name]).matches;
}

/** Be told whenever the operating system changes its mind. */
export function onSystemChange(listener: () => void): void {
  for (const query of Object.values(SYSTEM_QUERIES))
    matchMedia(query).addEventListener('change', listener);
}

/** Whether a wish holds, all things considered. */
export function holds(
  name: 'reducedMotion' | 'highContrast',
  choice: Preferences = preferences.get(),
): boolean {
  return choice[name] === 'system' ? systemAsks(name) : choice[name] === 'on';
}

/** Whether single-key shortcuts act right now; whoever listens to keys asks here. */
export function shortcutsOn(): boolean {
  return preferences.get().shortcuts;
}

/** A language brings its own date, week and number habits; each can be changed afterwards. */
export function preferLanguage(language: Language): void {
  prefer({ language, ...HABITS[language] });
}

/** Forget every choice. */
export function resetPreferences(): void {
  for (const name of Object.keys(DEFAULTS))
    localStorage.removeItem(storageKey(name as keyof Preferences));
  preferences.set(DEFAULTS);
}

/** One preference, watched: a change of another draws nothing anew. */
export function usePreference<Name extends keyof Preferences>(name: Name): Preferences[Name] {
  return useSyncExternalStore(preferences.subscribe, () => preferences.get()[name]);
}

/** All preferences, watched. */
export function usePreferences(): Preferences {
  return useStore(preferences);
}

const NOTATION = [
  'language',
  'dateFormat',
  'numberFormat',
  'weekStart',
  'timeZone',
  'notationChosen',
] as const;

/** How words, dates and amounts are written. */
export type Notation = Pick<Preferences, (typeof NOTATION)[number]>;

let notation: Notation = preferences.get();

function notationNow(): Notation {
  const now = preferences.get();
  if (NOTATION.some((name) => now[name] !== notation[name])) notation = now;
  return notation;
}

/** The notation, watched: a list is full of figures, and none is written anew for a theme or a size. */
export function useNotation(): Notation {
  return useSyncExternalStore(preferences.subscribe, notationNow);
}

/**
 * How charts are written: as everything else on the screen. Only until a language or a format
 * is chosen do they hold to the locale that the specification gives them, da-DK.
 */
export function useChartNotation(): Notation {
  const chosen = useNotation();
  return useMemo(
    () =>
      chosen.notationChosen
        ? chosen
        : { ...chosen, language: CHART_LANGUAGE, ...HABITS[CHART_LANGUAGE] },
    [chosen],
  );
}
