/** A bank's status and reasons in words, with what to do; its own text is always shown. */
import type { ReasonLineFragment } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { useNotation } from '@/kernel/preferences';
import '../payments.css';
import { labels } from '../labels';
import { danishRemedies, danishStatuses, reasonInWords } from '../reasons';

/** A status code and what it means. */
export function StatusText({ code, meaning }: { code: string; meaning: string | null }) {
  const { language } = useNotation();
  const said = language === 'da' ? (danishStatuses[code] ?? meaning) : meaning;
  return <>{[code, said].filter(Boolean).join(': ')}</>;
}

/** One reason: what it means, what the bank adds, and what to do. */
export function ReasonText({ reason }: { reason: ReasonLineFragment }) {
  const words = useLabels(labels);
  const { language } = useNotation();
  const { code, text, remedy } = reason;
  const advice = language === 'da' && remedy ? danishRemedies[remedy] : reason.advice;
  return (
    <span className="p-reason">
      {code && <span className="g-sub p-why">{reasonInWords(code, reason.meaning, language)}</span>}
      {text && <span className="g-sub">{words.bankSays(text)}</span>}
      {advice && (
        <span className="g-sub">
          <span className="g-sr">{words.advice}: </span>
          {advice}
        </span>
      )}
    </span>
  );
}
