/** The columns of a journal's payments as its ERP has them. */
import { Link } from 'react-router';
import type { ErpJournalPaymentRowFragment } from '@/generated/graphql';
import { wordFor, type Words } from '@/kernel/i18n';
import { erpPaymentPath, transactionsPath } from '@/kernel/paths';
import type { Language } from '@/kernel/preferences';
import { DateText, Icon, InstantText, MoneyText, NoValue, type Column } from '@/ui';
import { PaymentState, WriteState } from './columns';
import type { labels } from './labels';
import type { originLabels } from './originLabels';

interface Told {
  words: Words<typeof labels> & Words<typeof originLabels>;
  language: Language;
  erp: string;
}

export function originColumns({
  words,
  language,
  erp,
}: Told): readonly Column<ErpJournalPaymentRowFragment>[] {
  return [
    {
      key: 'number',
      header: words.number,
      width: 9,
      cell: (row) => <Link to={erpPaymentPath(row.id)}>{row.number}</Link>,
    },
    {
      key: 'creditor',
      header: words.creditor,
      width: 14,
      priority: 2,
      cell: ({ creditor }) => creditor.name,
    },
    {
      key: 'amount',
      header: words.amount,
      width: 10,
      numeric: true,
      cell: ({ amount }) => <MoneyText value={amount} />,
    },
    {
      key: 'state',
      header: words.stateHere,
      width: 13,
      cell: (row) => <PaymentState row={row} words={words} language={language} />,
    },
    {
      key: 'told',
      header: words.erpKnows,
      width: 14,
      cell: (row) => <Told row={row} words={words} />,
    },
    {
      key: 'page',
      header: words.nativeId,
      width: 8,
      cell: (row) => <InErp row={row} name={words.openInErp(erp)} />,
    },
    {
      key: 'line',
      header: words.line,
      width: 12,
      priority: 1,
      cell: ({ proof }) =>
        proof ? (
          <>
            <Link to={transactionsPath({ transaction: proof.transaction })}>
              <DateText value={proof.day} />
            </Link>
            <span className="g-sub">
              <WriteState state={proof.write.state} words={words} />
            </span>
          </>
        ) : (
          <NoValue />
        ),
    },
  ];
}

/** The id in the ERP; a way there where its own screens have an address. */
function InErp({
  row: { page, nativeId },
  name,
}: {
  row: ErpJournalPaymentRowFragment;
  name: string;
}) {
  if (!page) return nativeId;
  return (
    <a href={page} target="_blank" rel="noopener noreferrer">
      <span className="g-sr">{name}: </span>
      {nativeId} <Icon name="external-link" />
    </a>
  );
}

/** What the ERP was told last, and when it took it. */
function Told({
  row: { told, writes },
  words,
}: {
  row: ErpJournalPaymentRowFragment;
  words: Told['words'];
}) {
  if (!told) return <span className="g-muted">{words.notTold}</span>;
  const last = writes.find(({ operation }) => operation === 'STATUS');
  return (
    <>
      {wordFor(words, told)}
      {last && (
        <span className="g-sub">
          {last.state === 'WRITTEN' ? (
            <>
              {words.written} <InstantText value={last.since} />
            </>
          ) : (
            <WriteState state={last.state} words={words} />
          )}
        </span>
      )}
    </>
  );
}
