/** One journal in tabs, the same in the drawer and on its own page. */
import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { OneJournalDocument } from '@/generated/graphql';
import { DocumentBrowser } from '@/features/documents';
import { JournalPayments } from '@/features/payments';
import { StatementStrip } from '@/features/statements';
import { postJson } from '@/kernel/http';
import { useLabels } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import { problemOf } from '@/kernel/problems';
import { useUrlValue } from '@/kernel/urlState';
import { Button, Dialog, EmptyState, notify, QueryStates, Skeleton, Tabs } from '@/ui';
import { StateTag } from '../columns';
import '../journals.css';
import { labels } from '../labels';
import { JournalOverview, type FullJournal } from './JournalOverview';
import { Timeline } from './Timeline';

export function JournalRecord({ correlationId }: { correlationId: string }) {
  const words = useLabels(labels);
  const query = useQuery(OneJournalDocument, { variables: { correlationId }, fetchPolicy: 'cache-and-network' });
  return (
    <QueryStates query={query} skeleton={<Skeleton lines={12} />}>
      {({ journal }) => (journal
        ? <JournalTabsView journal={journal} onChanged={query.refetch} />
        : <EmptyState picture="search" title={words.notFound}><p>{words.notFoundHelp}</p></EmptyState>)}
    </QueryStates>
  );
}

function JournalTabsView({ journal, onChanged }: { journal: FullJournal; onChanged: () => unknown }) {
  const words = useLabels(labels);
  const [tab, setTab] = useUrlValue('tab');
  const { correlationId, statements } = journal;
  return (
    <>
      <div className="j-head">
        <StateTag state={journal.state} words={words} />
        <Reimport correlationId={correlationId} onDone={onChanged} />
      </div>
      <Tabs
        name={words.journal}
        active={tab ?? 'overview'}
        onChange={(key) => setTab(key === 'overview' ? null : key, { replace: true })}
        tabs={[
          { key: 'overview', label: words.tabOverview, render: () => <JournalOverview journal={journal} /> },
          { key: 'payments', label: words.tabPayments, count: journal.counts.payments, render: () => (journal.paymentDocument || journal.counts.payments > 0 ? <JournalPayments correlationId={correlationId} /> : <p className="g-muted">{words.noPaymentDocument}</p>) },
          { key: 'status', label: words.tabStatus, render: () => <StatusTab journal={journal} /> },
          { key: 'statement', label: words.tabStatement, count: statements.length, render: () => (statements.length > 0 ? statements.map((statement) => <StatementStrip key={statement.id} statement={statement} />) : <p className="g-muted">{words.noStatement}</p>) },
          { key: 'documents', label: words.tabDocuments, count: journal.documents.length, render: () => <DocumentBrowser documents={journal.documents} /> },
          { key: 'timeline', label: words.tabTimeline, render: () => <Timeline events={journal.timeline} /> },
        ]}
      />
    </>
  );
}

function StatusTab({ journal }: { journal: FullJournal }) {
  const words = useLabels(labels);
  const reports = journal.documents.filter(({ kind }) => kind === 'STATUS');
  if (reports.length === 0) return <p className="g-muted">{journal.paymentDocument ? words.noStatus : words.noPaymentDocument}</p>;
  return (
    <>
      {journal.counts.rejected > 0 && <JournalPayments correlationId={journal.correlationId} onlyProblems />}
      <DocumentBrowser documents={reports} />
    </>
  );
}

function Reimport({ correlationId, onDone }: { correlationId: string; onDone: () => unknown }) {
  const words = useLabels(labels);
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const mayReimport = useMay('journals.reimport');
  if (!mayReimport) return null;
  const run = async () => {
    setBusy(true);
    try {
      await postJson('/api/reimport', { correlationId });
      notify({ severity: 'success', title: words.success, text: words.reimportStarted });
      void onDone();
    } catch (error) {
      const { detail, correlationId: trace } = problemOf(error);
      notify({ severity: 'error', title: words.failed, text: [detail, trace].filter(Boolean).join(' · ') || words.failed });
    }
    setBusy(false);
    setAsking(false);
  };
  return (
    <>
      <Button small icon="replay" onClick={() => setAsking(true)}>{words.reimport}</Button>
      {asking && (
        <Dialog title={words.reimportTitle} confirm={words.reimport} busy={busy} onConfirm={() => void run()} onClose={() => setAsking(false)}>
          <p>{words.reimportHelp}</p>
        </Dialog>
      )}
    </>
  );
}
