import { expect, test } from 'vitest';
import { wordsOf } from '@/kernel/i18n';
import { labels } from './labels';
import { paceInWords } from './paces';

const paces = (language: 'en' | 'da') =>
  [0, 15, 60, 240].map((minutes) => paceInWords(minutes, wordsOf(labels, language)));

test('how often a bank is looked at reads as it is said in each language', () => {
  expect(paces('en')).toEqual([
    'Only when asked',
    'Every 15 minutes',
    'Every hour',
    'Every 4 hours',
  ]);
  expect(paces('da')).toEqual([
    'Kun når nogen beder om det',
    'Hvert 15. minut',
    'Hver time',
    'Hver 4. time',
  ]);
});
