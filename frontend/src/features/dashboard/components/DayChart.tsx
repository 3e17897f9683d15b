/** An account's days as a chart, which pointer and keyboard walk alike. */
import { Suspense, useState } from 'react';
import type { PlainDate } from '@/kernel/dates';
import { Skeleton } from '@/ui';
import type { Drawing } from './chartConfiguration';
import { ChartBoundary } from './ChartBoundary';
import { DayWalker } from './DayWalker';
import { LazyBalanceChart } from './LazyBalanceChart';

interface DayChartProps {
  /** What the chart shows, for whoever does not see it. */
  name: string;
  account: string;
  drawing: Drawing;
  near: boolean;
  /** Said in place of a chart that cannot be drawn. */
  noDrawing: string;
  /** What the keys do. */
  help: string;
  onDay: (date: PlainDate) => void;
}

export function DayChart({ name, account, drawing, near, noDrawing, help, onDay }: DayChartProps) {
  const [active, setActive] = useState<number | null>(null);
  return (
    <div className="h-chart">
      <ChartBoundary message={noDrawing}>
        <Suspense fallback={<Skeleton lines={1} height="18rem" />}>
          <LazyBalanceChart
            name={name}
            drawing={drawing}
            near={near}
            active={active}
            onDay={onDay}
          />
        </Suspense>
      </ChartBoundary>
      <DayWalker
        account={account}
        drawing={drawing}
        help={help}
        active={active}
        onActive={setActive}
        onDay={onDay}
      />
    </div>
  );
}
