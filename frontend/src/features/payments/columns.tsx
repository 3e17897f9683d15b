/** The columns of a list of payments. */
import { Link } from 'react-router';
import type { PaymentRowFragment } from '@/generated/graphql';
import { AccountName } from '@/features/banks';
import { RuleMarks } from '@/features/rules';
import { useLabels, wordFor, type Words } from '@/kernel/i18n';
import { transactionsPath } from '@/kernel/paths';
import { CopyId, DateText, MoneyText, NoValue, Tag, type Column } from '@/ui';
import { HeldText } from './components/HeldText';
import { PaymentFlags } from './components/PaymentFlags';
import { ReasonText, StatusText } from './components/ReasonText';
import { AnswerText, RecallAnswerTag } from './recalls/answers';
import type { labels } from './labels';
import { progressLook } from './progress';
import { progressLabels } from './progressLabels';
import './payments.css';

export function paymentColumns(words: Words<typeof labels>): readonly Column<PaymentRowFragment>[] {
  return [
    {
      key: 'position',
      header: words.position,
      sort: 'POSITION',
      numeric: true,
      width: 4,
      priority: 2,
      exports: ['position'],
      cell: (row) => row.position,
    },
    {
      key: 'creditor',
      header: words.creditor,
      width: 11,
      exports: ['creditor', 'creditorAccount', 'creditorAgent'],
      cell: ({ creditor }) => (
        <span className="p-payee">
          {creditor.name ?? creditor.account ?? <NoValue />}
          {creditor.name && <span className="g-sub">{creditor.account}</span>}
        </span>
      ),
    },
    {
      key: 'debtor',
      header: words.debtorAccount,
      width: 12,
      priority: 1,
      exports: ['debtorAccount'],
      says: (row) => row.debtorAccount !== null,
      cell: (row) => (row.debtorAccount ? <AccountName number={row.debtorAccount} /> : <NoValue />),
    },
    {
      key: 'address',
      header: words.addressForm,
      width: 9,
      hidden: true,
      exports: ['addressForm'],
      cell: (row) => (row.addressForm ? wordFor(words, row.addressForm) : <NoValue />),
    },
    {
      key: 'flags',
      header: words.flags,
      width: 11,
      priority: 3,
      onCards: true,
      says: (row) => row.flags.length > 0,
      cell: (row) => <PaymentFlags flags={row.flags} />,
    },
    {
      key: 'labels',
      header: words.labels,
      width: 11,
      priority: 3,
      onCards: true,
      exports: ['labels', 'labelledBy'],
      says: (row) => row.marks.length > 0,
      cell: (row) => <RuleMarks marks={row.marks} />,
    },
    {
      key: 'reference',
      header: words.reference,
      width: 11,
      priority: 2,
      exports: ['reference', 'remittance'],
      says: (row) => (row.remittance ?? row.reference) !== null,
      cell: (row) => (
        <span title={row.remittance ?? undefined}>
          {row.remittance ?? row.reference ?? <NoValue />}
        </span>
      ),
    },
    {
      key: 'endToEnd',
      header: words.endToEnd,
      width: 11,
      priority: 1,
      exports: ['endToEndId'],
      says: (row) => row.endToEndId !== null,
      cell: (row) =>
        row.endToEndId ? <CopyId value={row.endToEndId} name={words.endToEnd} /> : <NoValue />,
    },
    {
      key: 'execution',
      header: words.executionDate,
      width: 7.5,
      priority: 2,
      exports: ['executionDate'],
      cell: (row) => <DateText value={row.executionDate} />,
    },
    {
      key: 'state',
      header: words.state,
      width: 14.5,
      exports: ['state', 'statusCode', 'reasons', 'heldBy'],
      cell: (row) => <PaymentStateCell payment={row} words={words} />,
    },
    {
      key: 'amount',
      header: words.amount,
      sort: 'AMOUNT',
      numeric: true,
      width: 9,
      exports: ['amount', 'currency'],
      cell: (row) => <MoneyText value={row.amount} />,
    },
  ];
}

function RecallCell({
  recall: { state, answer },
  words,
}: {
  recall: NonNullable<PaymentRowFragment['recall']>;
  words: Words<typeof labels>;
}) {
  if (state === 'DECLINED' || state === 'WITHDRAWN') return null;
  if (state === 'ASKED')
    return (
      <Tag tone="warn" icon="user">
        {words.recallAsked}
      </Tag>
    );
  return (
    <>
      <span className="g-sub">{words.calledBack}</span>
      <RecallAnswerTag answer={answer} />
      {answer.code && (
        <span className="g-sub">
          <AnswerText answer={answer} />
        </span>
      )}
    </>
  );
}

/** What a bank has spoken of went another way, whatever rules say. */
const isHeld = ({ state, holds }: PaymentRowFragment) => state === 'RECEIVED' && holds.length > 0;

function PaymentStateCell({
  payment,
  words,
}: {
  payment: PaymentRowFragment;
  words: Words<typeof labels>;
}) {
  const progress = useLabels(progressLabels);
  const [tone, icon] = progressLook(payment.progress);
  return (
    <>
      <span className="p-state">
        <Tag tone={tone} icon={icon}>
          {progress[payment.progress]}
        </Tag>
        {isHeld(payment) && (
          <Tag tone="warn" icon="lock">
            {words.HELD}
          </Tag>
        )}
        {payment.doubt && (
          <Tag tone="warn" icon="exclamation-triangle">
            {words[payment.doubt]}
          </Tag>
        )}
      </span>
      {isHeld(payment) && <HeldText holds={payment.holds} />}
      {payment.statusCode && payment.reasons.length === 0 && (
        <span className="g-sub">
          <StatusText code={payment.statusCode} meaning={payment.statusMeaning} />
        </span>
      )}
      {payment.reasons.map((reason, index) => (
        <ReasonText key={index} reason={reason} />
      ))}
      {payment.recall && <RecallCell recall={payment.recall} words={words} />}
      {payment.transactionId && (
        <Link className="g-sub" to={transactionsPath({ transaction: payment.transactionId })}>
          {words.openTransaction}
        </Link>
      )}
      {payment.returnId && (
        <Link className="g-sub" to={transactionsPath({ transaction: payment.returnId })}>
          {words.openReturn}
        </Link>
      )}
    </>
  );
}
