/** What was found and what to do: the server's sentence, and in Danish what it means beside it. */
import { wordsOf } from '@/kernel/i18n';
import { useNotation } from '@/kernel/preferences';
import { danishChecks } from '../checkFindings';
import { danishFindings, remedies } from '../findings';

export function FindingText({ finding }: { finding: { code: string; message: string } }) {
  const { language } = useNotation();
  const meaning = language === 'da' ? (danishFindings[finding.code] ?? danishChecks[finding.code]) : undefined;
  const remedy = (wordsOf(remedies, language) as Readonly<Record<string, string>>)[finding.code];
  return (
    <>
      {meaning ? <>{meaning}<span className="g-sub" lang="en">{finding.message}</span></> : finding.message}
      {remedy && <span className="g-sub">{remedy}</span>}
    </>
  );
}
