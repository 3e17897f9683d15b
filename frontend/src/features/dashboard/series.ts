/** The figures of one account, made ready for drawing. Pure; floats only for pixels. */
import type { StatementGraphsQuery } from '@/generated/graphql';
import { daysBetween, isWeekend, type PlainDate } from '@/kernel/dates';
import { CHART_LOCALE } from '@/kernel/constants';
import { pixelValue, signOf } from '@/kernel/money';

export type Graph = StatementGraphsQuery['statementGraphs'][number];

/** One day of an account: exact figures, and whether the bank said anything that day. */
export interface Day {
  date: PlainDate;
  opening: string;
  closing: string;
  incoming: string;
  outgoing: string;
  missing: boolean;
}

/** The days of a graph, in order. */
export function daysOf(graph: Graph): readonly Day[] {
  const missing = new Set(graph.missing);
  return graph.dates.map((date, index) => ({
    date,
    opening: graph.balances[index] ?? '0',
    closing: graph.closingBalances[index] ?? graph.balances[index] ?? '0',
    incoming: graph.incoming[index] ?? '0',
    outgoing: graph.outgoing[index] ?? '0',
    missing: missing.has(date),
  }));
}

/** Accounts with figures in the range before those that only carry a balance forward. */
export function activeFirst(graphs: readonly Graph[]): readonly Graph[] {
  const silent = (graph: Graph) => graph.missing.length >= graph.dates.length;
  return [...graphs.filter((graph) => !silent(graph)), ...graphs.filter(silent)];
}

/** What an account is called on a chart: its name and number, or the number alone. */
export function graphName(graph: Pick<Graph, 'account' | 'accountName'>): string {
  return graph.accountName ? `${graph.accountName} (${graph.account})` : graph.account;
}

export interface AxisRange {
  min: number;
  max: number;
}

/** The outgoing amount as a height: a bar has no sign, whatever the bank wrote. */
export function barHeight(amount: string): number {
  return Math.abs(pixelValue(amount));
}

const HEADROOM = 1.08;

/**
 * Ranges for two axes whose zero lies on the same line. Each keeps all its values in view;
 * the one with less below zero is stretched downwards.
 */
export function alignedRanges(left: readonly number[], right: readonly number[]): { left: AxisRange; right: AxisRange } {
  const bounds = (values: readonly number[]) => ({ min: Math.min(0, ...values), max: Math.max(0, ...values) });
  const [a, b] = [bounds(left), bounds(right)];
  const share = (part: number, { min, max }: AxisRange) => (max === min ? 0 : part / (max - min));
  const above = Math.max(share(a.max, a), share(b.max, b));
  const below = Math.max(share(-a.min, a), share(-b.min, b));
  const zero = above + below === 0 ? 0 : below / (above + below);
  const stretch = ({ min, max }: AxisRange): AxisRange => {
    if (zero === 1) return { min: min * HEADROOM, max: 0 };
    const top = Math.max(max, zero === 0 ? 0 : (-min * (1 - zero)) / zero) * HEADROOM || 1;
    return { min: -(top * zero) / (1 - zero), max: top };
  };
  return { left: stretch(a), right: stretch(b) };
}

const dayLabel = new Intl.DateTimeFormat(CHART_LOCALE, { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** The date as the chart's axis writes it. */
export function axisLabel(date: PlainDate): string {
  return dayLabel.format(new Date(`${date}T00:00Z`));
}

/** Whether nothing moved on a day. */
export function isQuiet(day: Day): boolean {
  return signOf(day.incoming) === 0 && signOf(day.outgoing) === 0;
}

/** Banking days that passed after a date, holidays aside; more than one without a statement is stale. */
export function bankingDaysSince(date: PlainDate, until: PlainDate, next: (date: PlainDate) => PlainDate): number {
  let count = 0;
  for (let day = date, left = Math.min(60, daysBetween(date, until)); left > 0; left -= 1) {
    day = next(day);
    if (!isWeekend(day)) count += 1;
  }
  return count;
}
