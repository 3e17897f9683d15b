/** How many messages there are, coloured by the gravest; in words for screen readers. */
import { useStore } from '@/kernel/store';
import { allMessages, maximumLevel } from './messageSets';
import { MOST_KNOWN, messageSets } from './poll';

const TONES = { ERROR: 'bad', WARNING: 'warn' } as const;

export function MessageBadge({
  describe,
}: {
  describe: (count: number, errors: number) => string;
}) {
  const sets = useStore(messageSets);
  const messages = allMessages(sets);
  if (messages.length === 0) return null;
  const level = maximumLevel(messages);
  const tone = level === 'ERROR' || level === 'WARNING' ? TONES[level] : 'info';
  const errors = messages.filter((message) => message.level === 'ERROR').length;
  // A full first answer says that there are more than it holds.
  const more = (sets.initial?.size ?? 0) >= MOST_KNOWN;
  return (
    <span className={`s-badge g-tone-${tone}`}>
      <span aria-hidden="true">
        {messages.length}
        {more && '+'}
      </span>
      <span className="g-sr">{describe(messages.length, errors)}</span>
    </span>
  );
}
