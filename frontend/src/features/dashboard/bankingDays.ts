/**
 * When banks work: not on weekends and, in Denmark, not on the bank holidays, which follow
 * from rules and the date of Easter. Source: the calendar of closing days that Danish banks
 * share; since 2024 the Great Prayer Day is an ordinary day.
 */
import { addDays, daysBetween, isWeekend, type PlainDate } from '@/kernel/dates';

/** Why a bank is closed; null on a banking day. */
export type Closure = 'weekend' | 'holiday' | null;

/** Whose holidays count for an account. */
export type HolidayCountry = 'DK' | null;

/** Easter Sunday of a year, by the Gregorian computus of Meeus, Jones and Butcher. */
export function easterSunday(year: number): PlainDate {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const yearOfCentury = year % 100;
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
  const weekday =
    (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - epact - (yearOfCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const days = epact + weekday - 7 * late + 114;
  const two = (number: number) => String(number).padStart(2, '0');
  return `${year}-${two(Math.floor(days / 31))}-${two((days % 31) + 1)}`;
}

const FIXED = ['01-01', '06-05', '12-24', '12-25', '12-26', '12-31'] as const;

/** Days from Easter Sunday: Maundy Thursday, Good Friday, Easter Monday, Ascension and the day after, Whit Monday. */
const AFTER_EASTER = [-3, -2, 1, 39, 40, 50] as const;

const GREAT_PRAYER_DAY = 26;
const LAST_YEAR_OF_PRAYER_DAY = 2023;

const known = new Map<number, ReadonlySet<PlainDate>>();

/** The days of a year, besides weekends, on which Danish banks are closed. */
export function danishBankHolidays(year: number): ReadonlySet<PlainDate> {
  let found = known.get(year);
  if (!found) {
    const easter = easterSunday(year);
    const movable =
      year <= LAST_YEAR_OF_PRAYER_DAY ? [...AFTER_EASTER, GREAT_PRAYER_DAY] : AFTER_EASTER;
    found = new Set([
      ...FIXED.map((day) => `${year}-${day}`),
      ...movable.map((days) => addDays(easter, days)),
    ]);
    known.set(year, found);
  }
  return found;
}

/** The holidays that count for an account: by its IBAN, else by its currency. */
export function holidayCountry(account: {
  iban: string | null | undefined;
  currency: string;
}): HolidayCountry {
  if (account.iban) return account.iban.startsWith('DK') ? 'DK' : null;
  return account.currency === 'DKK' ? 'DK' : null;
}

/** Why the bank is closed on a day, or null. */
export function closureOf(date: PlainDate, country: HolidayCountry): Closure {
  if (isWeekend(date)) return 'weekend';
  return country === 'DK' && danishBankHolidays(Number(date.slice(0, 4))).has(date)
    ? 'holiday'
    : null;
}

/** How many banking days have begun after a date, up to and with another. */
export function bankingDaysSince(
  date: PlainDate,
  until: PlainDate,
  country: HolidayCountry,
): number {
  const days = Math.max(0, daysBetween(date, until));
  const weeks = Math.floor(days / 7);
  let count = weeks * 5;
  for (let step = weeks * 7 + 1; step <= days; step += 1) {
    if (!isWeekend(addDays(date, step))) count += 1;
  }
  return country === 'DK' ? count - closedWeekdays(date, until) : count;
}

/** Danish bank holidays after a date, up to and with another, that fall on no weekend. */
function closedWeekdays(date: PlainDate, until: PlainDate): number {
  let count = 0;
  for (let year = Number(date.slice(0, 4)); year <= Number(until.slice(0, 4)); year += 1) {
    for (const day of danishBankHolidays(year)) {
      if (day > date && day <= until && !isWeekend(day)) count += 1;
    }
  }
  return count;
}
