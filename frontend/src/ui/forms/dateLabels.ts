/** Words of a field that takes a date. */
import { defineLabels } from '@/kernel/i18n';

export const dateLabels = defineLabels({
  choose: {
    en: (field: string) => `Choose date: ${field}`,
    da: (field: string) => `Vælg dato: ${field}`,
  },
  noDate: {
    en: (pattern: string, example: string) => `Type the date as ${pattern}, such as ${example}.`,
    da: (pattern: string, example: string) => `Skriv datoen som ${pattern}, fx ${example}.`,
  },
  notADate: {
    en: (typed: string, pattern: string, example: string) =>
      `“${typed}” is not a date. Type the date as ${pattern}, such as ${example}.`,
    da: (typed: string, pattern: string, example: string) =>
      `»${typed}« er ikke en dato. Skriv datoen som ${pattern}, fx ${example}.`,
  },
  // The letters that stand for a year in a pattern of dates.
  year: { en: 'yyyy', da: 'åååå' },
});
