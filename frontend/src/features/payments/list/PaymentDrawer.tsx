/** One payment beside the list: whom, how much, how far it is and why, and where its file and entries are. */
import { useQuery } from '@apollo/client/react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import {
  OnePaymentDocument,
  PaymentMatchDocument,
  type OnePaymentQuery,
} from '@/generated/graphql';
import { useEvidencePack } from '@/features/audit';
import { AccountName } from '@/features/banks';
import { RuleMarks } from '@/features/rules';
import { useLabels, type Words } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import { journalPath, transactionsPath } from '@/kernel/paths';
import {
  Button,
  CopyId,
  DateText,
  Drawer,
  EmptyState,
  Facts,
  LinkButton,
  MoneyText,
  QueryStates,
  Skeleton,
} from '@/ui';
import { labels as correctLabels } from '../corrections/labels';
import { PaymentLinkText } from '../corrections/Links';
import { payeePath } from '../payees/paths';
import { HeldText } from '../components/HeldText';
import { PaymentFlags } from '../components/PaymentFlags';
import { progressLabels } from '../progressLabels';
import { PaidFrom, ProgressTag, ReasonsInFull } from './columns';
import { listLabels } from './labels';

const CorrectMany = lazy(async () => ({
  default: (await import('../corrections/CorrectMany')).CorrectMany,
}));

type Full = NonNullable<OnePaymentQuery['payment']>;

interface PaymentDrawerProps {
  id: string;
  onClose: () => void;
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
}

export function PaymentDrawer({ id, ...walk }: PaymentDrawerProps) {
  const words = useLabels(listLabels);
  const query = useQuery(OnePaymentDocument, { variables: { id } });
  return (
    <Drawer title={words.payment} {...walk}>
      <QueryStates query={query} skeleton={<Skeleton lines={10} />}>
        {({ payment }) =>
          payment ? (
            <PaymentFacts payment={payment} />
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

function PaymentFacts({ payment }: { payment: Full }) {
  const words = useLabels(listLabels);
  const progress = useLabels(progressLabels);
  const correcting = useLabels(correctLabels);
  const mayCorrect = useMay('payments.correct');
  const pack = useEvidencePack({ payment: payment.id });
  const [isCorrecting, setCorrecting] = useState(false);
  const { creditor, transactionId, returnId } = payment;
  const entries = useEntries(transactionId);
  const isUnpaid = payment.progress === 'REJECTED' || payment.progress === 'RETURNED';
  const isHeld = payment.state === 'RECEIVED' && payment.holds.length > 0;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [words.payee, <PayeeLink key="to" payment={payment} words={words} />],
    [words.payeeAccount, creditor.account && <AccountName key="payee" number={creditor.account} />],
    [words.payeeBank, creditor.agent],
    [words.reason, payment.statusCode && <ReasonsInFull key="reason" row={payment} />],
    [
      correcting.replacedBy,
      payment.replacedBy && (
        <PaymentLinkText key="replacedBy" link={payment.replacedBy} isOriginal={false} />
      ),
    ],
    [
      correcting.replaces,
      payment.replaces && <PaymentLinkText key="replaces" link={payment.replaces} isOriginal />,
    ],
    [words.executionDate, <DateText key="day" value={payment.executionDate} />],
    [words.booked, payment.bookedOn && <DateText key="booked" value={payment.bookedOn} />],
    [words.entries, entries.length > 0 && <Entries key="entries" entries={entries} />],
    [words.returned, payment.returnedOn && <DateText key="returned" value={payment.returnedOn} />],
    [words.account, <PaidFrom key="account" row={payment} />],
    [words.bank, payment.account?.servicer ?? payment.bank],
    [words.file, payment.document?.name],
    [words.batch, payment.batchId],
    [words.remittance, payment.remittance],
    [words.reference, payment.reference],
    [
      words.endToEnd,
      payment.endToEndId && <CopyId key="end" value={payment.endToEndId} name={words.endToEnd} />,
    ],
    [
      words.warnings,
      payment.flags.length > 0 && <PaymentFlags key="flags" flags={payment.flags} />,
    ],
    [words.labels, payment.marks.length > 0 && <RuleMarks key="labels" marks={payment.marks} />],
  ];
  return (
    <div className="g-stack">
      <div className="p-hero">
        <MoneyText value={payment.amount} />
        <ProgressTag row={payment} words={progress} />
      </div>
      <div className="g-actions">
        {mayCorrect && isUnpaid && (
          <Button small icon="refresh" onClick={() => setCorrecting(true)}>
            {correcting.act}
          </Button>
        )}
        <LinkButton small icon="book" to={journalPath(payment.correlationId)}>
          {words.journal}
        </LinkButton>
        {transactionId && (
          <LinkButton small icon="link" to={transactionsPath({ transaction: transactionId })}>
            {words.openEntry}
          </LinkButton>
        )}
        {returnId && (
          <LinkButton small icon="replay" to={transactionsPath({ transaction: returnId })}>
            {words.openReturn}
          </LinkButton>
        )}
        {pack && (
          <Button small icon="download" disabled={pack.isBusy} onClick={() => void pack.take()}>
            {pack.name}
          </Button>
        )}
      </div>
      <Facts facts={facts.filter(([, value]) => Boolean(value))} />
      {isCorrecting && (
        <Suspense fallback={null}>
          <CorrectMany
            chosen={{ ids: [payment.id] }}
            onClose={() => setCorrecting(false)}
            onEnded={() => setCorrecting(false)}
          />
        </Suspense>
      )}
      {isHeld && <HeldText holds={payment.holds} />}
    </div>
  );
}

/** The entries that a person has matched it with: it may be paid in parts. */
function useEntries(transactionId: string | null) {
  const { data } = useQuery(PaymentMatchDocument, {
    variables: { transactionId: transactionId ?? '' },
    skip: !transactionId,
  });
  const sides = data?.transaction?.reconciliation.match?.sides ?? [];
  return sides.filter(({ kind }) => kind === 'ENTRY');
}

function Entries({ entries }: { entries: ReturnType<typeof useEntries> }) {
  return (
    <ul className="p-entries">
      {entries.map(({ id, day, amount }) => (
        <li key={id}>
          <Link to={transactionsPath({ transaction: id })}>
            <DateText value={day} />
          </Link>{' '}
          <MoneyText signed value={amount} />
        </li>
      ))}
    </ul>
  );
}

/** Who has no name here still leads to what else was paid there. */
function PayeeLink({ payment, words }: { payment: Full; words: Words<typeof listLabels> }) {
  const { creditor, payeeId } = payment;
  if (!payeeId) return creditor.name;
  return <Link to={payeePath(payeeId)}>{creditor.name ?? words.openPayee}</Link>;
}
