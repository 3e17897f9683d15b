/** The columns of the invoices. */
import { Link, type To } from 'react-router';
import type { InvoiceRowFragment } from '@/generated/graphql';
import type { Words } from '@/kernel/i18n';
import { DateText, MoneyText, ROW_LINK, Tag, type Column } from '@/ui';
import type { invoiceLabels } from './invoiceLabels';
import { INVOICE_LOOKS } from './looks';

type InvoiceWords = Words<typeof invoiceLabels>;

export function invoiceColumns(
  words: InvoiceWords,
  to: (row: InvoiceRowFragment) => To,
): readonly Column<InvoiceRowFragment>[] {
  return [
    {
      key: 'number',
      header: words.number,
      width: 13,
      exports: ['number', 'kind'],
      cell: (row) => (
        <Link to={to(row)} preventScrollReset {...ROW_LINK}>
          {nameOf(row, words)}
        </Link>
      ),
    },
    {
      key: 'state',
      header: words.state,
      width: 9,
      exports: ['state'],
      cell: (row) => <StateTag row={row} words={words} />,
    },
    {
      key: 'issued',
      header: words.issued,
      sort: 'ISSUED',
      width: 7,
      exports: ['issued'],
      cell: ({ issued }) => <DateText value={issued} />,
    },
    {
      key: 'due',
      header: words.due,
      sort: 'DUE',
      width: 8,
      exports: ['due'],
      cell: ({ due, kind }) => (kind === 'INVOICE' ? <DateText value={due} /> : null),
    },
    {
      key: 'period',
      header: words.period,
      width: 13,
      priority: 2,
      exports: ['from', 'to'],
      cell: ({ from, to: until }) => (
        <>
          <DateText value={from} /> – <DateText value={until} />
        </>
      ),
    },
    {
      key: 'net',
      header: words.net,
      width: 9,
      numeric: true,
      priority: 2,
      exports: ['net', 'currency'],
      cell: ({ net }) => <MoneyText value={net} />,
    },
    {
      key: 'vat',
      header: words.vat,
      width: 8,
      numeric: true,
      priority: 1,
      exports: ['vat', 'vatRate'],
      cell: ({ vat }) => <MoneyText value={vat} />,
    },
    {
      key: 'total',
      header: words.total,
      sort: 'TOTAL',
      width: 9,
      numeric: true,
      exports: ['total'],
      cell: ({ total }) => <MoneyText value={total} />,
    },
    {
      key: 'outstanding',
      header: words.outstanding,
      width: 9,
      numeric: true,
      priority: 3,
      exports: ['outstanding', 'paid', 'credited', 'fees'],
      cell: ({ outstanding, state }) =>
        state === 'OPEN' || state === 'OVERDUE' ? <MoneyText value={outstanding} /> : null,
    },
    { key: 'method', header: words.method, width: 9, hidden: true, cell: () => words.transfer },
    {
      key: 'reference',
      header: words.reference,
      width: 12,
      hidden: true,
      exports: ['reference'],
      cell: ({ reference }) => <code>{reference}</code>,
    },
  ];
}

/** A draft has no number yet. */
export const nameOf = (row: InvoiceRowFragment, words: InvoiceWords) => row.number ?? words.DRAFT;

export function StateTag({ row, words }: { row: InvoiceRowFragment; words: InvoiceWords }) {
  const [tone, icon] = INVOICE_LOOKS[row.state];
  return (
    <>
      {row.kind === 'CREDIT_NOTE' ? (
        <Tag tone="neutral" icon="undo">
          {words.CREDIT_NOTE}
        </Tag>
      ) : (
        <Tag tone={tone} icon={icon}>
          {words[row.state]}
        </Tag>
      )}
      {row.questioned && (
        <Tag tone="warn" icon="comment">
          {words.disputed}
        </Tag>
      )}
    </>
  );
}
