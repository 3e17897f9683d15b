/** Correcting chosen payments, as an act of a list. */
import { lazy, Suspense } from 'react';
import { CorrectPaymentsDocument } from '@/generated/graphql';
import type { AskProps, BulkAction } from '@/ui';

const CorrectMany = lazy(async () => ({ default: (await import('./CorrectMany')).CorrectMany }));

const Ask = (props: AskProps) => (
  <Suspense fallback={null}>
    <CorrectMany {...props} />
  </Suspense>
);

/** `label` is what the act is called. */
export const correctAct = (label: string): BulkAction => ({
  key: 'correct',
  label,
  icon: 'refresh',
  help: '',
  document: CorrectPaymentsDocument,
  Ask,
});
