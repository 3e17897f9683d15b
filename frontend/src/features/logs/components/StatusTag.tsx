/** How an exchange went: its status, or that none came. */
import type { LogRowFragment } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { Tag } from '@/ui';
import { labels } from '../labels';

export function StatusTag({
  row: { status, failure, cause },
}: {
  row: Pick<LogRowFragment, 'status' | 'failure' | 'cause'>;
}) {
  const words = useLabels(labels);
  if (status === null)
    return failure ? (
      <Tag tone="bad" icon="times-circle">
        {words.noAnswer}
      </Tag>
    ) : (
      <Tag tone="good" icon="check">
        {words.ok}
      </Tag>
    );
  const bad = status >= 400 || failure !== null || cause !== null;
  return (
    <Tag tone={bad ? 'bad' : 'good'} icon={bad ? 'times-circle' : 'check'}>
      {status}
    </Tag>
  );
}
