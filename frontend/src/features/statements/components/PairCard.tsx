/** Two entries that may be one payment, side by side, what differs marked, and the decision. */
import { useMutation } from '@apollo/client/react';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { DecideEntriesDocument, type DuplicateLineFragment } from '@/generated/graphql';
import { OwnAccount } from '@/features/banks';
import { formatDate } from '@/kernel/dates';
import { listed, useLabels } from '@/kernel/i18n';
import { formatDecimal, signedBy } from '@/kernel/money';
import { transactionsPath } from '@/kernel/paths';
import { useMay } from '@/kernel/permissions';
import { useNotation } from '@/kernel/preferences';
import { Button, CopyId, DateText, MoneyText, NoValue } from '@/ui';
import { duplicateLabels } from '../duplicateLabels';
import { labels } from '../labels';
import { useLedger } from '../useLedger';
import { versionLabels } from '../versionLabels';
import { bankMoment, nameOf } from '../versions';
import { ReasonDialog } from './ReasonDialog';

type Entry = DuplicateLineFragment['left'];

interface Field {
  name: string;
  show: (entry: Entry) => ReactNode;
  value: (entry: Entry) => string | null;
  /** Each entry has one of its own, which is no difference. */
  isOwn?: boolean;
}

export function PairCard({
  pair,
  onDecided,
}: {
  pair: DuplicateLineFragment;
  onDecided: (settled: Promise<void>) => void;
}) {
  const words = useLabels(duplicateLabels);
  const { dateFormat, numberFormat } = useNotation();
  const mayDecide = useMay('statements.decide');
  const [asking, setAsking] = useState<'same' | 'different' | null>(null);
  const { left, right } = pair;
  const fields = useFields().filter(({ value }) => value(left) !== null || value(right) !== null);
  const apart = fields.filter(({ value, isOwn }) => !isOwn && value(left) !== value(right));
  const contradicting = apart
    .filter(({ value }) => value(left) !== null && value(right) !== null)
    .map(({ name }) => name);
  const signed = {
    amount: signedBy(left.amount.amount, left.direction),
    currency: left.amount.currency,
  };
  const day = left.bookingDate ?? left.valueDate;
  const title = words.pair(
    `${formatDecimal(signed.amount, numberFormat, signed.currency)} ${signed.currency}`,
    day ? formatDate(day, dateFormat) : '',
  );
  return (
    <article className="g-card t-pair" aria-label={title}>
      <header className="t-pair-head">
        <h2>
          <MoneyText signed value={signed} />
        </h2>
        <span>
          <OwnAccount account={left.account} />
        </span>
      </header>
      <p>
        {pair.reason === 'CONTRADICTING' && contradicting.length > 0
          ? words.contradictingIn(listed(contradicting).toLowerCase())
          : words[pair.reason]}
      </p>
      <div className="g-table-frame">
        <table className="g-table t-compare">
          <caption className="g-sr">{title}</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className="g-sr">{words.field}</span>
              </th>
              {(
                [
                  [words.entry1, left],
                  [words.entry2, right],
                ] as const
              ).map(([name, entry]) => (
                <th key={name} scope="col">
                  <Link
                    to={transactionsPath({ transaction: entry.id })}
                    aria-label={words.openEntry(name)}
                  >
                    {name}
                  </Link>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {fields.map((field) => {
              const isApart = apart.includes(field);
              return (
                <tr key={field.name} className={isApart ? 't-differs' : undefined}>
                  <th scope="row">
                    {field.name}
                    {isApart && <span className="g-sr"> ({words.differs})</span>}
                  </th>
                  <td data-label={words.entry1}>
                    {field.value(left) === null ? <NoValue /> : field.show(left)}
                  </td>
                  <td data-label={words.entry2}>
                    {field.value(right) === null ? <NoValue /> : field.show(right)}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {mayDecide ? (
        <div className="g-actions">
          <Button icon="clone" onClick={() => setAsking('same')}>
            {words.same}
          </Button>
          <Button icon="list" onClick={() => setAsking('different')}>
            {words.different}
          </Button>
        </div>
      ) : (
        <p className="g-muted">{words.mayNot}</p>
      )}
      {asking && (
        <DecideEntries
          pair={pair}
          verdict={asking}
          onDecided={onDecided}
          onClose={() => setAsking(null)}
        />
      )}
    </article>
  );
}

function DecideEntries({
  pair,
  verdict,
  onDecided,
  onClose,
}: {
  pair: DuplicateLineFragment;
  verdict: 'same' | 'different';
  onDecided: (settled: Promise<void>) => void;
  onClose: () => void;
}) {
  const words = useLabels(duplicateLabels);
  const settle = useLedger();
  const [decide] = useMutation(DecideEntriesDocument);
  const send = async (reason: string) => {
    const { refused, settled } = await settle(
      async () =>
        (
          await decide({
            variables: {
              leftId: pair.left.id,
              rightId: pair.right.id,
              same: verdict === 'same',
              reason,
            },
          })
        ).data?.decideEntries,
      words.decided,
    );
    if (refused === null) onDecided(settled);
    return refused;
  };
  return (
    <ReasonDialog
      title={words[`${verdict}Title`]}
      confirm={words[verdict]}
      send={send}
      onClose={onClose}
    >
      <p>{words[`${verdict}Help`]}</p>
    </ReasonDialog>
  );
}

function useFields(): readonly Field[] {
  const words = useLabels(duplicateLabels);
  const facts = useLabels(labels);
  const versions = useLabels(versionLabels);
  const { dateFormat } = useNotation();
  const plain = (name: string, value: Field['value']): Field => ({ name, value, show: value });
  const id = (name: string, value: Field['value']): Field => ({
    name,
    value,
    show: (entry) => <CopyId value={value(entry) ?? ''} name={name} />,
  });
  const day = (name: string, value: Field['value']): Field => ({
    name,
    value,
    show: (entry) => <DateText value={value(entry)} />,
  });
  return [
    {
      name: facts.amount,
      value: ({ amount, direction }) => signedBy(amount.amount, direction),
      show: ({ amount, direction }) => (
        <MoneyText signed value={{ ...amount, amount: signedBy(amount.amount, direction) }} />
      ),
    },
    day(facts.bookingDate, ({ bookingDate }) => bookingDate),
    day(facts.valueDate, ({ valueDate }) => valueDate),
    plain(facts.state, ({ state }) => facts[state]),
    plain(facts.counterparty, ({ counterparty }) => counterparty.name),
    id(words.counterpartyAccount, ({ counterparty }) => counterparty.account),
    plain(facts.remittance, ({ remittance }) => remittance),
    id(facts.reference, ({ reference }) => reference),
    id(facts.endToEnd, ({ endToEndId }) => endToEndId),
    id(facts.bankReference, ({ bankReference }) => bankReference),
    plain(words.information, ({ additionalInformation }) => additionalInformation),
    {
      name: words.source,
      isOwn: true,
      value: ({ statement, witnesses }) =>
        [statement, ...witnesses.map((witness) => witness.statement)]
          .map(({ id: key }) => key)
          .join(),
      show: ({ statement, witnesses }) => (
        <>
          <Link to={transactionsPath({ statement: statement.id })}>
            {nameOf(statement) ?? facts.showEntries}
          </Link>
          {witnesses.map((witness, index) => (
            <span key={index} className="g-sub">
              {[
                versions[witness.kind],
                nameOf(witness.statement),
                bankMoment(witness.reportedAt, dateFormat),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          ))}
        </>
      ),
    },
  ];
}
