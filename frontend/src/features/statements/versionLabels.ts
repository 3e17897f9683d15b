/** Words of versions of a statement: what one is, what became of it, and what differs between two. */
import { defineLabels, plural } from '@/kernel/i18n';

export const versionLabels = defineLabels({
  BOOKED: { en: 'Statement', da: 'Kontoudtog' },
  INTERIM: { en: 'Interim report', da: 'Intradag-rapport' },
  NOTIFICATION: { en: 'Notification', da: 'Advis' },
  LOADING: { en: 'Being imported', da: 'Importeres' },
  CURRENT: { en: 'Current', da: 'Gældende' },
  REPLACED: { en: 'Replaced', da: 'Erstattet' },
  REPEATED: { en: 'Repeated', da: 'Gentaget' },
  SAME: { en: 'Same content', da: 'Samme indhold' },
  DISPUTED: { en: 'Disputed', da: 'Modstridende' },
  SAME_BYTES: {
    en: 'The same statement came before, and counts there.',
    da: 'Det samme kontoudtog er kommet før og tæller dér.',
  },
  SAME_CONTENT: {
    en: 'Another statement has the same content and counts instead.',
    da: 'Et andet kontoudtog har samme indhold og tæller i stedet.',
  },
  SAME_IN_OTHER_FORMAT: {
    en: 'The same statement came in another format, which counts.',
    da: 'Det samme kontoudtog er kommet i et andet format, som tæller.',
  },
  SAME_BOOKINGS: {
    en: 'Another statement lists the same entries with more details, and counts instead.',
    da: 'Et andet kontoudtog viser de samme posteringer med flere detaljer og tæller i stedet.',
  },
  CREATED_LATER: {
    en: 'The bank created the other version later.',
    da: 'Banken har oprettet den anden version senere.',
  },
  ADDS_UP: {
    en: 'The other version adds up, this one does not.',
    da: 'Den anden version stemmer, denne gør ikke.',
  },
  FITS_BALANCES: {
    en: 'The other version fits the balances before and after it.',
    da: 'Den anden version passer til saldiene før og efter.',
  },
  NOBODY_CAN_TELL: {
    en: 'It contradicts another statement of the same days. It does not count until somebody decides.',
    da: 'Det modsiger et andet kontoudtog for de samme dage. Det tæller ikke, før nogen afgør det.',
  },
  DECIDED: {
    en: 'Somebody decided that the other one counts.',
    da: 'Nogen har afgjort, at den anden tæller.',
  },
  period_STATED: { en: 'as stated', da: 'som angivet' },
  period_BALANCES: { en: 'derived from balances', da: 'udledt af saldi' },
  period_ENTRIES: { en: 'derived from entries', da: 'udledt af posteringer' },
  period_CREATED: { en: 'derived from creation time', da: 'udledt af oprettelsestidspunkt' },
  period_RECEIVED: { en: 'derived from the day of import', da: 'udledt af importdagen' },
  FIRST: { en: 'First statement', da: 'Første kontoudtog' },
  FOLLOWS: { en: 'Follows previous', da: 'Følger forrige' },
  GAP: { en: 'Gap before it', da: 'Hul før det' },
  gapWhy: {
    en: (closing: string) => `The previous statement closed at ${closing}.`,
    da: (closing: string) => `Forrige kontoudtog sluttede på ${closing}.`,
  },
  OVERLAPS: { en: 'Overlaps another', da: 'Overlapper et andet' },
  overlapsWhy: {
    en: 'It begins within the days of another statement.',
    da: 'Det begynder inden for et andet kontoudtogs dage.',
  },
  overlapsClosing: {
    en: (balance: string) => `That one closed at ${balance}.`,
    da: (balance: string) => `Det sluttede på ${balance}.`,
  },
  versionOf: {
    en: (number: number, of: number) => `Version ${number} of ${of}`,
    da: (number: number, of: number) => `Version ${number} af ${of}`,
  },
  version: {
    en: (number: number) => `Version ${number}`,
    da: (number: number) => `Version ${number}`,
  },
  page: { en: (number: number) => `page ${number}`, da: (number: number) => `side ${number}` },
  whatChanged: { en: 'What changed', da: 'Hvad er ændret' },
  whatDiffers: { en: 'What differs', da: 'Hvad er forskelligt' },
  changesOf: {
    en: (old: number, current: number) => `What changed from version ${old} to version ${current}`,
    da: (old: number, current: number) => `Ændret fra version ${old} til version ${current}`,
  },
  summary: {
    en: (changed: number, added: number, removed: number) =>
      `${changed} changed, ${added} added, ${removed} removed`,
    da: (changed: number, added: number, removed: number) =>
      `${changed} ændret, ${added} tilføjet, ${removed} fjernet`,
  },
  nothingChanged: { en: 'Every entry is the same.', da: 'Alle posteringer er de samme.' },
  onlyFirst: {
    en: (count: string) =>
      `Only the first ${count} entries were compared; the rest stands in the list of transactions.`,
    da: (count: string) =>
      `Kun de første ${count} posteringer er sammenlignet; resten står i listen over posteringer.`,
  },
  CHANGED: { en: 'Changed', da: 'Ændret' },
  ADDED: { en: 'Added', da: 'Tilføjet' },
  REMOVED: { en: 'Removed', da: 'Fjernet' },
  DIFFERS: { en: 'Differs', da: 'Afviger' },
  ONLY_CURRENT: { en: 'Only in the current one', da: 'Kun i det gældende' },
  ONLY_DISPUTED: { en: 'Only in the disputed one', da: 'Kun i det modstridende' },
  change: { en: 'Change', da: 'Ændring' },
  entry: { en: 'Entry', da: 'Postering' },
  before: { en: 'Before', da: 'Før' },
  now: { en: 'Now', da: 'Nu' },
  inDisputed: { en: 'In the disputed one', da: 'I det modstridende' },
  inCurrent: { en: 'In the current one', da: 'I det gældende' },
  closing: { en: 'Closing balance', da: 'Ultimosaldo' },
  textWas: {
    en: (text: string) => `Text before: ${text}`,
    da: (text: string) => `Tekst før: ${text}`,
  },
  dateWas: { en: (day: string) => `Date before: ${day}`, da: (day: string) => `Dato før: ${day}` },
  partyWas: {
    en: (name: string) => `Counterparty before: ${name}`,
    da: (name: string) => `Modpart før: ${name}`,
  },
  otherVersions: {
    en: (count: number) => `${count} other ${plural.en(count, 'version', 'versions')}`,
    da: (count: number) => `${count} ${plural.da(count, 'anden version', 'andre versioner')}`,
  },
  createdAt: {
    en: (moment: string) => `created ${moment}`,
    da: (moment: string) => `oprettet ${moment}`,
  },
  openOther: { en: 'Open journal', da: 'Åbn journal' },
  disputedTitle: { en: 'Which statement is right?', da: 'Hvilket kontoudtog er rigtigt?' },
  disputedHelp: {
    en: 'Two statements of the same days contradict each other. The one that came first counts until somebody decides. Ask the bank if in doubt.',
    da: 'To kontoudtog for de samme dage modsiger hinanden. Det første tæller, til nogen afgør det. Spørg banken, hvis du er i tvivl.',
  },
  countsNow: { en: 'Counts now', da: 'Tæller nu' },
  doesNotCount: { en: 'Does not count', da: 'Tæller ikke' },
  file: { en: 'File', da: 'Fil' },
  created: { en: 'Created', da: 'Oprettet' },
  number: { en: 'Statement no.', da: 'Kontoudtog nr.' },
  period: { en: 'Period', da: 'Periode' },
  opening: { en: 'Opening', da: 'Primosaldo' },
  incoming: { en: 'In', da: 'Ind' },
  outgoing: { en: 'Out', da: 'Ud' },
  closes: { en: 'Closing', da: 'Ultimosaldo' },
  entries: { en: 'Entries', da: 'Posteringer' },
  difference: { en: 'Difference', da: 'Forskel' },
  fact: { en: 'Fact', da: 'Oplysning' },
  choose: { en: 'Use this one', da: 'Brug dette' },
  chooseNamed: {
    en: (name: string) => `Use this one: ${name}`,
    da: (name: string) => `Brug dette: ${name}`,
  },
  keepBoth: { en: 'Keep both', da: 'Behold begge' },
  chooseTitle: { en: 'Use this statement?', da: 'Brug dette kontoudtog?' },
  chooseHelp: {
    en: (name: string) =>
      `${name} counts from now on, the other one is kept and marked as replaced. The decision can be undone.`,
    da: (name: string) =>
      `${name} tæller fra nu af, det andet beholdes og mærkes som erstattet. Afgørelsen kan fortrydes.`,
  },
  bothTitle: { en: 'Keep both statements?', da: 'Behold begge kontoudtog?' },
  bothHelp: {
    en: 'Both count, each with its own entries. The decision can be undone.',
    da: 'Begge tæller, hver med sine egne posteringer. Afgørelsen kan fortrydes.',
  },
});
