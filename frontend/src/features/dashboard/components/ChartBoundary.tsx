/** Keeps a chart that cannot be drawn from taking its table, or its neighbours, with it. */
import { Component, type ReactNode } from 'react';
import { Icon } from '@/ui';

interface ChartBoundaryProps {
  message: string;
  children: ReactNode;
}

export class ChartBoundary extends Component<ChartBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <p className="g-notice g-tone-warn">
        <Icon name="exclamation-triangle" /> {this.props.message}
      </p>
    );
  }
}
