/** How months and days are called in the person's language. */
import { localMoment, type PlainDate } from '@/kernel/dates';
import type { Language } from '@/kernel/preferences';

/** A month as people call it: March 2026. */
export const monthName = (month: string, language: Language): string =>
  new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric' }).format(
    localMoment(`${month}-01`),
  );

/** A day's weekday in short, and in full with its date. */
export function dayName(date: PlainDate, language: Language) {
  const moment = localMoment(date);
  return {
    weekday: new Intl.DateTimeFormat(language, { weekday: 'short' }).format(moment),
    full: new Intl.DateTimeFormat(language, {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
    }).format(moment),
  };
}
