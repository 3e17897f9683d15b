/** One account on the dashboard: its figures, its chart, and the same figures as a table. */
import { useMemo, useRef } from 'react';
import { useNavigate } from 'react-router';
import { formatDate, type DateRange, type PlainDate } from '@/kernel/dates';
import { useLabels } from '@/kernel/i18n';
import { transactionsPath } from '@/kernel/paths';
import { useChartNotation, useNotation } from '@/kernel/preferences';
import { Button, Icon } from '@/ui';
import { absences, labels, legendOf } from '../labels';
import { besideOf, calledOf, graphName, type BalanceKind, type Day, type Graph } from '../series';
import { AccountFiles } from './AccountFiles';
import { Freshness, PeriodFigures } from './AccountFacts';
import { DayChart } from './DayChart';
import { DayTable } from './DayTable';
import { useNear } from './useNear';

interface AccountCardProps {
  graph: Graph;
  days: readonly Day[];
  range: DateRange;
  balance: BalanceKind;
  outgoingBelow: boolean;
  /** Whether the table stands ready even when far from the window. */
  eager: boolean;
  onRetry: () => unknown;
}

export function AccountCard(props: AccountCardProps) {
  const { graph, days, range, balance, outgoingBelow, eager } = props;
  const words = useLabels(labels);
  const navigate = useNavigate();
  const { dateFormat } = useNotation();
  const notation = useChartNotation();
  const card = useRef<HTMLElement>(null);
  const near = useNear(card);
  // One number may hold several currencies, each with its own chart.
  const name = `${graphName(graph)} ${graph.currency}`;
  const balanceWord = (balance === 'opening' ? words.opening : words.closing).toLowerCase();
  const label = words.chartName(
    name,
    balanceWord,
    formatDate(range.from, dateFormat),
    formatDate(range.to, dateFormat),
  );
  const { currency } = graph;
  const drawing = useMemo(
    () => ({
      days,
      currency,
      words: { ...words, absences: absences(words) },
      notation,
      balance,
      outgoingBelow,
    }),
    [days, currency, words, notation, balance, outgoingBelow],
  );
  const openDay = (date: PlainDate) =>
    void navigate(transactionsPath({ account: graph.accountId, from: date, to: date }));
  if (graph.failed) return <FailedAccount {...props} />;
  return (
    <article ref={card} className="g-card h-card" aria-label={name}>
      <header className="h-head">
        <AccountTitle graph={graph} />
        <AccountFiles graph={graph} days={days} drawing={drawing} />
      </header>
      <PeriodFigures graph={graph} days={days} />
      <div className="h-figures">
        <DayChart
          name={label}
          account={name}
          drawing={drawing}
          near={near}
          noDrawing={words.noDrawing}
          help={words.walkHelp}
          onDay={openDay}
        />
        {near || eager ? (
          <DayTable
            name={words.tableName(name)}
            accountId={graph.accountId}
            currency={currency}
            days={days}
            balance={balance}
          />
        ) : (
          <div className="h-table" />
        )}
      </div>
      <Legend days={days} />
    </article>
  );
}

function AccountTitle({ graph }: { graph: Graph }) {
  const beside = besideOf(graph);
  return (
    <div className="h-title">
      <h2>
        {calledOf(graph)} <span className="g-currency">{graph.currency}</span>
      </h2>
      {beside && <span className="g-muted">{beside}</span>}
      <Freshness graph={graph} />
    </div>
  );
}

function Legend({ days }: { days: readonly Day[] }) {
  const words = useLabels(labels);
  return (
    <p className="g-muted h-legend">
      {legendOf(days, words).map((text) => (
        <span key={text}>
          <span className={text === words.legendDashed ? 'h-dash' : 'h-shade'} aria-hidden="true" />{' '}
          {text}
        </span>
      ))}
    </p>
  );
}

/** An account whose figures are not there; the others are, and stay. */
function FailedAccount({ graph, onRetry }: AccountCardProps) {
  const words = useLabels(labels);
  return (
    <article className="g-card h-card" aria-label={graphName(graph)}>
      <AccountTitle graph={graph} />
      <div className="g-notice g-tone-bad" role="alert">
        <Icon name="exclamation-circle" />
        <span>{words.failed}</span>
        <Button small icon="refresh" onClick={() => void onRetry()}>
          {words.retry}
        </Button>
      </div>
    </article>
  );
}
