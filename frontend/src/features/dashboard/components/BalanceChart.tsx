/** The chart of one account, drawn by Chart.js while it is near the window; a chunk of its own. */
import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
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

Chart.register(BarController, BarElement, CategoryScale, Legend, LineController, LineElement, LinearScale, PointElement, Tooltip);

interface BalanceChartProps {
  name: string;
  drawing: Drawing;
  /** Whether it is worth its memory now. */
  near: boolean;
  /** The day the keyboard stands on. */
  active: number | null;
  onDay: (date: PlainDate) => void;
}

const FOLLOWED = ['data-scheme', 'data-palette', 'data-contrast'];

export function BalanceChart({ name, drawing, near, active, onDay }: BalanceChartProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawn = useRef<Chart<'bar' | 'line', (number | null)[], string> | null>(null);
  const choose = useRef(onDay);
  const { theme, scale } = usePreferences();
  useEffect(() => {
    choose.current = onDay;
  });
  useEffect(() => {
    if (!near || !canvas.current) return undefined;
    const configured = () => {
      const palette = paletteNow();
      Object.assign(Chart.defaults.font, { family: palette.font, size: Math.round(scale * 0.86) });
      return chartConfiguration(drawing, palette, (date) => choose.current(date));
    };
    let chart = new Chart(canvas.current, configured());
    drawn.current = chart;
    // A theme changes its colours when its sheet has loaded, after the preference.
    const follow = new MutationObserver(() => {
      chart.destroy();
      if (canvas.current) chart = new Chart(canvas.current, configured());
      drawn.current = chart;
    });
    follow.observe(document.documentElement, { attributeFilter: FOLLOWED });
    return () => {
      follow.disconnect();
      chart.destroy();
      drawn.current = null;
    };
  }, [near, drawing, theme, scale]);
  useEffect(() => {
    const chart = drawn.current;
    if (!chart) return;
    const elements = active === null ? [] : [0, 1, 2].map((datasetIndex) => ({ datasetIndex, index: active }));
    const at = active === null ? null : chart.getDatasetMeta(0).data[active];
    chart.setActiveElements(elements);
    chart.tooltip?.setActiveElements(elements, { x: at?.x ?? 0, y: at?.y ?? 0 });
    chart.update('none');
  }, [active, near, drawing]);
  return <canvas ref={canvas} role="img" aria-label={name} />;
}
