/** Words of a field that takes a date. */
import { defineLabels } from '@/kernel/i18n';

export const dateLabels = defineLabels({
  choose: {
    en: (field: string) => `Choose date: ${field}`,
    da: (field: string) => `Vælg dato: ${field}`,
  },
  notADate: {
    en: (typed: string, pattern: string, example: string) =>
      `${typed && `“${typed}” is not a date. `}Type the date as ${pattern}, such as ${example}.`,
    da: (typed: string, pattern: string, example: string) =>
      `${typed && `»${typed}« er ikke en dato. `}Skriv datoen som ${pattern}, fx ${example}.`,
  },
  pattern: {
    en: (format: string) => format.replace('yy', 'yyyy'),
    da: (format: string) => format.replace('yy', 'åååå'),
  },
});
