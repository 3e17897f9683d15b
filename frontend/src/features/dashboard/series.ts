/** The figures of one account, day by day, and what each day lacks. Pure. */
import type { StatementGraphsQuery } from '@/generated/graphql';
import { groupedAsWritten } from '@/features/banks';
import { CHART_LANGUAGE } from '@/kernel/constants';
import type { PlainDate } from '@/kernel/dates';
import { signOf } from '@/kernel/money';
import { bankingDaysSince, closureOf, holidayCountry, type Closure } from './bankingDays';
import { sumOf } from './exact';

export type Graph = StatementGraphsQuery['statementGraphs'][number];

/**
 * Why no statement covers a day: it should have come (`missing`), may still come (`awaited`),
 * the bank was closed (`closed`), or statements of the account begin later (`unknown`).
 */
export type Absence = 'missing' | 'awaited' | 'closed' | 'unknown';

/** One day of an account: exact figures, and what the bank said of it. */
export interface Day {
  date: PlainDate;
  opening: string;
  closing: string;
  incoming: string;
  outgoing: string;
  /** Null where a statement covers the day. */
  absence: Absence | null;
  closure: Closure;
}

/** Which balance the line shows. */
export type BalanceKind = 'opening' | 'closing';

/** The days of a graph, in order, as they look on a given day. */
export function daysOf(graph: Graph, today: PlainDate): readonly Day[] {
  const missing = new Set(graph.missing);
  const country = holidayCountry(graph);
  const absenceOf = (date: PlainDate, closure: Closure): Absence => {
    if (!graph.firstStatement || date < graph.firstStatement) return 'unknown';
    if (closure) return 'closed';
    // A day's statement comes on the next banking day at the latest.
    return bankingDaysSince(date, today, country) < 1 ? 'awaited' : 'missing';
  };
  return graph.dates.map((date, index) => {
    const closure = closureOf(date, country);
    return {
      date,
      opening: graph.balances[index] ?? '0',
      closing: graph.closingBalances[index] ?? graph.balances[index] ?? '0',
      incoming: graph.incoming[index] ?? '0',
      outgoing: graph.outgoing[index] ?? '0',
      absence: missing.has(date) ? absenceOf(date, closure) : null,
      closure,
    };
  });
}

/** The day's balance that is asked for; null where no statement has told of any. */
export function balanceOf(day: Day, kind: BalanceKind): string | null {
  return day.absence === 'unknown' ? null : day[kind];
}

/** An account with its days made ready. */
export interface AccountOfDays {
  graph: Graph;
  days: readonly Day[];
}

/** Whether a statement that should be here is not, at the end or between two: an alarm is open. */
export function isSilent({ graph }: AccountOfDays): boolean {
  return graph.missingSince != null || graph.missingBefore != null;
}

/** Whether a banking day has passed without the statement that should have come. */
export function isStale(graph: Graph, today: PlainDate): boolean {
  return (
    graph.latestStatement != null &&
    bankingDaysSince(graph.latestStatement, today, holidayCountry(graph)) > 1
  );
}

/** Whether the period's last balance is an earlier one: the statement that should tell it has not come. */
export function endsUntold({ days }: AccountOfDays): boolean {
  return (
    days.findLast(({ absence }) => absence !== 'closed' && absence !== 'awaited')?.absence ===
    'missing'
  );
}

const byName = new Intl.Collator(CHART_LANGUAGE, { numeric: true });

/** Accounts by name, those with figures in the range before those that only carry a balance forward. */
export function activeFirst(accounts: readonly AccountOfDays[]): readonly AccountOfDays[] {
  const silent = ({ graph }: AccountOfDays) => Number(graph.missing.length >= graph.dates.length);
  return accounts.toSorted(
    (a, b) => silent(a) - silent(b) || byName.compare(graphName(a.graph), graphName(b.graph)),
  );
}

/** What people know an account by: their own name for it, else the bank's, else its number. */
export function calledOf(graph: Pick<Graph, 'account' | 'accountName' | 'nickname'>): string {
  return graph.nickname ?? graph.accountName ?? graph.account;
}

/** What tells an account from others beside what it is called: the bank's name, the number, the owner. */
export function besideOf(
  graph: Pick<Graph, 'account' | 'accountName' | 'nickname' | 'owner'>,
): string {
  const { nickname, accountName, account, owner } = graph;
  return [
    nickname && accountName,
    (nickname ?? accountName) && groupedAsWritten(account),
    owner === accountName ? null : owner,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** What an account is called on a chart: its name and number, or the number alone. */
export function graphName(graph: Pick<Graph, 'account' | 'accountName' | 'nickname'>): string {
  const called = calledOf(graph);
  return called === graph.account ? called : `${called} (${graph.account})`;
}

/** Whether nothing moved on a day. */
export function isQuiet(day: Day): boolean {
  return signOf(day.incoming) === 0 && signOf(day.outgoing) === 0;
}

/** The exact sums of the accounts of one currency. */
export interface CurrencyTotals {
  currency: string;
  accounts: number;
  incoming: string;
  outgoing: string;
  net: string;
  closing: string;
}

type Summed = Pick<
  Graph,
  | 'currency'
  | 'failed'
  | 'totalIncoming'
  | 'totalOutgoing'
  | 'net'
  | 'firstStatement'
  | 'closingBalances'
>;

/** Sums per currency, never across; the currency of most accounts first. */
export function totalsByCurrency(graphs: readonly Summed[]): readonly CurrencyTotals[] {
  const groups = new Map<string, Summed[]>();
  for (const graph of graphs) {
    if (!graph.failed) groups.set(graph.currency, [...(groups.get(graph.currency) ?? []), graph]);
  }
  return [...groups]
    .map(([currency, members]) => ({
      currency,
      accounts: members.length,
      incoming: sumOf(members.map((graph) => graph.totalIncoming)),
      outgoing: sumOf(members.map((graph) => graph.totalOutgoing)),
      net: sumOf(members.map((graph) => graph.net)),
      closing: sumOf(
        members.map((graph) =>
          graph.firstStatement ? (graph.closingBalances.at(-1) ?? '0') : '0',
        ),
      ),
    }))
    .toSorted((a, b) => b.accounts - a.accounts || a.currency.localeCompare(b.currency));
}
