/** What an outlook's answer holds, as its chart, its table and its file take it. Pure. */
import {
  asCsv,
  amountCell,
  closureOf,
  compareExact,
  holidayCountry,
  sumOf,
  textCell,
  type Day,
} from '@/features/dashboard';
import type { AccountOutlookQuery, OutlookItemsFragment } from '@/generated/graphql';
import { signOf } from '@/kernel/money';
import type { NumberFormat } from '@/kernel/preferences';

export type Outlook = AccountOutlookQuery['cashOutlooks'][number];
export type OutlookDay = Outlook['days'][number];
export type Item = OutlookItemsFragment;

const amountsOf = (day: OutlookDay, sign: 1 | -1) =>
  sumOf(day.items.map(({ amount }) => amount).filter((amount) => signOf(amount) === sign));

/** The days as the dashboard's chart draws them: each begins where the one before ends. */
export function drawnDays(outlook: Outlook): readonly Day[] {
  const country = holidayCountry(outlook);
  return outlook.days.map((day, index) => ({
    date: day.day,
    opening: outlook.days[index - 1]?.line ?? outlook.opening ?? '0',
    closing: day.line,
    incoming: amountsOf(day, 1),
    outgoing: amountsOf(day, -1).replace('-', ''),
    absence: null,
    closure: closureOf(day.day, country),
  }));
}

/** How far down the band reaches; nothing without days. */
export function reachOf(outlook: Outlook): string | null {
  return outlook.days.map(({ low }) => low).toSorted(compareExact)[0] ?? null;
}

export interface CsvWords {
  account: string;
  currency: string;
  day: string;
  what: string;
  party: string;
  lowest: string;
  expected: string;
  highest: string;
  balanceAxis: string;
}

/** Each day with the band, and below it what it is built from. */
export function outlookAsCsv(
  outlook: Outlook,
  words: CsvWords,
  basis: (item: Item) => string,
  format: NumberFormat,
): string {
  const row = (day: string, what: string, party: string, amounts: readonly string[]) => [
    ...[outlook.account, outlook.currency, day, what, party].map(textCell),
    ...amounts.map((value) => amountCell(value, format, outlook.currency)),
  ];
  const header = [
    words.account, words.currency, words.day, words.what, words.party,
    words.lowest, words.expected, words.highest,
  ].map(textCell); // prettier-ignore
  const rows = outlook.days.flatMap((day) => [
    row(day.day, words.balanceAxis, '', [day.low, day.line, day.high]),
    ...day.items.map((item) =>
      row(day.day, basis(item), item.party ?? '', [item.low, item.amount, item.high]),
    ),
  ]);
  return asCsv([header, ...rows], format);
}
