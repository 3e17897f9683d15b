/** The bank's clock is not the reader's. */
import { expect, test } from 'vitest';
import { dayAt, leftUntil, timeAt } from './cutOff';

const ZONE = 'Europe/Copenhagen';

test('the time is that of the bank, in winter and in summer', () => {
  expect(timeAt('2026-03-06T12:30:00Z', ZONE)).toBe('13:30');
  expect(timeAt('2026-06-05T11:30:00Z', ZONE)).toBe('13:30');
  expect(timeAt('2026-03-06T23:00:00Z', ZONE)).toBe('00:00');
});

test('the day is that of the bank, too', () => {
  expect(dayAt('2026-03-06T22:59:00Z', ZONE)).toBe('2026-03-06');
  expect(dayAt('2026-03-06T23:00:00Z', ZONE)).toBe('2026-03-07');
});

test('what is left is told in whole minutes and never as none', () => {
  expect(leftUntil(42 * 60_000 + 59_000, 'en')).toBe('42 min');
  expect(leftUntil(20_000, 'en')).toBe('1 min');
  expect(leftUntil(3_600_000 + 5 * 60_000, 'en')).toBe('1 h 05 min');
  expect(leftUntil(3_600_000 + 5 * 60_000, 'da')).toBe('1 t. 05 min.');
});
