/**
 * Which themes there are, where each one's stylesheet lies, and which are dark. The console
 * falls back on a default of either brightness, so that mark and page always agree.
 */
const sheets = import.meta.glob<string>(
  [
    '../../node_modules/primereact/resources/themes/{bootstrap4,md,mdc,lara,saga,vela,arya}-*/theme.css',
    '../../node_modules/primereact/resources/themes/{tailwind,fluent}-light/theme.css',
  ],
  { query: '?url', import: 'default', eager: true },
);

/** The address of each theme's stylesheet, by name. */
export const themeUrls: ReadonlyMap<string, string> = new Map(
  Object.entries(sheets).map(([path, url]) => [path.split('/').at(-2) ?? '', url]),
);

/** Vela and Arya are dark families; the others say so in their name. */
export function isDarkTheme(name: string): boolean {
  return name.includes('-dark') || name.startsWith('vela') || name.startsWith('arya');
}

/** The theme of those who have chosen a brightness at most. */
export function defaultTheme(dark: boolean): string {
  return dark ? 'lara-dark-indigo' : 'lara-light-indigo';
}
