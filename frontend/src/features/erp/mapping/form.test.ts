import { expect, test } from 'vitest';
import { badAmounts, badDates, begun, inputOf } from './form';

const known = { method: '1', target: 'SEPA_CT' };

test('amounts are read as people write them', () => {
  const input = inputOf(begun({ ...known, amountFrom: '10.000', amountTo: '25.000,50' }));
  expect(input?.matchers).toMatchObject({ amountFrom: '10000', amountTo: '25000.50', currency: null });
  expect(inputOf(begun(known))?.matchers).toMatchObject({ amountFrom: null, amountTo: null });
});

test('what is no amount is told', () => {
  expect(badAmounts(begun({ ...known, amountFrom: 'ten', amountTo: '-5' }))).toEqual(['amountFrom', 'amountTo']);
  expect(badAmounts(begun({ ...known, amountFrom: '1.000,00' }))).toEqual([]);
});

test('days are sent as they are on every calendar, and what is no day is told', () => {
  expect(inputOf(begun({ ...known, validFrom: '2026-12-01' }))).toMatchObject({ validFrom: '2026-12-01', validTo: null });
  expect(badDates(begun({ ...known, validFrom: '31-02-2026', validTo: '2026-12-31' }))).toEqual(['validFrom']);
  expect(badDates(begun(known))).toEqual([]);
});
