/** Banks: every connection as a card, what each can do, one open beside; connecting and pausing. */
import { useMutation, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { BankListDocument, ResumeBankDocument, type BankListQuery } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { paths } from '@/kernel/paths';
import { useMay } from '@/kernel/permissions';
import { useUrlValue } from '@/kernel/urlState';
import {
  AgeText,
  Button,
  EmptyState,
  Icon,
  LinkButton,
  Page,
  QueryStates,
  Skeleton,
  neighbours,
} from '@/ui';
import { BankCard } from './components/BankCard';
import { BankDrawer } from './components/BankDrawer';
import { CapabilityMatrix } from './components/CapabilityMatrix';
import { ConnectDialog } from './components/ConnectDialog';
import { FormatWatch } from './components/FormatWatch';
import { PauseDialog } from './components/PauseDialog';
import { labels } from './labels';
import { isBusy } from './states';
import { useAct, useRefreshedAtEnd } from './useBankActions';
import './banks.css';

const BUSY_MS = 1500;
const QUIET_MS = 20_000;

export function BankScreen() {
  const words = useLabels(labels);
  const mayChange = useMay('banks.change');
  const mayPause = useMay('banks.pause');
  const [asked, setAsked] = useState<'connect' | 'pause' | null>(null);
  const [, open] = useUrlValue('bank');
  const [soon, setSoon] = useState(false);
  const query = useQuery(BankListDocument, {
    pollInterval: soon ? BUSY_MS : QUIET_MS,
  });
  const banks = query.data?.banks.edges.map(({ node }) => node) ?? [];
  const busy = banks.some(isBusy);
  if (busy !== soon) setSoon(busy);
  useRefreshedAtEnd(busy);
  const actions = (
    <>
      {banks.length > 0 && (
        <LinkButton icon="send" to={paths.sendings}>
          {words.queue}
        </LinkButton>
      )}
      {mayPause && banks.length > 0 && !query.data?.banksPaused && (
        <Button icon="pause" onClick={() => setAsked('pause')}>
          {words.pauseAll}
        </Button>
      )}
      {mayChange && (
        <Button look="primary" icon="plus" onClick={() => setAsked('connect')}>
          {words.connect}
        </Button>
      )}
    </>
  );
  return (
    <Page title={words.title} lead={words.lead} actions={actions}>
      <QueryStates query={query} skeleton={<Skeleton lines={6} />}>
        {(data) => (
          <Banks
            data={data}
            mayChange={mayChange}
            mayPause={mayPause}
            onConnect={() => setAsked('connect')}
          />
        )}
      </QueryStates>
      {asked === 'connect' && (
        <ConnectDialog onClose={() => setAsked(null)} onCreated={(id) => open(id)} />
      )}
      {asked === 'pause' && <PauseDialog bank={null} onClose={() => setAsked(null)} />}
    </Page>
  );
}

function Banks({
  data,
  mayChange,
  mayPause,
  onConnect,
}: {
  data: BankListQuery;
  mayChange: boolean;
  mayPause: boolean;
  onConnect: () => void;
}) {
  const words = useLabels(labels);
  const [openId, open] = useUrlValue('bank');
  const banks = data.banks.edges.map(({ node }) => node);
  return (
    <>
      {data.banksPaused && <AllPaused paused={data.banksPaused} mayPause={mayPause} />}
      {banks.length === 0 ? (
        <EmptyState
          picture="bank"
          title={words.emptyTitle}
          actions={
            mayChange && (
              <Button look="primary" icon="plus" onClick={onConnect}>
                {words.connect}
              </Button>
            )
          }
        >
          <p>{mayChange ? words.emptyText : words.emptyReader}</p>
        </EmptyState>
      ) : (
        <>
          <ul className="bk-cards" aria-label={words.connections}>
            {banks.map((bank) => (
              <li key={bank.id}>
                <BankCard bank={bank} isOpen={bank.id === openId} />
              </li>
            ))}
          </ul>
          <CapabilityMatrix banks={banks} />
          <FormatWatch />
        </>
      )}
      {openId && (
        <BankDrawer
          key={openId}
          id={openId}
          {...neighbours(
            banks,
            ({ id }) => id === openId,
            ({ id }) => open(id),
          )}
          onClose={() => open(null)}
        />
      )}
    </>
  );
}

function AllPaused({
  paused,
  mayPause,
}: {
  paused: NonNullable<BankListQuery['banksPaused']>;
  mayPause: boolean;
}) {
  const words = useLabels(labels);
  const [resume] = useMutation(ResumeBankDocument);
  const act = useAct();
  return (
    <div className="g-notice g-tone-warn" role="status">
      <Icon name="pause-circle" />
      <span>
        <strong>{words.allPaused}</strong> <AgeText value={paused.since} />{' '}
        {words.pausedBy(paused.by)}
        {paused.reason && ` · ${paused.reason}`}
      </span>
      {mayPause && (
        <Button
          small
          icon="play"
          onClick={() =>
            void act(
              async () => (await resume({ variables: { id: null } })).data?.resumeBank,
              words.resumed(words.allBanks),
            )
          }
        >
          {words.resumeAll}
        </Button>
      )}
    </div>
  );
}
