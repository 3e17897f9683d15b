import { expect, test, vi } from 'vitest';
import { adoptPeriod, chooseDays, choosePeriod, inPeriod, period } from './period';

const NOW = { toFake: ['Date' as const], now: new Date('2026-11-20T12:00:00Z') };

test('without a choice it is thirty days back to now, and menu links stay bare', () => {
  vi.useFakeTimers(NOW);
  expect(period()).toEqual({ fromDate: '2026-10-21', toDate: '2026-11-20', isChosen: false });
  expect(inPeriod('/', period())).toBe('/');
  vi.useRealTimers();
});

test('days that were chosen hold on the lists that show spans of days, and nowhere else', () => {
  chooseDays('2026-03-01', '2026-03-31');
  expect(inPeriod('/journals/statements', period())).toBe(
    '/journals/statements?from=2026-03-01&to=2026-03-31',
  );
  expect(inPeriod('/', period())).toBe('/?from=2026-03-01&to=2026-03-31');
  expect(inPeriod('/bank', period())).toBe('/bank');
  // One side alone is no period; neither of them means that there is none any more.
  chooseDays('2026-05-01', null);
  expect(period().fromDate).toBe('2026-03-01');
  chooseDays(null, null);
  expect(period().isChosen).toBe(false);
});

test('a quick range moves along with the days and is remembered; days of one’s own are not', () => {
  vi.useFakeTimers(NOW);
  chooseDays('2026-10-31', '2026-11-20');
  expect(localStorage.getItem('giroscope.period')).toBe('sinceClose');
  vi.setSystemTime(new Date('2026-12-02T12:00:00Z'));
  expect(period()).toEqual({ fromDate: '2026-11-30', toDate: '2026-12-02', isChosen: true });
  chooseDays('2026-01-02', '2026-01-05');
  expect(localStorage.getItem('giroscope.period')).toBeNull();
  expect(sessionStorage.getItem('giroscope.period')).toBe('from=2026-01-02&to=2026-01-05');
  vi.useRealTimers();
});

test('an address that names days is adopted where the console is opened at it', () => {
  adoptPeriod({ pathname: '/audit', search: '?from=2026-03-01&to=2026-03-31' });
  adoptPeriod({ pathname: '/dashboard', search: '?from=2026-03-31&to=2026-03-01' });
  expect(period().isChosen).toBe(false);
  adoptPeriod({ pathname: '/dashboard', search: '?from=2026-03-01&to=2026-03-31' });
  expect(period().fromDate).toBe('2026-03-01');
  choosePeriod(null);
});
