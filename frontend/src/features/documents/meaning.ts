/** What a finding means in the reader’s language. */
import type { Language } from '@/kernel/preferences';
import { danishChecks } from './checkFindings';

export interface Found {
  code: string;
  /** The reader's own sentence, with the values of the file. */
  message: string;
  said: Readonly<Record<Language, string>>;
}

/** The meaning in the language, with the values of the file where the server tells them. */
export function meaningOf({ code, said }: Found, language: Language): string {
  return (language === 'da' ? danishChecks[code] : undefined) ?? said[language];
}
