import { expect, test } from 'vitest';
import { listed } from './i18n';
import { preferLanguage } from './preferences';

test('things in a sentence are listed as the chosen language lists them', () => {
  expect(listed(['a', 'b', 'c'])).toBe('a, b and c');
  preferLanguage('da');
  expect(listed(['a', 'b', 'c'])).toBe('a, b og c');
  expect([listed(['a']), listed([])]).toEqual(['a', '']);
});
