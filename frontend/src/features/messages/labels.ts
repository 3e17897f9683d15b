/** Words of the messages room. */
import { defineLabels, listed, plural } from '@/kernel/i18n';

const messages = (count: number | string) => `${count} ${plural.en(count, 'message', 'messages')}`;
const meddelelser = (count: number | string) =>
  `${count} ${plural.da(count, 'meddelelse', 'meddelelser')}`;
const andListed = (parts: readonly (string | false)[], language: 'en' | 'da') =>
  listed(
    parts.filter((part) => part !== false),
    language,
  );

export const labels = defineLabels({
  title: { en: 'Messages', da: 'Meddelelser' },
  lead: {
    en: 'What happened to files, payments and connections. Newest first.',
    da: 'Hvad der er sket med filer, betalinger og forbindelser. Nyeste først.',
  },
  retention: {
    en: 'Messages are kept for as long as your organisation’s data is; none is deleted.',
    da: 'Meddelelser gemmes lige så længe som organisationens øvrige data; ingen slettes.',
  },
  toastError: { en: 'Error', da: 'Fejl' },
  toastWarning: { en: 'Warning', da: 'Advarsel' },
  toastInformation: { en: 'Information', da: 'Information' },
  awayTitle: { en: 'While you were away', da: 'Mens du var væk' },
  awayText: {
    en: (errors: number, warnings: number, all: number) =>
      andListed(
        [
          errors > 0 && `${errors} ${plural.en(errors, 'error', 'errors')}`,
          warnings > 0 && `${warnings} ${plural.en(warnings, 'warning', 'warnings')}`,
          all > errors + warnings &&
            `${all - errors - warnings} other unread ${plural.en(all - errors - warnings, 'message', 'messages')}`,
        ],
        'en',
      ),
    da: (errors: number, warnings: number, all: number) =>
      andListed(
        [
          errors > 0 && `${errors} fejl`,
          warnings > 0 && `${warnings} ${plural.da(warnings, 'advarsel', 'advarsler')}`,
          all > errors + warnings &&
            `${all - errors - warnings} ${plural.da(all - errors - warnings, 'anden ulæst meddelelse', 'andre ulæste meddelelser')}`,
        ],
        'da',
      ),
  },
  ERROR: { en: 'Error', da: 'Fejl' },
  WARNING: { en: 'Warning', da: 'Advarsel' },
  INFO: { en: 'Information', da: 'Information' },
  DEBUG: { en: 'Debug', da: 'Fejlsøgning' },
  SUCCESS: { en: 'Success', da: 'Udført' },
  level: { en: 'Level', da: 'Niveau' },
  time: { en: 'Time', da: 'Tid' },
  message: { en: 'Message', da: 'Meddelelse' },
  messageText: { en: 'message text', da: 'meddelelsens tekst' },
  reference: { en: 'Reference', da: 'Reference' },
  referenceName: { en: 'reference', da: 'reference' },
  correlation: { en: 'Correlation id', da: 'Korrelations-id' },
  period: { en: 'Period', da: 'Periode' },
  search: { en: 'Search messages', da: 'Søg i meddelelser' },
  searchHint: { en: 'Text or reference', da: 'Tekst eller reference' },
  exactReference: { en: 'Whole reference', da: 'Hele referencen' },
  exactCorrelation: { en: 'Whole correlation id', da: 'Helt korrelations-id' },
  unread: { en: 'Unread', da: 'Ulæst' },
  onlyUnread: { en: 'Only unread', da: 'Kun ulæste' },
  acknowledgedFilter: { en: 'Acknowledged', da: 'Taget til efterretning' },
  resolvedFilter: { en: 'Resolved', da: 'Løst' },
  yes: { en: 'Yes', da: 'Ja' },
  no: { en: 'No', da: 'Nej' },
  state: { en: 'State', da: 'Status' },
  open: { en: 'Open', da: 'Åben' },
  resolved: { en: 'Resolved', da: 'Løst' },
  acknowledged: { en: 'Acknowledged', da: 'Taget til efterretning' },
  resolvedBy: { en: 'Resolved by', da: 'Løst af' },
  note: { en: 'Note', da: 'Note' },
  noteHint: {
    en: 'What was done, for your colleagues (optional)',
    da: 'Hvad der blev gjort, til dine kolleger (valgfrit)',
  },
  freshCount: {
    en: (count: number) => `${count} new`,
    da: (count: number) => `${count} ${plural.da(count, 'ny', 'nye')}`,
  },
  showFresh: { en: 'Show', da: 'Vis' },
  clear: { en: 'Clear', da: 'Ryd' },
  clearHelp: {
    en: 'Takes away the marks and notices of what came since you signed in. No message is deleted.',
    da: 'Fjerner markeringer og notifikationer for det, der er kommet, siden du loggede ind. Ingen meddelelser slettes.',
  },
  cleared: {
    en: (count: number) => `${messages(count)} cleared`,
    da: (count: number) => `${meddelelser(count)} ryddet`,
  },
  undo: { en: 'Undo', da: 'Fortryd' },
  markRead: { en: 'Mark as read', da: 'Markér som læst' },
  markReadHelp: { en: 'They count as read for you alone.', da: 'De regnes kun som læst for dig.' },
  allRead: { en: 'All messages are marked as read.', da: 'Alle meddelelser er markeret som læst.' },
  markAllRead: { en: 'Mark all as read', da: 'Markér alle som læst' },
  acknowledge: { en: 'Acknowledge', da: 'Tag til efterretning' },
  acknowledgeHelp: {
    en: 'Notes that you have taken note of them. Nobody else’s list changes.',
    da: 'Noterer, at du har taget dem til efterretning. Andres lister ændres ikke.',
  },
  resolve: { en: 'Resolve', da: 'Markér som løst' },
  resolveTitle: { en: 'Resolve this message?', da: 'Markér meddelelsen som løst?' },
  resolveHelp: {
    en: 'Tells everybody in your organisation that this is dealt with. It can be reopened.',
    da: 'Fortæller alle i organisationen, at det er klaret. Den kan åbnes igen.',
  },
  resolvedNow: { en: 'The message is resolved', da: 'Meddelelsen er løst' },
  reopen: { en: 'Reopen', da: 'Åbn igen' },
  reopenHelp: {
    en: 'Takes the resolution back for everybody.',
    da: 'Fjerner markeringen som løst for alle.',
  },
  reopened: { en: 'The message is open again', da: 'Meddelelsen er åben igen' },
  openJournal: { en: 'Open journal', da: 'Åbn journal' },
  openRule: { en: 'Open the rule', da: 'Åbn reglen' },
  openAccount: { en: 'Open the account', da: 'Åbn kontoen' },
  openBank: { en: 'Open the bank', da: 'Åbn banken' },
  openUpload: { en: 'Open uploads', da: 'Åbn uploads' },
  openBatch: { en: 'Open the files', da: 'Åbn filerne' },
  openBatchPAYMENT: { en: 'Open the payment files', da: 'Åbn betalingsfilerne' },
  sameJournal: { en: 'All messages of the journal', da: 'Alle meddelelser om journalen' },
  sameReference: {
    en: 'All messages with this reference',
    da: 'Alle meddelelser med denne reference',
  },
  sameText: { en: 'All messages with this text', da: 'Alle meddelelser med denne tekst' },
  suggestion: { en: 'Suggested action', da: 'Forslag' },
  related: { en: 'Related', da: 'Hører sammen med' },
  gone: { en: 'This message is not there', da: 'Meddelelsen findes ikke' },
  goneHelp: {
    en: 'The address names a message that your organisation does not have.',
    da: 'Adressen nævner en meddelelse, som organisationen ikke har.',
  },
  grouping: { en: 'Grouping', da: 'Gruppering' },
  groupNone: { en: 'One by one', da: 'Enkeltvis' },
  groupCORRELATION: { en: 'By journal', da: 'Efter journal' },
  groupTEXT: { en: 'By same text', da: 'Efter samme tekst' },
  times: { en: (count: string) => `×${count}`, da: (count: string) => `×${count}` },
  timesName: { en: 'Number', da: 'Antal' },
  timesWords: {
    en: (count: string, unread: number) =>
      `${messages(count)}${unread > 0 ? `, ${unread} unread` : ''}`,
    da: (count: string, unread: number) =>
      `${meddelelser(count)}${unread > 0 ? `, ${unread} ${plural.da(unread, 'ulæst', 'ulæste')}` : ''}`,
  },
  unreadCount: {
    en: (count: string) => `${count} unread`,
    da: (count: string) => `${count} ${plural.da(count, 'ulæst', 'ulæste')}`,
  },
  since: { en: 'Since', da: 'Siden' },
  groupOf: {
    en: (count: string) => `Show ${messages(count)}`,
    da: (count: string) => `Vis ${meddelelser(count)}`,
  },
  groupList: { en: 'Messages of the group', da: 'Gruppens meddelelser' },
  groupBound: {
    en: 'Groups are made of the newest 10,000 messages that match. Narrow the filter to reach older ones.',
    da: 'Grupper dannes af de nyeste 10.000 meddelelser, der passer. Indsnævr filteret for at nå ældre.',
  },
  groupMore: { en: 'Show all in the list', da: 'Vis alle i listen' },
  emptyTitle: { en: 'No messages yet', da: 'Ingen meddelelser endnu' },
  emptyText: {
    en: 'Messages appear here when files arrive, payments change, or something needs you.',
    da: 'Meddelelser dukker op her, når filer ankommer, betalinger ændrer sig, eller noget kræver dig.',
  },
  code: { en: 'Code', da: 'Kode' },
  pollFailing: {
    en: 'New messages cannot be read just now. Trying again.',
    da: 'Nye meddelelser kan ikke hentes lige nu. Prøver igen.',
  },
});

/** What the values of a message are called. */
export const valueLabels = defineLabels({
  name: { en: 'Name', da: 'Navn' },
  hours: { en: 'Hours', da: 'Timer' },
  day: { en: 'Day', da: 'Dag' },
  number: { en: 'Account', da: 'Konto' },
  reason: { en: 'Reason', da: 'Årsag' },
  bank: { en: 'Bank', da: 'Bank' },
  bankCode: { en: 'Bank’s code', da: 'Bankens kode' },
  count: { en: 'Number', da: 'Antal' },
  date: { en: 'Date', da: 'Dato' },
  errors: { en: 'Errors', da: 'Fejl' },
  warnings: { en: 'Warnings', da: 'Advarsler' },
  entries: { en: 'Entries', da: 'Posteringer' },
  statements: { en: 'Statements', da: 'Kontoudtog' },
  read: { en: 'Entries read', da: 'Læste posteringer' },
  new: { en: 'New entries', da: 'Nye posteringer' },
  known: { en: 'Known entries', da: 'Kendte posteringer' },
  confirmed: { en: 'Confirmed entries', da: 'Bekræftede posteringer' },
  replaced: { en: 'Replaced entries', da: 'Erstattede posteringer' },
  doubted: { en: 'Possible duplicates', da: 'Mulige dubletter' },
  disputed: { en: 'Disputed statements', da: 'Modstridende kontoudtog' },
  files: { en: 'Files', da: 'Filer' },
  summary: { en: 'Summary', da: 'Oversigt' },
  payments: { en: 'Payments', da: 'Betalinger' },
  statuses: { en: 'Statuses', da: 'Statusser' },
  rule: { en: 'Rule', da: 'Regel' },
  role: { en: 'Role', da: 'Rolle' },
  people: { en: 'Meant for', da: 'Tiltænkt' },
});
