/** Words around the end of a session; they are loaded when one has ended. */
import { defineLabels, plural } from '@/kernel/i18n';

export const sessionLabels = defineLabels({
  discardTyped: { en: 'Discard', da: 'Kassér' },
  ended: { en: 'Your session has ended', da: 'Din session er udløbet' },
  endedHelp: {
    en: 'You are taken to sign-in. Text you had typed is kept in this tab and offered afterwards.',
    da: 'Du sendes til login. Tekst, du havde skrevet, gemmes i denne fane og tilbydes bagefter.',
  },
  typedBefore: {
    en: (count: number) =>
      `Your session ended before you saved. ${count} ${plural.en(count, 'text was', 'texts were')} kept.`,
    da: (count: number) =>
      `Din session udløb, før du gemte. ${count} ${plural.da(count, 'tekst er', 'tekster er')} bevaret.`,
  },
  unnamedField: { en: 'Text', da: 'Tekst' },
});
