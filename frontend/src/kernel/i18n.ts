/**
 * Words on screen in both languages, side by side. A phrase that lacks one of them does
 * not compile, so a missing translation is caught before anybody can read it.
 */
import { preferences, useNotation, type Language } from './preferences';

type Phrase = string | ((...values: never[]) => string);
type Pair = { readonly en: Phrase; readonly da: Phrase };
export type Catalog = Readonly<Record<string, Pair>>;
export type Words<C extends Catalog> = {
  readonly [Key in keyof C]: C[Key]['en'] extends string ? string : C[Key]['en'];
};

/** Declare a room's words. Both sides of a pair take the same values. */
export function defineLabels<const C extends Catalog>(
  catalog: C & { [Key in keyof C]: { da: C[Key]['en'] extends string ? string : C[Key]['en'] } },
): C {
  return catalog;
}

const resolved = new WeakMap<Catalog, Partial<Record<Language, unknown>>>();

/** A catalogue's words in one language. */
export function wordsOf<C extends Catalog>(catalog: C, language: Language): Words<C> {
  const known = resolved.get(catalog) ?? {};
  resolved.set(catalog, known);
  known[language] ??= Object.fromEntries(
    Object.entries(catalog).map(([key, pair]) => [key, pair[language]]),
  );
  return known[language] as Words<C>;
}

/** A catalogue's words in the chosen language, watched. */
export function useLabels<C extends Catalog>(catalog: C): Words<C> {
  return wordsOf(catalog, useNotation().language);
}

/** A catalogue's words in the chosen language, for code outside components. */
export function currentLabels<C extends Catalog>(catalog: C): Words<C> {
  return wordsOf(catalog, preferences.get().language);
}

/** The word for a code when the catalogue has one, else the code itself, never nothing. */
export function wordFor<C extends Catalog>(words: Words<C>, code: string): string {
  const word = (words as Readonly<Record<string, Phrase>>)[code];
  return typeof word === 'string' ? word : code;
}

/** A whole count, as a number or as it stands in the sentence. */
type Count = number | string;

/** The form of a word that goes with a count, by the language's own rule. */
function pluralIn(language: Language): (count: Count, one: string, other: string) => string {
  const rules = new Intl.PluralRules(language);
  return (count, one, other) =>
    rules.select(Number(String(count).replaceAll(/\D/g, ''))) === 'one' ? one : other;
}

/** Singular or plural: `plural.en(count, 'row', 'rows')`. No catalogue compares a count with one by itself. */
export const plural = { en: pluralIn('en'), da: pluralIn('da') } as const;

/** Several things in a sentence, as the chosen language lists them: "a, b and c", "a, b og c". */
export function listed(
  parts: readonly string[],
  language: Language = preferences.get().language,
): string {
  return new Intl.ListFormat(language === 'en' ? 'en-GB' : language, {
    type: 'conjunction',
  }).format(parts);
}
