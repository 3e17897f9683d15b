/** The columns of the list of all payments. */
import { Link, type To } from 'react-router';
import type { PaymentListRowFragment } from '@/generated/graphql';
import { OwnAccount } from '@/features/banks';
import { RuleMarks } from '@/features/rules';
import type { Words } from '@/kernel/i18n';
import { journalPath, transactionsPath } from '@/kernel/paths';
import type { Language } from '@/kernel/preferences';
import { CopyId, DateText, MoneyText, NoValue, ROW_LINK, Tag, type Column } from '@/ui';
import { ReasonText, StatusText } from '../components/ReasonText';
import type { labels } from '../labels';
import { progressLook } from '../progress';
import type { progressLabels } from '../progressLabels';
import { reasonInWords } from '../reasons';
import type { listLabels } from './labels';

type Row = PaymentListRowFragment;

export interface PaymentWords {
  list: Words<typeof listLabels>;
  progress: Words<typeof progressLabels>;
  room: Words<typeof labels>;
  language: Language;
}

/** What a payment is called: whom it goes to. */
export const payeeOf = ({ creditor, endToEndId, id }: Row): string =>
  creditor.name ?? creditor.account ?? endToEndId ?? id;

/** Columns for the list; `open` gives the address that shows a row beside it. */
export function paymentListColumns(
  { list: words, progress, room, language }: PaymentWords,
  open: (row: Row) => To,
): readonly Column<Row>[] {
  return [
    {
      key: 'payee',
      header: words.payee,
      width: 13,
      exports: ['creditor', 'creditorAccount', 'creditorAgent'],
      cell: (row) => (
        <span className="p-payee">
          <Link to={open(row)} preventScrollReset {...ROW_LINK}>
            {payeeOf(row)}
          </Link>
          {row.creditor.name && <span className="g-sub">{row.creditor.account}</span>}
        </span>
      ),
    },
    {
      key: 'listState',
      header: words.state,
      width: 11,
      exports: ['state', 'statusCode'],
      cell: (row) => (
        <span className="p-state">
          <ProgressTag row={row} words={progress} />
          {row.doubt && (row.doubt !== 'DUPLICATE' || row.reasons.length === 0) && (
            <Tag tone="warn" icon="exclamation-triangle">
              {room[row.doubt]}
            </Tag>
          )}
        </span>
      ),
    },
    {
      key: 'reason',
      header: words.reason,
      width: 15,
      priority: 3,
      onCards: true,
      exports: ['reasons', 'advice'],
      says: (row) => row.reasons.length > 0,
      cell: (row) => <Reasons row={row} language={language} />,
    },
    {
      key: 'execution',
      header: words.executionDate,
      sort: 'EXECUTION_DATE',
      width: 8,
      exports: ['executionDate'],
      cell: (row) => <DateText value={row.executionDate} />,
    },
    {
      key: 'account',
      header: words.account,
      width: 11,
      priority: 2,
      exports: ['debtorAccount'],
      cell: (row) => <PaidFrom row={row} />,
    },
    {
      key: 'bank',
      header: words.bank,
      width: 8.5,
      priority: 1,
      exports: ['bank'],
      cell: (row) => row.account?.servicer ?? row.bank ?? <NoValue />,
    },
    {
      key: 'file',
      header: words.file,
      width: 10,
      priority: 2,
      onCards: true,
      exports: ['file', 'correlationId', 'replacedBy', 'replaces'],
      cell: (row) => (
        <Link to={journalPath(row.correlationId)}>{row.document?.name ?? words.journal}</Link>
      ),
    },
    {
      key: 'entry',
      header: words.entry,
      width: 8,
      priority: 2,
      onCards: true,
      exports: ['bookedOn', 'entry', 'returnedOn', 'returnEntry'],
      says: (row) => row.transactionId !== null || row.returnId !== null,
      cell: (row) => <Entries row={row} words={words} />,
    },
    {
      key: 'reference',
      header: words.reference,
      width: 11,
      priority: 1,
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
      hidden: true,
      exports: ['endToEndId'],
      cell: (row) =>
        row.endToEndId ? <CopyId value={row.endToEndId} name={words.endToEnd} /> : <NoValue />,
    },
    {
      key: 'labels',
      header: words.labels,
      width: 10,
      priority: 1,
      exports: ['labels', 'labelledBy'],
      says: (row) => row.marks.length > 0,
      cell: (row) => (row.marks.length > 0 ? <RuleMarks inLine marks={row.marks} /> : <NoValue />),
    },
    {
      key: 'amount',
      header: words.amount,
      sort: 'AMOUNT',
      numeric: true,
      width: 9.5,
      exports: ['amount', 'currency'],
      cell: (row) => <MoneyText value={row.amount} />,
    },
  ];
}

export function ProgressTag({
  row: { progress },
  words,
}: {
  row: Pick<Row, 'progress'>;
  words: Words<typeof progressLabels>;
}) {
  const [tone, icon] = progressLook(progress);
  return (
    <Tag tone={tone} icon={icon}>
      {words[progress]}
    </Tag>
  );
}

/** Why it was not paid; what to do about it stands in the record, and in the title here. */
function Reasons({ row: { reasons }, language }: { row: Row; language: Language }) {
  if (reasons.length === 0) return <NoValue />;
  return (
    <span className="p-reason">
      {reasons.map(({ code, text, meaning }, index) => (
        <span key={index} className="p-why">
          {code ? reasonInWords(code, meaning, language) : text}
        </span>
      ))}
    </span>
  );
}

export function ReasonsInFull({ row }: { row: Row }) {
  if (row.reasons.length === 0)
    return row.statusCode ? <StatusText code={row.statusCode} meaning={row.statusMeaning} /> : null;
  return (
    <>
      {row.reasons.map((reason, index) => (
        <ReasonText key={index} reason={reason} />
      ))}
    </>
  );
}

export function PaidFrom({ row }: { row: Row }) {
  if (row.account) return <OwnAccount account={row.account} />;
  return row.debtorAccount ?? <NoValue />;
}

export function Entries({ row, words }: { row: Row; words: Words<typeof listLabels> }) {
  if (!row.transactionId && !row.returnId) return <NoValue />;
  return (
    <span className="p-entries">
      {row.transactionId && (
        <Link to={transactionsPath({ transaction: row.transactionId })}>
          {row.bookedOn ? <DateText value={row.bookedOn} /> : words.openEntry}
        </Link>
      )}
      {row.returnId && (
        <Link to={transactionsPath({ transaction: row.returnId })}>
          {words.returned} {row.returnedOn && <DateText value={row.returnedOn} />}
        </Link>
      )}
    </span>
  );
}
