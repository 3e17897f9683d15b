/** What can be done with many journals at once. */
import { lazy, Suspense } from 'react';
import {
  ApproveJournalsDocument,
  RejectJournalsDocument,
  ReimportJournalsDocument,
} from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { useVerbs } from '@/kernel/permissions';
import type { AskProps, BulkAction } from '@/ui';
import { labels } from './labels';

const ApproveMany = lazy(async () => ({
  default: (await import('@/features/payments/screen')).ApproveMany,
}));
const RejectMany = lazy(async () => ({
  default: (await import('@/features/payments/screen')).RejectMany,
}));

const Approving = (props: AskProps) => (
  <Suspense fallback={null}>
    <ApproveMany {...props} />
  </Suspense>
);
const Rejecting = (props: AskProps) => (
  <Suspense fallback={null}>
    <RejectMany {...props} />
  </Suspense>
);

export function useJournalActs(): readonly BulkAction[] {
  const words = useLabels(labels);
  const verbs = useVerbs();
  const acts: readonly (BulkAction & { verb: string })[] = [
    {
      key: 'approve',
      verb: 'payments.approve',
      label: words.approve,
      icon: 'check',
      help: words.approveHelp,
      document: ApproveJournalsDocument,
      Ask: Approving,
    },
    {
      key: 'reject',
      verb: 'payments.approve',
      label: words.reject,
      icon: 'times',
      danger: true,
      help: words.rejectHelp,
      document: RejectJournalsDocument,
      Ask: Rejecting,
    },
    {
      key: 'reimport',
      verb: 'journals.reimport',
      label: words.reimport,
      icon: 'replay',
      help: words.reimportHelp,
      document: ReimportJournalsDocument,
    },
  ];
  return acts.filter(({ verb }) => verbs.has(verb));
}
