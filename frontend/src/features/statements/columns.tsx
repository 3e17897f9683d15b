/** The columns of a transaction list. */
import { Link, type To } from 'react-router';
import type { TransactionRowFragment } from '@/generated/graphql';
import type { Words } from '@/kernel/i18n';
import { signedBy } from '@/kernel/money';
import { AmountText, DateText, MoneyText, NoValue, ROW_LINK, Tag, type Column } from '@/ui';
import { accountLabel, groupedNumber } from './accounts';
import type { labels } from './labels';

type Row = TransactionRowFragment;

/** Columns for the list; `open` gives the address that shows a row beside it. */
export function transactionColumns(words: Words<typeof labels>, open: (row: Row) => To): readonly Column<Row>[] {
  return [
    { key: 'booking', header: words.bookingDate, sort: 'BOOKING_DATE', cell: (row) => <Link to={open(row)} preventScrollReset {...ROW_LINK}>{row.bookingDate ? <DateText value={row.bookingDate} /> : words.noDate}</Link> },
    { key: 'value', header: words.valueDate, sort: 'VALUE_DATE', priority: 2, cell: (row) => <DateText value={row.valueDate} /> },
    { key: 'account', header: words.account, priority: 3, cell: (row) => <span className="g-clip t-account" title={groupedNumber(row.account)}>{accountLabel(row.account)}</span> },
    { key: 'counterparty', header: words.counterparty, cell: (row) => <CounterpartyCell row={row} /> },
    { key: 'text', header: words.remittance, cell: (row) => <TextCell row={row} words={words} /> },
    { key: 'endToEnd', header: words.endToEnd, priority: 1, cell: (row) => (row.endToEndId ? <code className="g-clip t-id" title={row.endToEndId}>{row.endToEndId}</code> : <NoValue />) },
    { key: 'state', header: words.state, priority: 2, cell: (row) => <StateCell row={row} words={words} /> },
    { key: 'amount', header: words.amount, sort: 'AMOUNT', numeric: true, cell: (row) => <MoneyText signed value={{ amount: signedBy(row.amount.amount, row.direction), currency: row.amount.currency }} /> },
    { key: 'balance', header: words.balance, numeric: true, priority: 2, cell: (row) => (row.runningBalance ? <AmountText amount={row.runningBalance} currency={row.amount.currency} /> : <NoValue />) },
  ];
}

function CounterpartyCell({ row }: { row: Row }) {
  const { name, account } = row.counterparty;
  if (!name && !account) return <NoValue />;
  return (
    <span className="g-clip t-counterparty">
      {name ?? account}
      {name && account && <span className="g-sub">{account}</span>}
    </span>
  );
}

function TextCell({ row, words }: { row: Row; words: Words<typeof labels> }) {
  const said = row.remittance ?? row.reference;
  return (
    <>
      {said && <span className="g-clip t-text" title={said}>{said}</span>}
      <span className="g-actions t-marks">
        {row.batch && <Tag icon="clone">{words.batchOf(row.batchCount ?? row.detailCount)}</Tag>}
        {row.reversal && <Tag tone="warn" icon="replay">{words.reversal}</Tag>}
      </span>
      {!said && !row.batch && !row.reversal && <NoValue />}
    </>
  );
}

function StateCell({ row, words }: { row: Row; words: Words<typeof labels> }) {
  if (row.reconciliation.state === 'MATCHED') return <Tag tone="good" icon="link">{words.MATCHED}</Tag>;
  return <Tag tone={row.state === 'BOOKED' ? 'neutral' : 'info'}>{words[row.state]}</Tag>;
}
