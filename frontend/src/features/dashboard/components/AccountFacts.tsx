/** What stands above an account's chart: how fresh it is, and what the period came to. */
import { formatArrival, formatDate, today } from '@/kernel/dates';
import { useLabels } from '@/kernel/i18n';
import { formatCount, formatDecimal, signOf } from '@/kernel/money';
import { useNotation } from '@/kernel/preferences';
import { AmountText, Icon, NoValue, Tag } from '@/ui';
import { bankingDaysSince, holidayCountry } from '../bankingDays';
import { labels } from '../labels';
import { isStale, type Day, type Graph } from '../series';

/** Of which day the latest statement is, when it came, and a warning when it should not be the latest. */
export function Freshness({ graph }: { graph: Graph }) {
  const words = useLabels(labels);
  const { dateFormat, numberFormat } = useNotation();
  const { latestStatement, latestReceived } = graph;
  if (!latestStatement || !latestReceived)
    return (
      <p className="h-fresh g-tone-warn">
        <Icon name="exclamation-triangle" /> {words.never}
      </p>
    );
  const late = bankingDaysSince(latestStatement, today(), holidayCountry(graph)) - 1;
  const stale = isStale(graph, today());
  return (
    <p className={`h-fresh ${stale ? 'g-tone-warn' : 'g-tone-neutral'}`}>
      {stale && <Icon name="exclamation-triangle" />}
      {words.fresh(
        formatDate(latestStatement, dateFormat),
        formatArrival(latestReceived, dateFormat),
      )}
      {stale && <strong>{words.stale(late, formatCount(late, numberFormat))}</strong>}
    </p>
  );
}

/** Opening, in, out, net and closing of the period: the line an accountant adds up. */
export function PeriodFigures({ graph, days }: { graph: Graph; days: readonly Day[] }) {
  const words = useLabels(labels);
  const { numberFormat } = useNotation();
  // Before its first statement an account has no balance; the first known day opens the period.
  const opening = days.find((day) => day.absence !== 'unknown')?.opening ?? null;
  const closing = opening === null ? null : (days.at(-1)?.closing ?? null);
  const figures: readonly [string, string | null][] = [
    [words.opening, opening],
    [words.incoming, graph.totalIncoming],
    [words.outgoing, graph.totalOutgoing],
    [words.net, graph.net],
    [words.closing, closing],
  ];
  const gaps = days.filter((day) => day.absence === 'missing').length;
  return (
    <>
      <dl className="h-facts" aria-label={words.figures}>
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {value === null ? (
                <NoValue />
              ) : (
                <>
                  <AmountText amount={value} currency={graph.currency} />{' '}
                  <span className="g-currency">{graph.currency}</span>
                </>
              )}
            </dd>
          </div>
        ))}
        {gaps > 0 && (
          <div className="h-facts-gaps">
            <dt className="g-sr">{words.noStatement}</dt>
            <dd>
              <Tag tone="warn" icon="exclamation-triangle">
                {words.gaps(gaps)}
              </Tag>
            </dd>
          </div>
        )}
      </dl>
      {signOf(graph.unexplained) !== 0 && (
        <p className="g-notice g-tone-warn">
          <Icon name="exclamation-triangle" />{' '}
          {words.unexplained(
            `${formatDecimal(graph.unexplained, numberFormat, graph.currency)} ${graph.currency}`,
          )}
        </p>
      )}
    </>
  );
}
