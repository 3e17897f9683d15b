/** How an act ended: icon, word and tone together. */
import type { AuditOutcome } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { Tag, type Tone } from '@/ui';
import { labels } from '../labels';

const LOOKS: Readonly<Record<AuditOutcome, readonly [Tone, string]>> = {
  DONE: ['neutral', 'check'],
  REFUSED: ['warn', 'ban'],
  FAILED: ['bad', 'times-circle'],
};

export function OutcomeTag({ outcome }: { outcome: AuditOutcome }) {
  const words = useLabels(labels);
  const [tone, icon] = LOOKS[outcome];
  return (
    <Tag tone={tone} icon={icon}>
      {words[outcome]}
    </Tag>
  );
}
