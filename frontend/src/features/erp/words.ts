/** Texts that the server has in both languages: connectors’ settings, what checks found. */
import { daysAsChosen } from '@/kernel/dates';
import { usePreferences } from '@/kernel/preferences';

export interface ErpText {
  en: string;
  da: string;
}

/** Picks the reader's language, with days as they read them, watched. */
export function useInLanguage(): (text: ErpText) => string {
  const { language, dateFormat } = usePreferences();
  return (text) => daysAsChosen(text[language], dateFormat);
}
