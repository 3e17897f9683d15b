/** What holds a payment back: each rule, and since when. */
import type { PaymentRowFragment } from '@/generated/graphql';
import { ByRule } from '@/features/rules';
import { useLabels } from '@/kernel/i18n';
import { InstantText } from '@/ui';
import '../payments.css';
import { labels } from '../labels';

export function HeldText({ holds }: { holds: PaymentRowFragment['holds'] }) {
  const words = useLabels(labels);
  return (
    <>
      {holds.map(({ rule, version, since }) => (
        <span key={rule} className="g-sub p-why">
          <ByRule rule={rule} version={version} />, {words.since} <InstantText value={since} />
        </span>
      ))}
    </>
  );
}
