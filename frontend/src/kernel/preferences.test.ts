import { expect, test } from 'vitest';
import { DEFAULTS, prefer, preferLanguage, preferences, readPreferences, storageKey } from './preferences';

const storage = (values: Record<string, string>) => ({ getItem: (key: string) => values[key] ?? null });

test('the four specified keys stand bare, the others under the product', () => {
  expect(['theme', 'darkTheme', 'ripple', 'inputStyle'].map((name) => storageKey(name as 'theme'))).toEqual(['theme', 'darkTheme', 'ripple', 'inputStyle']);
  expect(storageKey('language')).toBe('giroscope.language');
});

test('without choices the specification’s defaults hold', () => {
  expect(readPreferences(storage({}))).toEqual(DEFAULTS);
  expect(DEFAULTS).toMatchObject({ theme: 'lara-light-indigo', darkTheme: false, ripple: true, inputStyle: 'outlined', scale: 14, dateFormat: 'mm/dd/yy', weekStart: 0 });
});

test('spoiled values count as defaults', () => {
  const read = readPreferences(storage({ theme: '../evil', ripple: 'perhaps', inputStyle: 'wobbly', 'giroscope.scale': '99', 'giroscope.language': 'tlh' }));
  expect(read).toEqual(DEFAULTS);
});

test('choosing Danish brings Danish dates, weeks and numbers', () => {
  preferLanguage('da');
  expect(preferences.get()).toMatchObject({ language: 'da', dateFormat: 'dd-mm-yy', weekStart: 1, numberFormat: 'da-DK' });
  prefer({ dateFormat: 'yy-mm-dd' });
  expect(localStorage.getItem('giroscope.dateFormat')).toBe('yy-mm-dd');
});
