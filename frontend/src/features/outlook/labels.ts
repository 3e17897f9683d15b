/** Words of the outlook. */
import type { OutlookItemKind, OutlookRhythm } from '@/generated/graphql';
import { defineLabels, plural, type Words } from '@/kernel/i18n';
import type { Item } from './outlook';

export const labels = defineLabels({
  title: { en: 'Cash outlook', da: 'Likviditetsprognose' },
  lead: {
    en: 'What each account is expected to hold: its last balance, what is on its way, and what recurs. The band shows how low and how high it may be.',
    da: 'Forventet saldo på hver konto: sidste saldo, det der er på vej, og det der gentager sig. Båndet viser, hvor lav og hvor høj saldoen kan blive.',
  },
  account: { en: 'Account', da: 'Konto' },
  accounts: { en: 'Accounts', da: 'Konti' },
  currency: { en: 'Currency', da: 'Valuta' },
  choice: { en: 'Account and days', da: 'Konto og dage' },
  ahead: { en: 'Days ahead', da: 'Dage frem' },
  days: { en: (days: number) => `${days} days`, da: (days: number) => `${days} dage` },
  emptyTitle: { en: 'No accounts yet', da: 'Ingen konti endnu' },
  emptyText: {
    en: 'Once a statement is here, the outlook begins with its closing balance.',
    da: 'Når der er et kontoudtog, begynder prognosen med dets ultimosaldo.',
  },
  uploadStatement: { en: 'Upload a statement', da: 'Upload et kontoudtog' },
  balance: { en: 'Last balance', da: 'Sidste saldo' },
  lowestOn: { en: 'Lowest expected', da: 'Laveste forventede' },
  noStatement: {
    en: 'No statement gives a closing balance of this account, so it has no outlook.',
    da: 'Intet kontoudtog giver en ultimosaldo for kontoen, så den har ingen prognose.',
  },
  stale: {
    en: (day: string) =>
      `The last statement is of ${day}, more than 60 days ago: too old for an outlook.`,
    da: (day: string) =>
      `Sidste kontoudtog er fra ${day}, mere end 60 dage siden: for gammelt til en prognose.`,
  },
  lowest: {
    en: (amount: string, day: string) => `Lowest expected balance: ${amount} on ${day}.`,
    da: (amount: string, day: string) => `Laveste forventede saldo: ${amount} den ${day}.`,
  },
  worst: {
    en: (amount: string) => `In the worst case ${amount}.`,
    da: (amount: string) => `I værste fald ${amount}.`,
  },
  begins: {
    en: (amount: string, day: string) => `Begins with ${amount}, the closing balance of ${day}.`,
    da: (amount: string, day: string) => `Begynder med ${amount}, ultimosaldoen den ${day}.`,
  },
  hindsight: {
    en: (within: number, days: number, error: string) =>
      `Last 30 days: within the band on ${within} of ${days} ${plural.en(String(days), 'day', 'days')}, median error ${error}.`,
    da: (within: number, days: number, error: string) =>
      `Seneste 30 dage: inden for båndet ${within} af ${days} ${plural.da(String(days), 'dag', 'dage')}, medianafvigelse ${error}.`,
  },
  noHindsight: {
    en: 'Too few statements to tell how good the last forecast was.',
    da: 'For få kontoudtog til at sige, hvor god den sidste prognose var.',
  },
  missing: {
    en: (days: number, first: string) =>
      `${days} ${plural.en(String(days), 'statement is', 'statements are')} missing, the first of ${first}: patterns may be incomplete.`,
    da: (days: number, first: string) =>
      `${days} kontoudtog mangler, det første fra ${first}: mønstre kan være ufuldstændige.`,
  },
  waiting: {
    en: (count: number, amount: string) =>
      `${count} ${plural.en(String(count), 'payment', 'payments')} of ${amount} ${plural.en(String(count), 'awaits', 'await')} approval and ${plural.en(String(count), 'is', 'are')} not counted.`,
    da: (count: number, amount: string) =>
      `${count} ${plural.da(String(count), 'betaling', 'betalinger')} på ${amount} afventer godkendelse og er ikke talt med.`,
  },
  elsewhere: {
    en: (count: number, amount: string) =>
      `${count} ${plural.en(String(count), 'payment', 'payments')} of ${amount} ${plural.en(String(count), 'is', 'are')} in another currency and not counted.`,
    da: (count: number, amount: string) =>
      `${count} ${plural.da(String(count), 'betaling', 'betalinger')} på ${amount} er i en anden valuta og er ikke talt med.`,
  },
  day: { en: 'Date', da: 'Dato' },
  expected: { en: 'Expected', da: 'Forventet' },
  before: { en: 'Previous day', da: 'Dagen før' },
  bandLow: { en: 'Lowest', da: 'Lavest' },
  bandHigh: { en: 'Highest', da: 'Højest' },
  incoming: { en: 'Incoming', da: 'Indgående' },
  outgoing: { en: 'Outgoing', da: 'Udgående' },
  flows: { en: 'Movements', da: 'Bevægelser' },
  balanceAxis: { en: 'Expected balance', da: 'Forventet saldo' },
  what: { en: 'Based on', da: 'Grundlag' },
  party: { en: 'Payee or payer', da: 'Modtager eller betaler' },
  window: { en: 'May come', da: 'Kan komme' },
  amount: { en: 'Amount', da: 'Beløb' },
  chartName: {
    en: (account: string, days: number) => `Expected balance of ${account}, ${days} days`,
    da: (account: string, days: number) => `Forventet saldo på ${account}, ${days} dage`,
  },
  tableName: {
    en: (account: string) => `Outlook of ${account} by day`,
    da: (account: string) => `Prognose for ${account} dag for dag`,
  },
  walkHelp: {
    en: 'Arrow keys walk the days; Enter opens the day’s forecast.',
    da: 'Piletaster går fra dag til dag; Enter åbner dagens prognose.',
  },
  noDrawing: {
    en: 'The chart cannot be drawn; its figures are in the table.',
    da: 'Diagrammet kan ikke tegnes; tallene står i tabellen.',
  },
  builtFrom: {
    en: (day: string) => `Forecast for ${day}`,
    da: (day: string) => `Prognose for ${day}`,
  },
  fromTo: {
    en: (before: string, after: string, low: string, high: string) =>
      `From ${before} to ${after}, between ${low} and ${high}.`,
    da: (before: string, after: string, low: string, high: string) =>
      `Fra ${before} til ${after}, mellem ${low} og ${high}.`,
  },
  nothing: {
    en: 'Nothing is expected on this day.',
    da: 'Der forventes intet denne dag.',
  },
  range: {
    en: (low: string, high: string) => `${low} to ${high}`,
    da: (low: string, high: string) => `${low} til ${high}`,
  },
  close: { en: 'Close', da: 'Luk' },
  csv: { en: 'CSV', da: 'CSV' },
  csvOf: {
    en: (account: string) => `Save the outlook of ${account} as CSV`,
    da: (account: string) => `Gem prognosen for ${account} som CSV`,
  },
  kindBOOKED: { en: 'Booked since the statement', da: 'Bogført siden kontoudtoget' },
  kindPENDING: { en: 'Announced by the bank', da: 'Varslet af banken' },
  kindPAYMENT: { en: 'Payment on its way', da: 'Betaling på vej' },
  kindPATTERN: { en: 'Recurs', da: 'Gentager sig' },
  rhythmWEEKLY: { en: 'weekly', da: 'ugentligt' },
  rhythmMONTHLY: { en: 'monthly', da: 'månedligt' },
  rhythmMONTH_END: { en: 'at the end of each month', da: 'ved hver månedsslutning' },
  rhythmQUARTERLY: { en: 'quarterly', da: 'kvartalsvis' },
  times: {
    en: (times: number) => `${times} times so far`,
    da: (times: number) => `${times} gange indtil nu`,
  },
});

type OutlookWords = Words<typeof labels>;

/** Why an item is expected, in words. */
export function basisOf(words: OutlookWords) {
  const kinds: Readonly<Record<OutlookItemKind, string>> = {
    BOOKED: words.kindBOOKED,
    PENDING: words.kindPENDING,
    PAYMENT: words.kindPAYMENT,
    PATTERN: words.kindPATTERN,
  };
  const rhythms: Readonly<Record<OutlookRhythm, string>> = {
    WEEKLY: words.rhythmWEEKLY,
    MONTHLY: words.rhythmMONTHLY,
    MONTH_END: words.rhythmMONTH_END,
    QUARTERLY: words.rhythmQUARTERLY,
  };
  return ({ kind, rhythm, times }: Item) =>
    rhythm ? `${kinds[kind]} ${rhythms[rhythm]}, ${words.times(times)}` : kinds[kind];
}
