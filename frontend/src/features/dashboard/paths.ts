/** The dashboard's range, accounts and look, as the address carries them. */
import { addDays, daysBetween, type DateRange, type PlainDate } from '@/kernel/dates';
import { choice, date, defineFilter, list } from '@/kernel/urlState';

export interface DashboardUrlFilter {
  [key: string]: unknown;
  from: PlainDate | null;
  to: PlainDate | null;
  account: readonly string[];
  balance: 'closing' | null;
  outgoing: 'below' | null;
  show: 'missing' | null;
  /** Whether the totals are held against those of as many days before. */
  compare: 'before' | null;
}

export const dashboardFilter = defineFilter<DashboardUrlFilter>({
  from: date,
  to: date,
  account: list,
  balance: choice(['closing']),
  outgoing: choice(['below']),
  show: choice(['missing']),
  compare: choice(['before']),
});

/** As many days as a chart shows: a leap year. The server refuses more. */
export const MOST_DAYS = 366;

/** How many days a range has. */
export const daysIn = ({ from, to }: DateRange): number => daysBetween(from, to) + 1;

/** What is asked for: the address's days, else the period the person works in. */
export function askedRange(
  { from, to }: Pick<DashboardUrlFilter, 'from' | 'to'>,
  { fromDate, toDate }: { fromDate: PlainDate; toDate: PlainDate },
): DateRange {
  return from && to && from <= to ? { from, to } : { from: fromDate, to: toDate };
}

/** The range in force: what is asked for, at most its last year. */
export function rangeOf(asked: DateRange): DateRange {
  return daysIn(asked) > MOST_DAYS ? { ...asked, from: addDays(asked.to, 1 - MOST_DAYS) } : asked;
}
