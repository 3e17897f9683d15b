/** Words of the months room. */
import { defineLabels, plural } from '@/kernel/i18n';

export const labels = defineLabels({
  title: { en: 'Statements', da: 'Kontoudtog' },
  lead: {
    en: 'Whether each account’s statements of a month are here and add up.',
    da: 'Om månedens kontoudtog for hver konto er her, og om de stemmer.',
  },
  month: { en: 'Month', da: 'Måned' },
  previousMonth: { en: 'Previous month', da: 'Forrige måned' },
  nextMonth: { en: 'Next month', da: 'Næste måned' },
  accounts: { en: 'Accounts', da: 'Konti' },
  account: { en: 'Account', da: 'Konto' },
  show: { en: 'Show', da: 'Vis' },
  onlyMISSING: { en: 'Missing statements', da: 'Manglende kontoudtog' },
  onlyBREAKS: { en: 'Does not add up', da: 'Stemmer ikke' },
  onlyUNMATCHED: { en: 'Unmatched entries', da: 'Umatchede posteringer' },
  byAccount: {
    en: (month: string) => `Accounts in ${month}`,
    da: (month: string) => `Konti i ${month}`,
  },
  statements: { en: 'Statements', da: 'Kontoudtog' },
  allHere: { en: 'All here', da: 'Alle er her' },
  daysMissing: {
    en: (count: string) => `${count} ${plural.en(count, 'day', 'days')} missing`,
    da: (count: string) => `${count} ${plural.da(count, 'dag', 'dage')} mangler`,
  },
  moreToCome: { en: 'More to come', da: 'Flere på vej' },
  balances: { en: 'Balances', da: 'Saldi' },
  addUp: { en: 'Add up', da: 'Stemmer' },
  addUpNot: { en: 'Do not add up', da: 'Stemmer ikke' },
  addUpUnknown: { en: 'Cannot be checked', da: 'Kan ikke kontrolleres' },
  addUpUnknownWhy: {
    en: 'A statement tells no opening or closing balance.',
    da: 'Et kontoudtog angiver ingen primo- eller ultimosaldo.',
  },
  entries: { en: 'Entries', da: 'Posteringer' },
  unmatched: { en: 'Unmatched', da: 'Umatchede' },
  differences: {
    en: (count: string, isOne: boolean) =>
      `${count} accepted ${isOne ? 'difference' : 'differences'}:`,
    da: (count: string, isOne: boolean) =>
      `${count} ${isOne ? 'accepteret difference' : 'accepterede differencer'}:`,
  },
  closing: { en: 'Closing balance', da: 'Ultimosaldo' },
  state: { en: 'State', da: 'Tilstand' },
  open: { en: 'Open', da: 'Åben' },
  closed: { en: 'Closed', da: 'Lukket' },
  changed: { en: 'Changed since closing', da: 'Ændret siden lukning' },
  act: { en: 'Action', da: 'Handling' },
  close: { en: 'Close month', da: 'Luk måned' },
  reopen: { en: 'Reopen month', da: 'Genåbn måned' },
  closeAll: {
    en: (accounts: string) => `Close month for ${accounts}`,
    da: (accounts: string) => `Luk måned for ${accounts}`,
  },
  accountsCount: {
    en: (count: string) => `${count} ${plural.en(count, 'account', 'accounts')}`,
    da: (count: string) => `${count} ${plural.da(count, 'konto', 'konti')}`,
  },
  closeTitle: {
    en: (month: string, whose: string) => `Close ${month} for ${whose}?`,
    da: (month: string, whose: string) => `Luk ${month} for ${whose}?`,
  },
  reopenTitle: {
    en: (month: string, whose: string) => `Reopen ${month} for ${whose}?`,
    da: (month: string, whose: string) => `Genåbn ${month} for ${whose}?`,
  },
  closeHelp: {
    en: 'The entries and the closing balance are kept with your name. What comes for the month later is still imported, and everybody is told.',
    da: 'Posteringerne og ultimosaldoen gemmes med dit navn. Det, der senere kommer til måneden, importeres stadig, og alle får besked.',
  },
  reopenHelp: {
    en: 'Who closed it, when and with which balance is kept.',
    da: 'Hvem der lukkede den, hvornår og med hvilken saldo, gemmes.',
  },
  lacking: {
    en: 'Statements are missing, or the balances do not add up.',
    da: 'Der mangler kontoudtog, eller saldiene stemmer ikke.',
  },
  reason: { en: 'Reason', da: 'Begrundelse' },
  reasonHelp: { en: 'It is kept in the audit trail.', da: 'Den gemmes i revisionssporet.' },
  reasonMissing: { en: 'Give a reason.', da: 'Angiv en begrundelse.' },
  closedDone: { en: 'The month is closed.', da: 'Måneden er lukket.' },
  reopenedDone: { en: 'The month is open again.', da: 'Måneden er åben igen.' },
  calendar: { en: 'Calendar of statements', da: 'Kalender over kontoudtog' },
  calendarKeys: {
    en: 'Arrow keys move from day to day.',
    da: 'Piletasterne flytter fra dag til dag.',
  },
  legend: { en: 'What the signs mean', da: 'Hvad tegnene betyder' },
  RECEIVED: { en: 'Received', da: 'Modtaget' },
  EMPTY: { en: 'Received, no entries', da: 'Modtaget, ingen posteringer' },
  UNCHANGED: { en: 'No movements', da: 'Ingen bevægelser' },
  MISSING: { en: 'Missing', da: 'Mangler' },
  AWAITED: { en: 'Not due yet', da: 'Forventes senere' },
  CLOSED: { en: 'Bank holiday', da: 'Banklukkedag' },
  BEFORE: { en: 'Before the first statement', da: 'Før det første kontoudtog' },
  GAP: { en: 'Gap before it', da: 'Hul før det' },
  BREAK: { en: 'Does not add up', da: 'Stemmer ikke' },
  DISPUTED: { en: 'Disputed', da: 'Modstridende' },
  REPLACED: { en: 'Replaced', da: 'Erstattet' },
  POSSIBLE_DUPLICATE: { en: 'Possible duplicate', da: 'Mulig dublet' },
  entriesOf: {
    en: (count: string) => `${count} ${plural.en(count, 'entry', 'entries')}`,
    da: (count: string) => `${count} ${plural.da(count, 'postering', 'posteringer')}`,
  },
  moreAccounts: {
    en: (count: string) => `Show ${count} more ${plural.en(count, 'account', 'accounts')}`,
    da: (count: string) => `Vis ${count} ${plural.da(count, 'konto', 'konti')} mere`,
  },
  emptyTitle: { en: 'No statements yet', da: 'Ingen kontoudtog endnu' },
  emptyText: {
    en: 'Each account with a statement has a line here: a bank that is connected sends it, or somebody uploads it.',
    da: 'Hver konto med et kontoudtog har en linje her: en tilsluttet bank sender det, eller nogen uploader det.',
  },
  uploadStatement: { en: 'Upload a statement', da: 'Upload et kontoudtog' },
});
