/** What a journal waits for or what is wrong with it, what that means, and what can be done. */
import { useId } from 'react';
import { useLabels, type Words } from '@/kernel/i18n';
import { useNotation, type Language } from '@/kernel/preferences';
import { Icon, InstantText, type Tone } from '@/ui';
import { acts } from '../acts';
import { progressLabels } from '../progressLabels';
import { firstReason, stepInWords } from '../steps';
import type { FullJournal } from './JournalOverview';

const ICONS: Readonly<Record<Tone, string>> = {
  bad: 'times-circle',
  warn: 'exclamation-triangle',
  good: 'check-circle',
  info: 'clock',
  neutral: 'clock',
};

export function NextStepCard({
  journal,
  onChanged,
}: {
  journal: FullJournal;
  onChanged: () => unknown;
}) {
  const words = useLabels(progressLabels);
  const { language } = useNotation();
  const heading = useId();
  const { step, acts: offered } = journal.nextStep;
  const { title, means, advice, tone } = stepInWords(step, language);
  const facts = factsOf(journal.nextStep, words, language);
  const { settlement } = journal;
  return (
    <section className={`j-next g-tone-${tone}`} aria-labelledby={heading}>
      <span className="j-next-icon">
        <Icon name={ICONS[tone]} />
      </span>
      <div className="j-next-text">
        <h2 id={heading}>
          <span className="g-sr">{words.nextStep}: </span>
          {title}
        </h2>
        <p>{means}</p>
        {settlement && (
          <p className="j-next-facts">
            {words.settledBy(settlement.by)}, <InstantText value={settlement.at} />:{' '}
            {settlement.reason}
          </p>
        )}
        {facts && <p className="j-next-facts">{facts}</p>}
        {step !== 'NOTHING' && <p className="j-next-do">{advice}</p>}
        <div className="g-actions">
          {offered.map((act) => {
            const Act = acts[act];
            return Act && <Act key={act} act={act} journal={journal} onChanged={onChanged} />;
          })}
        </div>
      </div>
    </section>
  );
}

/** How many payments it is about, and the first reason. */
function factsOf(
  next: FullJournal['nextStep'],
  words: Words<typeof progressLabels>,
  language: Language,
): string {
  const known = new Map(next.values.map(({ name, value }) => [name, value]));
  const [count, all, reason] = [known.get('count'), known.get('of'), firstReason(next, language)];
  return [
    count && (all ? words.countOf(count, all) : words.countOnly(count)),
    reason && words.because(reason),
  ]
    .filter(Boolean)
    .join(' · ');
}
