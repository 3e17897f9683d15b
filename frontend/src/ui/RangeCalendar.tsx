/** Two date fields and the component library's calendar between them; loaded on demand. */
import { PrimeReactProvider, addLocale } from 'primereact/api';
import { Calendar } from 'primereact/calendar';
import { useState } from 'react';
import { LAYERS } from '@/kernel/constants';
import { addDays, daysBetween, isPlainDate, localMoment, plainDateOf } from '@/kernel/dates';
import { useLabels } from '@/kernel/i18n';
import { usePreferences, type Language } from '@/kernel/preferences';
import { rippleOn } from '@/kernel/themes';
import { Button } from './Button';
import type { OpenRange } from './DateRangeFilter';
import { labels } from './labels';

const days = (language: Language, width: 'long' | 'short' | 'narrow') => {
  const format = new Intl.DateTimeFormat(language, { weekday: width, timeZone: 'UTC' });
  return Array.from({ length: 7 }, (_, day) => format.format(new Date(Date.UTC(2023, 0, 1 + day))));
};
const months = (language: Language, width: 'long' | 'short') => {
  const format = new Intl.DateTimeFormat(language, { month: width, timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, month) => format.format(new Date(Date.UTC(2023, month, 1))));
};

const spoken = { en: { chooseDate: 'Choose date', prevMonth: 'Previous month', nextMonth: 'Next month', prevYear: 'Previous year', nextYear: 'Next year', chooseMonth: 'Choose month', chooseYear: 'Choose year' },
  da: { chooseDate: 'Vælg dato', prevMonth: 'Forrige måned', nextMonth: 'Næste måned', prevYear: 'Forrige år', nextYear: 'Næste år', chooseMonth: 'Vælg måned', chooseYear: 'Vælg år' } };

/** The library's own words come from Intl, so both languages and any week start agree with the rest. */
function localeFor(language: Language, weekStart: 0 | 1, dateFormat: string): string {
  const name = `${language}-${weekStart}`;
  addLocale(name, {
    firstDayOfWeek: weekStart,
    dayNames: days(language, 'long'),
    dayNamesShort: days(language, 'short'),
    dayNamesMin: days(language, 'short').map((day) => day.slice(0, 2)),
    monthNames: months(language, 'long'),
    monthNamesShort: months(language, 'short'),
    dateFormat,
    weekHeader: '',
    aria: spoken[language],
  } as Parameters<typeof addLocale>[1]);
  return name;
}

interface RangeCalendarProps {
  value: OpenRange;
  required: boolean;
  mostDays: number | undefined;
  onApply: (value: OpenRange) => void;
}

/** The last day that may be chosen beside a first one, or the first beside a last one. */
function furthest(bound: 'from' | 'to', { from, to }: OpenRange, mostDays: number | undefined): { minDate?: Date; maxDate?: Date } {
  if (mostDays === undefined) return {};
  if (bound === 'from') return to === null ? {} : { minDate: localMoment(addDays(to, 1 - mostDays)) };
  return from === null ? {} : { maxDate: localMoment(addDays(from, mostDays - 1)) };
}

export function RangeCalendar({ value, required, mostDays, onApply }: RangeCalendarProps) {
  const words = useLabels(labels);
  const { language, weekStart, dateFormat, theme, ripple, inputStyle } = usePreferences();
  const [draft, setDraft] = useState(value);
  const reversed = isPlainDate(draft.from) && isPlainDate(draft.to) && draft.from > draft.to;
  const tooLong = mostDays !== undefined && isPlainDate(draft.from) && isPlainDate(draft.to) && daysBetween(draft.from, draft.to) >= mostDays;
  const complete = draft.from !== null && draft.to !== null;
  const field = (bound: 'from' | 'to', name: string) => (
    <label>
      <span>{name}</span>
      <Calendar
        value={draft[bound] ? localMoment(draft[bound]) : null}
        onChange={(event) => setDraft((now) => ({ ...now, [bound]: event.value instanceof Date ? plainDateOf(event.value) : null }))}
        dateFormat={dateFormat}
        locale={localeFor(language, weekStart, dateFormat)}
        ariaLabel={name}
        {...furthest(bound, draft, mostDays)}
        showIcon
        showOnFocus={false}
        invalid={reversed || tooLong}
        pt={{ dropdownButton: { root: { 'aria-label': spoken[language].chooseDate } } }}
      />
    </label>
  );
  return (
    <PrimeReactProvider value={{ ripple: rippleOn({ theme, ripple }), inputStyle, zIndex: LAYERS }}>
      <form
        className="g-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!reversed && !tooLong && (complete || !required)) onApply(draft);
        }}
      >
        {field('from', words.dateFrom)}
        {field('to', words.dateTo)}
        {tooLong && <p className="g-field-error" role="alert">{words.rangeTooLong(mostDays)}</p>}
        {reversed && <p className="g-field-error" role="alert">{words.invalidRange}</p>}
        <Button look="primary" small type="submit" disabled={reversed || tooLong || (required && !complete)}>{words.apply}</Button>
      </form>
    </PrimeReactProvider>
  );
}
