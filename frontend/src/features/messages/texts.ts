/** A message in the person's language, where its code is known; else the server's own sentence. */
import { formatDate } from '@/kernel/dates';
import type { Language } from '@/kernel/preferences';
import { preferences } from '@/kernel/preferences';
import { danishSentences } from './sentences';

export interface Said {
  code: string;
  message: string;
  values: readonly { name: string; value: string }[];
}

/** The sentence to show; `{name}` in a translation stands for a value of the message, `{name_da}` for its Danish where it was kept. */
export function messageText(said: Said, language: Language = preferences.get().language): string {
  const sentence = language === 'da' ? danishSentences[said.code] : undefined;
  const values = new Map(said.values.map(({ name, value }) => [name, value]));
  const filled = sentence?.replace(
    /\{(\w+)\}/g,
    (hole, name: string) => values.get(name) ?? values.get(name.replace(/_da$/, '')) ?? hole,
  );
  // A sentence with a hole left would hide a fact; the server's own is whole.
  return withOwnDates(!filled || filled.includes('{') ? said.message : filled, said.values);
}

/** What the sentence was filled with; what was kept in both languages is told once, in the person's. */
export function valuesOf(
  { values }: Pick<Said, 'values'>,
  language: Language = preferences.get().language,
): Said['values'] {
  const kept = new Map(values.map(({ name, value }) => [name, value]));
  const isDanish = (name: string) => name.endsWith('_da') && kept.has(name.slice(0, -3));
  return values
    .filter(({ name }) => !isDanish(name))
    .map(({ name, value }) => ({
      name,
      value: (language === 'da' && kept.get(`${name}_da`)) || value,
    }));
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
