/** One account's outlook: in words, as a chart, and the same days as a table. */
import { useMemo } from 'react';
import { Link } from 'react-router';
import { DayChart, calledOf, fileName, saveCsv, sumOf, type Day } from '@/features/dashboard';
import { formatDate } from '@/kernel/dates';
import { useLabels } from '@/kernel/i18n';
import { formatDecimal, negated, signOf } from '@/kernel/money';
import { paths } from '@/kernel/paths';
import { useMay } from '@/kernel/permissions';
import { useChartNotation, useNotation } from '@/kernel/preferences';
import type { UrlFilter } from '@/kernel/urlState';
import { AmountText, Button, DateText, Icon } from '@/ui';
import { basisOf, labels } from '../labels';
import { drawnDays, outlookAsCsv, reachOf, type Outlook } from '../outlook';
import type { OutlookUrlFilter } from '../paths';
import { DayItems } from './DayItems';

interface AccountOutlookProps {
  outlook: Outlook;
  url: UrlFilter<OutlookUrlFilter>;
}

export function AccountOutlook({ outlook, url }: AccountOutlookProps) {
  const words = useLabels(labels);
  const { numberFormat } = useNotation();
  const name = `${calledOf(outlook)} ${outlook.currency}`;
  const open = outlook.days.find(({ day }) => day === url.filter.day);
  const save = () => {
    const text = outlookAsCsv(
      outlook,
      { ...words, lowest: words.bandLow, highest: words.bandHigh },
      basisOf(words),
      numberFormat,
    );
    saveCsv(text, fileName(outlook, drawnDays(outlook), 'csv'));
  };
  return (
    <article className="g-card h-card o-account" aria-label={name}>
      <header className="h-head">
        <div className="h-title">
          <h2>
            {calledOf(outlook)} <span className="g-currency">{outlook.currency}</span>
          </h2>
        </div>
        {outlook.state === 'READY' && (
          <Button small look="quiet" icon="download" aria-label={words.csvOf(name)} onClick={save}>
            {words.csv}
          </Button>
        )}
      </header>
      <InWords outlook={outlook} />
      {outlook.state === 'READY' && <Figures name={name} outlook={outlook} url={url} />}
      {open && <DayItems outlook={outlook} day={open} onClose={() => url.change({ day: null })} />}
    </article>
  );
}

function InWords({ outlook }: { outlook: Outlook }) {
  const words = useLabels(labels);
  const mayUpload = useMay('uploads.create');
  const { dateFormat, numberFormat } = useNotation();
  const { currency, state, since, opening, lowest, waiting, missing, hindsight } = outlook;
  const money = (amount: string, of = currency) =>
    `${formatDecimal(amount, numberFormat, of)} ${of}`;
  const day = (date: string | null | undefined) => formatDate(date ?? '', dateFormat);
  const reach = reachOf(outlook);
  const isBelow = lowest && signOf(lowest.line) < 0;
  const mayBeBelow = reach !== null && signOf(reach) < 0;
  return (
    <div className="o-facts">
      {state !== 'READY' && (
        <p className="g-notice g-tone-warn">
          <Icon name="exclamation-triangle" />{' '}
          <span>
            {state === 'STALE' ? words.stale(day(since)) : words.noStatement}{' '}
            {mayUpload && <Link to={paths.uploadStatements}>{words.uploadStatement}</Link>}
          </span>
        </p>
      )}
      {lowest && reach !== null && (
        <p
          className={
            isBelow ? 'g-notice g-tone-bad' : mayBeBelow ? 'g-notice g-tone-warn' : undefined
          }
        >
          {mayBeBelow && <Icon name="exclamation-triangle" />}{' '}
          {words.lowest(money(lowest.line), day(lowest.day))}{' '}
          {reach !== lowest.line && words.worst(money(reach))}
        </p>
      )}
      {state === 'READY' && opening && <p>{words.begins(money(opening), day(since))}</p>}
      {waiting.length > 0 && (
        <p>
          {words.waiting(
            waiting.length,
            money(negated(sumOf(waiting.map(({ amount }) => amount)))),
          )}
        </p>
      )}
      {outlook.elsewhere.map((one) => (
        <p key={one.currency}>{words.elsewhere(one.count, money(one.amount, one.currency))}</p>
      ))}
      {missing.length > 0 && <p>{words.missing(missing.length, day(missing[0]))}</p>}
      {state === 'READY' && (
        <p className="g-muted">
          {hindsight
            ? words.hindsight(hindsight.within, hindsight.days, money(hindsight.error))
            : words.noHindsight}
        </p>
      )}
    </div>
  );
}

function Figures({ name, outlook, url }: AccountOutlookProps & { name: string }) {
  const words = useLabels(labels);
  const notation = useChartNotation();
  const days = useMemo(() => drawnDays(outlook), [outlook]);
  const { currency } = outlook;
  const drawing = useMemo(
    () => ({
      days,
      currency,
      words: {
        opening: words.before,
        closing: words.expected,
        incoming: words.incoming,
        outgoing: words.outgoing,
        flows: words.flows,
        balance: words.balanceAxis,
        absences: { missing: '', awaited: '', closed: '', unknown: '' },
        bandLow: words.bandLow,
        bandHigh: words.bandHigh,
      },
      notation,
      balance: 'closing' as const,
      outgoingBelow: false,
      band: outlook.days,
    }),
    [days, currency, words, notation, outlook],
  );
  const openDay = (day: string) => url.change({ day });
  return (
    <div className="h-figures">
      <DayChart
        name={words.chartName(name, days.length)}
        account={name}
        drawing={drawing}
        near
        noDrawing={words.noDrawing}
        help={words.walkHelp}
        onDay={openDay}
      />
      <DayTable name={words.tableName(name)} outlook={outlook} days={days} onDay={openDay} />
    </div>
  );
}

function DayTable({
  name,
  outlook,
  days,
  onDay,
}: {
  name: string;
  outlook: Outlook;
  days: readonly Day[];
  onDay: (day: string) => void;
}) {
  const words = useLabels(labels);
  const numbers = [words.expected, words.bandLow, words.bandHigh, words.incoming, words.outgoing];
  return (
    <div className="h-table" role="region" aria-label={name} tabIndex={0}>
      <table className="g-table">
        <caption className="g-sr">{name}</caption>
        <thead>
          <tr>
            <th scope="col">{words.day}</th>
            {numbers.map((text) => (
              <th key={text} scope="col" className="g-cell-number">
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {outlook.days.map(({ day, line, low, high, items }, index) => {
            const drawn = days[index];
            const amounts = [line, low, high, drawn?.incoming ?? '0', drawn?.outgoing ?? '0'];
            return (
              <tr
                key={day}
                className={`${drawn?.closure ? 'h-closed' : ''}${items.length === 0 ? ' h-quiet' : ''}`}
              >
                <th scope="row">
                  <button type="button" className="g-link" onClick={() => onDay(day)}>
                    <DateText value={day} />
                  </button>
                </th>
                {amounts.map((amount, place) => (
                  <td key={numbers[place]} className="g-cell-number">
                    <AmountText amount={amount} currency={outlook.currency} />
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
