/** The ERP's configuration: what is in use, the draft on its way there, every section, and its history. */
import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { ErpConfigurationPageDocument } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import { UNTOLD } from '@/kernel/policies';
import { useUrlValue } from '@/kernel/urlState';
import { Button, EmptyState, Page, QueryStates, Skeleton } from '@/ui';
import { ErpRequests } from '../requests/ErpRequests';
import './configuration.css';
import { ConnectDialog } from './components/ConnectDialog';
import { HistoryDrawer } from './components/HistoryDrawer';
import { ImportDialog } from './components/ImportDialog';
import { SectionCard } from './components/SectionCard';
import { StandingCard } from './components/StandingCard';
import { WindowCard } from './components/WindowCard';
import { labels } from './labels';
import type { Configuration, Connector } from './parts';

const BUSY_MS = 1000;
const QUIET_MS = 30_000;

export function ErpConfigurationScreen() {
  const words = useLabels(labels);
  const [busy, setBusy] = useState(false);
  const query = useQuery(ErpConfigurationPageDocument, {
    fetchPolicy: UNTOLD,
    pollInterval: busy ? BUSY_MS : QUIET_MS,
  });
  const isBusy = query.data?.erpConfiguration.draft?.validity === 'VALIDATING';
  if (isBusy !== busy) setBusy(isBusy);
  const mayChange = useMay('erp.change');
  const [asked, setAsked] = useState<'connect' | 'import' | null>(null);
  const [history, setHistory] = useUrlValue('history');
  const configuration = query.data?.erpConfiguration;
  const actions = configuration && (
    <>
      {configuration.versions.length > 0 && (
        <Button icon="history" onClick={() => setHistory('open')}>
          {words.history}
        </Button>
      )}
      {mayChange && (
        <Button icon="file-import" onClick={() => setAsked('import')}>
          {words.import}
        </Button>
      )}
    </>
  );
  return (
    <Page title={words.title} lead={words.lead} actions={actions}>
      <QueryStates query={query} skeleton={<Skeleton lines={10} />}>
        {({ erpConfiguration, erpConnectors, erpWindowOrigins }) => (
          <div className="g-stack">
            <ErpRequests kind="ACTIVATION" />
            <Parts
              configuration={erpConfiguration}
              connectors={erpConnectors}
              onConnect={() => setAsked('connect')}
            />
            <WindowCard origins={erpWindowOrigins} />
            {asked === 'connect' && (
              <ConnectDialog
                connectors={erpConnectors}
                configuration={erpConfiguration}
                onClose={() => setAsked(null)}
              />
            )}
            {asked === 'import' && (
              <ImportDialog
                revision={erpConfiguration.draft?.revision ?? null}
                onClose={() => setAsked(null)}
              />
            )}
            {history && (
              <HistoryDrawer configuration={erpConfiguration} onClose={() => setHistory(null)} />
            )}
          </div>
        )}
      </QueryStates>
    </Page>
  );
}

function Parts({
  configuration,
  connectors,
  onConnect,
}: {
  configuration: Configuration;
  connectors: readonly Connector[];
  onConnect: () => void;
}) {
  const words = useLabels(labels);
  const mayChange = useMay('erp.change');
  const shown = configuration.draft ?? configuration.active;
  if (!shown) {
    return (
      <EmptyState
        picture="orbit"
        title={words.emptyTitle}
        actions={
          mayChange && (
            <Button look="primary" icon="link" onClick={onConnect}>
              {words.connect}
            </Button>
          )
        }
      >
        <p>{mayChange ? words.emptyText : words.emptyReader}</p>
      </EmptyState>
    );
  }
  return (
    <div className="g-stack">
      <StandingCard configuration={configuration} connectors={connectors} onChangeErp={onConnect} />
      <div className="ec-sections">
        {shown.sections.map((part) => (
          <SectionCard
            key={part.section}
            part={part}
            of={configuration.draft ? 'DRAFT' : 'ACTIVE'}
            revision={configuration.draft?.revision ?? null}
          />
        ))}
      </div>
    </div>
  );
}
