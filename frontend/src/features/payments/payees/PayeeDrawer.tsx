/** One payee beside the list: accounts, amounts, addresses by bank, and who let a changed account pass. */
import { useQuery } from '@apollo/client/react';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { OnePayeeDocument, type OnePayeeQuery } from '@/generated/graphql';
import { AccountName } from '@/features/banks';
import { useLabels } from '@/kernel/i18n';
import { formatDate } from '@/kernel/dates';
import { formatCount } from '@/kernel/money';
import { journalPath } from '@/kernel/paths';
import { useNotation } from '@/kernel/preferences';
import {
  DataList,
  DateText,
  Drawer,
  EmptyState,
  Facts,
  InstantText,
  LinkButton,
  MoneyText,
  NoValue,
  QueryStates,
  Skeleton,
  Tag,
  type Column,
} from '@/ui';
import { ReasonText } from '../components/ReasonText';
import { AddressTag, TrustTag, payeeName, railName, refusal, type PayeeNotation } from './columns';
import { payeeListLabels } from './labels';
import { payeePath, payeePaymentsPath } from './paths';

type Full = NonNullable<OnePayeeQuery['payee']>;
type Change = Full['changes'][number];

interface PayeeDrawerProps {
  id: string;
  onClose: () => void;
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
}

export function PayeeDrawer({ id, ...walk }: PayeeDrawerProps) {
  const words = useLabels(payeeListLabels);
  const query = useQuery(OnePayeeDocument, { variables: { id } });
  return (
    <Drawer title={words.payee} {...walk}>
      <QueryStates query={query} skeleton={<Skeleton lines={12} />}>
        {({ payee }) =>
          payee ? (
            <PayeeFacts payee={payee} />
          ) : (
            <EmptyState picture="search" title={words.gone}>
              <p>{words.goneHelp}</p>
            </EmptyState>
          )
        }
      </QueryStates>
    </Drawer>
  );
}

function PayeeFacts({ payee }: { payee: Full }) {
  const words = useLabels(payeeListLabels);
  const notation: PayeeNotation = { words, ...useNotation() };
  const isToCorrect = payee.address === 'REFUSED' || payee.address === 'UPCOMING';
  return (
    <div className="g-stack">
      <div className="p-hero">
        <span className="p-named">{payeeName(payee)}</span>
        <TrustTag trust={payee.trust} words={words} />
      </div>
      {payee.looksLike.length > 0 && (
        <p className="g-notice g-tone-warn">
          {words.looksLike}{' '}
          {payee.looksLike.map((other, index) => (
            <Fragment key={other.id}>
              {index > 0 && ', '}
              <Link to={payeePath(other.id)}>{other.name}</Link>
            </Fragment>
          ))}
          . {words.looksLikeHelp}
        </p>
      )}
      <div className="g-actions">
        <LinkButton small icon="money-bill" to={payeePaymentsPath(payee.id)}>
          {words.openPayments}
        </LinkButton>
      </div>
      <Facts
        facts={[
          [words.payments, formatCount(payee.payments, notation.numberFormat)],
          [words.firstPayment, <DateText key="first" value={payee.firstPayment} />],
          [words.lastPayment, <DateText key="last" value={payee.lastPayment} />],
        ]}
      />
      <Sums payee={payee} notation={notation} />
      <Accounts payee={payee} notation={notation} />
      <section className="g-stack">
        <h3>{words.addresses}</h3>
        {isToCorrect && <p className="g-muted">{words.correctHelp}</p>}
        <Addresses payee={payee} notation={notation} />
      </section>
      <section className="g-stack">
        <h3>{words.changes}</h3>
        {payee.changes.length === 0 && <p className="g-muted">{words.noChanges}</p>}
        {payee.changes.map((change, index) => (
          <AccountChange key={index} change={change} notation={notation} />
        ))}
      </section>
    </div>
  );
}

interface Part {
  payee: Full;
  notation: PayeeNotation;
}

const sumColumns = ({
  words,
  numberFormat,
}: PayeeNotation): readonly Column<Full['sums'][number]>[] => [
  { key: 'outcome', header: words.outcome, cell: ({ outcome }) => words[outcome] },
  {
    key: 'count',
    header: words.payments,
    numeric: true,
    cell: ({ count }) => formatCount(count, numberFormat),
  },
  {
    key: 'amount',
    header: words.amount,
    numeric: true,
    cell: ({ amount }) => <MoneyText value={amount} />,
  },
];

function Sums({ payee, notation }: Part) {
  const { words } = notation;
  return (
    <section className="g-stack">
      <h3>{words.sums}</h3>
      <DataList
        caption={words.sums}
        columns={sumColumns(notation)}
        rows={payee.sums}
        rowKey={({ outcome, amount }) => `${amount.currency} ${outcome}`}
      />
    </section>
  );
}

const accountColumns = ({
  words,
  numberFormat,
}: PayeeNotation): readonly Column<Full['accounts'][number]>[] => [
  {
    key: 'account',
    header: words.account,
    cell: ({ account, agent, isKnown }) => (
      <span className="p-reason">
        {account ? <AccountName number={account} /> : <NoValue />}
        {agent && <span className="g-sub">{agent}</span>}
        <span>
          <Tag tone={isKnown ? 'good' : 'warn'} icon={isKnown ? 'check' : 'exclamation-triangle'}>
            {isKnown ? words.knownAccount : words.newAccount}
          </Tag>
        </span>
      </span>
    ),
  },
  {
    key: 'first',
    header: words.firstPayment,
    cell: ({ firstPayment }) => <DateText value={firstPayment} />,
  },
  {
    key: 'last',
    header: words.lastPayment,
    cell: ({ lastPayment }) => <DateText value={lastPayment} />,
  },
  {
    key: 'payments',
    header: words.payments,
    numeric: true,
    cell: ({ payments }) => formatCount(payments, numberFormat),
  },
];

function Accounts({ payee, notation }: Part) {
  const { words } = notation;
  return (
    <section className="g-stack">
      <h3>{words.accounts}</h3>
      <DataList
        caption={words.accounts}
        columns={accountColumns(notation)}
        rows={payee.accounts}
        rowKey={({ account }) => account ?? ''}
      />
    </section>
  );
}

const addressColumns = (notation: PayeeNotation): readonly Column<Full['addresses'][number]>[] => {
  const { words, language, dateFormat } = notation;
  return [
    {
      key: 'bank',
      header: words.bank,
      cell: ({ bank, rail }) => (
        <span className="p-payee p-place">
          {bank || <NoValue />}
          <span className="g-sub">{railName(rail, words)}</span>
        </span>
      ),
    },
    {
      key: 'address',
      header: words.address,
      cell: (address) => {
        const said = refusal(address, notation);
        const { refused } = address;
        const since = address.since && words.requiredSince(formatDate(address.since, dateFormat));
        return (
          <span className="p-reason">
            <span>
              <AddressTag state={address.state} words={words} />
            </span>
            {refused && <Link to={journalPath(refused.correlationId, 'payments')}>{said}</Link>}
            {refused && <ReasonText reason={refused.reason} />}
            <span className="p-why">{refused ? since : (said ?? since)}</span>
            {address.fault && <span className="g-sub p-why">{address.fault[language]}</span>}
          </span>
        );
      },
    },
    {
      key: 'last',
      header: words.lastPayment,
      cell: ({ lastPayment }) => <DateText value={lastPayment} />,
    },
  ];
};

function Addresses({ payee, notation }: Part) {
  return (
    <DataList
      caption={notation.words.addresses}
      columns={addressColumns(notation)}
      rows={payee.addresses}
      rowKey={({ bank, rail }) => `${bank} ${rail}`}
    />
  );
}

function AccountChange({
  change,
  notation: { words, language },
}: {
  change: Change;
  notation: PayeeNotation;
}) {
  const { account, amount, approvals, correlationId, executionDate, note, title } = change;
  return (
    <div className="p-change">
      <p>
        <DateText value={executionDate} /> · <MoneyText value={amount} /> ·{' '}
        <Link to={journalPath(correlationId, 'payments')}>{words.openJournal}</Link>
      </p>
      <p>
        <Tag tone="warn" icon="exclamation-triangle">
          {title[language]}
        </Tag>{' '}
        {account && <AccountName number={account} />}
        {note && <span className="g-sub">{note[language]}</span>}
      </p>
      {approvals.length === 0 ? (
        <p className="g-muted">{words.nobody}</p>
      ) : (
        <ul className="p-passed">
          {approvals.map(({ by, onBehalfOf, at, reason, isSignature }) => (
            <li key={`${at} ${by} ${String(isSignature)}`}>
              {isSignature ? words.signedBy : words.approvedBy}{' '}
              {onBehalfOf ? words.onBehalfOf(by, onBehalfOf) : by}, <InstantText value={at} />
              {reason && <span className="g-sub">{reason}</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
