/** The dashboard's range, accounts and look, as the address carries them. */
import { DEFAULT_RANGE_DAYS } from '@/kernel/constants';
import { addDays, daysBetween, lastDays, type DateRange, type PlainDate } from '@/kernel/dates';
import { choice, date, defineFilter, list } from '@/kernel/urlState';

export interface DashboardUrlFilter {
  [key: string]: unknown;
  from: PlainDate | null;
  to: PlainDate | null;
  account: readonly string[];
  balance: 'closing' | null;
  outgoing: 'below' | null;
  show: 'missing' | null;
}

export const dashboardFilter = defineFilter<DashboardUrlFilter>({
  from: date,
  to: date,
  account: list,
  balance: choice(['closing']),
  outgoing: choice(['below']),
  show: choice(['missing']),
});

/** As many days as a chart shows: a leap year. The server refuses more. */
export const MOST_DAYS = 366;

/** How many days were asked for; null when the address names no range that makes sense. */
export function daysAsked({ from, to }: Pick<DashboardUrlFilter, 'from' | 'to'>): number | null {
  return from && to && from <= to ? daysBetween(from, to) + 1 : null;
}

/** The range in force: the address's, at most its last year; else thirty days back to today. */
export function rangeOf(
  filter: Pick<DashboardUrlFilter, 'from' | 'to'>,
  day: PlainDate,
): DateRange {
  const { from, to } = filter;
  const days = daysAsked(filter);
  if (!from || !to || days === null) return lastDays(DEFAULT_RANGE_DAYS, day);
  return days > MOST_DAYS ? { from: addDays(to, 1 - MOST_DAYS), to } : { from, to };
}
