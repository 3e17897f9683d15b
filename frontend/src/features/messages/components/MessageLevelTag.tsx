/** A message's level: icon, word and tone together. */
import type { MessageLevel } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { Tag, type Tone } from '@/ui';
import { labels } from '../labels';

const LOOKS: Readonly<Record<MessageLevel, readonly [Tone, string]>> = {
  ERROR: ['bad', 'times-circle'],
  WARNING: ['warn', 'exclamation-triangle'],
  INFO: ['info', 'info-circle'],
  SUCCESS: ['good', 'check-circle'],
  DEBUG: ['neutral', 'code'],
};

export function MessageLevelTag({ level }: { level: MessageLevel }) {
  const words = useLabels(labels);
  const [tone, icon] = LOOKS[level];
  return (
    <Tag tone={tone} icon={icon}>
      {words[level]}
    </Tag>
  );
}
