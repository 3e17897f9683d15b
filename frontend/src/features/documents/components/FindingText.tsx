/** What was found and what to do: the server's sentence, and in Danish what it means beside it. */
import { wordsOf } from '@/kernel/i18n';
import { useNotation } from '@/kernel/preferences';
import { remedies } from '../findings';
import { meaningOf, type Found } from '../meaning';

/** Whether a sentence tells values of the file, such as an amount; without them it says the same again. */
const tellsValues = (message: string) => /[\d:“"]/.test(message);

export function FindingText({ finding }: { finding: Found }) {
  const { language } = useNotation();
  const meaning = meaningOf(finding, language);
  const remedy = (wordsOf(remedies, language) as Readonly<Record<string, string>>)[finding.code];
  return (
    <>
      {meaning}
      {meaning !== finding.message && tellsValues(finding.message) && (
        <span className="g-sub" lang="en">
          {finding.message}
        </span>
      )}
      {remedy && <span className="g-sub">{remedy}</span>}
    </>
  );
}
