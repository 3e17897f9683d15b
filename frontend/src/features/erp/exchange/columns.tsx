/** The columns of payments, of the queue to the ERP, and of findings. */
import { Link, type To } from 'react-router';
import type {
  ErpFindingRowFragment,
  ErpPaymentRowFragment,
  ErpWriteFragment,
} from '@/generated/graphql';
import { wordFor, type Words } from '@/kernel/i18n';
import { journalPath } from '@/kernel/paths';
import type { Language } from '@/kernel/preferences';
import { AgeText, DateText, InstantText, MoneyText, NoValue, Tag, type Column } from '@/ui';
import './exchange.css';
import type { labels } from './labels';
import { PAYMENT_LOOKS, WRITE_LOOKS } from './states';

type ExchangeWords = Words<typeof labels>;

interface PaymentsTold {
  words: ExchangeWords;
  language: Language;
  nameOf: (method: string) => string;
  to: (row: ErpPaymentRowFragment) => To;
}

export function paymentColumns({
  words,
  language,
  nameOf,
  to,
}: PaymentsTold): readonly Column<ErpPaymentRowFragment>[] {
  return [
    {
      key: 'number',
      header: words.number,
      sort: 'NUMBER',
      width: 7.5,
      exports: ['number'],
      cell: (row) => <Link to={to(row)}>{row.number}</Link>,
    },
    {
      key: 'creditor',
      header: words.creditor,
      width: 11,
      exports: ['creditor'],
      cell: ({ creditor }) => creditor.name,
    },
    {
      key: 'amount',
      header: words.amount,
      sort: 'AMOUNT',
      width: 10,
      numeric: true,
      exports: ['amount', 'currency'],
      cell: ({ amount }) => <MoneyText value={amount} />,
    },
    {
      key: 'due',
      header: words.due,
      sort: 'DUE',
      width: 8,
      exports: ['due'],
      cell: ({ due }) => <DateText value={due} />,
    },
    {
      key: 'method',
      header: words.method,
      width: 12,
      priority: 1,
      exports: ['method'],
      cell: ({ method }) => nameOf(method) || <NoValue />,
    },
    {
      key: 'state',
      header: words.state,
      sort: 'STATE',
      width: 14,
      exports: ['state', 'sentence'],
      cell: (row) => <PaymentState row={row} words={words} language={language} />,
    },
    {
      key: 'told',
      header: words.erpKnows,
      width: 9.5,
      priority: 2,
      exports: ['told'],
      cell: ({ told }) =>
        told ? wordFor(words, told) : <span className="g-muted">{words.notTold}</span>,
    },
    {
      key: 'journal',
      header: words.journal,
      width: 7,
      priority: 2,
      cell: ({ journal, number }) =>
        journal ? (
          <Link to={journalPath(journal)}>
            {words.journal}
            <span className="g-sr"> {number}</span>
          </Link>
        ) : (
          <NoValue />
        ),
    },
  ];
}

export function PaymentState({
  row,
  words,
  language,
}: {
  row: ErpPaymentRowFragment;
  words: ExchangeWords;
  language: Language;
}) {
  const [tone, icon] = PAYMENT_LOOKS[row.state];
  const why = (row.sentence ?? row.reasonSaid)?.[language];
  return (
    <>
      <Tag tone={tone} icon={icon}>
        {words[row.state]}
      </Tag>
      {why && (
        <span className="g-sub ex-why" title={why}>
          {why}
        </span>
      )}
    </>
  );
}

interface QueueTold {
  words: ExchangeWords;
  language: Language;
  to: (row: ErpWriteFragment) => To;
}

export function queueColumns({
  words,
  language,
  to,
}: QueueTold): readonly Column<ErpWriteFragment>[] {
  return [
    {
      key: 'state',
      header: words.state,
      sort: 'STATE',
      width: 10,
      exports: ['state'],
      cell: ({ state }) => <WriteState state={state} words={words} />,
    },
    {
      key: 'operation',
      header: words.operation,
      width: 9,
      exports: ['operation'],
      cell: (row) => words[row.operation],
    },
    {
      key: 'label',
      header: words.about,
      width: 20,
      exports: ['label'],
      cell: (row) => <Link to={to(row)}>{row.label}</Link>,
    },
    {
      key: 'asked',
      header: words.asked,
      sort: 'ASKED',
      width: 10,
      priority: 2,
      exports: ['asked'],
      cell: ({ asked }) => <AgeText value={asked} />,
    },
    {
      key: 'tries',
      header: words.tries,
      width: 5,
      numeric: true,
      priority: 1,
      exports: ['tries'],
      cell: ({ tries }) => tries,
    },
    {
      key: 'next',
      header: words.nextTry,
      width: 9,
      priority: 2,
      exports: ['nextTry'],
      cell: ({ nextTry }) => (nextTry ? <InstantText value={nextTry} /> : <NoValue />),
    },
    {
      key: 'why',
      header: words.why,
      width: 18,
      exports: ['code', 'message'],
      cell: ({ sentence, remedy }) =>
        sentence ? (
          <>
            {sentence[language]}
            {remedy && (
              <span className="g-sub" title={remedy[language]}>
                {remedy[language]}
              </span>
            )}
          </>
        ) : (
          <NoValue />
        ),
    },
  ];
}

export function WriteState({
  state,
  words,
}: {
  state: ErpWriteFragment['state'];
  words: ExchangeWords;
}) {
  const [tone, icon] = WRITE_LOOKS[state];
  return (
    <Tag tone={tone} icon={icon}>
      {words[state]}
    </Tag>
  );
}

export function findingColumns(
  words: ExchangeWords,
  language: Language,
): readonly Column<ErpFindingRowFragment>[] {
  return [
    {
      key: 'number',
      header: words.number,
      width: 10,
      cell: ({ number, nativeId }) => number || nativeId,
    },
    {
      key: 'finding',
      header: words.finding,
      width: 20,
      cell: ({ code }) => wordFor(words, `found_${code}`),
    },
    {
      key: 'field',
      header: words.field,
      width: 9,
      priority: 2,
      cell: ({ field }) => field || <NoValue />,
    },
    {
      key: 'details',
      header: words.details,
      width: 20,
      priority: 1,
      cell: ({ sentence }) => sentence[language],
    },
    { key: 'seen', header: words.seen, width: 10, cell: ({ seen }) => <AgeText value={seen} /> },
  ];
}
