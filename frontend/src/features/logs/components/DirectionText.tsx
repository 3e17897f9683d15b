/** Which way something went: an arrow and a word. */
import type { LogDirection } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { Icon } from '@/ui';
import { labels } from '../labels';

export function DirectionText({ direction }: { direction: LogDirection }) {
  const words = useLabels(labels);
  return (
    <span className="l-direction">
      <Icon name={direction === 'OUT' ? 'arrow-up-right' : 'arrow-down-left'} /> {words[direction]}
    </span>
  );
}
