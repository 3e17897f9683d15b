/**
 * What a journal's next step offers, by its code. An act whose room is not here, or that the
 * person may not do, is not offered. A room that brings an act adds its component below.
 */
import { lazy, Suspense, type ComponentType } from 'react';
import { useLocation, useParams } from 'react-router';
import type { JournalAct } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { duplicatesPath, paths } from '@/kernel/paths';
import { useMay } from '@/kernel/permissions';
import { LinkButton } from '@/ui';
import type { FullJournal } from './components/JournalOverview';
import { Reimport } from './components/Reimport';
import { SettleAct } from './components/SettleAct';
import { progressLabels } from './progressLabels';

export interface ActProps {
  act: JournalAct;
  journal: FullJournal;
  onChanged: () => unknown;
}

/** The address of a tab of the journal that is open, in the drawer or on its page. */
export function useTabAddress(): (tab: string, more?: Readonly<Record<string, string>>) => string {
  const { search, pathname } = useLocation();
  const { correlationId } = useParams();
  return (tab, more = {}) => {
    const next = new URLSearchParams(search);
    next.set('tab', tab);
    for (const [key, value] of Object.entries(more)) next.set(key, value);
    return `${correlationId ? pathname : '/'}?${next.toString()}`;
  };
}

const TABS: Partial<
  Record<JournalAct, readonly [tab: string, more?: Readonly<Record<string, string>>]>
> = {
  OPEN_FINDINGS: ['overview'],
  OPEN_STATUS: ['status'],
  OPEN_STATEMENT: ['statement'],
  OPEN_DOCUMENTS: ['documents'],
};

function OpenTab({ act, journal }: ActProps) {
  const words = useLabels(progressLabels);
  const address = useTabAddress();
  const { rejected, returned } = journal.counts;
  const isHeld = journal.nextStep.step === 'HELD_BY_RULE';
  const state = isHeld ? 'HELD' : returned > 0 ? 'RETURNED' : rejected > 0 ? 'REJECTED' : null;
  const [tab, more] = TABS[act] ?? ['payments', state ? { 'payment-state': state } : {}];
  return (
    <LinkButton small to={address(tab, more)}>
      {words[act as keyof typeof progressLabels & JournalAct]}
    </LinkButton>
  );
}

function Upload({ act }: ActProps) {
  const words = useLabels(progressLabels);
  if (!useMay('uploads.create')) return null;
  const to = act === 'UPLOAD_STATEMENT' ? paths.uploadStatements : paths.uploadPayments;
  return (
    <LinkButton small icon="upload" to={to}>
      {words[act as 'UPLOAD_STATEMENT']}
    </LinkButton>
  );
}

function ConnectBank({ act }: ActProps) {
  const words = useLabels(progressLabels);
  return (
    <LinkButton small icon="building-columns" to={paths.banks}>
      {words[act as 'CONNECT_BANK']}
    </LinkButton>
  );
}

function DecideStatement({ act }: ActProps) {
  const words = useLabels(progressLabels);
  return (
    <LinkButton small icon="exclamation-triangle" to={duplicatesPath({ part: 'disputed' })}>
      {words[act as 'DECIDE_STATEMENT']}
    </LinkButton>
  );
}

/** Loaded when a journal is opened: the list is the first thing people see. */
const ApprovalAct = lazy(async () => ({
  default: (await import('@/features/payments/screen')).ApprovalAct,
}));
const SendingAct = lazy(async () => ({
  default: (await import('@/features/payments/screen')).SendingAct,
}));

const LiftAct = lazy(async () => ({
  default: (await import('@/features/payments/screen')).LiftAct,
}));

function Lift({ journal: { correlationId } }: ActProps) {
  return (
    <Suspense>
      <LiftAct correlationId={correlationId} />
    </Suspense>
  );
}

function Approve({ act, journal: { correlationId } }: ActProps) {
  return (
    <Suspense>
      <ApprovalAct act={act === 'SIGN' ? 'sign' : 'approve'} correlationId={correlationId} />
    </Suspense>
  );
}

const SENDING = { RESEND: 'SEND_AGAIN', CANCEL: 'CANCEL', DECIDE: 'DECIDE' } as const;

function Send({ act, journal: { correlationId } }: ActProps) {
  return (
    <Suspense>
      <SendingAct act={SENDING[act as keyof typeof SENDING]} correlationId={correlationId} />
    </Suspense>
  );
}

function ImportAgain({ journal: { correlationId }, onChanged }: ActProps) {
  return <Reimport correlationId={correlationId} onDone={onChanged} />;
}

export const acts: Partial<Record<JournalAct, ComponentType<ActProps>>> = {
  OPEN_FINDINGS: OpenTab,
  OPEN_PAYMENTS: OpenTab,
  OPEN_STATUS: OpenTab,
  OPEN_STATEMENT: OpenTab,
  OPEN_DOCUMENTS: OpenTab,
  CONNECT_BANK: ConnectBank,
  APPROVE: Approve,
  SIGN: Approve,
  LIFT_HOLDS: Lift,
  RESEND: Send,
  CANCEL: Send,
  DECIDE: Send,
  REIMPORT: ImportAgain,
  DECIDE_STATEMENT: DecideStatement,
  SETTLE: SettleAct,
  UNSETTLE: SettleAct,
  UPLOAD_PAYMENT: Upload,
  UPLOAD_STATUS: Upload,
  UPLOAD_STATEMENT: Upload,
};
