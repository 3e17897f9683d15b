/** The component library's calendar for one day, opened with the focus in it; loaded on demand. */
import { Calendar } from 'primereact/calendar';
import { useEffect, useMemo, useRef, type KeyboardEvent } from 'react';
import { localMoment, plainDateOf, today } from '@/kernel/dates';
import { CalendarFrame, useCalendarWords } from './calendarParts';

interface DayCalendarProps {
  name: string;
  value: string | null;
  earliest: string | undefined;
  latest: string | undefined;
  onPick: (day: string) => void;
}

/** What the library tells of a day that it draws. */
interface DayOptions {
  context: { date: { year: number; month: number; day: number } };
}

/** From the end of a week to the next one, where the library would leave the month. */
function crossWeek(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const day = event.target as HTMLElement;
  const days = [...event.currentTarget.querySelectorAll<HTMLElement>('td > span')];
  const next = step && days[days.indexOf(day) + step];
  if (!next || next.dataset.pDisabled === 'true' || next.closest('tr') === day.closest('tr') || !days.includes(day)) return;
  event.preventDefault();
  event.stopPropagation();
  day.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

export function DayCalendar({ name, value, earliest, latest, onPick }: DayCalendarProps) {
  const { dateFormat, locale } = useCalendarWords();
  const host = useRef<HTMLFieldSetElement>(null);
  const now = today();
  // Given another moment, though of the same day, the library leaves the month somebody has turned to.
  const [chosen, shown] = useMemo(() => [value === null ? null : localMoment(value), localMoment(value ?? now)], [value, now]);
  useEffect(() => {
    // The library leaves one day within reach of the keys: the chosen one, or today.
    const enter = () => host.current?.querySelector<HTMLElement>('td > [tabindex="0"]')?.focus();
    enter();
    // Whenever it draws its days anew, the one with the focus is gone.
    const redrawn = new MutationObserver(() => { if (document.activeElement === document.body) enter(); });
    if (host.current) redrawn.observe(host.current, { subtree: true, childList: true, attributeFilter: ['tabindex'] });
    return () => redrawn.disconnect();
  }, []);
  return (
    <CalendarFrame>
      <fieldset ref={host} className="g-day-calendar" aria-label={name} onKeyDownCapture={crossWeek}>
        <Calendar
          inline
          value={chosen}
          viewDate={shown}
          {...(earliest !== undefined && { minDate: localMoment(earliest) })}
          {...(latest !== undefined && { maxDate: localMoment(latest) })}
          dateFormat={dateFormat}
          locale={locale}
          // The library's own today is the browser's.
          pt={{ day: ({ context }: DayOptions) => (plainDateOf(new Date(context.date.year, context.date.month, context.date.day)) === now ? { 'aria-current': 'date' } : {}) }}
          onChange={({ value: picked }) => { if (picked instanceof Date) onPick(plainDateOf(picked)); }}
        />
      </fieldset>
    </CalendarFrame>
  );
}
