/** A journal as its ERP sees it: whose payments, what the ERP was told of each, which statement lines prove them, and what it did not take. */
import { useQuery } from '@apollo/client/react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import {
  ErpJournalPaymentListDocument,
  ErpOfJournalDocument,
  type ErpJournalPaymentRowFragment,
  type ErpOfJournalQuery,
} from '@/generated/graphql';
import { AccountName } from '@/features/banks';
import { useLabels } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { erpQueuePath } from '@/kernel/paths';
import { UNTOLD } from '@/kernel/policies';
import { usePreferences } from '@/kernel/preferences';
import {
  CopyId,
  DateText,
  Facts,
  InstantText,
  LinkButton,
  List,
  QueryStates,
  Skeleton,
  Tag,
  useList,
  usePolled,
} from '@/ui';
import { WriteState } from '../columns';
import { labels } from '../labels';
import { originColumns } from '../originColumns';
import { originLabels } from '../originLabels';
import { WriteCard } from './WriteCard';

type Origin = NonNullable<ErpOfJournalQuery['erpJournal']>;

const LOOK_AGAIN_MS = 5000;
const rowKey = (row: ErpJournalPaymentRowFragment) => row.id;
const nothing = () => undefined;
const panelLabels = { ...labels, ...originLabels };

export function JournalOrigin({ correlationId }: { correlationId: string }) {
  const words = useLabels(originLabels);
  const query = useQuery(ErpOfJournalDocument, {
    variables: { correlationId },
    fetchPolicy: UNTOLD,
    pollInterval: LOOK_AGAIN_MS,
  });
  return (
    <section className="g-stack" aria-label={words.panel}>
      <QueryStates query={query} skeleton={<Skeleton lines={8} />}>
        {({ erpJournal }) =>
          erpJournal ? (
            <>
              <Origins origin={erpJournal} />
              <NotTaken origin={erpJournal} onChanged={query.refetch} />
              <OwnPayments correlationId={correlationId} erp={erpJournal.erp} />
              <Statements origin={erpJournal} />
            </>
          ) : (
            <p className="g-muted">{words.asFile}</p>
          )
        }
      </QueryStates>
    </section>
  );
}

function Origins({ origin }: { origin: Origin }) {
  const words = useLabels(panelLabels);
  const { numberFormat } = usePreferences();
  const number = (count: number) => formatCount(count, numberFormat);
  const { erp, company, isInUse, told, payments, waiting, failed } = origin;
  return (
    <Facts
      facts={[
        [
          words.books,
          <>
            {company} · {erp}
            {!isInUse && <span className="g-sub">{words.notInUse}</span>}
          </>,
        ],
        [
          words.told,
          <>
            {words.toldOf(number(told), number(payments))}{' '}
            {waiting > failed && (
              <Tag tone="info" icon="clock">
                {words.waiting(number(waiting - failed))}
              </Tag>
            )}{' '}
            {failed > 0 && (
              <Tag tone="bad" icon="times-circle">
                {words.failed(number(failed))}
              </Tag>
            )}
          </>,
        ],
        [words.paidFrom, origin.account && <AccountName key="account" number={origin.account} />],
        [words.executed, <DateText key="day" value={origin.day} />],
        [words.fetched, <InstantText key="fetched" value={origin.fetched} />],
        [words.claimed, origin.claimed && <InstantText key="claimed" value={origin.claimed} />],
        [words.claim, <CopyId key="order" value={origin.order} name={words.claim} />],
      ]}
    />
  );
}

function NotTaken({
  origin: { failed, failures },
  onChanged,
}: {
  origin: Origin;
  onChanged: () => unknown;
}) {
  const words = useLabels(originLabels);
  if (failures.length === 0) return null;
  return (
    <section className="g-stack">
      <h3>{words.notTaken}</h3>
      {failures.map((write) => (
        <WriteCard key={write.id} row={write} onChanged={onChanged} />
      ))}
      {failed > failures.length && (
        <LinkButton small to={erpQueuePath({ state: 'FAILED' })}>
          {words.moreNotTaken}
        </LinkButton>
      )}
    </section>
  );
}

function OwnPayments({ correlationId, erp }: { correlationId: string; erp: string }) {
  const words = useLabels(panelLabels);
  const { language } = usePreferences();
  const variables = useMemo(
    () => ({ filter: { journal: correlationId }, orderBy: { field: 'NUMBER', direction: 'ASC' } }),
    [correlationId],
  );
  const list = useList({
    name: 'erpPayments',
    document: ErpJournalPaymentListDocument,
    variables,
    connection: ({ erpPayments }) => erpPayments,
    rowKey,
    prefix: 'erp-',
  });
  const columns = useMemo(() => originColumns({ words, language, erp }), [words, language, erp]);
  usePolled(list, true, LOOK_AGAIN_MS);
  return (
    <List
      list={list}
      caption={words.payments}
      columns={columns}
      filtered={false}
      onClear={nothing}
      hasViews={false}
      empty={{ picture: 'inbox', title: words.noPayments, text: words.noPaymentsText }}
    />
  );
}

function Statements({ origin: { erp, statements } }: { origin: Origin }) {
  const words = useLabels(panelLabels);
  const { numberFormat } = usePreferences();
  return (
    <section className="g-stack">
      <h3>{words.statements}</h3>
      {statements.length === 0 && <p className="g-muted">{words.noStatements}</p>}
      {statements.length > 0 && (
        <ul className="g-stack">
          {statements.map(({ write, proven }) => (
            <li key={write.id} className="g-actions">
              <WriteState state={write.state} words={words} />
              <Link to={erpQueuePath({ write: write.id })}>{write.label}</Link>
              <span className="g-muted">{words.proven(formatCount(proven, numberFormat))}</span>
              {write.state === 'WRITTEN' && <InstantText value={write.since} />}
              {write.page && (
                <LinkButton
                  small
                  look="quiet"
                  icon="external-link"
                  to={write.page}
                  target="_blank"
                  rel="noopener noreferrer"
                >
                  {words.openInErp(erp)}
                </LinkButton>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
