/** Words of a preview: what a statement would be to those that are here, and what would change. */
import { defineLabels, plural } from '@/kernel/i18n';

export const previewLabels = defineLabels({
  statement: {
    en: (name: string) => `Statement ${name}`,
    da: (name: string) => `Kontoudtog ${name}`,
  },
  other: { en: (name: string) => `statement ${name}`, da: (name: string) => `kontoudtog ${name}` },
  unnamed: { en: 'without number', da: 'uden nummer' },
  another: { en: 'another statement', da: 'et andet kontoudtog' },
  NEW: { en: 'New', da: 'Nyt' },
  REPEATS: { en: 'Repeated', da: 'Gentaget' },
  REPLACES: { en: 'Replaces', da: 'Erstatter' },
  REPLACED: { en: 'Replaced', da: 'Erstattet' },
  SAME: { en: 'Same content', da: 'Samme indhold' },
  DISPUTED: { en: 'Disputed', da: 'Modstridende' },
  OVERLAPS: { en: 'Overlaps another', da: 'Overlapper et andet' },
  whyNEW: { en: () => 'It was not imported before.', da: () => 'Det er ikke importeret før.' },
  whyREPEATS: {
    en: () => 'It was imported before and is the same. Nothing is booked again.',
    da: () => 'Det er importeret før og er det samme. Intet bogføres igen.',
  },
  whyREPLACES: {
    en: (other: string) => `It is a later version of ${other}, which no longer counts.`,
    da: (other: string) => `Det er en senere version af ${other}, som ikke længere tæller.`,
  },
  whyREPLACED: {
    en: (other: string) =>
      `A later version is here: ${other}. This one is kept and does not count.`,
    da: (other: string) => `En senere version er her: ${other}. Dette gemmes og tæller ikke.`,
  },
  whySAME: {
    en: (other: string) => `It has the same content as ${other}. Nothing is booked twice.`,
    da: (other: string) => `Det har samme indhold som ${other}. Intet bogføres to gange.`,
  },
  whyDISPUTED: {
    en: (other: string) => `It contradicts ${other}. It does not count until somebody decides.`,
    da: (other: string) => `Det modsiger ${other}. Det tæller ikke, før nogen afgør det.`,
  },
  whyOVERLAPS: {
    en: () => 'Statements of other days hold some of its entries. They are not booked again.',
    da: () => 'Kontoudtog for andre dage har nogle af posteringerne. De bogføres ikke igen.',
  },
  gapHelp: {
    en: 'The opening balance is not the previous closing balance. Look for a missing statement before you import.',
    da: 'Primosaldoen er ikke den forrige ultimosaldo. Se efter et manglende kontoudtog, før du importerer.',
  },
  changes: {
    en: (name: string) => `Changes by statement ${name}`,
    da: (name: string) => `Ændringer fra kontoudtog ${name}`,
  },
  noChanges: { en: 'No entry changes.', da: 'Ingen posteringer ændres.' },
  POSSIBLE_DUPLICATE: { en: 'Possible duplicate', da: 'Mulig dublet' },
  onlyFirst: {
    en: (count: string) =>
      `Only the first ${plural.en(count, 'change is', `${count} changes are`)} shown; the figures count them all.`,
    da: (count: string) =>
      `Kun ${plural.da(count, 'den første ændring', `de første ${count} ændringer`)} vises; tallene tæller dem alle.`,
  },
});
