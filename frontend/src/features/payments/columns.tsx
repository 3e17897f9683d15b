/** The columns of a list of payments. */
import { Link } from 'react-router';
import type { PaymentRowFragment, PaymentState } from '@/generated/graphql';
import type { Words } from '@/kernel/i18n';
import { transactionsPath } from '@/kernel/paths';
import { DateText, MoneyText, NoValue, Tag, type Column, type Tone } from '@/ui';
import type { labels } from './labels';

const LOOKS: Readonly<Record<PaymentState, readonly [Tone, string]>> = {
  RECEIVED: ['neutral', 'inbox'],
  ACCEPTED: ['good', 'check'],
  PENDING: ['info', 'clock'],
  REJECTED: ['bad', 'times-circle'],
  BOOKED: ['good', 'check-circle'],
  CANCELLED: ['neutral', 'ban'],
};

export function paymentColumns(words: Words<typeof labels>): readonly Column<PaymentRowFragment>[] {
  return [
    { key: 'position', header: words.position, numeric: true, cell: (row) => row.position },
    { key: 'creditor', header: words.creditor, cell: (row) => <>{row.creditor.name ?? row.creditor.account ?? <NoValue />}{row.creditor.name && <span className="g-sub">{row.creditor.account}</span>}</> },
    { key: 'reference', header: words.reference, cell: (row) => <span className="g-clip" title={row.remittance ?? undefined}>{row.remittance ?? row.reference ?? <NoValue />}</span> },
    { key: 'endToEnd', header: words.endToEnd, priority: 1, cell: (row) => (row.endToEndId ? <code>{row.endToEndId}</code> : <NoValue />) },
    { key: 'execution', header: words.executionDate, priority: 2, cell: (row) => <DateText value={row.executionDate} /> },
    { key: 'state', header: words.state, cell: (row) => <PaymentStateCell payment={row} words={words} /> },
    { key: 'amount', header: words.amount, numeric: true, cell: (row) => <MoneyText value={row.amount} /> },
  ];
}

function PaymentStateCell({ payment, words }: { payment: PaymentRowFragment; words: Words<typeof labels> }) {
  const [tone, icon] = LOOKS[payment.state];
  return (
    <>
      <Tag tone={tone} icon={icon}>{words[payment.state]}</Tag>
      {payment.reasons.map((reason, index) => (
        <span key={index} className="g-sub">{[reason.code, reason.meaning ?? reason.text].filter(Boolean).join(': ')}</span>
      ))}
      {payment.transactionId && <Link className="g-sub" to={transactionsPath({ transaction: payment.transactionId })}>{words.openTransaction}</Link>}
    </>
  );
}
