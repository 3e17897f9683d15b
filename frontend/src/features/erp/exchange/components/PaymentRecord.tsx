/** One payment of the ERP: why it stands where it stands, its facts, what was told of it, and what can be done. */
import { useMutation, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import {
  LeaveErpPaymentDocument,
  LetErpPaymentGoDocument,
  OneErpPaymentDocument,
  type OneErpPaymentQuery,
} from '@/generated/graphql';
import { listed, useLabels, wordFor } from '@/kernel/i18n';
import { journalPath, paths } from '@/kernel/paths';
import { useMay } from '@/kernel/permissions';
import { UNTOLD } from '@/kernel/policies';
import {
  Button,
  CopyId,
  DateText,
  Facts,
  InstantText,
  LinkButton,
  MoneyText,
  QueryStates,
  Skeleton,
  Tag,
} from '@/ui';
import { useInLanguage } from '../../words';
import { labels } from '../labels';
import { PAYMENT_LOOKS } from '../states';
import { ReasonDialog } from './ReasonDialog';
import { WriteCard } from './WriteCard';

type Payment = NonNullable<OneErpPaymentQuery['erpPayment']>;

interface PaymentRecordProps {
  id: string;
  nameOf: (method: string) => string;
  onChanged: () => unknown;
}

const LOOK_AGAIN_MS = 5000;

/** Reasons to wait that end once a mapping says how such payments are made. */
const ENDED_BY_MAPPING: ReadonlySet<string | null> = new Set(['no_mapping', 'no_account']);

export function PaymentRecord({ id, nameOf, onChanged }: PaymentRecordProps) {
  const words = useLabels(labels);
  const query = useQuery(OneErpPaymentDocument, {
    variables: { id },
    fetchPolicy: UNTOLD,
    pollInterval: LOOK_AGAIN_MS,
  });
  return (
    <QueryStates query={query} skeleton={<Skeleton lines={8} />}>
      {({ erpPayment }) =>
        erpPayment && (
          <div className="g-stack">
            <Standing row={erpPayment} />
            <Acts row={erpPayment} onChanged={onChanged} />
            <PaymentFacts row={erpPayment} nameOf={nameOf} />
            <h3>{words.writes}</h3>
            {erpPayment.writes.length === 0 && <p className="g-muted">{words.noWrites}</p>}
            {erpPayment.writes.map((write) => (
              <WriteCard key={write.id} row={write} onChanged={onChanged} />
            ))}
          </div>
        )
      }
    </QueryStates>
  );
}

function Standing({ row }: { row: Payment }) {
  const words = useLabels(labels);
  const tell = useInLanguage();
  const [tone, icon] = PAYMENT_LOOKS[row.state];
  return (
    <>
      <div className="g-actions">
        <Tag tone={tone} icon={icon}>
          {words[row.state]}
        </Tag>
        <span className="g-muted">
          {words.since} <InstantText value={row.since} />
        </span>
      </div>
      {(row.sentence ?? row.reasonSaid) && (
        <div className={`g-notice g-tone-${tone}`}>
          {row.sentence && <strong>{tell(row.sentence)}</strong>}
          {row.reasonSaid && <p>{tell(row.reasonSaid)}</p>}
          {row.remedy && <p>{tell(row.remedy)}</p>}
        </div>
      )}
    </>
  );
}

function Acts({ row, onChanged }: { row: Payment; onChanged: () => unknown }) {
  const words = useLabels(labels);
  const [asked, setAsked] = useState<'letGo' | 'leave' | null>(null);
  const [letGo] = useMutation(LetErpPaymentGoDocument);
  const [leave] = useMutation(LeaveErpPaymentDocument);
  const mayDecide = useMay('erp.exchange');
  const send = async (reason: string) => {
    const variables = { id: row.id, reason };
    return asked === 'letGo'
      ? (await letGo({ variables })).data?.letErpPaymentGo
      : (await leave({ variables })).data?.leaveErpPayment;
  };
  return (
    <div className="g-actions">
      {row.journal && (
        <LinkButton small icon="book" to={journalPath(row.journal)}>
          {words.openJournal}
        </LinkButton>
      )}
      {row.state === 'HELD' && ENDED_BY_MAPPING.has(row.reasonCode) && (
        <LinkButton small icon="arrows-h" to={paths.erpMapping}>
          {words.openMapping}
        </LinkButton>
      )}
      {mayDecide && row.canLetGo && (
        <Button small look="primary" icon="check" onClick={() => setAsked('letGo')}>
          {words.letGo}
        </Button>
      )}
      {mayDecide && row.canLeave && (
        <Button small icon="ban" onClick={() => setAsked('leave')}>
          {words.leave}
        </Button>
      )}
      {asked && (
        <ReasonDialog
          title={words[`${asked}Title`](row.number)}
          confirm={words[asked]}
          help={words[`${asked}Help`]}
          done={words[`${asked}Done`]}
          act={send}
          onDone={onChanged}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}

function PaymentFacts({ row, nameOf }: { row: Payment; nameOf: (method: string) => string }) {
  const words = useLabels(labels);
  const isWritten = row.writes.every(
    ({ state }) => state !== 'WAITING' && state !== 'WRITING' && state !== 'FAILED',
  );
  const told = row.told ? wordFor(words, row.told) : words.notTold;
  return (
    <Facts
      facts={[
        [words.amount, <MoneyText key="amount" value={row.amount} />],
        [words.due, <DateText key="due" value={row.due} />],
        [words.creditor, row.creditor.name],
        [words.creditorAccount, row.creditor.account],
        [words.country, row.creditor.country],
        [words.reference, row.reference],
        [words.invoices, listed(row.invoices)],
        [words.method, nameOf(row.method)],
        [words.paysFrom, row.paysFrom],
        [words.erpKnows, row.told && !isWritten ? words.onTheWay(told) : told],
        ...(row.allowed ? [[words.allowed, row.allowed] as const] : []),
        [words.fetched, <InstantText key="fetched" value={row.fetched} />],
        [words.attempt, row.attempt],
        [words.endToEndId, row.endToEndId && <CopyId key="e2e" value={row.endToEndId} />],
        [words.nativeId, <CopyId key="native" value={row.nativeId} />],
      ]}
    />
  );
}
