/** One journal in tabs, the same in the drawer and on its own page. */
import { useQuery } from '@apollo/client/react';
import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { OneJournalDocument } from '@/generated/graphql';
import { JournalPayments } from '@/features/payments';
import { StatementStrip } from '@/features/statements';
import { useLabels } from '@/kernel/i18n';
import { DECIDED_BY } from '@/kernel/policies';
import { useUrlValue } from '@/kernel/urlState';
import { usePolling, type Polled } from '@/kernel/usePolling';
import { EmptyState, QueryStates, Skeleton, Tabs } from '@/ui';
import '../journals.css';
import { labels } from '../labels';
import { progressLabels } from '../progressLabels';
import { CutOffClock } from './CutOffClock';
import { JournalComments } from './JournalComments';
import { JournalDocuments } from './JournalDocuments';
import { JournalHead } from './JournalHead';
import { JournalOverview, type FullJournal } from './JournalOverview';
import { EvidencePack } from './EvidencePack';
import { JournalTrail } from './JournalTrail';
import { NextStepCard } from './NextStepCard';
import { StatusAnswers } from './StatusAnswers';
import { Timeline } from './Timeline';

/** Loaded when a journal is opened: the list is the first thing people see. */
const ways = () => import('@/features/payments/screen');
const ApprovalPanel = lazy(async () => ({ default: (await ways()).ApprovalPanel }));
const RecallPanel = lazy(async () => ({ default: (await ways()).RecallPanel }));
const SendingPanel = lazy(async () => ({ default: (await ways()).SendingPanel }));
const WaysKnown = lazy(async () => ({ default: (await ways()).WaysKnown }));

const SETTLED: ReadonlySet<FullJournal['state']> = new Set([
  'ACCEPTED',
  'PARTIALLY_ACCEPTED',
  'EXECUTED',
  'BOOKED',
  'RECONCILED',
  'CANCELLED',
]);

const LOOK_AGAIN_MS = 2_000;

/** What a room above shows of a journal whose payments came from an ERP. */
export type ShowOrigin = (correlationId: string) => ReactNode;

export function JournalRecord({
  correlationId,
  origin,
}: {
  correlationId: string;
  origin: ShowOrigin | undefined;
}) {
  const query = useQuery(OneJournalDocument, {
    variables: { correlationId },
    fetchPolicy: DECIDED_BY,
  });
  // Fetched while the journal is.
  useEffect(() => void ways(), []);
  return (
    <QueryStates query={query} skeleton={<Skeleton lines={12} />}>
      {({ journal }) =>
        journal ? (
          <JournalTabsView journal={journal} origin={origin} onChanged={query.refetch} />
        ) : (
          <NotThere query={query} />
        )
      }
    </QueryStates>
  );
}

/** Looks again while it is shown: a journal that is led to may still be on its way in. */
function NotThere({ query }: { query: Polled }) {
  const words = useLabels(labels);
  usePolling(query, LOOK_AGAIN_MS);
  return (
    <EmptyState picture="search" title={words.notFound}>
      <p>{words.notFoundHelp}</p>
    </EmptyState>
  );
}

function JournalTabsView({
  journal,
  origin,
  onChanged,
}: {
  journal: FullJournal;
  origin: ShowOrigin | undefined;
  onChanged: () => unknown;
}) {
  const words = useLabels(labels);
  const more = useLabels(progressLabels);
  const [tab, setTab] = useUrlValue('tab');
  const { correlationId, statements } = journal;
  // Once the bank has answered, how the file left is history; until then it is what to act on.
  const isSettled = SETTLED.has(journal.state);
  const wayOut = journal.paymentDocument && (
    <>
      <ApprovalPanel correlationId={correlationId} />
      <SendingPanel correlationId={correlationId} onChanged={onChanged} />
    </>
  );
  const wayBack = journal.paymentDocument && (
    <RecallPanel correlationId={correlationId} state={journal.state} onChanged={onChanged} />
  );
  const isRecalled =
    journal.state !== 'CANCELLED' &&
    (journal.documents.some(({ kind }) => kind === 'RECALL') ||
      journal.nextStep.step === 'RECALL_ASKED');
  const hasWays = Boolean(journal.paymentDocument);
  return (
    <Suspense fallback={<Skeleton lines={12} />}>
      <WaysKnown
        correlationId={correlationId}
        out={hasWays && !isSettled}
        back={hasWays && isRecalled}
      >
        <JournalHead journal={journal} onChanged={onChanged} />
        <NextStepCard journal={journal} onChanged={onChanged} />
        {journal.cutOff && <CutOffClock cutOff={journal.cutOff} onPassed={onChanged} />}
        {isRecalled && wayBack}
        {!isSettled && wayOut}
        <Tabs
          name={words.journal}
          active={tab ?? 'overview'}
          onChange={(key) => setTab(key === 'overview' ? null : key, { replace: true })}
          tabs={[
            {
              key: 'overview',
              label: words.tabOverview,
              render: () => (
                <>
                  <JournalOverview journal={journal} />
                  {isSettled && wayOut}
                  {!isRecalled && wayBack}
                </>
              ),
            },
            {
              key: 'payments',
              label: words.tabPayments,
              count: journal.counts.payments,
              render: () =>
                journal.paymentDocument || journal.counts.payments > 0 ? (
                  <JournalPayments correlationId={correlationId} />
                ) : (
                  <p className="g-muted">{words.noPaymentDocument}</p>
                ),
            },
            {
              key: 'status',
              label: words.tabStatus,
              count: journal.answers.length || undefined,
              render: () => <StatusTab journal={journal} />,
            },
            {
              key: 'statement',
              label: words.tabStatement,
              count: statements.length,
              render: () =>
                statements.length > 0 ? (
                  statements.map((statement) => (
                    <StatementStrip key={statement.id} statement={statement} />
                  ))
                ) : (
                  <p className="g-muted">{words.noStatement}</p>
                ),
            },
            ...(origin && journal.source === 'ERP'
              ? [{ key: 'erp', label: words.tabErp, render: () => origin(correlationId) }]
              : []),
            {
              key: 'documents',
              label: words.tabDocuments,
              count: journal.documents.length,
              render: () => <JournalDocuments documents={journal.documents} />,
            },
            {
              key: 'timeline',
              label: words.tabTimeline,
              render: () => <Timeline journal={journal} />,
            },
            {
              key: 'audit',
              label: more.tabAudit,
              render: () => (
                <>
                  <EvidencePack correlationId={correlationId} />
                  <JournalTrail correlationId={correlationId} />
                </>
              ),
            },
            {
              key: 'comments',
              label: more.tabComments,
              count: journal.comments.length,
              render: () => <JournalComments journal={journal} onChanged={onChanged} />,
            },
          ]}
        />
      </WaysKnown>
    </Suspense>
  );
}

function StatusTab({ journal }: { journal: FullJournal }) {
  const words = useLabels(labels);
  const more = useLabels(progressLabels);
  const reports = journal.documents.filter(({ kind }) => kind === 'STATUS');
  if (reports.length === 0)
    return (
      <p className="g-muted">
        {journal.paymentDocument ? words.noStatus : words.noPaymentDocument}
      </p>
    );
  return (
    <>
      <StatusAnswers answers={journal.answers} />
      {journal.counts.rejected > 0 && (
        <section className="g-stack">
          <h3>{more.refusedPayments}</h3>
          <JournalPayments correlationId={journal.correlationId} onlyProblems />
        </section>
      )}
    </>
  );
}
