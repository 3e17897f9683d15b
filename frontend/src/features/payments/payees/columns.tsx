/** The columns of the list of payees. */
import { Link, type To } from 'react-router';
import type { PayeeAddressState, PayeeRowFragment, PayeeTrust } from '@/generated/graphql';
import { groupedAsWritten } from '@/features/banks';
import type { Words } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { formatDate } from '@/kernel/dates';
import type { DateFormat, Language, NumberFormat } from '@/kernel/preferences';
import { DateText, MoneyText, NoValue, ROW_LINK, Tag, type Column, type Tone } from '@/ui';
import { reasonInWords } from '../reasons';
import type { PayeeTabKey } from './filter';
import type { payeeListLabels } from './labels';

type Row = PayeeRowFragment;
type Address = Row['addresses'][number];

export interface PayeeNotation {
  words: Words<typeof payeeListLabels>;
  language: Language;
  dateFormat: DateFormat;
  numberFormat: NumberFormat;
}

/** So many sums stand in a cell; the payee tells them all. */
const MOST_SUMS = 3;

/** What a payee is called: by name, or by the account where files name nobody. */
export const payeeName = ({ name, account, id }: Pick<Row, 'name' | 'account' | 'id'>): string =>
  name ?? (account ? groupedAsWritten(account) : id);

const TRUSTED: Readonly<Record<PayeeTrust, readonly [Tone, string]>> = {
  KNOWN: ['good', 'check'],
  NEW_ACCOUNT: ['warn', 'exclamation-triangle'],
  NEW: ['info', 'info-circle'],
};
const ADDRESSED: Readonly<Record<PayeeAddressState, readonly [Tone, string]>> = {
  REFUSED: ['bad', 'times-circle'],
  UPCOMING: ['warn', 'clock'],
  READY: ['neutral', 'check'],
  NONE: ['neutral', 'minus'],
};

export function TrustTag({ trust, words }: { trust: PayeeTrust; words: PayeeNotation['words'] }) {
  const [tone, icon] = TRUSTED[trust];
  return (
    <Tag tone={tone} icon={icon}>
      {words[trust]}
    </Tag>
  );
}

export function AddressTag({
  state,
  words,
}: {
  state: PayeeAddressState;
  words: PayeeNotation['words'];
}) {
  const [tone, icon] = ADDRESSED[state];
  return (
    <Tag tone={tone} icon={icon}>
      {words[state]}
    </Tag>
  );
}

/** The payment type in words; one that this console does not know by its code. */
export const railName = (rail: string, words: PayeeNotation['words']): string =>
  rail in words ? words[rail as 'sepa'] : rail;

/** Which payment a bank refused for an address, else since when or from when on it refuses it. */
export function refusal(
  { refused, state, since }: Pick<Address, 'refused' | 'state' | 'since'>,
  { words, dateFormat }: PayeeNotation,
): string | null {
  if (refused) return words.refusedPayment(formatDate(refused.executionDate, dateFormat));
  if (!since || (state !== 'REFUSED' && state !== 'UPCOMING')) return null;
  const day = formatDate(since, dateFormat);
  return state === 'REFUSED' ? words.since(day) : words.from(day);
}

/** Columns for a tab; `open` gives the address that shows a row beside the list. */
export function payeeColumns(
  notation: PayeeNotation,
  tab: PayeeTabKey,
  open: (row: Row) => To,
): readonly Column<Row>[] {
  const { words, numberFormat } = notation;
  const count = (value: number) => formatCount(value, numberFormat);
  const name: Column<Row> = {
    key: 'payee',
    header: words.payee,
    sort: 'NAME',
    width: 15,
    exports: ['name', 'account', 'looksLike'],
    cell: (row) => (
      <span className="p-payee">
        <Link to={open(row)} preventScrollReset {...ROW_LINK}>
          {payeeName(row)}
        </Link>
        {row.looksLike.length > 0 && <LooksLike row={row} words={words} />}
      </span>
    ),
  };
  const address: Column<Row> = {
    key: 'address',
    header: words.address,
    sort: 'ADDRESS',
    width: tab === 'correct' ? 22 : 15,
    exports: ['address', 'addressSince', 'refusedBy', 'refusedPayment', 'faults'],
    cell: (row) => <AddressCell row={row} notation={notation} isTold={tab === 'correct'} />,
  };
  const rest: readonly Column<Row>[] = [
    {
      key: 'trust',
      header: words.trust,
      width: 8.5,
      exports: ['trust'],
      cell: (row) => <TrustTag trust={row.trust} words={words} />,
    },
    {
      key: 'accounts',
      header: words.accounts,
      numeric: true,
      width: 6,
      priority: 1,
      exports: ['accounts'],
      cell: (row) => count(row.accountCount),
    },
    {
      key: 'changed',
      header: words.accountChanged,
      width: 8.5,
      priority: 2,
      onCards: true,
      exports: ['accountChanged'],
      says: (row) => row.accountChanged !== null,
      cell: (row) => <DateText value={row.accountChanged} />,
    },
  ];
  const paid: readonly Column<Row>[] = [
    {
      key: 'last',
      header: words.lastPayment,
      sort: 'LAST_PAYMENT',
      width: 10,
      priority: 3,
      exports: ['lastPayment', 'firstPayment'],
      cell: (row) => <DateText value={row.lastPayment} />,
    },
    {
      key: 'payments',
      header: words.payments,
      sort: 'PAYMENTS',
      numeric: true,
      width: 7,
      priority: 2,
      onCards: true,
      exports: ['payments'],
      cell: (row) => count(row.payments),
    },
    {
      key: 'paid',
      header: words.paid,
      numeric: true,
      width: 10,
      exports: ['paid', 'inFlight', 'unpaid'],
      cell: (row) => <Paid row={row} words={words} />,
    },
  ];
  return tab === 'correct' ? [name, address, ...paid, ...rest] : [name, ...rest, address, ...paid];
}

export function LooksLike({ row, words }: { row: Row; words: PayeeNotation['words'] }) {
  return (
    <span className="p-alike">
      <Tag tone="warn" icon="exclamation-triangle">
        {words.looksLike}
      </Tag>{' '}
      <span className="g-sub">{row.looksLike.map((other) => other.name ?? '').join(' · ')}</span>
    </span>
  );
}

/** Each bank once for all payment types that it refuses from the same day on. */
function AddressCell({
  row,
  notation,
  isTold,
}: {
  row: Row;
  notation: PayeeNotation;
  isTold: boolean;
}) {
  const { words, language } = notation;
  const faulty = row.addresses.filter((each) => refusal(each, notation) !== null);
  const lines = new Map<string, { text: string; rails: string[] }>();
  for (const each of faulty) {
    const text = `${each.bank}: ${refusal(each, notation) ?? ''}`;
    const line = lines.get(text) ?? { text, rails: [] };
    line.rails.push(railName(each.rail, words));
    lines.set(text, line);
  }
  const faults = new Set(
    faulty.flatMap(({ refused, fault }) => [
      ...(refused
        ? [reasonInWords(refused.reason.code ?? '', refused.reason.meaning, language)]
        : []),
      ...(fault ? [fault[language]] : []),
    ]),
  );
  return (
    <span className="p-reason">
      <span>
        <AddressTag state={row.address} words={words} />
      </span>
      {[...lines.values()].map(({ text, rails }) => (
        <span key={text} className="p-why">
          {text} <span className="g-muted">({rails.join(', ')})</span>
        </span>
      ))}
      {isTold &&
        [...faults].map((fault) => (
          <span key={fault} className="g-sub">
            {fault}
          </span>
        ))}
    </span>
  );
}

/** What was paid in each currency: they are never one sum. */
function Paid({ row, words }: { row: Row; words: PayeeNotation['words'] }) {
  const sums = row.sums.filter(({ outcome }) => outcome === 'PAID');
  if (sums.length === 0) return <NoValue />;
  return (
    <span className="p-sums">
      {sums.slice(0, MOST_SUMS).map(({ amount }) => (
        <MoneyText key={amount.currency} value={amount} />
      ))}
      {sums.length > MOST_SUMS && (
        <span className="g-sub">{words.more(sums.length - MOST_SUMS)}</span>
      )}
    </span>
  );
}
