/** A payment in three lines: day and amount, whom it pays, what for. */
import { Link } from 'react-router';
import type { DeskPaymentFragment } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { journalPath } from '@/kernel/paths';
import { DateText, MoneyText } from '@/ui';
import { labels } from '../labels';

export function PaymentFacts({ payment }: { payment: DeskPaymentFragment }) {
  const words = useLabels(labels);
  return (
    <>
      <span className="rec-line">
        <DateText value={payment.executionDate} />
        <MoneyText value={payment.amount} />
      </span>
      <span className="rec-name">
        <Link to={journalPath(payment.correlationId)}>{payment.creditor.name ?? words.noName}</Link>
      </span>
      <span className="g-muted rec-text">
        {payment.remittance ?? payment.reference ?? payment.endToEndId ?? words.noText}
      </span>
    </>
  );
}
