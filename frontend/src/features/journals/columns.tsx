/** The columns of the journal list. */
import { Fragment } from 'react';
import { Link, type To } from 'react-router';
import type { JournalListQuery, JournalRowFragment } from '@/generated/graphql';
import { DocumentChip } from '@/features/documents';
import { OwnAccount, groupedAsWritten } from '@/features/banks';
import { CutOffText, DebitedCell, PayeesCell, payeeLabels } from '@/features/payments';
import { formatElapsed } from '@/kernel/dates';
import { useLabels, wordsOf, type Words } from '@/kernel/i18n';
import { formatCount, formatDecimal } from '@/kernel/money';
import { useNotation, type Language, type NumberFormat } from '@/kernel/preferences';
import {
  CopyId,
  DateText,
  InstantText,
  MoneyText,
  NoValue,
  ROW_LINK,
  Tag,
  type Column,
} from '@/ui';
import { approverLabels, approversOf, outstanding } from './approvers';
import { labels } from './labels';
import { stateLook, usualHours } from './states';
import { firstReason, stepInWords } from './steps';

type Row = JournalListQuery['journals']['edges'][number]['node'];
type Said = Words<typeof labels>;

/** So many sums stand below each other in a row. */
const MOST_TOTALS = 2;

interface Habits {
  numbers: NumberFormat;
  language: Language;
  /** Whether the list is of what awaits this person: what calls for a look and the day stand first. */
  isMine?: boolean;
  /** Where the list says in words what is wrong with each journal: the column's heading. */
  steps?: { header: string } | undefined;
}

/** Columns; `open` gives the address that shows a journal beside the list. */
export function journalColumns(
  words: Said,
  { numbers, language, isMine = false, steps }: Habits,
  open: (row: Row) => To,
): readonly Column<Row>[] {
  const approvals = wordsOf(approverLabels, language);
  const paid = wordsOf(payeeLabels, language);
  const count = (value: number) =>
    value === 0 ? <NoValue /> : <span className="g-count">{formatCount(value, numbers)}</span>;
  return [
    ...(steps
      ? [
          {
            key: 'wrong',
            header: steps.header,
            width: 20,
            cell: (row: Row) => <StepCell row={row} language={language} />,
          },
        ]
      : []),
    ...(isMine
      ? [
          {
            key: 'look',
            header: words.toLookAt,
            width: 9.5,
            cell: (row: Row) => <ToLookAt row={row} words={words} />,
          },
        ]
      : []),
    ...(isMine
      ? [
          {
            key: 'payees',
            header: paid.payees,
            width: 15,
            cell: (row: Row) =>
              row.approval?.facts ? <PayeesCell facts={row.approval.facts} /> : <NoValue />,
          },
        ]
      : []),
    {
      key: 'state',
      header: words.state,
      sort: 'STATE',
      width: 13,
      exports: ['state', 'needsAttention'],
      cell: (row) => <StateTag row={row} words={words} title={sinceWhen(row, words, language)} />,
    },
    {
      key: 'created',
      header: words.created,
      sort: 'CREATED',
      width: 11,
      exports: ['created'],
      cell: (row) => <InstantText value={row.created} />,
    },
    {
      key: 'message',
      header: words.messageId,
      width: 12,
      exports: ['messageId'],
      cell: (row) => (
        <Link to={open(row)} preventScrollReset {...ROW_LINK}>
          {titleOf(row)}
        </Link>
      ),
    },
    {
      key: 'account',
      header: isMine ? paid.debited : words.account,
      width: 11,
      priority: 3,
      onCards: true,
      exports: ['account'],
      cell: (row) =>
        isMine && row.approval?.facts ? (
          <DebitedCell facts={row.approval.facts} />
        ) : (
          <Accounts row={row} />
        ),
    },
    {
      key: 'bank',
      header: words.bank,
      width: 8,
      priority: 1,
      hidden: true,
      cell: (row) => row.account?.servicer ?? <NoValue />,
    },
    {
      key: 'payments',
      header: words.payments,
      width: 6,
      priority: 3,
      numeric: true,
      exports: ['payments'],
      cell: (row) => count(row.counts.payments),
    },
    {
      key: 'progress',
      header: words.progress,
      width: 12,
      priority: 2,
      exports: ['accepted', 'rejected', 'pending', 'booked'],
      says: hasProgress,
      cell: (row) => <PaymentProgress row={row} words={words} numbers={numbers} />,
    },
    {
      key: 'documents',
      header: words.documents,
      width: 17.5,
      priority: isMine ? 1 : 3,
      exports: ['paymentDocument', 'statusDocument', 'statementDocument'],
      cell: (row) => <DocumentChips row={row} />,
    },
    {
      key: 'execution',
      header: words.executionDate,
      sort: 'EXECUTION_DATE',
      width: 8.5,
      priority: isMine ? 3 : 1,
      onCards: isMine,
      exports: ['executionDate'],
      says: (row) => row.executionDate !== null,
      cell: (row) => (
        <>
          <DateText value={row.executionDate} />
          {row.cutOff && (
            <span className="g-sub">
              {paid.cutOff} <CutOffText cutOff={row.cutOff} />
            </span>
          )}
        </>
      ),
    },
    {
      key: 'approver',
      header: approvals.approver,
      width: 11,
      priority: 2,
      exports: ['approvedBy'],
      says: (row) => row.approval !== null,
      cell: (row) => <ApproverCell row={row} words={approvals} />,
    },
    {
      key: 'updated',
      header: words.updated,
      sort: 'UPDATED',
      width: 11,
      hidden: true,
      exports: ['updated'],
      cell: (row) => <InstantText value={row.updated} />,
    },
    {
      key: 'source',
      header: words.source,
      width: 7,
      priority: 1,
      exports: ['source'],
      cell: (row) => words[row.source],
    },
    {
      key: 'amount',
      header: words.amount,
      sort: 'AMOUNT',
      width: 9.5,
      numeric: true,
      exports: ['amount', 'currency', 'unpaid'],
      cell: (row) => (
        <>
          <TotalsCell row={row} words={words} />
          <Unpaid row={row} words={words} />
        </>
      ),
    },
    {
      key: 'correlation',
      header: words.correlation,
      width: 9,
      priority: 1,
      exports: ['correlationId'],
      cell: (row) => <CopyId short value={row.correlationId} />,
    },
  ];
}

/** What a journal is known by: its payment file’s message id, else the document it began with. */
export const titleOf = ({
  messageId,
  statusDocument,
  statementDocument,
  correlationId,
}: JournalRowFragment): string =>
  messageId ?? statementDocument?.name ?? statusDocument?.name ?? correlationId;

/** What is wrong with a journal, in words, and the first reason. */
function StepCell({ row, language }: { row: Row; language: Language }) {
  if (!row.nextStep) return <NoValue />;
  const reason = firstReason(row.nextStep, language);
  return (
    <span className="j-wrong">
      {stepInWords(row.nextStep.step, language).title}
      {reason && <span className="g-sub">{reason}</span>}
    </span>
  );
}

/** How many payments call for a look before anybody approves; those journals are opened one by one. */
function ToLookAt({ row: { approval }, words }: { row: Row; words: Said }) {
  const flags = approval?.flags ?? 0;
  return flags > 0 ? (
    <Tag tone="warn" icon="exclamation-triangle">
      {words.lookFirst(flags)}
    </Tag>
  ) : (
    <span className="g-muted">{words.nothingToLookAt}</span>
  );
}

function ApproverCell({
  row: { approval },
  words,
}: {
  row: Row;
  words: Words<typeof approverLabels>;
}) {
  if (!approval) return <NoValue />;
  const given = approversOf(approval, words);
  const waits = outstanding(approval, words);
  if (!given && !waits) return <NoValue />;
  return (
    <>
      {given}
      {waits && <span className={given ? 'g-sub' : 'g-muted'}>{waits}</span>}
    </>
  );
}

export function StateTag({
  row: { state, counts },
  words,
  title,
}: {
  row: Pick<Row, 'state' | 'counts'>;
  words: Said;
  title?: string;
}) {
  const [tone, icon] = stateLook(state);
  // Where the bank has refused some, the rest coming well is no good news by itself.
  const isPart =
    counts.rejected > 0 && (state === 'EXECUTED' || state === 'BOOKED' || state === 'RECONCILED');
  return (
    <Tag
      tone={isPart ? 'warn' : tone}
      icon={isPart ? 'exclamation-circle' : icon}
      {...(title ? { title } : {})}
    >
      {isPart ? words[`partly${state}`] : words[state]}
    </Tag>
  );
}

/** How long the journal has stood as it does, and how long that usually lasts. */
function sinceWhen({ state, updated }: Row, words: Said, language: Language): string {
  const elapsed = formatElapsed(updated, new Date().toISOString(), language);
  const usual = usualHours(state);
  return [
    words.standsFor(elapsed),
    usual !== null &&
      words.usually(
        new Intl.NumberFormat(language, {
          style: 'unit',
          unit: 'hour',
          unitDisplay: 'short',
        }).format(usual),
      ),
  ]
    .filter(Boolean)
    .join('; ');
}

export function DocumentChips({ row }: { row: JournalRowFragment }) {
  const refused = row.state === 'REJECTED' || row.state === 'PARTIALLY_ACCEPTED';
  // Without a payment file nothing is awaited: a statement by itself lacks neither order nor answer.
  const awaited = row.paymentDocument !== null;
  return (
    <span className="j-chips">
      <DocumentChip
        kind="PAYMENT"
        document={row.paymentDocument}
        awaited={awaited}
        problem={row.state === 'INVALID'}
      />
      <DocumentChip
        kind="STATUS"
        document={row.statusDocument}
        awaited={awaited}
        problem={refused}
      />
      <DocumentChip kind="STATEMENT" document={row.statementDocument} awaited={awaited} />
    </span>
  );
}

/** The account it is of, and how many more the sums beside it are of. */
export function Accounts({ row }: { row: Pick<Row, 'account' | 'furtherAccounts' | 'paidFrom'> }) {
  const words = useLabels(labels);
  const { account, furtherAccounts, paidFrom } = row;
  if (!account) return paidFrom ? <span>{groupedAsWritten(paidFrom)}</span> : <NoValue />;
  return (
    <span className="j-accounts">
      <OwnAccount account={account} />
      {furtherAccounts > 0 && (
        <span className="g-muted" title={words.furtherAccounts(furtherAccounts)}>
          <span aria-hidden="true">+{furtherAccounts}</span>
          <span className="g-sr">{words.furtherAccounts(furtherAccounts)}</span>
        </span>
      )}
    </span>
  );
}

export function Totals({ row }: { row: Pick<Row, 'totals'> }) {
  if (row.totals.length === 0) return <NoValue />;
  return (
    <span className="j-totals">
      {row.totals.map((total) => (
        <MoneyText key={total.currency} value={total} />
      ))}
    </span>
  );
}

/** More than two sums would make a row as tall as three: the account's own stands for them, and the rest is its title. */
function TotalsCell({ row, words }: { row: Row; words: Said }) {
  const { numberFormat } = useNotation();
  const { totals, account } = row;
  const own = totals.find(({ currency }) => currency === account?.currency) ?? totals[0];
  if (totals.length <= MOST_TOTALS || own === undefined) return <Totals row={row} />;
  const others = totals.filter((total) => total !== own);
  const all = others
    .map(({ amount, currency }) => `${formatDecimal(amount, numberFormat, currency)} ${currency}`)
    .join('\n');
  return (
    <span className="j-totals">
      <MoneyText value={own} />
      <span className="g-sub" title={all}>
        {words.otherCurrencies(others.length)}
      </span>
    </span>
  );
}

/** How much of it was refused, returned or is overdue: the first currency, and in its title all of them. */
function Unpaid({ row: { unpaid }, words }: { row: Row; words: Said }) {
  const { numberFormat } = useNotation();
  const [first] = unpaid;
  if (!first) return null;
  const all = unpaid
    .map(({ amount, currency }) => `${formatDecimal(amount, numberFormat, currency)} ${currency}`)
    .join('\n');
  return (
    <span className="g-sub j-rejected" title={all}>
      {words.unpaid} <MoneyText value={first} />
      {unpaid.length > 1 && ` ${words.otherCurrencies(unpaid.length - 1)}`}
    </span>
  );
}

/** What became of the payments, the worst first. */
function PaymentProgress({
  row,
  words,
  numbers,
}: {
  row: Pick<Row, 'counts'>;
  words: Said;
  numbers: NumberFormat;
}) {
  const { rejected, pending, booked, accepted } = row.counts;
  if (!hasProgress(row)) return <NoValue />;
  const count = (value: number) => formatCount(value, numbers);
  const parts = [
    rejected > 0 && (
      <span key="rejected" className="j-rejected">
        {words.rejected(count(rejected))}
      </span>
    ),
    booked > 0 && words.booked(count(booked)),
    accepted > 0 && words.accepted(count(accepted)),
    pending > 0 && words.pending(count(pending)),
  ].filter((part) => part !== false);
  return (
    <span className="g-muted">
      {parts.map((part, at) => (
        <Fragment key={at}>
          {at > 0 && ', '}
          {part}
        </Fragment>
      ))}
    </span>
  );
}

const hasProgress = ({ counts: { rejected, pending, booked, accepted } }: Pick<Row, 'counts'>) =>
  rejected + pending + booked + accepted > 0;

export function PaymentCounts({
  row,
  words,
  numbers,
}: {
  row: Pick<Row, 'counts'>;
  words: Said;
  numbers: NumberFormat;
}) {
  if (row.counts.payments === 0) return <NoValue />;
  return (
    <>
      <span className="g-count">{formatCount(row.counts.payments, numbers)}</span>
      {hasProgress(row) && (
        <span className="g-sub">
          <PaymentProgress row={row} words={words} numbers={numbers} />
        </span>
      )}
    </>
  );
}
