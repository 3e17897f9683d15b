/** A message in the person's language, with its days as they read dates. */
import { formatDate } from '@/kernel/dates';
import type { Language } from '@/kernel/preferences';
import { preferences } from '@/kernel/preferences';

export interface Said {
  said: Readonly<Record<Language, string>>;
  values: readonly { name: string; value: string }[];
}

/** The sentence to show. */
export function messageText(
  { said, values }: Said,
  language: Language = preferences.get().language,
): string {
  return withOwnDates(said[language], values);
}

/** Days that the sentence names are written as the person reads dates; those in names of files stay. */
function withOwnDates(text: string, values: Said['values']): string {
  const days = values.filter(({ value }) => /^\d{4}-\d{2}-\d{2}$/.test(value));
  return days.reduce(
    (told, { value }) =>
      told.replace(
        new RegExp(`(?<![\\w-])${value}(?![\\w-])`, 'g'),
        formatDate(value, preferences.get().dateFormat),
      ),
    text,
  );
}
