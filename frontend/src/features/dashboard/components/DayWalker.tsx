/**
 * Walks the chart's days by keyboard and says each one's figures. A range input already has
 * the keys and the way it is read aloud; it lies unseen over the chart, which shows the place.
 */
import { useId } from 'react';
import { formatDate, type PlainDate } from '@/kernel/dates';
import { useLabels, type Words } from '@/kernel/i18n';
import { formatDecimal } from '@/kernel/money';
import { usePreferences, type Preferences } from '@/kernel/preferences';
import { absences, labels } from '../labels';
import type { Day } from '../series';

interface DayWalkerProps {
  account: string;
  currency: string;
  days: readonly Day[];
  active: number | null;
  onActive: (index: number | null) => void;
  onDay: (date: PlainDate) => void;
}

export function DayWalker({ account, currency, days, active, onActive, onDay }: DayWalkerProps) {
  const words = useLabels(labels);
  const preferences = usePreferences();
  const help = useId();
  const last = days.length - 1;
  const place = active ?? last;
  const day = days[place];
  return (
    <>
      <input
        type="range"
        className="h-walker"
        min={0}
        max={last}
        value={place}
        aria-label={words.walkName(account)}
        aria-describedby={help}
        aria-valuetext={day ? dayAloud(day, currency, words, preferences) : ''}
        onChange={(event) => onActive(Number(event.target.value))}
        onFocus={() => onActive(place)}
        onBlur={() => onActive(null)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && day) onDay(day.date);
        }}
      />
      <span id={help} className="g-sr">
        {words.walkHelp}
      </span>
    </>
  );
}

/** A day as it is read aloud: date, balances, movements, and what is lacking. */
export function dayAloud(
  day: Day,
  currency: string,
  words: Words<typeof labels>,
  { dateFormat, numberFormat }: Pick<Preferences, 'dateFormat' | 'numberFormat'>,
): string {
  const money = (value: string) => `${formatDecimal(value, numberFormat, currency)} ${currency}`;
  const figures =
    day.absence === 'unknown'
      ? []
      : [
          `${words.opening} ${money(day.opening)}`,
          `${words.incoming} ${money(day.incoming)}`,
          `${words.outgoing} ${money(day.outgoing)}`,
          `${words.closing} ${money(day.closing)}`,
        ];
  return [
    formatDate(day.date, dateFormat),
    ...(day.absence ? [absences(words)[day.absence]] : []),
    ...figures,
  ].join(', ');
}
