import { expect, test } from 'vitest';
import { alignedRanges, axisLabels, barHeight, wholeDate } from './axes';
import { compareExact, sumOf } from './exact';
import { MOST_DAYS, askedRange, daysIn, rangeOf } from './paths';
import {
  activeFirst,
  balanceOf,
  besideOf,
  daysOf,
  endsUntold,
  graphName,
  isSilent,
  isStale,
  totalsByCurrency,
  type Graph,
} from './series';

const share = ({ min, max }: { min: number; max: number }) => -min / (max - min);

/** A week of an account, Monday 16 to Sunday 22 November; statements for Tuesday and Wednesday. */
const WEEK: Graph = {
  account: 'DK5000400440116243',
  accountId: 'a',
  accountName: null,
  nickname: null,
  iban: 'DK5000400440116243',
  owner: null,
  currency: 'DKK',
  dates: [
    '2026-11-16',
    '2026-11-17',
    '2026-11-18',
    '2026-11-19',
    '2026-11-20',
    '2026-11-21',
    '2026-11-22',
  ],
  balances: ['10.00', '10.00', '12.00', '11.00', '11.00', '11.00', '11.00'],
  closingBalances: ['10.00', '12.00', '11.00', '11.00', '11.00', '11.00', '11.00'],
  incoming: ['0', '2.00', '0.00', '0', '0', '0', '0'],
  outgoing: ['0', '0.00', '1.00', '0', '0', '0', '0'],
  missing: ['2026-11-16', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22'],
  totalIncoming: '2.00',
  totalOutgoing: '1.00',
  net: '1.00',
  unexplained: '0.00',
  firstStatement: '2026-11-17',
  latestStatement: '2026-11-18',
  latestReceived: '2026-11-19T06:12:00Z',
  missingSince: null,
  missingBefore: null,
  failed: false,
};

test.each([
  [
    [10, 50],
    [1000, 2000],
  ],
  [
    [10, 50],
    [-500, 2000],
  ],
  [
    [0, 80],
    [-300, -20],
  ],
  [
    [-40, 80],
    [100, 900],
  ],
  [[-40], [-900, -10]],
  [[0], [-300, -20]],
  [[0], [0]],
  [[], []],
  [
    [5, 9],
    [-1, 1_000_000],
  ],
])('zero lies on one line for %j and %j', (left, right) => {
  const ranges = alignedRanges(left, right);
  expect(share(ranges.left)).toBeCloseTo(share(ranges.right), 6);
  for (const [values, range] of [
    [left, ranges.left],
    [right, ranges.right],
  ] as const) {
    expect(range.max).toBeGreaterThanOrEqual(Math.max(0, ...values));
    expect(range.min).toBeLessThanOrEqual(Math.min(0, ...values));
    expect(range.max).toBeGreaterThan(range.min);
  }
});

test('a day without a statement says why, and keeps its balance', () => {
  const days = daysOf(WEEK, '2026-11-21');
  expect(days.map((day) => day.absence)).toEqual([
    'unknown',
    null,
    null,
    'missing',
    'awaited',
    'closed',
    'closed',
  ]);
  expect(days.map((day) => balanceOf(day, 'opening'))).toEqual([
    null,
    '10.00',
    '12.00',
    '11.00',
    '11.00',
    '11.00',
    '11.00',
  ]);
  expect(balanceOf(days[2] ?? days[0]!, 'closing')).toBe('11.00');
});

test('on the next banking day what was awaited is missing', () => {
  const missing = (today: string) =>
    daysOf(WEEK, today).filter(({ absence }) => absence === 'missing').length;
  expect([missing('2026-11-22'), missing('2026-11-23')]).toEqual([1, 2]);
});

test('an account is silent while its alarm is open', () => {
  expect(isSilent({ graph: WEEK, days: [] })).toBe(false);
  expect(isSilent({ graph: { ...WEEK, missingSince: '2026-11-20' }, days: [] })).toBe(true);
  expect(isSilent({ graph: { ...WEEK, missingBefore: '2026-11-18' }, days: [] })).toBe(true);
});

test('a sum of closing balances tells when one of them is an earlier one', () => {
  const ends = (last: number, today: string) =>
    endsUntold({ graph: WEEK, days: daysOf(WEEK, today).slice(0, last) });
  expect([ends(3, '2026-11-22'), ends(4, '2026-11-22'), ends(7, '2026-11-22')]).toEqual([
    false,
    true,
    true,
  ]);
  expect(
    endsUntold({
      graph: WEEK,
      days: daysOf({ ...WEEK, missing: ['2026-11-20', '2026-11-21'] }, '2026-11-21').slice(0, 6),
    }),
  ).toBe(false);
});

test('an account is stale once a banking day has passed without its statement', () => {
  const friday = { ...WEEK, latestStatement: '2026-11-20' };
  expect([
    isStale(friday, '2026-11-22'),
    isStale(friday, '2026-11-23'),
    isStale(friday, '2026-11-24'),
  ]).toEqual([false, false, true]);
  expect(isStale({ ...WEEK, latestStatement: null }, '2026-11-24')).toBe(false);
});

test('an account is called by its name and number, and silent ones come last', () => {
  expect(graphName(WEEK)).toBe('DK5000400440116243');
  expect(graphName({ account: 'X', accountName: 'Payroll', nickname: null })).toBe('Payroll (X)');
  expect(graphName({ account: 'X', accountName: 'Payroll', nickname: 'Wages' })).toBe('Wages (X)');
  expect(
    besideOf({
      account: 'DK5000400440116243',
      accountName: 'Payroll',
      nickname: null,
      owner: null,
    }),
  ).toBe('DK50 0040 0440 1162 43');
  expect(
    besideOf({ account: 'X', accountName: 'Payroll', nickname: 'Wages', owner: 'Nord A/S' }),
  ).toBe('Payroll · X · Nord A/S');
  const silent = { graph: { ...WEEK, accountId: 's', missing: WEEK.dates }, days: [] };
  const named = (accountName: string) => ({
    graph: { ...WEEK, accountId: accountName, accountName },
    days: [],
  });
  expect(
    activeFirst([silent, named('Konto 10'), named('Konto 2'), named('Ålborg')]).map(
      ({ graph }) => graph.accountId,
    ),
  ).toEqual(['Konto 2', 'Konto 10', 'Ålborg', 's']);
});

test.each([
  ['da', 'dd-mm-yy', '1. okt.', '31. dec. 25', '20. november 2026'],
  ['en', 'mm/dd/yy', 'Oct 1', 'Dec 31, 2025', 'Friday, November 20, 2026'],
  ['en', 'dd.mm.yy', '1 Oct', '31 Dec 25', '20 November 2026'],
] as const)(
  'the axis of days speaks %s, in the order of %s, with the year where the range leaves one',
  (language, dateFormat, day, dayAndYear, whole) => {
    const notation = { language, dateFormat };
    expect(axisLabels(['2026-10-01', '2026-10-02'], notation)[0]).toBe(day);
    expect(axisLabels(['2025-12-31', '2026-01-01'], notation)[0]).toBe(dayAndYear);
    expect(wholeDate('2026-11-20', notation)).toContain(whole);
  },
);

test('a bar has no sign', () => {
  expect(barHeight('-12.50')).toBe(12.5);
});

test('sums are exact beyond what a float holds', () => {
  expect(sumOf(['90071992547409.93', '0.005', '-0.01'])).toBe('90071992547409.925');
  expect(sumOf(['-0.10', '0.05'])).toBe('-0.05');
  expect(sumOf([])).toBe('0');
  expect(sumOf(['5', '-7'])).toBe('-2');
  expect([
    compareExact('1.10', '1.1'),
    compareExact('-2', '1.5'),
    compareExact('10', '9.99'),
  ]).toEqual([0, -1, 1]);
});

test('totals never add two currencies, and leave out what could not be reckoned', () => {
  const euro = { ...WEEK, accountId: 'e', currency: 'EUR' };
  const failed = { ...euro, accountId: 'f', failed: true };
  const unknown = { ...WEEK, accountId: 'u', firstStatement: null };
  expect(totalsByCurrency([euro, WEEK, failed, unknown])).toEqual([
    {
      currency: 'DKK',
      accounts: 2,
      incoming: '4.00',
      outgoing: '2.00',
      net: '2.00',
      closing: '11.00',
    },
    {
      currency: 'EUR',
      accounts: 1,
      incoming: '2.00',
      outgoing: '1.00',
      net: '1.00',
      closing: '11.00',
    },
  ]);
});

test('a reversed or half range falls back to the period; one too long is cut to its last year', () => {
  const period = { fromDate: '2026-10-21', toDate: '2026-11-20' };
  const expected = { from: '2026-10-21', to: '2026-11-20' };
  expect(askedRange({ from: '2026-11-20', to: '2026-11-01' }, period)).toEqual(expected);
  expect(askedRange({ from: '2026-11-20', to: null }, period)).toEqual(expected);
  const year = { from: '2024-01-01', to: '2024-12-31' };
  expect(rangeOf(askedRange(year, period))).toEqual(year);
  const long = { from: '2020-01-01', to: '2024-12-31' };
  expect(rangeOf(long)).toEqual(year);
  expect(daysIn(long)).toBeGreaterThan(MOST_DAYS);
});
