/** Keeps a broken screen from taking the shell with it, and gives an id to quote. */
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { reportFault } from '@/kernel/faults';
import { useLabels } from '@/kernel/i18n';
import { isMissingPart, lookForRelease } from '@/kernel/release';
import { newTrace } from '@/kernel/trace';
import { Button, CopyId, EmptyState, Page } from '@/ui';
import { labels } from './labels';

interface Broken {
  incident: string | null;
  /** A part of the program could not be fetched; only a reload brings it. */
  missing: boolean;
}

const WHOLE: Broken = { incident: null, missing: false };

export class ErrorBoundary extends Component<{ children: ReactNode }, Broken> {
  override state: Broken = WHOLE;

  static getDerivedStateFromError(error: unknown): Broken {
    return { incident: newTrace().id, missing: isMissingPart(error) };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error('Screen failed', this.state.incident, error, info.componentStack);
    if (this.state.missing) void lookForRelease();
    else if (this.state.incident)
      void reportFault(this.state.incident, error, info.componentStack ?? '');
  }

  override render(): ReactNode {
    const { incident, missing } = this.state;
    if (!incident) return this.props.children;
    // A module that failed to load stays failed for this page.
    return missing ? (
      <MissingPart />
    ) : (
      <BrokenScreen incident={incident} onRetry={() => this.setState(WHOLE)} />
    );
  }
}

function BrokenScreen({ incident, onRetry }: { incident: string; onRetry: () => void }) {
  const words = useLabels(labels);
  return (
    <Page title={words.brokenScreen}>
      <div role="alert">
        <EmptyState
          picture="break"
          title={words.brokenScreenHelp}
          actions={
            <Button look="primary" icon="refresh" onClick={onRetry}>
              {words.screenProblem}
            </Button>
          }
        >
          <p>{words.incident}</p>
          <CopyId value={incident} />
        </EmptyState>
      </div>
    </Page>
  );
}

function MissingPart() {
  const words = useLabels(labels);
  return (
    <Page title={words.missingPart}>
      <div role="alert">
        <EmptyState
          picture="offline"
          title={words.missingPartHelp}
          actions={
            <Button look="primary" icon="refresh" onClick={() => location.reload()}>
              {words.reload}
            </Button>
          }
        />
      </div>
    </Page>
  );
}
