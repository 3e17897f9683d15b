/** Texts that the server has in both languages: connectors’ settings, what checks found. */
import { usePreferences } from '@/kernel/preferences';

export interface ErpText {
  en: string;
  da: string;
}

/** Picks the reader's language, watched. */
export function useInLanguage(): (text: ErpText) => string {
  const { language } = usePreferences();
  return (text) => text[language];
}
