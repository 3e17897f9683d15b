/**
 * Plain calendar dates (YYYY-MM-DD) and instants. A booking date belongs to the bank's
 * calendar, so it is handled as text and never travels through a time zone; an instant is
 * shown in the zone the person chose.
 */
import { preferences, type DateFormat, type Language } from './preferences';

export type PlainDate = string;
export interface DateRange {
  from: PlainDate;
  to: PlainDate;
}

const PLAIN = /^(\d{4})-(\d{2})-(\d{2})$/;
const two = (number: number) => String(number).padStart(2, '0');

/** Whether text is a real calendar date. */
export function isPlainDate(text: string | null | undefined): text is PlainDate {
  const parts = PLAIN.exec(text ?? '');
  if (!parts) return false;
  const date = new Date(Date.UTC(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3])));
  return date.toISOString().startsWith(text as string);
}

/** A plain date in the chosen notation; `yy` is the four-digit year, as in the calendar. */
export function formatDate(date: PlainDate, format: DateFormat): string {
  const parts = PLAIN.exec(date.slice(0, 10));
  if (!parts) return date;
  const [, year = '', month = '', day = ''] = parts;
  return format.replace('mm', month).replace('dd', day).replace('yy', year);
}

/** A sentence of the server with its days, YYYY-MM-DD, in the chosen notation; what stands inside a name stays. */
export function daysAsChosen(text: string, format: DateFormat): string {
  return text.replace(/(?<![\w./-])\d{4}-\d{2}-\d{2}(?![\w/-]|\.\w)/g, (day) =>
    isPlainDate(day) ? formatDate(day, format) : day,
  );
}

interface Clock {
  date: PlainDate;
  hour: string;
  minute: string;
  second: string;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** What calendar and clock show at a moment in a zone; an empty zone is the browser's own. */
function clockAt(moment: Date, zone: string): Clock {
  const clock =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('en', {
      ...(zone && { timeZone: zone }),
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
  clocks.set(zone, clock);
  const parts = Object.fromEntries(
    clock.formatToParts(moment).map(({ type, value }) => [type, value]),
  );
  const { year = '', month = '', day = '', hour = '', minute = '', second = '' } = parts;
  return { date: `${year.padStart(4, '0')}-${month}-${day}`, hour, minute, second };
}

/** By how much the clocks of a zone are ahead of UTC at a moment, in milliseconds. */
function aheadAt(moment: number, zone: string): number {
  const { date, hour, minute, second } = clockAt(new Date(moment), zone);
  return Date.parse(`${date}T${hour}:${minute}:${second}Z`) - Math.floor(moment / 1000) * 1000;
}

const DAY = 86_400_000;

/**
 * The moment at which the clocks of a zone show a date and a time. A time they show twice,
 * when they are put back, is the first of the two unless the last is asked for; one that
 * they leave out is as much later as they are put forward.
 */
export function instantAt(
  date: PlainDate,
  time = '00:00:00',
  which: 'first' | 'last' = 'first',
  zone = preferences.get().timeZone,
): string {
  const shown = Date.parse(`${date}T${time}Z`);
  const [before, after] = [shown - aheadAt(shown - DAY, zone), shown - aheadAt(shown + DAY, zone)];
  const fitting = [before, after].filter((moment) => moment + aheadAt(moment, zone) === shown);
  const moment =
    fitting.length === 0 ? before : Math[which === 'first' ? 'min' : 'max'](...fitting);
  return new Date(moment).toISOString();
}

const TYPED_DATE = /^(\d+)\D(\d+)\D(\d+)$/;

/** The calendar date somebody typed in their own notation, or as YYYY-MM-DD whatever that is; null where it is none. */
export function dateTyped(typed: string, format: DateFormat): PlainDate | null {
  const text = typed.trim();
  if (isPlainDate(text)) return text;
  const parts = TYPED_DATE.exec(text);
  // Only a slash puts the month first: whoever types 05.11. or 05-11- means November.
  if (!parts || (format.startsWith('mm') && /[^\d/]/.test(text))) return null;
  const named = new Map(format.split(/\W/).map((part, place) => [part, parts[place + 1] ?? '']));
  const year = named.get('yy') ?? '';
  // Two figures in front are as likely a day as a year.
  const century = year.length === 2 && !format.startsWith('yy') ? '20' : '';
  const date = [
    century + year,
    named.get('mm')?.padStart(2, '0'),
    named.get('dd')?.padStart(2, '0'),
  ].join('-');
  return isPlainDate(date) ? date : null;
}

const TYPED_TIME = /^(\d{1,2})[:.](\d{2})$/;

/** The time of day somebody typed, of 24 hours, as HH:MM; null where it is none. */
export function timeTyped(typed: string): string | null {
  const [, hour = '', minute = ''] = TYPED_TIME.exec(typed.trim()) ?? [];
  return hour && Number(hour) < 24 && Number(minute) < 60
    ? `${hour.padStart(2, '0')}:${minute}`
    : null;
}

const TYPED_INSTANT = /^(.+?)[\sT]+(\d{1,2}[:.]\d{2})(?:[:.](\d{2}))?$/;

/** The moment somebody typed in their own notation and zone, as `formatInstant` shows it; null where it is none. */
export function instantTyped(
  typed: string,
  format: DateFormat,
  zone = preferences.get().timeZone,
): string | null {
  const parts = TYPED_INSTANT.exec(typed.trim());
  if (!parts) return null;
  const [, day = '', clock = '', seconds = '00'] = parts;
  const [date, time] = [dateTyped(day, format), timeTyped(clock)];
  if (date === null || time === null || Number(seconds) > 59) return null;
  // Of a time that clocks show twice, nothing is left out.
  return instantAt(date, `${time}:${seconds}`, 'last', zone);
}

/** An instant in the chosen zone: date in the chosen notation, time with 24 hours. */
export function formatInstant(
  instant: string,
  format: DateFormat,
  seconds = false,
  zone = preferences.get().timeZone,
): string {
  const moment = new Date(instant);
  if (Number.isNaN(moment.getTime())) return instant;
  const { date, hour, minute, second } = clockAt(moment, zone);
  const time = `${formatDate(date, format)} ${hour}:${minute}`;
  return seconds ? `${time}:${second}` : time;
}

/** The calendar date a local moment falls on: for calendar widgets, which think in local moments. */
export function plainDateOf(moment: Date): PlainDate {
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}

/** The calendar date now, in the chosen zone. */
export function today(zone = preferences.get().timeZone, now = new Date()): PlainDate {
  return clockAt(now, zone).date;
}

/** When something came, in the chosen zone: the time alone if that was today. */
export function formatArrival(
  instant: string,
  format: DateFormat,
  zone = preferences.get().timeZone,
  now = new Date(),
): string {
  const whole = formatInstant(instant, format, false, zone);
  return today(zone, new Date(instant)) === today(zone, now) ? whole.slice(-5) : whole;
}

/** Midnight, local, of a plain date: for calendar widgets, which think in local moments. */
export function localMoment(date: PlainDate): Date {
  const [year = 1970, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(year, month - 1, day);
}

/** The date some days away. */
export function addDays(date: PlainDate, days: number): PlainDate {
  const [year = 1970, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, day + days)).toISOString().slice(0, 10);
}

/** The date some months away: the same day of the month, or the last one of a shorter one. */
export function addMonths(date: PlainDate, months: number): PlainDate {
  const [year = 1970, month = 1, day = 1] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last)))
    .toISOString()
    .slice(0, 10);
}

/** How many days lie between two dates; negative when `to` is earlier. */
export function daysBetween(from: PlainDate, to: PlainDate): number {
  return Math.round((Date.parse(`${to}T00:00Z`) - Date.parse(`${from}T00:00Z`)) / 86_400_000);
}

/** As many days, ending where a range begins. */
export function rangeBefore({ from, to }: DateRange): DateRange {
  return { from: addDays(from, -1 - daysBetween(from, to)), to: addDays(from, -1) };
}

/** Saturday or Sunday. */
export function isWeekend(date: PlainDate): boolean {
  const day = new Date(`${date}T00:00Z`).getUTCDay();
  return day === 0 || day === 6;
}

/** The specification's default: thirty days back to now. */
export function lastDays(days: number, last: PlainDate): DateRange {
  return { from: addDays(last, -days), to: last };
}

export type Preset = 'last7' | 'last30' | 'last90' | 'thisMonth' | 'lastMonth' | 'sinceClose';

/** The named ranges a person can choose with one click. */
export function presetRanges(day: PlainDate): Record<Preset, DateRange> {
  const firstOfMonth = `${day.slice(0, 8)}01`;
  const lastOfPrevious = addDays(firstOfMonth, -1);
  return {
    last7: lastDays(7, day),
    last30: lastDays(30, day),
    last90: lastDays(90, day),
    thisMonth: { from: firstOfMonth, to: day },
    lastMonth: { from: `${lastOfPrevious.slice(0, 8)}01`, to: lastOfPrevious },
    // The day of the closing itself is in it: what follows is held against its balance.
    sinceClose: { from: lastOfPrevious, to: day },
  };
}

const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** How long ago, in words: "3 hours ago". */
export function formatAge(instant: string, language: Language, now = new Date()): string {
  const seconds = Math.round((Date.parse(instant) - now.getTime()) / 1000);
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  return relative.format(Math.round(seconds / size), unit);
}

const SHORT_UNITS = {
  en: { day: 'd', hour: 'h', minute: 'min', second: 's' },
  da: { day: 'd.', hour: 't.', minute: 'min.', second: 'sek.' },
} as const;

/** A length of time, short: "2 h 05 min", "2 t. 05 min.". */
export function formatSpan(milliseconds: number, language: Language): string {
  const { day, hour, minute, second } = SHORT_UNITS[language];
  const total = Math.max(0, Math.round(milliseconds / 1000));
  if (total < 60) return `${total} ${second}`;
  if (total < 3600) return `${Math.floor(total / 60)} ${minute}`;
  if (total < 86_400)
    return `${Math.floor(total / 3600)} ${hour} ${two(Math.floor((total % 3600) / 60))} ${minute}`;
  return `${Math.floor(total / 86_400)} ${day} ${Math.floor((total % 86_400) / 3600)} ${hour}`;
}

/** The time between two instants, short. */
export function formatElapsed(from: string, to: string, language: Language): string {
  return formatSpan(Date.parse(to) - Date.parse(from), language);
}
