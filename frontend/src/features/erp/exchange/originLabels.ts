/** Words of a journal's panel from its ERP. */
import { defineLabels, plural } from '@/kernel/i18n';

export const originLabels = defineLabels({
  panel: { en: 'From the ERP', da: 'Fra ERP-systemet' },
  asFile: {
    en: 'Received as a file from the ERP. Bank responses and account statements are returned to the ERP as files.',
    da: 'Modtaget som fil fra ERP-systemet. Bankens svar og kontoudtog returneres til ERP-systemet som filer.',
  },
  books: {
    en: 'Company',
    da: 'Virksomhed',
  },
  notInUse: {
    en: 'no longer active; statuses of its payments are still written back',
    da: 'ikke længere aktiv; status for dens betalinger meldes stadig tilbage',
  },
  claim: { en: 'Claimed as', da: 'Reserveret som' },
  claimed: { en: 'Claimed', da: 'Reserveret' },
  notClaimed: {
    en: 'Claims not supported by the ERP',
    da: 'ERP-systemet understøtter ikke reservationer',
  },
  paidFrom: {
    en: 'Account debited',
    da: 'Betales fra',
  },
  executed: {
    en: 'Execution date',
    da: 'Udførelsesdato',
  },
  told: {
    en: 'Written to the ERP',
    da: 'Skrevet til ERP-systemet',
  },
  toldOf: {
    en: (told: string, all: string) => `${told} of ${all} ${plural.en(all, 'payment', 'payments')}`,
    da: (told: string, all: string) =>
      `${told} af ${all} ${plural.da(all, 'betaling', 'betalinger')}`,
  },
  waiting: {
    en: (count: string) => `${count} pending`,
    da: (count: string) => `${count} afventer`,
  },
  failed: {
    en: (count: string) => `${count} failed`,
    da: (count: string) => `${count} mislykket`,
  },
  notTaken: {
    en: 'Failed writes',
    da: 'Mislykkede skrivninger',
  },
  moreNotTaken: {
    en: 'View all',
    da: 'Vis alle',
  },
  statements: { en: 'Statements written to the ERP', da: 'Kontoudtog skrevet til ERP-systemet' },
  noStatements: {
    en: 'No statement with these payments yet.',
    da: 'Intet kontoudtog med betalingerne endnu.',
  },
  proven: {
    en: (count: string) =>
      `${count} ${plural.en(count, 'payment', 'payments')} of this journal booked`,
    da: (count: string) =>
      `${count} ${plural.da(count, 'betaling', 'betalinger')} i journalen bogført`,
  },
  openInErp: { en: (erp: string) => `Open in ${erp}`, da: (erp: string) => `Åbn i ${erp}` },
  stateHere: {
    en: 'State in Giroscope',
    da: 'Tilstand i Giroscope',
  },
  written: { en: 'written', da: 'skrevet' },
  line: { en: 'Statement line', da: 'Kontobevægelse' },
  payments: {
    en: 'ERP payments',
    da: 'ERP-betalinger',
  },
  noPayments: {
    en: 'No ERP payments left in this journal',
    da: 'Ingen ERP-betalinger tilbage i journalen',
  },
  noPaymentsText: {
    en: 'They were cancelled or rescheduled.',
    da: 'De er annulleret eller planlagt på ny.',
  },
});
