import { expect, test } from 'vitest';
import { defineLabels, listed, plural, wordFor, wordsOf } from './i18n';
import { preferLanguage } from './preferences';

test('things in a sentence are listed as the chosen language lists them', () => {
  expect(listed(['a', 'b', 'c'])).toBe('a, b and c');
  preferLanguage('da');
  expect(listed(['a', 'b', 'c'])).toBe('a, b og c');
  expect([listed(['a']), listed([])]).toEqual(['a', '']);
});

test('a word goes with its count, written with separators or not', () => {
  expect([0, 1, 2, '1', '1,001', '21'].map((count) => plural.en(count, 'row', 'rows'))).toEqual([
    'rows',
    'row',
    'rows',
    'row',
    'rows',
    'rows',
  ]);
  expect([0, 1, 2, '1.001'].map((count) => plural.da(count, 'række', 'rækker'))).toEqual([
    'rækker',
    'række',
    'rækker',
    'rækker',
  ]);
});

test('a code without a word stands for itself, never for nothing', () => {
  const words = wordsOf(
    defineLabels({
      SENT: { en: 'Sent', da: 'Sendt' },
      count: { en: (of: number) => `${of}`, da: (of: number) => `${of}` },
    }),
    'da',
  );
  expect([wordFor(words, 'SENT'), wordFor(words, 'UNHEARD_OF'), wordFor(words, 'count')]).toEqual([
    'Sendt',
    'UNHEARD_OF',
    'count',
  ]);
});
