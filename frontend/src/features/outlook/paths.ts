/** Which account, how many days, and which day is open, as the address carries them. */
import type { PlainDate } from '@/kernel/dates';
import { choice, date, defineFilter, text } from '@/kernel/urlState';

export interface OutlookUrlFilter {
  [key: string]: unknown;
  account: string;
  days: '90' | null;
  day: PlainDate | null;
}

export const outlookFilter = defineFilter<OutlookUrlFilter>({
  account: text,
  days: choice(['90']),
  day: date,
});
