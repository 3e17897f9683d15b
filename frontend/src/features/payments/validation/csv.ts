/** The findings of a report as a file for a spreadsheet. */
import type { Language, NumberFormat } from '@/kernel/preferences';
import { inLanguage, type Report } from './report';

export interface CsvWords {
  severity: string;
  code: string;
  finding: string;
  payment: string;
  endToEndId: string;
  payee: string;
  amount: string;
  currency: string;
  value: string;
  comparedWith: string;
  path: string;
  line: string;
  fix: string;
  rule: string;
  source: string;
  severities: Readonly<Record<string, string>>;
}

/** Spreadsheets know a file as UTF-8 by this mark. */
const MARK = '\uFEFF';

/** A spreadsheet takes a text that begins with one of these for a formula, in any width. */
const FORMULA = /^[\s\0]*[=+\-@＝＋－＠]/;

function cell(text: string, separator: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return safe.includes(separator) || /["\r\n]/.test(safe)
    ? `"${safe.replaceAll('"', '""')}"`
    : safe;
}

/** One row for each finding that is kept, with what its cause says of all of them. */
export function findingsAsCsv(
  report: Report,
  words: CsvWords,
  language: Language,
  format: NumberFormat,
): string {
  // A Danish Excel splits at semicolons, since its comma is the decimal mark.
  const separator = format === 'da-DK' ? ';' : ',';
  const causes = new Map(report.groups.map((group) => [group.code, group]));
  const head = [
    words.severity,
    words.code,
    words.finding,
    words.payment,
    words.endToEndId,
    words.payee,
    words.amount,
    words.currency,
    words.value,
    words.comparedWith,
    words.path,
    words.line,
    words.fix,
    words.rule,
    words.source,
  ];
  const rows = report.findings.map((finding) => {
    const cause = causes.get(finding.code);
    const { payment } = finding;
    return [
      words.severities[finding.severity] ?? finding.severity,
      finding.code,
      cause ? inLanguage(cause.title, language) : finding.message,
      payment ? String(payment.position) : '',
      payment?.endToEndId ?? '',
      payment?.creditor ?? '',
      amountText(payment?.amount ?? '', format),
      payment?.currency ?? '',
      finding.value ?? '',
      finding.note ? inLanguage(finding.note, language) : '',
      finding.path,
      finding.line === null ? '' : String(finding.line),
      cause ? inLanguage(cause.fix, language) : '',
      cause ? inLanguage(cause.rule, language) : '',
      finding.source,
    ];
  });
  return (
    MARK +
    [head, ...rows]
      .map((row) => `${row.map((text) => cell(text, separator)).join(separator)}\r\n`)
      .join('')
  );
}

/** An amount as a spreadsheet of that country reads a number. */
const amountText = (amount: string, format: NumberFormat) =>
  format === 'da-DK' ? amount.replace('.', ',') : amount;

/** The name of the file: the payment file's own, without its ending. */
export const csvName = (report: Report): string =>
  `${report.file.replace(/\.[^.]*$/, '').replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')}-findings.csv`;
