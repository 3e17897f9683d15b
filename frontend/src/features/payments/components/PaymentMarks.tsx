/** What rules did to a payment: its labels, and what holds it back, each with the rule that did it. */
import type { PaymentRowFragment } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { InstantText, NoValue, Tag } from '@/ui';
import '../payments.css';
import { labels } from '../labels';

export function PaymentMarks({ marks }: { marks: PaymentRowFragment['marks'] }) {
  const words = useLabels(labels);
  if (marks.length === 0) return <NoValue />;
  return (
    <span className="p-reason">
      {marks.map(({ labelId, label, rule, version }) => (
        <span key={labelId} className="p-flag">
          <Tag icon="tag">{label}</Tag>
          <span className="g-sub">{words.byRule(rule, version)}</span>
        </span>
      ))}
    </span>
  );
}

export function HeldText({ holds }: { holds: PaymentRowFragment['holds'] }) {
  const words = useLabels(labels);
  return <>{holds.map(({ rule, version, since }) => <span key={rule} className="g-sub p-why">{words.byRule(rule, version)}, {words.since} <InstantText value={since} /></span>)}</>;
}
