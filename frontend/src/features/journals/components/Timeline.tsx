/** What happened to a journal, step by step, with the time between the steps. */
import type { OneJournalQuery } from '@/generated/graphql';
import { messageText } from '@/features/messages';
import { formatElapsed } from '@/kernel/dates';
import { useLabels } from '@/kernel/i18n';
import { InstantText } from '@/ui';
import { labels } from '../labels';

type Event = NonNullable<OneJournalQuery['journal']>['timeline'][number];

const TONES: Readonly<Record<Event['level'], string>> = { ERROR: 'bad', WARNING: 'warn', SUCCESS: 'good', INFO: 'info', DEBUG: 'neutral' };

export function Timeline({ events }: { events: readonly Event[] }) {
  const words = useLabels(labels);
  if (events.length === 0) return <p className="g-muted">{words.noTimeline}</p>;
  return (
    <ol className="j-timeline">
      {events.map((event, index) => {
        const before = events[index - 1];
        return (
          <li key={index} className={`g-tone-${TONES[event.level]}`}>
            <span className="j-step">{messageText(event)}</span>
            <span className="g-sub">
              <InstantText value={event.at} seconds />
              {before && ` · ${words.after(formatElapsed(before.at, event.at))}`}
              {event.actor && ` · ${words.by(event.actor)}`}
              {event.document && ` · ${event.document.name}`}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
