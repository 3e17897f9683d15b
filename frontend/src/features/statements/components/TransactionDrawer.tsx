/** One transaction beside the list: everything the bank said about it. */
import { useQuery } from '@apollo/client/react';
import { Link } from 'react-router';
import { OneTransactionDocument, type OneTransactionQuery } from '@/generated/graphql';
import { OwnAccountInFull } from '@/features/banks';
import { RuleMarks } from '@/features/rules';
import { useLabels } from '@/kernel/i18n';
import { formatDecimal, signedBy } from '@/kernel/money';
import { duplicatesPath, journalPath, transactionsPath } from '@/kernel/paths';
import { useNotation } from '@/kernel/preferences';
import {
  CopyId,
  DateText,
  Drawer,
  EmptyState,
  Facts,
  Icon,
  LinkButton,
  MoneyText,
  QueryStates,
  Skeleton,
  Tag,
} from '@/ui';
import { bankCodeInWords, bankCodes } from '../bankCodes';
import { differenceLabels } from '../differenceLabels';
import { duplicateLabels } from '../duplicateLabels';
import { erpStateLabels } from '../erpStateLabels';
import { labels } from '../labels';
import { BatchDetails } from './BatchDetails';
import { ErpStanding } from './ErpStanding';
import { MatchedSides } from './MatchedSides';
import { ProvisionalNotice, Sources } from './Sources';
import { Unmatch } from './Unmatch';

type Full = NonNullable<OneTransactionQuery['transaction']>;

interface TransactionDrawerProps {
  id: string;
  onClose: () => void;
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
}

export function TransactionDrawer({ id, onClose, onPrevious, onNext }: TransactionDrawerProps) {
  const words = useLabels(labels);
  const query = useQuery(OneTransactionDocument, {
    variables: { id, isBooking: !id.startsWith('replaced-') },
  });
  return (
    <Drawer title={words.transaction} onClose={onClose} onPrevious={onPrevious} onNext={onNext}>
      <QueryStates query={query} skeleton={<Skeleton lines={10} />}>
        {({ transaction, possibleDuplicates }) =>
          transaction ? (
            <TransactionFacts
              transaction={transaction}
              isDoubted={(possibleDuplicates?.totalCount ?? 0) > 0}
            />
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

function TransactionFacts({ transaction, isDoubted }: { transaction: Full; isDoubted: boolean }) {
  const words = useLabels(labels);
  const more = useLabels(duplicateLabels);
  const codes = useLabels(bankCodes);
  const reasons = useLabels(differenceLabels);
  const { inErp } = useLabels(erpStateLabels);
  const { account, counterparty, reconciliation, statement } = transaction;
  const { match } = reconciliation;
  const signed = {
    amount: signedBy(transaction.amount.amount, transaction.direction),
    currency: transaction.amount.currency,
  };
  return (
    <>
      <div className="t-hero">
        <MoneyText signed value={signed} />
        <span className="g-actions">
          {transaction.replaced && <Tag icon="history">{words.REPLACED}</Tag>}
          <Tag tone={transaction.state === 'BOOKED' ? 'neutral' : 'info'}>
            {words[transaction.state]}
          </Tag>
          {transaction.reversal && (
            <Tag tone="warn" icon="replay">
              {words.reversal}
            </Tag>
          )}
          {!transaction.replaced && (
            <Tag tone={reconciliation.state === 'MATCHED' ? 'good' : 'neutral'}>
              {words[reconciliation.state]}
            </Tag>
          )}
        </span>
      </div>
      {transaction.replaced && <p className="g-notice">{words.replacedHelp}</p>}
      <ProvisionalNotice transaction={transaction} />
      {isDoubted && (
        <div className="g-notice g-tone-warn">
          <Icon name="clone" />
          <span>{words.possibleDuplicate}</span>
          <LinkButton small to={duplicatesPath({ of: transaction.id })}>
            {more.compare}
          </LinkButton>
        </div>
      )}
      <Facts
        facts={[
          [words.account, <OwnAccountInFull key="account" account={account} />],
          [words.bookingDate, <DateText key="booked" value={transaction.bookingDate} />],
          [words.valueDate, <DateText key="value" value={transaction.valueDate} />],
          [
            words.counterparty,
            [counterparty.name, counterparty.account, counterparty.agent]
              .filter(Boolean)
              .join(' · '),
          ],
          [words.remittance, transaction.remittance],
          [
            words.reference,
            transaction.reference && (
              <CopyId key="reference" value={transaction.reference} name={words.reference} />
            ),
          ],
          [
            words.endToEnd,
            transaction.endToEndId && (
              <CopyId key="end" value={transaction.endToEndId} name={words.endToEnd} />
            ),
          ],
          [
            words.bankReference,
            transaction.bankReference && (
              <CopyId key="bank" value={transaction.bankReference} name={words.bankReference} />
            ),
          ],
          [
            words.bankCode,
            transaction.bankTransactionCode && (
              <>
                {bankCodeInWords(transaction.bankTransactionCode, codes)}
                <span className="g-sub">
                  <code>{transaction.bankTransactionCode}</code>
                </span>
              </>
            ),
          ],
          ...(transaction.posting
            ? [
                [
                  words.posting,
                  <>
                    {[transaction.posting.account, transaction.posting.text]
                      .filter(Boolean)
                      .join(' · ')}
                    <span className="g-sub">
                      {words.postedBy(transaction.posting.rule, transaction.posting.version)}
                    </span>
                  </>,
                ] as const,
              ]
            : []),
          ...(transaction.marks.length > 0
            ? [[words.labels, <RuleMarks key="marks" marks={transaction.marks} />] as const]
            : []),
          [words.information, transaction.additionalInformation],
          ...foreignFacts(transaction, words),
          [
            words.statement,
            <Link key="statement" to={transactionsPath({ statement: statement.id })}>
              {statement.sequence ?? statement.bankId ?? words.showEntries}
            </Link>,
          ],
          ...(transaction.parentId
            ? [
                [
                  words.partOfBatch,
                  <Link key="parent" to={transactionsPath({ transaction: transaction.parentId })}>
                    {words.openBatch}
                  </Link>,
                ] as const,
              ]
            : []),
          ...(match
            ? [
                [
                  words.matchedBy,
                  <span key="match" className="g-actions">
                    {match.matchedBy}
                    <Unmatch entryId={transaction.id} />
                  </span>,
                ] as const,
              ]
            : []),
          ...(match
            ? [
                [
                  words.matchedWith,
                  <MatchedSides key="sides" entryId={transaction.id} match={match} />,
                ] as const,
              ]
            : []),
          ...(match?.erpState
            ? [[inErp, <ErpStanding key="erp" state={match.erpState} />] as const]
            : []),
          ...(match?.difference
            ? [
                [
                  reasons.difference,
                  <span key="difference">
                    <MoneyText value={match.difference.amount} />
                    {', '}
                    {reasons[match.difference.reason]}
                    {match.difference.note && (
                      <span className="g-sub">{match.difference.note}</span>
                    )}
                  </span>,
                ] as const,
              ]
            : []),
          ...(reconciliation.correlationId
            ? [
                [
                  words.journal,
                  <Link key="journal" to={journalPath(reconciliation.correlationId)}>
                    {words.openJournal}
                  </Link>,
                ] as const,
              ]
            : []),
        ]}
      />
      <Charges transaction={transaction} />
      {transaction.parentId === null && !transaction.replaced && (
        <Sources transaction={transaction} />
      )}
      {transaction.batch && (
        <section className="g-stack">
          <h3>{words.detailsTitle}</h3>
          <BatchDetails batch={transaction} />
        </section>
      )}
    </>
  );
}

function foreignFacts(
  transaction: Full,
  words: {
    instructed: string;
    exchange: string;
    exchangeRate: (rate: string, source: string, target: string, unit: string) => string;
  },
) {
  const { instructed, exchange } = transaction;
  const facts: (readonly [string, React.ReactNode])[] = [];
  if (instructed) facts.push([words.instructed, <MoneyText key="instructed" value={instructed} />]);
  if (exchange?.rate)
    facts.push([
      words.exchange,
      words.exchangeRate(
        exchange.rate,
        exchange.source ?? '',
        exchange.target ?? '',
        exchange.unit ?? '1',
      ),
    ]);
  return facts;
}

function Charges({ transaction }: { transaction: Full }) {
  const words = useLabels(labels);
  const { numberFormat } = useNotation();
  if (transaction.charges.length === 0) return null;
  return (
    <section className="g-stack">
      <h3>{words.charges}</h3>
      <ul className="t-charges">
        {transaction.charges.map((charge, index) => (
          <li key={index}>
            <span>{charge.kind ?? words.charges}</span>
            <span className="g-money">
              {formatDecimal(charge.amount, numberFormat, charge.currency)} {charge.currency}
              {charge.included && ` (${words.included})`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
