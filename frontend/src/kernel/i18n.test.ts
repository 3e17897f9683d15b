import { expect, test } from 'vitest';
import { listed, plural } from './i18n';
import { preferLanguage } from './preferences';

test('things in a sentence are listed as the chosen language lists them', () => {
  expect(listed(['a', 'b', 'c'])).toBe('a, b and c');
  preferLanguage('da');
  expect(listed(['a', 'b', 'c'])).toBe('a, b og c');
  expect([listed(['a']), listed([])]).toEqual(['a', '']);
});

test('a word goes with its count, written with separators or not', () => {
  expect([0, 1, 2, '1', '1,001', '21'].map((count) => plural.en(count, 'row', 'rows'))).toEqual(['rows', 'row', 'rows', 'row', 'rows', 'rows']);
  expect([0, 1, 2, '1.001'].map((count) => plural.da(count, 'række', 'rækker'))).toEqual(['rækker', 'række', 'rækker', 'rækker']);
});
