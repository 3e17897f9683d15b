/** What happened to the subscription, newest first. */
import type { SubscriptionPageQuery, SubscriptionViewFragment } from '@/generated/graphql';
import { actorName } from '@/kernel/actors';
import { useLabels, wordFor } from '@/kernel/i18n';
import { useNotation } from '@/kernel/preferences';
import { InstantText } from '@/ui';
import { labels } from '../labels';
import { planName } from '../planName';

interface HistoryCardProps {
  history: SubscriptionViewFragment['history'];
  offer: SubscriptionPageQuery['billingOffer'];
}

export function HistoryCard({ history, offer }: HistoryCardProps) {
  const words = useLabels(labels);
  const { language } = useNotation();
  const plan = (id: string | undefined) => {
    const known = offer?.plans.find((one) => one.id === id);
    return known ? planName(known, language) : id;
  };
  return (
    <section className="b-card" aria-label={words.history}>
      <h2>{words.history}</h2>
      <ol className="b-history">
        {history.map(({ at, what, byName, values }) => {
          const named = plan(values.find(({ name }) => name === 'plan')?.value);
          return (
            <li key={`${at} ${what}`}>
              <span>
                {wordFor(words, what)}
                {named && `: ${named}`}
              </span>
              <span className="g-muted">
                <InstantText value={at} /> · {actorName(byName)}
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
