import { expect, test } from 'vitest';
import { labels } from './labels';

test('how often a bank is looked at reads as it is said in each language', () => {
  expect([0, 15, 60, 240].map(labels.minutes.en)).toEqual([
    'Only when asked',
    'Every 15 minutes',
    'Every hour',
    'Every 4 hours',
  ]);
  expect([0, 15, 60, 240].map(labels.minutes.da)).toEqual([
    'Kun når nogen beder om det',
    'Hvert 15. minut',
    'Hver time',
    'Hver 4. time',
  ]);
});
