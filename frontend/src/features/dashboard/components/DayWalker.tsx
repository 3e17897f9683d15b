/**
 * Walks the chart's days by keyboard and says each one's figures. A range input already has
 * the keys and the way it is read aloud; it lies unseen over the chart, which shows the place.
 */
import { useId } from 'react';
import { formatDate, type PlainDate } from '@/kernel/dates';
import { useLabels } from '@/kernel/i18n';
import { formatDecimal } from '@/kernel/money';
import { useNotation, type Notation } from '@/kernel/preferences';
import { labels } from '../labels';
import type { Drawing } from './chartConfiguration';

interface DayWalkerProps {
  account: string;
  drawing: Drawing;
  help: string;
  active: number | null;
  onActive: (index: number | null) => void;
  onDay: (date: PlainDate) => void;
}

export function DayWalker({ account, drawing, help, active, onActive, onDay }: DayWalkerProps) {
  const words = useLabels(labels);
  const notation = useNotation();
  const helpId = useId();
  const last = drawing.days.length - 1;
  // What has been ends today; what is expected begins there.
  const place = active ?? (drawing.band ? 0 : last);
  const day = drawing.days[place];
  return (
    <>
      <input
        type="range"
        className="h-walker"
        min={0}
        max={last}
        value={place}
        aria-label={words.walkName(account)}
        aria-describedby={helpId}
        aria-valuetext={dayAloud(drawing, place, notation)}
        onChange={(event) => onActive(Number(event.target.value))}
        onFocus={() => onActive(place)}
        onBlur={() => onActive(null)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && day) onDay(day.date);
        }}
      />
      <span id={helpId} className="g-sr">
        {help}
      </span>
    </>
  );
}

/** A day as it is read aloud: date, what is lacking, balances, movements, and the band. */
function dayAloud(
  { days, currency, words, band }: Drawing,
  place: number,
  { dateFormat, numberFormat }: Pick<Notation, 'dateFormat' | 'numberFormat'>,
): string {
  const day = days[place];
  if (!day) return '';
  const within = band?.[place];
  const figures: readonly (readonly [string | undefined, string])[] = [
    [words.opening, day.opening],
    [words.incoming, day.incoming],
    [words.outgoing, day.outgoing],
    [words.closing, day.closing],
    ...(within
      ? ([
          [words.bandLow, within.low],
          [words.bandHigh, within.high],
        ] as const)
      : []),
  ];
  return [
    formatDate(day.date, dateFormat),
    ...(day.absence ? [words.absences[day.absence]] : []),
    ...(day.absence === 'unknown' ? [] : figures).map(
      ([word, amount]) => `${word} ${formatDecimal(amount, numberFormat, currency)} ${currency}`,
    ),
  ].join(', ');
}
