/** The dashboard's range and accounts, as the address carries them. */
import { DEFAULT_RANGE_DAYS } from '@/kernel/constants';
import { lastDays, type DateRange, type PlainDate } from '@/kernel/dates';
import { date, defineFilter, list } from '@/kernel/urlState';

export interface DashboardUrlFilter {
  [key: string]: unknown;
  from: PlainDate | null;
  to: PlainDate | null;
  account: readonly string[];
}

export const dashboardFilter = defineFilter<DashboardUrlFilter>({ from: date, to: date, account: list });

/** The range in force: the address's when it makes sense, else thirty days back to today. */
export function rangeOf(filter: DashboardUrlFilter, day: PlainDate): DateRange {
  const { from, to } = filter;
  if (from && to && from <= to) return { from, to };
  return lastDays(DEFAULT_RANGE_DAYS, day);
}
