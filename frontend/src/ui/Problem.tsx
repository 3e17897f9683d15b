/** A failure told to a person: what happened, what to do, and the id that finds the trace. */
import type { ReactNode } from 'react';
import { useLabels, type Words } from '@/kernel/i18n';
import { problemOf, type ProblemKind } from '@/kernel/problems';
import { signIn } from '@/kernel/session';
import { Button } from './Button';
import { CopyId } from './CopyId';
import { EmptyState, type Picture } from './EmptyState';
import { labels } from './labels';

const PICTURES: Partial<Record<ProblemKind, Picture>> = {
  missing: 'search',
  offline: 'offline',
  silent: 'offline',
};

/** The state of a whole page or panel that could not be shown. */
export function Problem({
  error,
  onRetry,
  actions,
}: {
  error: unknown;
  onRetry?: () => unknown;
  actions?: ReactNode;
}) {
  const words = useLabels(labels);
  const problem = problemOf(error);
  if (problem.kind === 'forbidden') return <NoPermission />;
  const [title, help] = sayings(words)[problem.kind];
  return (
    <div role="alert">
      <EmptyState
        picture={PICTURES[problem.kind] ?? 'break'}
        title={title}
        actions={
          <>
            {problem.kind === 'unauthenticated' && (
              <Button look="primary" onClick={() => void signIn()}>
                {words.signIn}
              </Button>
            )}
            {onRetry && problem.kind !== 'unauthenticated' && (
              <Button look="primary" icon="refresh" onClick={() => void onRetry()}>
                {words.retry}
              </Button>
            )}
            {actions}
          </>
        }
      >
        <p>{problem.detail ?? help}</p>
        {problem.detail && <p>{help}</p>}
        {problem.correlationId && <CopyId value={problem.correlationId} />}
      </EmptyState>
    </div>
  );
}

/** The page for people whose roles do not allow it. */
export function NoPermission() {
  const words = useLabels(labels);
  return (
    <EmptyState picture="lock" title={words.noPermission}>
      <p>{words.noPermissionHelp}</p>
    </EmptyState>
  );
}

function sayings(words: Words<typeof labels>): Record<ProblemKind, readonly [string, string]> {
  return {
    unauthenticated: [words.problemUnauthenticated, words.problemUnauthenticatedHelp],
    silent: [words.problemSilent, words.problemSilentHelp],
    forbidden: [words.noPermission, words.noPermissionHelp],
    missing: [words.problemMissing, words.problemMissingHelp],
    input: [words.problemInput, words.problemInputHelp],
    conflict: [words.problemConflict, words.problemConflictHelp],
    busy: [words.problemBusy, words.problemBusyHelp],
    offline: [words.problemOffline, words.problemOfflineHelp],
    fault: [words.problemFault, words.problemFaultHelp],
  };
}
