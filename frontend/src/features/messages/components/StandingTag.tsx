/** What has been done about a message: resolved for all, or acknowledged by this person. */
import type { MessageRowFragment } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { Tag } from '@/ui';
import { labels } from '../labels';

export function StandingTag({ row: { resolution, acknowledged } }: { row: Pick<MessageRowFragment, 'resolution' | 'acknowledged'> }) {
  const words = useLabels(labels);
  if (resolution) return <Tag tone="good" icon="check-circle" title={[resolution.by, resolution.note].filter(Boolean).join(': ')}>{words.resolved}</Tag>;
  if (acknowledged) return <Tag icon="eye">{words.acknowledged}</Tag>;
  return <span className="g-muted">{words.open}</span>;
}
