/** The columns of a transaction list. */
import { Link, type To } from 'react-router';
import type { TransactionRowFragment } from '@/generated/graphql';
import { OwnAccount } from '@/features/banks';
import { RuleMarks } from '@/features/rules';
import type { Words } from '@/kernel/i18n';
import { signedBy } from '@/kernel/money';
import { duplicatesPath, transactionsPath } from '@/kernel/paths';
import { AmountText, CopyId, DateText, MoneyText, NoValue, ROW_LINK, Tag, type Column } from '@/ui';
import { bankCodeInWords, type bankCodes } from './bankCodes';
import type { labels } from './labels';

type Row = TransactionRowFragment;
type Said = Words<typeof labels>;

/** Columns for the list; `open` gives the address that shows a row beside it. */
export function transactionColumns(
  words: Said,
  codes: Words<typeof bankCodes>,
  open: (row: Row) => To,
): readonly Column<Row>[] {
  return [
    {
      key: 'booking',
      header: words.bookingDate,
      sort: 'BOOKING_DATE',
      width: 8.9,
      exports: ['bookingDate'],
      cell: (row) => (
        <Link to={open(row)} preventScrollReset {...ROW_LINK}>
          {row.bookingDate ? <DateText value={row.bookingDate} /> : words.noDate}
        </Link>
      ),
    },
    {
      key: 'value',
      header: words.valueDate,
      sort: 'VALUE_DATE',
      width: 7.5,
      priority: 1,
      exports: ['valueDate'],
      cell: (row) => <DateText value={row.valueDate} />,
    },
    {
      key: 'account',
      header: words.account,
      width: 10,
      priority: 2,
      onCards: true,
      exports: ['account', 'accountName'],
      cell: (row) => <OwnAccount account={row.account} />,
    },
    {
      key: 'counterparty',
      header: words.counterparty,
      width: 10.5,
      exports: ['counterparty'],
      cell: (row) => row.counterparty.name ?? row.counterparty.account ?? <NoValue />,
    },
    {
      key: 'counterpartyAccount',
      header: words.counterpartyAccount,
      width: 13.5,
      priority: 1,
      exports: ['counterpartyAccount', 'counterpartyAgent'],
      says: (row) => row.counterparty.account !== null,
      cell: (row) =>
        row.counterparty.account ? (
          <CopyId value={row.counterparty.account} name={words.counterpartyAccount} />
        ) : (
          <NoValue />
        ),
    },
    {
      key: 'text',
      header: words.remittance,
      width: 10,
      exports: ['remittance'],
      cell: (row) => <TextCell row={row} words={words} />,
    },
    {
      key: 'endToEnd',
      header: words.endToEnd,
      width: 12,
      priority: 1,
      exports: ['endToEndId'],
      says: (row) => row.endToEndId !== null,
      cell: (row) =>
        row.endToEndId ? <CopyId value={row.endToEndId} name={words.endToEnd} /> : <NoValue />,
    },
    {
      key: 'bankCode',
      header: words.bankCode,
      width: 11,
      priority: 1,
      exports: ['bankTransactionCode'],
      says: (row) => row.bankTransactionCode !== null,
      cell: (row) =>
        row.bankTransactionCode ? (
          <span title={row.bankTransactionCode}>
            {bankCodeInWords(row.bankTransactionCode, codes)}
          </span>
        ) : (
          <NoValue />
        ),
    },
    {
      key: 'state',
      header: words.state,
      width: 8.5,
      priority: 3,
      onCards: true,
      exports: ['state', 'reconciled'],
      cell: (row) => <StateCell row={row} words={words} />,
    },
    {
      key: 'posting',
      header: words.postingAndLabels,
      width: 9.5,
      priority: 2,
      onCards: true,
      exports: ['postingAccount', 'postingText', 'labels', 'labelledBy'],
      says: ({ posting, marks }) => posting !== null || marks.length > 0,
      cell: (row) => <PostingCell row={row} words={words} />,
    },
    {
      key: 'reference',
      header: words.reference,
      width: 12,
      hidden: true,
      exports: ['reference'],
      cell: (row) =>
        row.reference ? <CopyId value={row.reference} name={words.reference} /> : <NoValue />,
    },
    {
      key: 'bankReference',
      header: words.bankReference,
      width: 12,
      hidden: true,
      exports: ['bankReference'],
      cell: (row) =>
        row.bankReference ? (
          <CopyId value={row.bankReference} name={words.bankReference} />
        ) : (
          <NoValue />
        ),
    },
    {
      key: 'statement',
      header: words.statementNo,
      width: 7,
      priority: 1,
      exports: ['statement'],
      cell: (row) => (
        <Link to={transactionsPath({ statement: row.statement.id })}>
          {row.statement.sequence ?? row.statement.bankId ?? words.showEntries}
        </Link>
      ),
    },
    {
      key: 'amount',
      header: words.amount,
      sort: 'AMOUNT',
      width: 9.5,
      numeric: true,
      exports: ['amount', 'currency'],
      cell: (row) => (
        <MoneyText
          signed
          value={{
            amount: signedBy(row.amount.amount, row.direction),
            currency: row.amount.currency,
          }}
        />
      ),
    },
    {
      key: 'balance',
      header: words.balance,
      width: 8.5,
      numeric: true,
      priority: 2,
      exports: ['runningBalance'],
      says: (row) => row.runningBalance !== null,
      cell: (row) =>
        row.runningBalance ? (
          <AmountText amount={row.runningBalance} currency={row.amount.currency} />
        ) : (
          <NoValue />
        ),
    },
  ];
}

function TextCell({ row, words }: { row: Row; words: Said }) {
  const said = row.remittance ?? row.reference;
  if (!row.batch && !row.reversal && !row.possibleDuplicate)
    return said ? <span title={said}>{said}</span> : <NoValue />;
  return (
    <span className="t-text" title={said ?? undefined}>
      {row.batch && <Tag icon="clone">{words.batchOf(row.batchCount ?? row.detailCount)}</Tag>}
      {row.reversal && (
        <Tag tone="warn" icon="replay">
          {words.reversal}
        </Tag>
      )}
      {row.possibleDuplicate && (
        <Link to={duplicatesPath({ of: row.id })}>
          <Tag tone="warn" icon="exclamation-triangle">
            {words.possibleDuplicate}
          </Tag>
        </Link>
      )}
      {said && <span className="t-said">{said}</span>}
    </span>
  );
}

/** What rules say of a row: the proposed posting, then the labels; each whole in its title, since a list is narrow. */
function PostingCell({ row: { posting, marks }, words }: { row: Row; words: Said }) {
  if (!posting && marks.length === 0) return <NoValue />;
  const proposed = [posting?.account, posting?.text].filter(Boolean).join(' · ');
  return (
    <span className="t-text">
      {posting && (
        <span
          className="t-said"
          title={`${proposed}\n${words.postedBy(posting.rule, posting.version)}`}
        >
          {proposed}
        </span>
      )}
      {marks.length > 0 && <RuleMarks inLine marks={marks} />}
    </span>
  );
}

function StateCell({ row, words }: { row: Row; words: Said }) {
  if (row.replaced) return <Tag icon="history">{words.REPLACED}</Tag>;
  if (row.reconciliation.state === 'MATCHED')
    return (
      <Tag tone="good" icon="link">
        {words.MATCHED}
      </Tag>
    );
  return <Tag tone={row.state === 'BOOKED' ? 'neutral' : 'info'}>{words[row.state]}</Tag>;
}
