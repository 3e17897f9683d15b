/** The findings of a report as plain text, for a letter to whoever mends the file. */
import type { Language } from '@/kernel/preferences';
import { inLanguage, type Finding, type Report } from './report';

/** Causes with what to do, and below each the payments it concerns. */
export function findingsAsText(
  report: Report,
  atLine: (line: number) => string,
  language: Language,
): string {
  const causes = report.groups.map((group) => {
    const own = report.findings.filter(({ code }) => code === group.code);
    return [
      `${inLanguage(group.title, language)} (${group.code}, ×${group.count})`,
      `  ${inLanguage(group.fix, language)}`,
      ...own.map((finding) => `  - ${lineOf(finding, atLine, language)}`),
    ].join('\n');
  });
  return [report.file, ...causes].join('\n\n');
}

function lineOf(
  { payment, line, path, value, note }: Finding,
  atLine: (line: number) => string,
  language: Language,
): string {
  const who =
    payment &&
    [
      payment.endToEndId,
      payment.creditor,
      payment.amount && `${payment.amount} ${payment.currency ?? ''}`.trim(),
    ]
      .filter(Boolean)
      .join(', ');
  return [who, value, note && inLanguage(note, language), line !== null && atLine(line), path]
    .filter(Boolean)
    .join(' · ');
}
