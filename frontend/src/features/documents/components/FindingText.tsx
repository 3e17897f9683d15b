/** What was found and what to do: the server's sentence, and in Danish what it means beside it. */
import { wordsOf } from '@/kernel/i18n';
import { useNotation } from '@/kernel/preferences';
import { danishChecks } from '../checkFindings';
import { danishFindings, remedies } from '../findings';

/** Whether a sentence tells values of the file, such as an amount; without them it says the same again. */
const tellsValues = (message: string) => /[\d:“"]/.test(message);

export function FindingText({ finding }: { finding: { code: string; message: string } }) {
  const { language } = useNotation();
  const meaning = language === 'da' ? (danishFindings[finding.code] ?? danishChecks[finding.code]) : undefined;
  const remedy = (wordsOf(remedies, language) as Readonly<Record<string, string>>)[finding.code];
  return (
    <>
      {meaning ?? finding.message}
      {meaning && tellsValues(finding.message) && <span className="g-sub" lang="en">{finding.message}</span>}
      {remedy && <span className="g-sub">{remedy}</span>}
    </>
  );
}
