/** A bank's answer to a request for recall: how it looks, what it means, and what to do. */
import type { RecallCountLineFragment } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { usePreferences } from '@/kernel/preferences';
import { Tag } from '@/ui';
import { labels } from './labels';
import { recallAdvice, recallReasonInWords } from './words';

const ANSWER_LOOKS = {
  ACCEPTED: ['good', 'check'],
  REJECTED: ['bad', 'times-circle'],
  PENDING: ['info', 'clock'],
} as const;

export function RecallAnswerTag({ answer: { answer } }: { answer: RecallCountLineFragment }) {
  const words = useLabels(labels);
  if (answer === null)
    return (
      <Tag tone="info" icon="clock">
        {words.silent}
      </Tag>
    );
  const [tone, icon] = ANSWER_LOOKS[answer];
  return (
    <Tag tone={tone} icon={icon}>
      {words[answer]}
    </Tag>
  );
}

/** What a bank's answer means, what it says itself, and what to do. */
export function AnswerText({
  answer: { answer, code, text, meaning, adviceCode, advice },
}: {
  answer: RecallCountLineFragment;
}) {
  const words = useLabels(labels);
  const { language } = usePreferences();
  const told = [code && recallReasonInWords(code, meaning, language), text]
    .filter(Boolean)
    .join(': ');
  return (
    <>
      {told}
      <span className="g-sub">
        {answer === 'ACCEPTED' ? words.takenBack : recallAdvice(adviceCode, advice, language)}
      </span>
    </>
  );
}
