import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import {
  DEFAULTS,
  holds,
  prefer,
  preferLanguage,
  preferences,
  readPreferences,
  resetPreferences,
  shortcutsOn,
  storageKey,
  useChartNotation,
  useNotation,
  type Preferences,
} from './preferences';

const storage = (values: Record<string, string>) => ({
  getItem: (key: string) => values[key] ?? null,
});

test('the four specified keys stand bare, the others under the product', () => {
  expect(
    ['theme', 'darkTheme', 'ripple', 'inputStyle'].map((name) => storageKey(name as 'theme')),
  ).toEqual(['theme', 'darkTheme', 'ripple', 'inputStyle']);
  expect(storageKey('language')).toBe('giroscope.language');
});

test('without choices the specification’s defaults hold', () => {
  expect(readPreferences(storage({}))).toEqual(DEFAULTS);
  expect(DEFAULTS).toMatchObject({
    theme: 'lara-light-indigo',
    darkTheme: false,
    ripple: true,
    inputStyle: 'outlined',
    scale: 14,
    dateFormat: 'mm/dd/yy',
    weekStart: 0,
  });
});

test('spoiled values count as defaults', () => {
  const read = readPreferences(
    storage({
      theme: '../evil',
      ripple: 'perhaps',
      inputStyle: 'wobbly',
      'giroscope.scale': '99',
      'giroscope.language': 'tlh',
      'giroscope.timeZone': 'Mars/Olympus',
      'giroscope.highContrast': 'maybe',
      'giroscope.shortcuts': '7',
      'giroscope.themeLeft': '<b>',
    }),
  );
  expect(read).toEqual(DEFAULTS);
});

test.each([
  [{ darkTheme: 'true' }, 'lara-dark-indigo', true],
  [{ theme: 'no-such-theme', darkTheme: 'true' }, 'lara-dark-indigo', true],
  [{ theme: 'saga-blue', darkTheme: 'true' }, 'saga-blue', false],
  [{ theme: 'vela-blue', darkTheme: 'false' }, 'vela-blue', true],
])(
  'mark and page agree on the brightness of %j',
  (values: Record<string, string>, theme, darkTheme) => {
    expect(readPreferences(storage(values))).toMatchObject({ theme, darkTheme });
  },
);

test('choosing Danish brings Danish dates, weeks and numbers', () => {
  preferLanguage('da');
  expect(preferences.get()).toMatchObject({
    language: 'da',
    dateFormat: 'dd-mm-yy',
    weekStart: 1,
    numberFormat: 'da-DK',
  });
  prefer({ dateFormat: 'yy-mm-dd' });
  expect(localStorage.getItem('giroscope.dateFormat')).toBe('yy-mm-dd');
});

test('what the system asks for holds until the person decides otherwise', () => {
  const asks = (answer: boolean) =>
    vi.spyOn(globalThis, 'matchMedia').mockReturnValue({ matches: answer } as MediaQueryList);
  asks(true);
  expect(holds('reducedMotion', DEFAULTS)).toBe(true);
  expect(holds('reducedMotion', { ...DEFAULTS, reducedMotion: 'off' })).toBe(false);
  asks(false);
  expect(holds('highContrast', DEFAULTS)).toBe(false);
  expect(holds('highContrast', { ...DEFAULTS, highContrast: 'on' })).toBe(true);
});

test('what another tab chose is chosen here too', () => {
  localStorage.setItem('giroscope.density', 'comfortable');
  dispatchEvent(new StorageEvent('storage', { key: 'giroscope.density' }));
  expect(preferences.get().density).toBe('comfortable');
});

test('what another program keeps in the browser changes nothing here; emptied storage brings the defaults', () => {
  localStorage.setItem('giroscope.density', 'comfortable');
  dispatchEvent(new StorageEvent('storage', { key: 'somebody.else' }));
  expect(preferences.get().density).toBe('compact');
  dispatchEvent(new StorageEvent('storage', { key: 'giroscope.density' }));
  localStorage.clear();
  dispatchEvent(new StorageEvent('storage', { key: null }));
  expect(preferences.get()).toEqual(DEFAULTS);
});

test('choices are kept for the next time, and forgotten all together', () => {
  const chosen: Partial<Preferences> = {
    theme: 'saga-blue',
    ripple: false,
    inputStyle: 'filled',
    scale: 16,
    menuType: 'overlay',
    menuHidden: true,
    language: 'da',
    dateFormat: 'dd.mm.yy',
    weekStart: 1,
    numberFormat: 'da-DK',
    density: 'comfortable',
    timeZone: 'Europe/Copenhagen',
    reducedMotion: 'on',
    highContrast: 'off',
    shortcuts: false,
    themeLeft: 'vela-blue',
    followSystem: true,
  };
  prefer(chosen);
  expect(readPreferences(localStorage)).toEqual({ ...DEFAULTS, ...chosen, notationChosen: true });
  expect(shortcutsOn()).toBe(false);
  resetPreferences();
  expect(preferences.get()).toEqual(DEFAULTS);
  expect(readPreferences(localStorage)).toEqual(DEFAULTS);
});

test('choosing English brings its habits back', () => {
  preferLanguage('da');
  preferLanguage('en');
  expect(preferences.get()).toMatchObject({
    language: 'en',
    dateFormat: 'mm/dd/yy',
    weekStart: 0,
    numberFormat: 'en-US',
  });
});

test('what only writes words and figures is left alone by a change of looks', () => {
  let drawn = 0;
  const { result } = renderHook(() => {
    drawn += 1;
    return useNotation();
  });
  act(() => prefer({ scale: 16, theme: 'md-dark-indigo', density: 'comfortable' }));
  expect(drawn).toBe(1);
  act(() => prefer({ timeZone: 'Asia/Tokyo' }));
  expect(result.current.timeZone).toBe('Asia/Tokyo');
  expect(drawn).toBe(2);
});

test('a language that was chosen alone writes dates, weeks and numbers its own way', () => {
  const danish = { dateFormat: 'dd-mm-yy', weekStart: 1, numberFormat: 'da-DK' };
  expect(readPreferences(storage({ 'giroscope.language': 'da' }))).toMatchObject(danish);
  expect(
    readPreferences(
      storage({
        'giroscope.language': 'da',
        'giroscope.dateFormat': 'dd/yy',
        'giroscope.weekStart': '7',
        'giroscope.numberFormat': 'fr-FR',
      }),
    ),
  ).toMatchObject(danish);
  expect(
    readPreferences(storage({ 'giroscope.language': 'da', 'giroscope.weekStart': '0' })),
  ).toMatchObject({ ...danish, weekStart: 0 });
});

test('charts are Danish until somebody chooses, and then written as everything else', () => {
  resetPreferences();
  const { result } = renderHook(useChartNotation);
  const danish = { language: 'da', dateFormat: 'dd-mm-yy', numberFormat: 'da-DK' };
  expect(result.current).toMatchObject(danish);
  // The language on screen is chosen as well as another.
  act(() => preferLanguage('en'));
  expect(result.current).toMatchObject({
    language: 'en',
    dateFormat: 'mm/dd/yy',
    numberFormat: 'en-US',
  });
  act(() => prefer({ dateFormat: 'yy-mm-dd' }));
  expect(result.current.dateFormat).toBe('yy-mm-dd');
  act(() => preferLanguage('da'));
  expect(result.current).toMatchObject(danish);
  act(resetPreferences);
  act(() => prefer({ scale: 16 }));
  expect(result.current).toMatchObject(danish);
  act(() => prefer({ numberFormat: 'en-US' }));
  expect(result.current).toMatchObject({ language: 'en', numberFormat: 'en-US' });
  expect(readPreferences(localStorage).notationChosen).toBe(true);
  resetPreferences();
});
