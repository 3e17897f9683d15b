import { expect, test } from 'vitest';
import { badAmounts, begun, inputOf } from './form';

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
