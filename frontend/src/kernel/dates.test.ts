import { describe, expect, test } from 'vitest';
import {
  addDays,
  addMonths,
  dateTyped,
  daysAsChosen,
  daysBetween,
  formatAge,
  formatArrival,
  formatDate,
  formatElapsed,
  formatInstant,
  instantAt,
  instantTyped,
  isPlainDate,
  isWeekend,
  lastDays,
  localMoment,
  plainDateOf,
  presetRanges,
  timeTyped,
  today,
} from './dates';
import { prefer } from './preferences';

test.each([
  ['mm/dd/yy', '11/20/2026'],
  ['dd-mm-yy', '20-11-2026'],
  ['dd.mm.yy', '20.11.2026'],
  ['yy-mm-dd', '2026-11-20'],
] as const)('a date in %s reads %s', (format, expected) => {
  expect(formatDate('2026-11-20', format)).toBe(expected);
});

test('the days of a sentence are written in the chosen notation; what stands in a name or is no day stays', () => {
  expect(
    daysAsChosen(
      'November: 2026-11-01 to 2026-11-30. Asked “2026-12-01” (2026-12-02 08:00).',
      'dd.mm.yy',
    ),
  ).toBe('November: 01.11.2026 to 30.11.2026. Asked “01.12.2026” (02.12.2026 08:00).');
  for (const said of [
    '2026-11: open',
    'run-2026-11-20',
    '2026-11-20-2',
    '2026-11-20.csv',
    'https://erp/2026-11-20/x',
    '2026-02-30',
  ])
    expect(daysAsChosen(said, 'dd.mm.yy')).toBe(said);
});

test('the calendar date of a bank survives the way to a widget and back', () => {
  for (const date of ['2026-03-29', '2026-10-25', '2026-12-31', '2024-02-29']) {
    expect(plainDateOf(localMoment(date))).toBe(date);
  }
});

test.each(['2026-02-30', '2026-13-01', '26-01-01', '', null, undefined])(
  '%j is no date',
  (text) => {
    expect(isPlainDate(text)).toBe(false);
  },
);

test('days are counted over a change of clocks and of years', () => {
  expect(addDays('2026-03-28', 2)).toBe('2026-03-30');
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addMonths('2026-03-31', -1)).toBe('2026-02-28');
  expect(addMonths('2024-02-29', 12)).toBe('2025-02-28');
  expect(addMonths('2026-11-20', 2)).toBe('2027-01-20');
  expect(daysBetween('2026-10-24', '2026-10-26')).toBe(2);
  expect(daysBetween('2026-10-26', '2026-10-24')).toBe(-2);
  expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2);
  expect(daysBetween('2026-11-20', '2026-11-20')).toBe(0);
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
  expect(addDays('2024-03-01', -1)).toBe('2024-02-29');
  expect(addMonths('2026-12-31', 2)).toBe('2027-02-28');
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
  expect(addMonths('2026-01-30', -11)).toBe('2025-02-28');
  const week = [
    '2026-11-16',
    '2026-11-17',
    '2026-11-18',
    '2026-11-19',
    '2026-11-20',
    '2026-11-21',
    '2026-11-22',
  ];
  expect(week.filter(isWeekend)).toEqual(['2026-11-21', '2026-11-22']);
});

describe('ranges', () => {
  test('the default goes thirty days back', () => {
    expect(lastDays(30, '2026-11-20')).toEqual({ from: '2026-10-21', to: '2026-11-20' });
  });

  test('a named range ends today and begins as many days before', () => {
    const { last7, last30, last90, thisMonth } = presetRanges('2026-11-20');
    expect(last7).toEqual({ from: '2026-11-13', to: '2026-11-20' });
    expect(last30).toEqual({ from: '2026-10-21', to: '2026-11-20' });
    expect(last90).toEqual({ from: '2026-08-22', to: '2026-11-20' });
    expect(thisMonth).toEqual({ from: '2026-11-01', to: '2026-11-20' });
  });

  test('last month ends on its last day', () => {
    expect(presetRanges('2026-03-05').lastMonth).toEqual({ from: '2026-02-01', to: '2026-02-28' });
    expect(presetRanges('2026-01-05').lastMonth).toEqual({ from: '2025-12-01', to: '2025-12-31' });
  });
});

test('ages are told in words', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  expect(formatAge('2026-11-20T09:00:00Z', 'en', now)).toBe('3 hours ago');
  expect(formatAge('2026-11-19T12:00:00Z', 'da', now)).toBe('i går');
  expect(formatAge('2026-11-20T13:00:00Z', 'en', now)).toBe('in 1 hour');
  const ago = (seconds: number) =>
    formatAge(new Date(now.getTime() - seconds * 1000).toISOString(), 'en', now);
  expect([0, 59, 60, 3599, 3600, 86_399, 86_400, 864_000].map(ago)).toEqual([
    'now',
    '59 seconds ago',
    '1 minute ago',
    '60 minutes ago',
    '1 hour ago',
    '24 hours ago',
    'yesterday',
    '10 days ago',
  ]);
});

test.each([
  ['2026-11-20T10:05:00Z', '2 h 05 min', '2 t. 05 min.'],
  ['2026-11-20T08:00:03Z', '3 s', '3 sek.'],
  ['2026-11-20T08:42:59Z', '42 min', '42 min.'],
  ['2026-11-23T12:30:00Z', '3 d 4 h', '3 d. 4 t.'],
  ['2026-11-20T07:00:00Z', '0 s', '0 sek.'],
  ['2026-11-20T08:00:59Z', '59 s', '59 sek.'],
  ['2026-11-20T08:01:00Z', '1 min', '1 min.'],
  ['2026-11-20T08:59:59Z', '59 min', '59 min.'],
  ['2026-11-20T09:00:00Z', '1 h 00 min', '1 t. 00 min.'],
  ['2026-11-21T07:59:59Z', '23 h 59 min', '23 t. 59 min.'],
  ['2026-11-21T08:00:00Z', '1 d 0 h', '1 d. 0 t.'],
])('from eight o’clock to %s it is %s, in Danish %s', (to, english, danish) => {
  expect(formatElapsed('2026-11-20T08:00:00Z', to, 'en')).toBe(english);
  expect(formatElapsed('2026-11-20T08:00:00Z', to, 'da')).toBe(danish);
});

test('what came today is told by its time alone, where today is the chosen zone’s', () => {
  const now = new Date('2026-11-20T23:30:00Z');
  expect(formatArrival('2026-11-20T22:45:00Z', 'yy-mm-dd', 'UTC', now)).toBe('22:45');
  // In Copenhagen it is past midnight already.
  expect(formatArrival('2026-11-20T22:45:00Z', 'yy-mm-dd', 'Europe/Copenhagen', now)).toBe(
    '2026-11-20 23:45',
  );
  expect(formatArrival('2026-11-20T23:05:00Z', 'yy-mm-dd', 'Europe/Copenhagen', now)).toBe('00:05');
});

test('an instant is shown in the chosen zone, over a change of clocks too', () => {
  expect(formatInstant('2026-07-01T22:30:00Z', 'yy-mm-dd', false, 'Europe/Copenhagen')).toBe(
    '2026-07-02 00:30',
  );
  expect(formatInstant('2026-12-31T23:30:05Z', 'mm/dd/yy', true, 'Europe/Copenhagen')).toBe(
    '01/01/2027 00:30:05',
  );
  expect(formatInstant('2026-10-25T00:30:00Z', 'yy-mm-dd', false, 'Europe/Copenhagen')).toBe(
    '2026-10-25 02:30',
  );
  expect(formatInstant('2026-10-25T01:30:00Z', 'yy-mm-dd', false, 'Europe/Copenhagen')).toBe(
    '2026-10-25 02:30',
  );
  expect(formatInstant('2026-11-20T12:00:00Z', 'dd-mm-yy', false, 'Pacific/Auckland')).toBe(
    '21-11-2026 01:00',
  );
});

test('what is no moment and no date is shown as it came', () => {
  expect(formatInstant('soon', 'yy-mm-dd', false, 'UTC')).toBe('soon');
  expect(formatDate('soon', 'dd-mm-yy')).toBe('soon');
  expect(formatDate('2026-11-20T23:30:00Z', 'dd-mm-yy')).toBe('20-11-2026');
});

test('without a chosen zone the clock of the browser holds, whichever zones were looked at before', () => {
  const moment = '2026-11-20T12:34:00Z';
  const [hours, minutes] = [new Date(moment).getHours(), new Date(moment).getMinutes()].map(
    (part) => String(part).padStart(2, '0'),
  );
  for (const zone of ['Pacific/Auckland', 'America/Los_Angeles']) {
    expect(formatInstant(moment, 'yy-mm-dd', false, zone)).not.toBe('');
    expect(formatInstant(moment, 'yy-mm-dd', false, '').slice(-5)).toBe(`${hours}:${minutes}`);
  }
});

test('the chosen zone decides what day it is, and never moves a booking date', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  expect(today('Pacific/Auckland', now)).toBe('2026-11-21');
  expect(today('America/Los_Angeles', new Date('2026-11-21T03:00:00Z'))).toBe('2026-11-20');
  prefer({ timeZone: 'Pacific/Kiritimati' });
  expect(today(undefined, now)).toBe('2026-11-21');
  expect(formatInstant('2026-11-20T12:00:00Z', 'yy-mm-dd')).toBe('2026-11-21 02:00');
  expect(formatDate('2026-11-20', 'yy-mm-dd')).toBe('2026-11-20');
  expect(plainDateOf(localMoment('2026-11-20'))).toBe('2026-11-20');
});

test('a time typed is read in the chosen zone, also where clocks are put forward or back', () => {
  const zone = 'Europe/Copenhagen';
  expect(instantAt('2026-11-22', '08:30:00', 'first', zone)).toBe('2026-11-22T07:30:00.000Z');
  expect(instantAt('2026-07-01', '00:00:00', 'first', zone)).toBe('2026-06-30T22:00:00.000Z');
  // Put back at 03:00: half past two is shown twice.
  expect(instantAt('2026-10-25', '02:30:00', 'first', zone)).toBe('2026-10-25T00:30:00.000Z');
  expect(instantAt('2026-10-25', '02:30:00', 'last', zone)).toBe('2026-10-25T01:30:00.000Z');
  expect(instantAt('2026-10-25', '03:00:00', 'first', zone)).toBe('2026-10-25T02:00:00.000Z');
  // Put forward at 02:00: half past two is never shown.
  expect(instantAt('2026-03-29', '02:30:00', 'first', zone)).toBe('2026-03-29T01:30:00.000Z');
  expect(instantAt('2026-03-29', '01:59:59', 'first', zone)).toBe('2026-03-29T00:59:59.000Z');
  expect(instantAt('2026-03-29', '03:00:00', 'first', zone)).toBe('2026-03-29T01:00:00.000Z');
  expect(instantAt('2026-10-25', '02:30:00', 'first', 'UTC')).toBe('2026-10-25T02:30:00.000Z');
  expect(instantAt('2026-03-29', '02:30:00', 'last', zone)).toBe('2026-03-29T01:30:00.000Z');
  expect(instantAt('2026-11-22', undefined, undefined, zone)).toBe('2026-11-21T23:00:00.000Z');
  expect(instantAt('2026-10-25', '02:30:00', undefined, zone)).toBe('2026-10-25T00:30:00.000Z');
  prefer({ timeZone: 'Asia/Tokyo' });
  expect(instantAt('2026-11-22')).toBe('2026-11-21T15:00:00.000Z');
});

test('a date is typed as it is shown, or in full as 2026-11-02, in any notation', () => {
  for (const format of ['mm/dd/yy', 'dd-mm-yy', 'dd.mm.yy', 'yy-mm-dd'] as const) {
    expect(dateTyped(formatDate('2026-11-02', format), format)).toBe('2026-11-02');
    expect(dateTyped(' 2026-11-02 ', format)).toBe('2026-11-02');
    for (const typed of [
      '',
      ' ',
      '2',
      '2-11',
      '31-02-2026',
      '02/31/2026',
      '2026-02-31',
      '02-11-6',
      '02-11-026',
      '2026-1102',
      'tomorrow',
    ])
      expect(dateTyped(typed, format)).toBeNull();
  }
  expect(dateTyped('2/11-26', 'dd-mm-yy')).toBe('2026-11-02');
  expect(dateTyped('2 11 2026', 'dd.mm.yy')).toBe('2026-11-02');
  expect(dateTyped('5/11/26', 'mm/dd/yy')).toBe('2026-05-11');
  expect(dateTyped('29-02-2028', 'dd-mm-yy')).toBe('2028-02-29');
});

test('what others would read in another order is no date', () => {
  for (const typed of ['05.11.2026', '05-11-2026', '05 11 2026', '05/11-2026'])
    expect(dateTyped(typed, 'mm/dd/yy')).toBeNull();
  for (const typed of ['02-11-26', '26-11-02', '02-11-2026'])
    expect(dateTyped(typed, 'yy-mm-dd')).toBeNull();
});

test('a time of day is typed with 24 hours', () => {
  for (const typed of ['9:05', '09.05', ' 09:05 ']) expect(timeTyped(typed)).toBe('09:05');
  expect(timeTyped('17:00')).toBe('17:00');
  for (const typed of ['00:00', '23:59']) expect(timeTyped(typed)).toBe(typed);
  for (const typed of ['', '9', '24:00', '17:60', '5:00 PM', '17:00:00', 'noon'])
    expect(timeTyped(typed)).toBeNull();
});

test('a moment is typed as it is shown, in any notation', () => {
  const zone = 'America/New_York';
  const moment = '2026-11-02T15:04:05.000Z';
  for (const format of ['mm/dd/yy', 'dd-mm-yy', 'dd.mm.yy', 'yy-mm-dd'] as const)
    expect(instantTyped(formatInstant(moment, format, true, zone), format, zone)).toBe(moment);
  expect(instantTyped('2.11.26 9.05', 'dd.mm.yy', 'UTC')).toBe('2026-11-02T09:05:00.000Z');
  // Put back at 03:00: of the two, the later one, so that nothing up to it is left out.
  expect(instantTyped('25-10-2026 02:30', 'dd-mm-yy', 'Europe/Copenhagen')).toBe(
    '2026-10-25T01:30:00.000Z',
  );
  expect(instantTyped('02-11-2026 23:59:59', 'dd-mm-yy', 'UTC')).toBe('2026-11-02T23:59:59.000Z');
  for (const typed of [
    '02-11-2026 10:00:60',
    '02-11-2026 10',
    '',
    '02-11-2026',
    '31-02-2026 10:00',
    '02-11-2026 24:00',
    '02-11-2026 10:60',
    'noon',
  ])
    expect(instantTyped(typed, 'dd-mm-yy', 'UTC')).toBeNull();
});
