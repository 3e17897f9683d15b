/** How many messages count, coloured by the gravest; in words for screen readers. */
import { useStore } from '@/kernel/store';
import { messageSummary } from './poll';

const TONES = { ERROR: 'bad', WARNING: 'warn' } as const;
/** A longer number would push the words out of the menu. */
const MOST_WRITTEN = 9_999;

export function MessageBadge({
  describe,
}: {
  describe: (count: number, errors: number) => string;
}) {
  const counts = useStore(messageSummary);
  if (counts === null) return null;
  const { total, errors, maximumLevel: level } = counts;
  const tone = level === 'ERROR' || level === 'WARNING' ? TONES[level] : 'info';
  return (
    <span className={`s-badge g-tone-${tone}`}>
      <span aria-hidden="true">{total > MOST_WRITTEN ? `${MOST_WRITTEN}+` : total}</span>
      <span className="g-sr">{describe(total, errors)}</span>
    </span>
  );
}
