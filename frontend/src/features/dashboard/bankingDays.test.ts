import { addDays } from '@/kernel/dates';
import { expect, test } from 'vitest';
import {
  bankingDaysSince,
  closureOf,
  danishBankHolidays,
  easterSunday,
  holidayCountry,
} from './bankingDays';

test.each([
  [1961, '1961-04-02'],
  [2008, '2008-03-23'],
  [2011, '2011-04-24'],
  [2024, '2024-03-31'],
  [2025, '2025-04-20'],
  [2026, '2026-04-05'],
  [2027, '2027-03-28'],
  [2038, '2038-04-25'],
  [2049, '2049-04-18'],
  [2076, '2076-04-19'],
])('Easter of %d is %s', (year, date) => {
  expect(easterSunday(year)).toBe(date);
});

test('Danish banks close on the days of 2026 that they share', () => {
  expect([...danishBankHolidays(2026)].toSorted()).toEqual([
    '2026-01-01',
    '2026-04-02',
    '2026-04-03',
    '2026-04-06',
    '2026-05-14',
    '2026-05-15',
    '2026-05-25',
    '2026-06-05',
    '2026-12-24',
    '2026-12-25',
    '2026-12-26',
    '2026-12-31',
  ]);
});

test('the Great Prayer Day closed banks until 2023', () => {
  expect(danishBankHolidays(2023).has('2023-05-05')).toBe(true);
  expect(danishBankHolidays(2024).has('2024-04-26')).toBe(false);
});

test('holidays are those of the account’s country', () => {
  expect(closureOf('2026-12-24', 'DK')).toBe('holiday');
  expect(closureOf('2026-12-24', null)).toBeNull();
  expect(closureOf('2026-12-26', null)).toBe('weekend');
  expect(holidayCountry({ iban: 'DK5000400440116243', currency: 'EUR' })).toBe('DK');
  expect(holidayCountry({ iban: 'DE89370400440532013000', currency: 'DKK' })).toBeNull();
  expect(holidayCountry({ iban: null, currency: 'DKK' })).toBe('DK');
});

test('banking days leave out weekends and Christmas', () => {
  expect(bankingDaysSince('2026-11-20', '2026-11-23', 'DK')).toBe(1);
  expect(bankingDaysSince('2026-12-23', '2026-12-28', 'DK')).toBe(1);
  expect(bankingDaysSince('2026-12-23', '2026-12-28', null)).toBe(3);
  expect(bankingDaysSince('2026-11-20', '2026-11-20', 'DK')).toBe(0);
  expect(bankingDaysSince('2026-11-21', '2026-11-20', 'DK')).toBe(0);
});

test.each([null, 'DK'] as const)('a gap of years is counted to the day (%s)', (country) => {
  let counted = 0;
  for (let date = addDays('2023-04-28', 1); date <= '2026-11-21'; date = addDays(date, 1)) {
    if (closureOf(date, country) === null) counted += 1;
  }
  expect(bankingDaysSince('2023-04-28', '2026-11-21', country)).toBe(counted);
});
