/** The month and the filter of the screen, as the address carries them. */
import { addDays, today, type PlainDate } from '@/kernel/dates';
import { choice, defineFilter, list } from '@/kernel/urlState';

export const KINDS = ['MISSING', 'BREAKS', 'UNMATCHED', 'PROPOSED'] as const;

const month = {
  read: ([value = '']: readonly string[]) => (/^\d{4}-(0[1-9]|1[0-2])$/.test(value) ? value : null),
  write: (value: string | null) => (value ? [value] : []),
};

export interface MonthUrlFilter {
  [key: string]: unknown;
  month: string | null;
  account: readonly string[];
  show: (typeof KINDS)[number] | null;
}

export const monthFilter = defineFilter<MonthUrlFilter>({
  month,
  account: list,
  show: choice(KINDS),
});

/** The month of yesterday: on the first of a month the one that just ended. */
export const usualMonth = (now: PlainDate = today()): string => addDays(now, -1).slice(0, 7);
