/** The chart of one account, drawn by Chart.js; a chunk of its own. Numbers and dates are da-DK. */
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
  type ChartConfiguration,
} from 'chart.js';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { CHART_LOCALE } from '@/kernel/constants';
import type { PlainDate } from '@/kernel/dates';
import { formatDecimal, pixelValue } from '@/kernel/money';
import { usePreferences } from '@/kernel/preferences';
import { alignedRanges, axisLabel, barHeight, type Day } from '../series';
import { resolveColor } from './colors';

Chart.register(BarController, BarElement, CategoryScale, Legend, LineController, LineElement, LinearScale, PointElement, Tooltip);

/** In longer ranges the marks would hide the line; the dashes alone tell of the gaps. */
const MARKED_DAYS = 62;

export interface ChartWords {
  opening: string;
  incoming: string;
  outgoing: string;
  flows: string;
  balance: string;
  noStatement: string;
}

interface BalanceChartProps {
  name: string;
  days: readonly Day[];
  currency: string;
  words: ChartWords;
  onDay: (date: PlainDate) => void;
}

export function BalanceChart({ name, days, currency, words, onDay }: BalanceChartProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const choose = useRef(onDay);
  const { theme, scale } = usePreferences();
  const near = useNear(canvas);
  useEffect(() => {
    choose.current = onDay;
  });
  useEffect(() => {
    if (!near || !canvas.current) return undefined;
    const chart = new Chart(canvas.current, configuration({ days, currency, words, onDay: (date) => choose.current(date) }));
    // A theme changes its colours when its sheet has loaded, after the preference.
    const follow = new MutationObserver(() => {
      const next = configuration({ days, currency, words, onDay: (date) => choose.current(date) });
      Object.assign(chart, { options: next.options });
      chart.data = next.data;
      chart.update('none');
    });
    follow.observe(document.documentElement, { attributes: true, attributeFilter: ['data-scheme'] });
    return () => {
      follow.disconnect();
      chart.destroy();
    };
  }, [near, days, currency, words, theme, scale]);
  return <canvas ref={canvas} role="img" aria-label={name} />;
}

/** Whether an element has come near the window: a house may have hundreds of accounts to draw. */
function useNear(element: RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (near || !element.current) return undefined;
    const watch = new IntersectionObserver((seen) => setNear(seen.some((each) => each.isIntersecting)), { rootMargin: '600px' });
    watch.observe(element.current);
    return () => watch.disconnect();
  }, [near, element]);
  return near;
}

function configuration({ days, currency, words, onDay }: Omit<BalanceChartProps, 'name'>): ChartConfiguration<'bar' | 'line', number[], string> {
  const incoming = days.map((day) => barHeight(day.incoming));
  const outgoing = days.map((day) => barHeight(day.outgoing));
  const balances = days.map((day) => pixelValue(day.opening));
  const ranges = alignedRanges([...incoming, ...outgoing], balances);
  const ink = resolveColor('--g-muted');
  const grid = resolveColor('--g-text', 0.08);
  const line = resolveColor('--g-accent');
  const number = new Intl.NumberFormat(CHART_LOCALE, { maximumFractionDigits: 2, notation: 'compact' });
  const axis = (title: string, range: { min: number; max: number }, position: 'left' | 'right') => ({
    position,
    ...range,
    title: { display: true, text: `${title} (${currency})`, color: ink },
    ticks: { color: ink, maxTicksLimit: 7, includeBounds: false, callback: (value: number | string) => number.format(Number(value)) },
    grid: { drawOnChartArea: position === 'left', color: (context: { tick: { value: number } }) => (context.tick.value === 0 ? resolveColor('--g-text', 0.4) : grid) },
    border: { display: false },
  });
  return {
    type: 'bar',
    data: {
      labels: days.map((day) => axisLabel(day.date)),
      datasets: [
        {
          type: 'line',
          label: words.opening,
          data: balances,
          yAxisID: 'balance',
          borderColor: line,
          backgroundColor: line,
          borderWidth: 2,
          stepped: false,
          tension: 0,
          pointRadius: days.map((day) => (day.missing && days.length <= MARKED_DAYS ? 3 : 0)),
          pointHoverRadius: 5,
          pointBackgroundColor: days.map((day) => (day.missing ? resolveColor('--g-card') : line)),
          segment: { borderDash: ({ p1DataIndex }) => (days[p1DataIndex]?.missing ? [5, 5] : undefined) },
          order: 0,
        },
        { type: 'bar', label: words.incoming, data: incoming, yAxisID: 'flows', backgroundColor: resolveColor('--g-in'), borderRadius: 2, order: 1 },
        { type: 'bar', label: words.outgoing, data: outgoing, yAxisID: 'flows', backgroundColor: resolveColor('--g-out'), borderRadius: 2, order: 1 },
      ],
    },
    options: {
      locale: CHART_LOCALE,
      responsive: true,
      maintainAspectRatio: false,
      animation: false,
      interaction: { mode: 'index', intersect: false },
      onClick: (_event, elements) => {
        const day = days[elements[0]?.index ?? -1];
        if (day) onDay(day.date);
      },
      onHover: (event, elements) => {
        const target = event.native?.target;
        if (target instanceof HTMLElement) target.style.cursor = elements.length > 0 ? 'pointer' : '';
      },
      plugins: {
        legend: { position: 'bottom', labels: { color: ink, usePointStyle: true, boxHeight: 7, padding: 16 } },
        tooltip: {
          callbacks: {
            label: ({ datasetIndex, dataIndex, dataset }) => {
              const day = days[dataIndex];
              const exact = day && [day.opening, day.incoming, day.outgoing][datasetIndex];
              return `${dataset.label}: ${formatDecimal(exact ?? '0', CHART_LOCALE, currency)} ${currency}`;
            },
            footer: ([item]) => (item && days[item.dataIndex]?.missing ? words.noStatement : ''),
          },
        },
      },
      scales: {
        x: { ticks: { color: ink, maxRotation: 0, autoSkipPadding: 16 }, grid: { display: false } },
        flows: axis(words.flows, ranges.left, 'left'),
        balance: axis(words.balance, ranges.right, 'right'),
      },
    },
  };
}
