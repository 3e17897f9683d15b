/** Words of a journal's panel from its ERP. */
import { defineLabels, plural } from '@/kernel/i18n';

export const originLabels = defineLabels({
  panel: { en: 'From the ERP', da: 'Fra ERP-systemet' },
  asFile: {
    en: 'It came as a file from the ERP. What the bank answers, and the statements of its accounts, are laid out for the ERP as files.',
    da: 'Den kom som en fil fra ERP-systemet. Bankens svar og kontoudtogene for dets konti lægges klar til ERP-systemet som filer.',
  },
  books: { en: 'Books', da: 'Regnskab' },
  notInUse: {
    en: 'no longer in use; what was taken from them is still told to them',
    da: 'ikke længere i brug; det, der er hentet fra det, meldes stadig tilbage',
  },
  claim: { en: 'Claimed as', da: 'Reserveret som' },
  claimed: { en: 'Claimed', da: 'Reserveret' },
  notClaimed: { en: 'The ERP has no place for claims', da: 'ERP-systemet har ingen reservationer' },
  paidFrom: { en: 'Paid from', da: 'Betales fra' },
  executed: { en: 'Planned for', da: 'Planlagt til' },
  told: { en: 'Told to the ERP', da: 'Meldt til ERP-systemet' },
  toldOf: {
    en: (told: string, all: string) => `${told} of ${all} ${plural.en(all, 'payment', 'payments')}`,
    da: (told: string, all: string) =>
      `${told} af ${all} ${plural.da(all, 'betaling', 'betalinger')}`,
  },
  waiting: {
    en: (count: string) => `${count} still on the way`,
    da: (count: string) => `${count} er stadig på vej`,
  },
  failed: {
    en: (count: string) => `${count} not taken`,
    da: (count: string) => `${count} ikke modtaget`,
  },
  notTaken: { en: 'What the ERP did not take', da: 'Hvad ERP-systemet ikke tog imod' },
  moreNotTaken: { en: 'All of them in the queue', da: 'Alle i køen' },
  statements: { en: 'Statements written to the ERP', da: 'Kontoudtog skrevet til ERP-systemet' },
  noStatements: {
    en: 'No statement that proves these payments has come yet.',
    da: 'Der er endnu ikke kommet et kontoudtog, som beviser betalingerne.',
  },
  proven: {
    en: (count: string) =>
      `proves ${count} ${plural.en(count, 'payment', 'payments')} of this journal`,
    da: (count: string) =>
      `beviser ${count} ${plural.da(count, 'betaling', 'betalinger')} i journalen`,
  },
  openInErp: { en: (erp: string) => `Open in ${erp}`, da: (erp: string) => `Åbn i ${erp}` },
  stateHere: { en: 'State here', da: 'Tilstand her' },
  written: { en: 'written', da: 'skrevet' },
  line: { en: 'Statement line', da: 'Kontobevægelse' },
  payments: { en: 'Payments of the ERP', da: 'ERP-systemets betalinger' },
  noPayments: {
    en: 'None of its payments is in this journal any more',
    da: 'Ingen af dets betalinger er længere i journalen',
  },
  noPaymentsText: {
    en: 'They were called off, or are planned anew.',
    da: 'De er annulleret eller planlagt på ny.',
  },
});
