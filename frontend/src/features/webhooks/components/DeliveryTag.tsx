/** How far a delivery is, and what its latest attempt was answered with. */
import type { WebhookDeliveryLineFragment, WebhookDeliveryState } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { Tag, type Tone } from '@/ui';
import { labels } from '../labels';

const LOOKS: Readonly<Record<WebhookDeliveryState, readonly [Tone, string]>> = {
  WAITING: ['info', 'clock'],
  DELIVERED: ['good', 'check'],
  FAILED: ['bad', 'times'],
};

type Told = Pick<WebhookDeliveryLineFragment, 'state' | 'status' | 'failure'>;

export function DeliveryTag({ delivery: { state, status, failure } }: { delivery: Told }) {
  const words = useLabels(labels);
  const [tone, icon] = LOOKS[state];
  const told = [failure && words[failure], status].filter(Boolean).join(' ');
  return (
    <>
      <Tag tone={state === 'WAITING' && failure ? 'warn' : tone} icon={icon}>
        {words[state]}
      </Tag>
      {told && <span className="g-sub">{told}</span>}
    </>
  );
}
