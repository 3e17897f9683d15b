// @vitest-environment node
import { describe, expect, test } from 'vitest';
import {
  currencyDigits,
  difference,
  formatBytes,
  formatCompact,
  formatCount,
  formatDecimal,
  negated,
  parseAmount,
  signOf,
  signedBy,
} from './money';

describe('formatDecimal', () => {
  test.each([
    ['1234567890123.45678', 'en-US', 'EUR', '1,234,567,890,123.45678'],
    ['99999999999999999.99', 'da-DK', 'DKK', '99.999.999.999.999.999,99'],
    ['-12.5', 'en-US', 'DKK', '−12.50'],
    ['12.500', 'en-US', 'DKK', '12.50'],
    ['1500', 'en-US', 'JPY', '1,500'],
    ['1.5', 'en-US', 'KWD', '1.500'],
    // Browsers write cash, which has no fillér; a bank books them.
    ['499632.3', 'da-DK', 'HUF', '499.632,30'],
    ['7', 'en-US', 'COP', '7.00'],
    ['1', 'en-US', 'CLF', '1.0000'],
    ['0', 'da-DK', 'DKK', '0,00'],
    ['1.5', 'en-US', null, '1.50'],
    ['0.005', 'en-US', 'EUR', '0.005'],
    ['-0.5', 'da-DK', 'EUR', '−0,50'],
    ['1e5', 'en-US', 'DKK', '1e5'],
    ['+5', 'en-US', 'DKK', '+5'],
    ['not a number', 'en-US', 'DKK', 'not a number'],
  ] as const)('%s in %s as %s reads %s', (value, locale, currency, expected) => {
    expect(formatDecimal(value, locale, currency)).toBe(expected);
  });
});

test('a currency nobody knows has two decimals', () => {
  expect(currencyDigits('XQQ')).toBe(2);
  expect(currencyDigits(null)).toBe(2);
  expect(currencyDigits('kr')).toBe(2);
  expect(['JPY', 'DKK', 'KWD'].map(currencyDigits)).toEqual([0, 2, 3]);
});

test.each([
  [400_000, 'en', 'en-US', '400K'],
  [400_000, 'da', 'da-DK', '400\u00a0t'],
  [-1_250_000, 'en', 'en-US', '−1.25M'],
  [-1_250_000, 'en', 'da-DK', '−1,25M'],
  [1_250_000, 'da', 'en-US', '1.25\u00a0mio.'],
] as const)('%d on an axis in %s, numbers as %s, reads %s', (value, language, locale, expected) => {
  expect(formatCompact(value, language, locale)).toBe(expected);
});

test.each([
  ['-0.00', 0],
  ['0', 0],
  ['0.', 0],
  ['-0.01', -1],
  ['-10', -1],
  ['0.01', 1],
  ['0.10', 1],
  ['10', 1],
  ['100.00', 1],
] as const)('the sign of %s is %d', (value, sign) => {
  expect(signOf(value)).toBe(sign);
});

test('money that left is negative, whatever its digits', () => {
  expect(signedBy('10.00', 'DEBIT')).toBe('-10.00');
  expect(signedBy('-10.00', 'DEBIT')).toBe('10.00');
  expect(signedBy('10.00', 'CREDIT')).toBe('10.00');
  expect(signedBy('-10.00', 'CREDIT')).toBe('-10.00');
  expect(negated('0.00')).toBe('0.00');
  expect(negated('0.01')).toBe('-0.01');
  expect(negated('-0.01')).toBe('0.01');
});

test.each([
  ['1.250,50', '1250.50'],
  ['1,250.50', '1250.50'],
  ['1250', '1250'],
  ['1 250,5', '1250.5'],
  ['1.234.567', '1234567'],
  ['10.000', '10000'],
  ['10,000', '10000'],
  ['-100.000', '-100000'],
  ['1.000,00', '1000.00'],
  ['0.125', '0.125'],
  ['1234.567', '1234.567'],
  ['-,5', '-0.5'],
  ['−12,00', '-12.00'],
  ['-1.250,50', '-1250.50'],
  ['1,234,567.89', '1234567.89'],
  ['1.234.567,89', '1234567.89'],
  ['1\u00a0250,50', '1250.50'],
  ["1'250.50", '1250.50'],
  ['999,999', '999999'],
  ['1,23', '1.23'],
  ['1,2345', '1.2345'],
  ['0,125', '0.125'],
  ['00.125', '00.125'],
  ['.5', '0.5'],
  ['5,', '5'],
  ['007', '007'],
  ['-', null],
  ['--5', null],
  ['5-', null],
  ['1-2', null],
  ['1e5', null],
  ['12 kr', null],
  ['.,', null],
  ['abc', null],
  ['', null],
])('typed %j is read as %j', (typed, expected) => {
  expect(parseAmount(typed)).toBe(expected);
});

test.each([
  ['1200.25', '1150.25', '50'],
  ['-100.25', '100.25', '-200.5'],
  ['0.00', '0', '0'],
  ['92233720368547.75807', '0.00001', '92233720368547.75806'],
  ['-0.00001', '-92233720368547.75807', '92233720368547.75806'],
])('%s is larger than %s by %s, exactly', (value, other, apart) => {
  expect(difference(value, other)).toBe(apart);
});

test('bytes are told in the unit that reads best', () => {
  expect(formatBytes('912', 'en-US')).toBe('912 B');
  expect(formatBytes('1073741824', 'da-DK')).toBe('1,1 GB');
  expect(formatBytes(48_213, 'en-US')).toBe('48 kB');
  expect(
    [
      '0',
      '999',
      '1000',
      '1500',
      '9940',
      '10000',
      '999999',
      '1000000',
      '5200000000000',
      '7000000000000000',
    ].map((bytes) => formatBytes(bytes, 'en-US')),
  ).toEqual([
    '0 B',
    '999 B',
    '1 kB',
    '1.5 kB',
    '9.9 kB',
    '10 kB',
    '1,000 kB',
    '1 MB',
    '5.2 TB',
    '7,000 TB',
  ]);
});

test('a count is grouped and has no decimals', () => {
  expect(formatCount('1234567', 'da-DK')).toBe('1.234.567');
  expect(formatCount(1234, 'en-US')).toBe('1,234');
});
