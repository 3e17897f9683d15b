/** What has been done about a message: resolved for all, or acknowledged by this person. */
import type { MessageRowFragment } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { NoValue, Tag } from '@/ui';
import { labels } from '../labels';

/** Only these wait for somebody; good news has nothing to be done about it. */
const WAITING: ReadonlySet<MessageRowFragment['level']> = new Set(['ERROR', 'WARNING']);

export function StandingTag({
  row: { level, resolution, acknowledged },
}: {
  row: Pick<MessageRowFragment, 'level' | 'resolution' | 'acknowledged'>;
}) {
  const words = useLabels(labels);
  if (resolution)
    return (
      <Tag
        tone="good"
        icon="check-circle"
        title={[resolution.by, resolution.note].filter(Boolean).join(': ')}
      >
        {words.resolved}
      </Tag>
    );
  if (acknowledged) return <Tag icon="eye">{words.acknowledged}</Tag>;
  return WAITING.has(level) ? <span className="g-muted">{words.open}</span> : <NoValue />;
}
