/** What a finding means in the reader’s language. */
import type { Language } from '@/kernel/preferences';
import { danishChecks } from './checkFindings';
import { danishFindings } from './danishFindings';

export interface Found {
  code: string;
  message: string;
}

/** The meaning in Danish where its code is known; else the server’s own sentence, with the values of the file. */
export function meaningOf({ code, message }: Found, language: Language): string {
  return (language === 'da' ? (danishFindings[code] ?? danishChecks[code]) : undefined) ?? message;
}
