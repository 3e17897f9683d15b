/** Words on what is kept of a person, and on erasing them. */
import { defineLabels, plural } from '@/kernel/i18n';

export const dataLabels = defineLabels({
  personalData: { en: 'Personal data', da: 'Personoplysninger' },
  lead: {
    en: 'Everything Giroscope keeps of this person, what for, and what erasing would do to it. Payments and statements are not among it.',
    da: 'Alt, hvad Giroscope opbevarer om personen, hvorfor, og hvad sletning ville gøre ved det. Betalinger og kontoudtog hører ikke med.',
  },
  download: { en: 'Download personal data', da: 'Hent personoplysninger' },
  data: { en: 'Data', da: 'Oplysninger' },
  rows: { en: 'Rows', da: 'Rækker' },
  whenErased: { en: 'When erased', da: 'Ved sletning' },
  BOOKKEEPING: { en: 'Bookkeeping', da: 'Bogføring' },
  EVIDENCE: { en: 'Evidence', da: 'Dokumentation' },
  SECURITY: { en: 'Security', da: 'Sikkerhed' },
  ACCOUNT: { en: 'Account', da: 'Konto' },
  OPERATION: { en: 'Operation', da: 'Drift' },
  DELETED: { en: 'Deleted', da: 'Slettes' },
  REPLACED: { en: 'Name replaced', da: 'Navn erstattes' },
  KEPT: { en: 'Kept by law', da: 'Opbevares efter loven' },
  EXPIRES: { en: 'Deleted within 13 hours', da: 'Slettes inden for 13 timer' },
  erase: { en: 'Erase personal data', da: 'Slet personoplysninger' },
  eraseHelp: {
    en: 'Deletes the account and all that no law keeps. It cannot be undone.',
    da: 'Sletter kontoen og alt, som ingen lov kræver opbevaret. Det kan ikke fortrydes.',
  },
  eraseTitle: {
    en: (name: string) => `Erase the personal data of ${name}?`,
    da: (name: string) => `Slet personoplysninger om ${name}?`,
  },
  erased: {
    en: (name: string) => `The personal data of ${name} was erased.`,
    da: (name: string) => `Personoplysninger om ${name} er slettet.`,
  },
  willDelete: {
    en: (rows: string) =>
      `${rows} ${plural.en(rows, 'row is', 'rows are')} deleted, with the account at the sign-in.`,
    da: (rows: string) =>
      `${rows} ${plural.da(rows, 'række', 'rækker')} slettes, og kontoen hos login.`,
  },
  willReplace: {
    en: (rows: string) => `In ${rows} ${plural.en(rows, 'row', 'rows')} the name is replaced.`,
    da: (rows: string) => `I ${rows} ${plural.da(rows, 'række', 'rækker')} erstattes navnet.`,
  },
  willKeep: {
    en: (rows: string) =>
      `${rows} ${plural.en(rows, 'row keeps', 'rows keep')} the name until five years after the end of the financial year.`,
    da: (rows: string) =>
      `${rows} ${plural.da(rows, 'række beholder', 'rækker beholder')} navnet til fem år efter regnskabsårets udgang.`,
  },
  noUndo: { en: 'It cannot be undone.', da: 'Det kan ikke fortrydes.' },
});
