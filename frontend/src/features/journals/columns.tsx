/** The columns of the journal list. */
import { Link, type To } from 'react-router';
import type { JournalRowFragment } from '@/generated/graphql';
import { DocumentChip } from '@/features/documents';
import { accountLabel } from '@/features/statements';
import type { Words } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import type { NumberFormat } from '@/kernel/preferences';
import { CopyId, DateText, InstantText, MoneyText, NoValue, ROW_LINK, Tag, type Column } from '@/ui';
import type { labels } from './labels';
import { stateLook } from './states';

type Row = JournalRowFragment;
type Said = Words<typeof labels>;

/** Columns; `open` gives the address that shows a journal beside the list. */
export function journalColumns(words: Said, numbers: NumberFormat, open: (row: Row) => To): readonly Column<Row>[] {
  return [
    { key: 'state', header: words.state, sort: 'STATE', cell: (row) => <StateTag state={row.state} words={words} /> },
    { key: 'created', header: words.created, sort: 'CREATED', cell: (row) => <InstantText value={row.created} /> },
    { key: 'message', header: words.messageId, cell: (row) => <Link to={open(row)} className="j-message" {...ROW_LINK}>{row.messageId ?? row.correlationId}</Link> },
    { key: 'account', header: words.account, priority: 2, cell: (row) => (row.account ? <span className="g-clip j-account">{accountLabel(row.account)}</span> : <NoValue />) },
    { key: 'payments', header: words.payments, cell: (row) => <PaymentCounts row={row} words={words} numbers={numbers} /> },
    { key: 'documents', header: words.documents, cell: (row) => <DocumentChips row={row} /> },
    { key: 'execution', header: words.executionDate, sort: 'EXECUTION_DATE', priority: 1, cell: (row) => <DateText value={row.executionDate} /> },
    { key: 'source', header: words.source, priority: 1, cell: (row) => words[row.source] },
    { key: 'amount', header: words.amount, sort: 'AMOUNT', numeric: true, cell: (row) => <Totals row={row} /> },
    { key: 'correlation', header: words.correlation, priority: 1, cell: (row) => <CopyId short value={row.correlationId} /> },
  ];
}

export function StateTag({ state, words }: { state: Row['state']; words: Said }) {
  const [tone, icon] = stateLook(state);
  return <Tag tone={tone} icon={icon}>{words[state]}</Tag>;
}

export function DocumentChips({ row }: { row: Row }) {
  const refused = row.state === 'REJECTED' || row.state === 'PARTIALLY_ACCEPTED';
  return (
    <span className="j-chips">
      <DocumentChip kind="PAYMENT" document={row.paymentDocument} problem={row.state === 'INVALID'} />
      <DocumentChip kind="STATUS" document={row.statusDocument} problem={refused} />
      <DocumentChip kind="STATEMENT" document={row.statementDocument} />
    </span>
  );
}

export function Totals({ row }: { row: Pick<Row, 'totals'> }) {
  if (row.totals.length === 0) return <NoValue />;
  return <span className="j-totals">{row.totals.map((total) => <MoneyText key={total.currency} value={total} />)}</span>;
}

export function PaymentCounts({ row, words, numbers }: { row: Pick<Row, 'counts'>; words: Said; numbers: NumberFormat }) {
  const { payments, rejected, pending, booked, accepted } = row.counts;
  if (payments === 0) return <NoValue />;
  const count = (value: number) => formatCount(value, numbers);
  const parts = [
    rejected > 0 && words.rejected(count(rejected)),
    booked > 0 && words.booked(count(booked)),
    accepted > 0 && words.accepted(count(accepted)),
    pending > 0 && words.pending(count(pending)),
  ].filter(Boolean);
  return (
    <>
      <span className="g-count">{count(payments)}</span>
      {parts.length > 0 && <span className="g-sub j-counts">{parts.join(', ')}</span>}
    </>
  );
}
