/** Two date fields and the component library's calendar between them; loaded on demand. */
import { Calendar } from 'primereact/calendar';
import { useState } from 'react';
import { addDays, daysBetween, isPlainDate, localMoment, plainDateOf } from '@/kernel/dates';
import { useLabels } from '@/kernel/i18n';
import { Button } from './Button';
import { CalendarFrame, useCalendarWords } from './calendarParts';
import type { OpenRange } from './DateRangeFilter';
import { labels } from './labels';

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
  const { dateFormat, locale, chooseDate } = useCalendarWords();
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
        locale={locale}
        ariaLabel={name}
        {...furthest(bound, draft, mostDays)}
        showIcon
        showOnFocus={false}
        invalid={reversed || tooLong}
        pt={{ dropdownButton: { root: { 'aria-label': chooseDate } } }}
      />
    </label>
  );
  return (
    <CalendarFrame>
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
    </CalendarFrame>
  );
}
