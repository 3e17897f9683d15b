/** The chart of one account, drawn by Chart.js while it is near the window; a chunk of its own. */
import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  Filler,
  Legend,
  LineController,
  LineElement,
  LinearScale,
  PointElement,
  Tooltip,
} from 'chart.js';
import { useEffect, useRef } from 'react';
import type { PlainDate } from '@/kernel/dates';
import { usePreferences } from '@/kernel/preferences';
import { chartConfiguration, type Drawing } from './chartConfiguration';
import { paletteNow } from './colors';

Chart.register(
  BarController,
  BarElement,
  CategoryScale,
  Filler,
  Legend,
  LineController,
  LineElement,
  LinearScale,
  PointElement,
  Tooltip,
);

interface BalanceChartProps {
  name: string;
  drawing: Drawing;
  /** Whether it is worth its memory now. */
  near: boolean;
  /** The day the keyboard stands on. */
  active: number | null;
  onDay: (date: PlainDate) => void;
}

type BalanceDrawn = Chart<'bar' | 'line', (number | null)[], string>;

const FOLLOWED = ['data-scheme', 'data-palette', 'data-contrast'];

/** Show what a day holds, as under a pointer. */
function standOn(chart: BalanceDrawn, day: number | null): void {
  const elements =
    day === null
      ? []
      : chart.data.datasets.map((_, datasetIndex) => ({ datasetIndex, index: day }));
  const at = day === null ? null : chart.getDatasetMeta(0).data[day];
  chart.setActiveElements(elements);
  chart.tooltip?.setActiveElements(elements, { x: at?.x ?? 0, y: at?.y ?? 0 });
  chart.update('none');
}

export function BalanceChart({ name, drawing, near, active, onDay }: BalanceChartProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawn = useRef<BalanceDrawn | null>(null);
  const latest = useRef({ active, onDay });
  const { theme, scale } = usePreferences();
  useEffect(() => {
    latest.current = { active, onDay };
  });
  useEffect(() => {
    if (!near) return undefined;
    const draw = () => {
      drawn.current?.destroy();
      if (!canvas.current) return;
      const palette = paletteNow();
      Object.assign(Chart.defaults.font, { family: palette.font, size: Math.round(scale * 0.86) });
      drawn.current = new Chart(
        canvas.current,
        chartConfiguration(drawing, palette, (date) => latest.current.onDay(date)),
      );
      if (latest.current.active !== null) standOn(drawn.current, latest.current.active);
    };
    // One chart after the other: in between the page answers.
    const soon = setTimeout(draw);
    // A theme changes its colours when its sheet has loaded, after the preference.
    const follow = new MutationObserver(draw);
    follow.observe(document.documentElement, { attributeFilter: FOLLOWED });
    return () => {
      clearTimeout(soon);
      follow.disconnect();
      drawn.current?.destroy();
      drawn.current = null;
    };
  }, [near, drawing, theme, scale]);
  useEffect(() => {
    if (drawn.current) standOn(drawn.current, active);
  }, [active]);
  return <canvas ref={canvas} role="img" aria-label={name} />;
}
