/** An account's days as a file for a spreadsheet: exact figures, in the person's notation. */
import { saveBlob } from '@/kernel/http';
import { formatDecimal } from '@/kernel/money';
import type { NumberFormat } from '@/kernel/preferences';
import { balanceOf, isQuiet, type Absence, type Day, type Graph } from './series';

export interface CsvWords {
  account: string;
  currency: string;
  day: string;
  opening: string;
  incoming: string;
  outgoing: string;
  closing: string;
  statement: string;
  received: string;
  absences: Readonly<Record<Absence, string>>;
}

/** Spreadsheets know a file as UTF-8 by this mark. */
const MARK = '\uFEFF';

/** A spreadsheet takes a text with one of these first for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** A Danish Excel splits at semicolons, since its comma is the decimal mark. */
const separatorOf = (format: NumberFormat) => (format === 'da-DK' ? ';' : ',');

/** A text, quoted where it takes that. */
export function textCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[";,\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** An amount without grouping, so that a spreadsheet reads a number. */
export function amountCell(value: string, format: NumberFormat, currency: string): string {
  const text = formatDecimal(value, 'en-US', currency).replaceAll(',', '').replace('−', '-');
  return format === 'da-DK' ? text.replace('.', ',') : text;
}

/** Rows of such cells as a file's text. */
export function asCsv(rows: readonly (readonly string[])[], format: NumberFormat): string {
  return MARK + rows.map((row) => `${row.join(separatorOf(format))}\r\n`).join('');
}

/** The file's text. A figure nobody has told is left empty, never zero. */
export function daysAsCsv(
  graph: Graph,
  days: readonly Day[],
  words: CsvWords,
  format: NumberFormat,
): string {
  const amount = (value: string | null) =>
    value === null ? '' : amountCell(value, format, graph.currency);
  const header = [
    words.account,
    words.currency,
    words.day,
    words.opening,
    words.incoming,
    words.outgoing,
    words.closing,
    words.statement,
  ].map(textCell);
  const rows = days.map((day) => [
    textCell(graph.account),
    graph.currency,
    day.date,
    amount(balanceOf(day, 'opening')),
    // A day that no statement covers may still hold what a report within the day told.
    ...(day.absence && isQuiet(day) ? ['', ''] : [amount(day.incoming), amount(day.outgoing)]),
    amount(balanceOf(day, 'closing')),
    textCell(day.absence ? words.absences[day.absence] : words.received),
  ]);
  return asCsv([header, ...rows], format);
}

/** Keep such a text as a file. */
export const saveCsv = (text: string, name: string) =>
  saveBlob(new Blob([text], { type: 'text/csv;charset=utf-8' }), name);

/** The name of a file about an account: its number and the days, without what a disk refuses. */
export function fileName(
  graph: Pick<Graph, 'account' | 'currency'>,
  days: readonly Pick<Day, 'date'>[],
  ending: 'csv' | 'png',
): string {
  const number = graph.account.replaceAll(/[^\dA-Za-z]/g, '');
  return `${number}-${graph.currency}-${days[0]?.date ?? ''}-${days.at(-1)?.date ?? ''}.${ending}`;
}
