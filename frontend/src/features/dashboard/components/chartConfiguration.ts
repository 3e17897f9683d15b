/** How one account's days are drawn: bars on the left axis, the balance on the right. */
import { Chart, type ChartConfiguration, type LegendItem, type Plugin } from 'chart.js';
import type { PlainDate } from '@/kernel/dates';
import { formatCompact, formatDecimal, pixelValue } from '@/kernel/money';
import type { Notation } from '@/kernel/preferences';
import { alignedRanges, axisLabels, barHeight, wholeDate } from '../axes';
import { balanceOf, type Absence, type BalanceKind, type Day } from '../series';
import { hatching, type Palette } from './colors';

/** In longer ranges the marks would hide the line, and weekends would be a grey haze. */
const MARKED_DAYS = 100;

export interface ChartWords {
  opening: string;
  closing: string;
  incoming: string;
  outgoing: string;
  flows: string;
  balance: string;
  absences: Readonly<Record<Absence, string>>;
  bandLow?: string;
  bandHigh?: string;
}

export interface Drawing {
  days: readonly Day[];
  currency: string;
  words: ChartWords;
  /** How its figures and days are written. */
  notation: Pick<Notation, 'language' | 'dateFormat' | 'numberFormat'>;
  balance: BalanceKind;
  outgoingBelow: boolean;
  /** Between what the balance is expected to lie, day by day. */
  band?: readonly { low: string; high: string }[];
}

export type DayChart = ChartConfiguration<'bar' | 'line', (number | null)[], string>;

/** Shades the days on which the bank is closed, and rules a line through the day looked at. */
function dayMarks(days: readonly Day[], palette: Palette): Plugin<'bar' | 'line'> {
  return {
    id: 'dayMarks',
    beforeDatasetsDraw({ ctx, chartArea, scales }) {
      const x = scales['x'];
      if (!x) return;
      const width = chartArea.width / days.length;
      ctx.save();
      ctx.fillStyle = palette.shade;
      for (const [index, day] of days.length > MARKED_DAYS ? [] : days.entries()) {
        if (day.closure)
          ctx.fillRect(
            x.getPixelForValue(index) - width / 2,
            chartArea.top,
            width,
            chartArea.height,
          );
      }
      ctx.restore();
    },
    afterDatasetsDraw(chart) {
      const [active] = chart.getActiveElements();
      if (!active) return;
      const { ctx, chartArea } = chart;
      ctx.save();
      ctx.strokeStyle = palette.zero;
      ctx.setLineDash([2, 3]);
      ctx.beginPath();
      ctx.moveTo(active.element.x, chartArea.top);
      ctx.lineTo(active.element.x, chartArea.bottom);
      ctx.stroke();
      ctx.restore();
    },
  };
}

function datasets(
  { days, words, balance, outgoingBelow, band = [] }: Drawing,
  palette: Palette,
): DayChart['data']['datasets'] {
  const marked = days.length <= MARKED_DAYS;
  const lacks = (day: Day | undefined) => day?.absence === 'missing' || day?.absence === 'awaited';
  return [
    {
      type: 'line',
      label: balance === 'opening' ? words.opening : words.closing,
      data: days.map((day) => {
        const value = balanceOf(day, balance);
        return value === null ? null : pixelValue(value);
      }),
      yAxisID: 'balance',
      borderColor: palette.line,
      backgroundColor: palette.line,
      borderWidth: 2,
      tension: 0,
      // What is expected of a day stands until it comes.
      stepped: band.length > 0 && 'before',
      pointStyle: 'circle',
      pointRadius: days.map((day) => (marked && lacks(day) ? 3.5 : 0)),
      pointHoverRadius: 5,
      pointBackgroundColor: days.map((day) => (lacks(day) ? palette.card : palette.line)),
      segment: {
        borderDash: ({ p1DataIndex }) => (days[p1DataIndex]?.absence ? [4, 4] : undefined),
      },
      order: 0,
    },
    {
      type: 'bar',
      label: words.incoming,
      data: days.map((day) => barHeight(day.incoming)),
      yAxisID: 'flows',
      backgroundColor: palette.incoming,
      borderColor: palette.incoming,
      borderWidth: 1,
      pointStyle: 'rect',
      order: 1,
    },
    {
      type: 'bar',
      label: words.outgoing,
      data: days.map((day) => barHeight(day.outgoing) * (outgoingBelow ? -1 : 1)),
      yAxisID: 'flows',
      backgroundColor: hatching(palette.outgoing, palette.outgoingFaint),
      borderColor: palette.outgoing,
      borderWidth: 1,
      borderSkipped: false,
      pointStyle: 'rect',
      order: 1,
    },
    ...(['low', 'high'] as const)
      .filter(() => band.length > 0)
      .map((side) => ({
        type: 'line' as const,
        label: (side === 'low' ? words.bandLow : words.bandHigh) ?? '',
        data: band.map((day) => pixelValue(day[side])),
        yAxisID: 'balance',
        borderColor: palette.line,
        backgroundColor: palette.shade,
        borderWidth: 1,
        borderDash: [3, 3],
        stepped: 'before' as const,
        pointStyle: 'circle' as const,
        pointRadius: 0,
        // The ground between both: the upper one is filled down to the lower.
        fill: side === 'high' ? 3 : false,
        order: 2,
      })),
  ];
}

function scalesOf(
  drawing: Drawing,
  data: DayChart['data']['datasets'],
  palette: Palette,
): NonNullable<NonNullable<DayChart['options']>['scales']> {
  const { currency, words, outgoingBelow, days, notation } = drawing;
  const numbers = (index: number) => (data[index]?.data ?? []).filter((value) => value !== null);
  const balances = [0, 3, 4].flatMap(numbers);
  const ranges = alignedRanges([...numbers(1), ...numbers(2)], balances);
  // An axis without any value has a zero and nothing else to say.
  const axis = (
    title: string,
    range: { min: number; max: number },
    position: 'left' | 'right',
    empty: boolean,
  ) => ({
    position,
    ...range,
    stacked: outgoingBelow && position === 'left',
    title: { display: true, text: `${title} (${currency})`, color: palette.ink },
    ticks: {
      color: palette.ink,
      maxTicksLimit: 7,
      includeBounds: false,
      callback: (value: number | string) =>
        empty && Number(value) !== 0
          ? ''
          : formatCompact(Number(value), notation.language, notation.numberFormat),
    },
    grid: {
      drawOnChartArea: position === 'left',
      color: (context: { tick: { value: number } }) =>
        context.tick.value === 0 ? palette.zero : palette.grid,
    },
    border: { display: false },
  });
  return {
    x: {
      stacked: outgoingBelow,
      ticks: {
        color: palette.ink,
        maxRotation: 0,
        autoSkipPadding: days.length > MARKED_DAYS ? 28 : 16,
      },
      grid: { display: false },
    },
    flows: axis(
      words.flows,
      ranges.left,
      'left',
      [...numbers(1), ...numbers(2)].every((value) => value === 0),
    ),
    balance: axis(words.balance, ranges.right, 'right', numbers(0).length === 0),
  };
}

/** The series as the chart's legend draws them: a line for the balance, a bar for each flow. */
function legendOf(chart: Chart): LegendItem[] {
  const items = Chart.defaults.plugins.legend.labels.generateLabels(chart);
  return items.map((item) =>
    item.datasetIndex !== 1 && item.datasetIndex !== 2
      ? { ...item, pointStyle: 'line', lineDash: item.datasetIndex === 0 ? [] : [3, 3] }
      : item,
  );
}

/** Everything Chart.js needs to know; `onDay` is told the day whose column was chosen. */
export function chartConfiguration(
  drawing: Drawing,
  palette: Palette,
  onDay: (date: PlainDate) => void,
): DayChart {
  const { days, currency, words, balance, band = [], notation } = drawing;
  const data = datasets(drawing, palette);
  const exact = (day: Day, dataset: number, index: number) =>
    [balanceOf(day, balance), day.incoming, day.outgoing, band[index]?.low, band[index]?.high][
      dataset
    ] ?? null;
  return {
    type: 'bar',
    data: {
      labels: axisLabels(
        days.map((day) => day.date),
        notation,
      ),
      datasets: data,
    },
    plugins: [dayMarks(days, palette)],
    options: {
      locale: notation.numberFormat,
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
        if (target instanceof HTMLElement)
          target.style.cursor = elements.length > 0 ? 'pointer' : '';
      },
      plugins: {
        // A legend that hides a series by mouse alone would leave the keyboard behind.
        legend: {
          position: 'bottom',
          onClick: () => undefined,
          labels: {
            color: palette.text,
            usePointStyle: true,
            pointStyleWidth: 20,
            boxHeight: 9,
            padding: 16,
            generateLabels: legendOf,
          },
        },
        tooltip: {
          usePointStyle: true,
          backgroundColor: palette.card,
          borderColor: palette.zero,
          borderWidth: 1,
          padding: 10,
          titleColor: palette.text,
          bodyColor: palette.text,
          footerColor: palette.text,
          callbacks: {
            labelPointStyle: ({ datasetIndex }) => ({
              pointStyle: datasetIndex === 1 || datasetIndex === 2 ? 'rect' : 'line',
              rotation: 0,
            }),
            title: ([item]) => wholeDate(days[item?.dataIndex ?? 0]?.date ?? '', notation),
            label: ({ datasetIndex, dataIndex, dataset }) => {
              const day = days[dataIndex];
              const value = day ? exact(day, datasetIndex, dataIndex) : null;
              return `${dataset.label}: ${value === null ? '–' : `${formatDecimal(value, notation.numberFormat, currency)} ${currency}`}`;
            },
            footer: ([item]) => {
              const day = days[item?.dataIndex ?? -1];
              return day?.absence ? words.absences[day.absence] : '';
            },
          },
        },
      },
      scales: scalesOf(drawing, data, palette),
    },
  };
}
