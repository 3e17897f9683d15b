/** Words of the dashboard. */
import { defineLabels, plural, type Words } from '@/kernel/i18n';
import type { Absence, Day } from './series';

const many = {
  en: (count: number, one: string, more: string) => `${count} ${plural.en(count, one, more)}`,
  da: (count: number, one: string, more: string) => `${count} ${plural.da(count, one, more)}`,
};

export const labels = defineLabels({
  title: { en: 'Dashboard', da: 'Overblik' },
  lead: {
    en: 'Balances and movements per account, as the banks booked them.',
    da: 'Saldi og bevægelser pr. konto, som bankerne har bogført dem.',
  },
  period: { en: 'Period', da: 'Periode' },
  accounts: { en: 'Accounts', da: 'Konti' },
  arrange: { en: 'Arrange accounts', da: 'Sortér konti' },
  arrangeHelp: {
    en: 'The order is yours alone. Move an account with the arrows or by its grip.',
    da: 'Rækkefølgen er kun din. Flyt en konto med pilene eller ved at trække i grebet.',
  },
  nicknameHelp: {
    en: 'A nickname is shown to everybody here instead of the bank’s name.',
    da: 'Et kaldenavn vises for alle her i stedet for bankens navn.',
  },
  nicknameOf: {
    en: (account: string) => `Nickname of ${account}`,
    da: (account: string) => `Kaldenavn for ${account}`,
  },
  byName: { en: 'As at first', da: 'Som oprindeligt' },
  save: { en: 'Save', da: 'Gem' },
  arranged: { en: 'Your accounts are arranged.', da: 'Dine konti er ordnet.' },
  loading: { en: 'Loading the charts', da: 'Henter diagrammer' },
  tooLong: {
    en: (asked: string, most: number) =>
      `A chart shows ${most} days at most, and ${asked} were chosen. The last ${most} of them are shown.`,
    da: (asked: string, most: number) =>
      `Et diagram viser højst ${most} dage, og der er valgt ${asked}. De seneste ${most} af dem vises.`,
  },
  lineShows: { en: 'Balance line', da: 'Saldolinje' },
  opening: { en: 'Opening balance', da: 'Primosaldo' },
  closing: { en: 'Closing balance', da: 'Ultimosaldo' },
  openingShort: { en: 'Opening', da: 'Primo' },
  closingShort: { en: 'Closing', da: 'Ultimo' },
  belowZero: { en: 'Outgoing below zero', da: 'Udgående under nul' },
  incoming: { en: 'Incoming', da: 'Indgående' },
  outgoing: { en: 'Outgoing', da: 'Udgående' },
  net: { en: 'Net', da: 'Netto' },
  day: { en: 'Date', da: 'Dato' },
  noStatement: { en: 'no statement', da: 'intet kontoudtog' },
  awaited: { en: 'not due yet', da: 'ikke ventet endnu' },
  closed: { en: 'bank closed', da: 'bank lukket' },
  beforeFirst: { en: 'before the first statement', da: 'før det første kontoudtog' },
  received: { en: 'received', da: 'modtaget' },
  statement: { en: 'Statement', da: 'Kontoudtog' },
  account: { en: 'Account', da: 'Konto' },
  currency: { en: 'Currency', da: 'Valuta' },
  legendDashed: {
    en: 'Dashed: no statement covers the day, the balance is carried forward',
    da: 'Stiplet: intet kontoudtog dækker dagen, saldoen er videreført',
  },
  legendShaded: {
    en: 'Grey background: the bank is closed',
    da: 'Grå baggrund: banken har lukket',
  },
  chartName: {
    en: (account: string, balance: string, from: string, to: string) =>
      `${account}: ${balance}, incoming and outgoing, ${from} to ${to}`,
    da: (account: string, balance: string, from: string, to: string) =>
      `${account}: ${balance}, indgående og udgående, ${from} til ${to}`,
  },
  tableName: {
    en: (account: string) => `${account}: figures by day`,
    da: (account: string) => `${account}: tal pr. dag`,
  },
  walkName: {
    en: (account: string) => `Days of ${account}`,
    da: (account: string) => `Dage for ${account}`,
  },
  walkHelp: {
    en: 'Arrow keys walk the days; Enter shows the day’s transactions.',
    da: 'Piletaster går fra dag til dag; Enter viser dagens posteringer.',
  },
  dayLink: {
    en: (date: string) => `Transactions of ${date}`,
    da: (date: string) => `Posteringer ${date}`,
  },
  fresh: {
    en: (date: string, received: string) => `Statement of ${date}, received ${received}`,
    da: (date: string, received: string) => `Kontoudtog for ${date}, modtaget ${received}`,
  },
  stale: {
    en: (days: number, written: string) =>
      `${written} ${plural.en(days, 'banking day', 'banking days')} since then without a statement`,
    da: (days: number, written: string) =>
      `${written} ${plural.da(days, 'bankdag', 'bankdage')} siden uden kontoudtog`,
  },
  never: {
    en: 'No statement has arrived yet, only reports within the day',
    da: 'Der er endnu ikke kommet et kontoudtog, kun rapporter i løbet af dagen',
  },
  gaps: {
    en: (count: number) => many.en(count, 'day without a statement', 'days without a statement'),
    da: (count: number) => many.da(count, 'dag uden kontoudtog', 'dage uden kontoudtog'),
  },
  unexplained: {
    en: (amount: string) =>
      `Opening balance, incoming and outgoing do not lead to the closing balance: ${amount} moved without an entry on any statement received.`,
    da: (amount: string) =>
      `Primosaldo, indgående og udgående giver ikke ultimosaldoen: ${amount} er bevæget uden en postering på de modtagne kontoudtog.`,
  },
  failed: {
    en: 'The figures of this account could not be reckoned. The other accounts are complete.',
    da: 'Tallene for denne konto kunne ikke opgøres. De øvrige konti er komplette.',
  },
  retry: { en: 'Try again', da: 'Prøv igen' },
  noDrawing: {
    en: 'The chart could not be drawn. The table has all its figures.',
    da: 'Diagrammet kunne ikke tegnes. Tabellen har alle tal.',
  },
  figures: { en: 'Figures of the period', da: 'Periodens tal' },
  flows: { en: 'Movements', da: 'Bevægelser' },
  balance: { en: 'Balance', da: 'Saldo' },
  compare: { en: 'Compare with previous period', da: 'Sammenlign med forrige periode' },
  beforeFailed: {
    en: 'The previous period could not be loaded.',
    da: 'Den forrige periode kunne ikke hentes.',
  },
  difference: { en: 'Change', da: 'Ændring' },
  totalsName: { en: 'Totals per currency', da: 'Totaler pr. valuta' },
  untold: {
    en: (count: number) =>
      `Closing balances include ${many.en(count, 'account', 'accounts')} without a statement of the last banking day: an earlier balance counts.`,
    da: (count: number) =>
      `Ultimosaldoen omfatter ${many.da(count, 'konto', 'konti')} uden kontoudtog for den sidste bankdag: en tidligere saldo er regnet med.`,
  },
  csv: { en: 'CSV', da: 'CSV' },
  png: { en: 'PNG', da: 'PNG' },
  csvOf: {
    en: (account: string) => `Figures of ${account} as CSV`,
    da: (account: string) => `Tal for ${account} som CSV`,
  },
  pngOf: {
    en: (account: string) => `Chart of ${account} as PNG`,
    da: (account: string) => `Diagram for ${account} som PNG`,
  },
  pngFailed: { en: 'The picture could not be made.', da: 'Billedet kunne ikke laves.' },
  attention: { en: 'Need attention', da: 'Kræver opmærksomhed' },
  attentionHint: { en: 'journals', da: 'journaler' },
  awaiting: { en: 'Pending my approval', da: 'Afventer min godkendelse' },
  awaitingHint: { en: 'payment files', da: 'betalingsfiler' },
  rejected: { en: 'Rejected', da: 'Afvist' },
  rejectedHint: {
    en: 'rejected in full or in part',
    da: 'afvist helt eller delvist',
  },
  unpaid: { en: 'Unpaid', da: 'Ikke betalt' },
  unpaidHint: {
    en: (count: string) => `rejected, returned or overdue: ${count}`,
    da: (count: string) => `afvist, returneret eller forsinket: ${count}`,
  },
  unpaidMore: {
    en: (count: number) => `+${count} more`,
    da: (count: number) => `+${count} til`,
  },
  unpaidFailed: { en: 'Payments could not be added up', da: 'Betalinger kunne ikke lægges sammen' },
  monthsToConfirm: {
    en: (count: string) => `Months to confirm: ${count}`,
    da: (count: string) => `Måneder, der skal bekræftes: ${count}`,
  },
  unreconciled: { en: 'Not reconciled', da: 'Ikke afstemt' },
  unreconciledHint: { en: 'payments, over 2 days old', da: 'betalinger, over 2 dage gamle' },
  ageing: { en: 'Sent and not reconciled, by age', da: 'Sendt og ikke afstemt, efter alder' },
  ageingFailed: { en: 'Payments could not be counted', da: 'Betalinger kunne ikke tælles' },
  aged: {
    en: (youngest: number, oldest: number) => `${youngest}–${oldest} days`,
    da: (youngest: number, oldest: number) => `${youngest}–${oldest} dage`,
  },
  agedOver: {
    en: (days: number) => `Over ${days} days`,
    da: (days: number) => `Over ${days} dage`,
  },
  agedSum: {
    en: (age: string, amount: string, currency: string, payments: string) =>
      `${amount} ${currency} in ${payments}, ${age}: show the journals`,
    da: (age: string, amount: string, currency: string, payments: string) =>
      `${amount} ${currency} i ${payments}, ${age}: vis journalerne`,
  },
  paymentsOf: {
    en: (count: number, written: string) => `${written} ${plural.en(count, 'payment', 'payments')}`,
    da: (count: number, written: string) =>
      `${written} ${plural.da(count, 'betaling', 'betalinger')}`,
  },
  nothingAged: {
    en: 'Every payment that was sent is reconciled.',
    da: 'Alle sendte betalinger er afstemt.',
  },
  certificates: { en: 'Expiring certificates', da: 'Certifikater, der udløber' },
  certificatesHint: { en: 'within 60 days', da: 'inden for 60 dage' },
  banksSilent: { en: 'Bank connection errors', da: 'Fejl i bankforbindelser' },
  banksSilentHint: { en: 'that do not answer as they should', da: 'som ikke svarer, som de skal' },
  bankTileFailed: { en: 'The banks could not be counted.', da: 'Bankerne kunne ikke tælles.' },
  missingTile: { en: 'Missing statements', da: 'Manglende kontoudtog' },
  missingHint: {
    en: 'accounts with one overdue, or missing between two',
    da: 'konti, hvor et er forsinket eller mangler mellem to andre',
  },
  tiles: { en: 'What needs work', da: 'Det, der skal ses på' },
  tileFailed: { en: 'Journals could not be counted', da: 'Journaler kunne ikke tælles' },
  about: { en: (count: string) => `about ${count}`, da: (count: string) => `ca. ${count}` },
  onlyMissing: {
    en: 'Only accounts with missing statements',
    da: 'Kun konti med manglende kontoudtog',
  },
  emptyTitle: { en: 'No accounts yet', da: 'Ingen konti endnu' },
  emptyText: {
    en: 'An account appears here with its first bank statement: a bank that is connected sends it, or somebody uploads it.',
    da: 'En konto dukker op her med sit første kontoudtog: en tilsluttet bank sender det, eller nogen uploader det.',
  },
  uploadStatement: { en: 'Upload a statement', da: 'Upload et kontoudtog' },
  hint: {
    en: 'Choose a bar, or a date in the table, to see that day’s transactions.',
    da: 'Vælg en søjle eller en dato i tabellen for at se dagens posteringer.',
  },
});

/** Why no statement need be there, beside the words that there is none. */
export function absenceReasons(
  words: Words<typeof labels>,
): Readonly<Record<Absence, string | null>> {
  return {
    missing: null,
    awaited: words.awaited,
    closed: words.closed,
    unknown: words.beforeFirst,
  };
}

/** That no statement covers a day, and why, in one phrase. */
export function absences(words: Words<typeof labels>): Readonly<Record<Absence, string>> {
  const phrase = (reason: string | null) =>
    reason ? `${words.noStatement}, ${reason}` : words.noStatement;
  const { missing, awaited, closed, unknown } = absenceReasons(words);
  return {
    missing: phrase(missing),
    awaited: phrase(awaited),
    closed: phrase(closed),
    unknown: phrase(unknown),
  };
}

/** What dashes and grey ground mean, where a chart has them. */
export function legendOf(days: readonly Day[], words: Words<typeof labels>): string[] {
  const carried = days.some((day) => day.absence && day.absence !== 'unknown');
  const closed = days.some((day) => day.closure);
  return [...(carried ? [words.legendDashed] : []), ...(closed ? [words.legendShaded] : [])];
}
