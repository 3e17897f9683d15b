import { expect, test } from 'vitest';
import { addDays } from '@/kernel/dates';
import { alignedRanges, axisLabel, bankingDaysSince, barHeight, daysOf, graphName, type Graph } from './series';
import { rangeOf } from './paths';

const share = ({ min, max }: { min: number; max: number }) => -min / (max - min);

test.each([
  [[10, 50], [1000, 2000]],
  [[10, 50], [-500, 2000]],
  [[0, 80], [-300, -20]],
  [[0], [0]],
  [[5, 9], [-1, 1_000_000]],
])('zero lies on one line for %j and %j', (left, right) => {
  const ranges = alignedRanges(left, right);
  expect(share(ranges.left)).toBeCloseTo(share(ranges.right), 6);
  expect(ranges.left.max).toBeGreaterThanOrEqual(Math.max(...left));
  expect(ranges.right.max).toBeGreaterThanOrEqual(Math.max(0, ...right));
  expect(ranges.right.min).toBeLessThanOrEqual(Math.min(0, ...right));
});

test('a day without a statement is marked, not zero', () => {
  const graph = { account: 'X', accountId: 'a', accountName: null, currency: 'DKK', dates: ['2026-11-19', '2026-11-20'], balances: ['10.00', '12.00'], closingBalances: ['12.00', '12.00'], incoming: ['2.00', '0'], outgoing: ['0', '0'], missing: ['2026-11-20'], latestStatement: null, latestReceived: null } satisfies Graph;
  expect(daysOf(graph).map(({ missing, opening }) => [missing, opening])).toEqual([[false, '10.00'], [true, '12.00']]);
  expect(graphName(graph)).toBe('X');
  expect(graphName({ account: 'X', accountName: 'Payroll' })).toBe('Payroll (X)');
});

test('a bar has no sign, and the axis speaks Danish', () => {
  expect(barHeight('-12.50')).toBe(12.5);
  expect(axisLabel('2026-10-01')).toBe('1. okt.');
});

test('weekends are no banking days', () => {
  expect(bankingDaysSince('2026-11-20', '2026-11-23', (date) => addDays(date, 1))).toBe(1);
  expect(bankingDaysSince('2026-11-18', '2026-11-20', (date) => addDays(date, 1))).toBe(2);
});

test('a reversed or half range falls back to thirty days', () => {
  const expected = { from: '2026-10-21', to: '2026-11-20' };
  expect(rangeOf({ from: '2026-11-20', to: '2026-11-01', account: [] }, '2026-11-20')).toEqual(expected);
  expect(rangeOf({ from: '2026-11-20', to: null, account: [] }, '2026-11-20')).toEqual(expected);
});
