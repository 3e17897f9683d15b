/** Keeps a broken screen from taking the shell with it, and gives an id to quote. */
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { useLabels } from '@/kernel/i18n';
import { newTrace } from '@/kernel/trace';
import { Button, CopyId, EmptyState, Page } from '@/ui';
import { labels } from './labels';

interface Broken {
  incident: string | null;
}

export class ErrorBoundary extends Component<{ children: ReactNode }, Broken> {
  override state: Broken = { incident: null };

  static getDerivedStateFromError(): Broken {
    return { incident: newTrace().id };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error('Screen failed', this.state.incident, error, info.componentStack);
  }

  override render(): ReactNode {
    if (!this.state.incident) return this.props.children;
    return <BrokenScreen incident={this.state.incident} onRetry={() => this.setState({ incident: null })} />;
  }
}

function BrokenScreen({ incident, onRetry }: { incident: string; onRetry: () => void }) {
  const words = useLabels(labels);
  return (
    <Page title={words.brokenScreen}>
      <div role="alert">
        <EmptyState picture="break" title={words.brokenScreenHelp} actions={<Button look="primary" icon="refresh" onClick={onRetry}>{words.screenProblem}</Button>}>
          <CopyId value={incident} />
        </EmptyState>
      </div>
    </Page>
  );
}
