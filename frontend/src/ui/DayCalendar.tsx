/** The component library's calendar for one day, opened with the focus in it; loaded on demand. */
import { Calendar } from 'primereact/calendar';
import { useEffect, useMemo, useRef, type KeyboardEvent } from 'react';
import { addDays, localMoment, plainDateOf, today } from '@/kernel/dates';
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

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** To the day that is meant or the last one allowed that way, where the library would leave the week or turn the month. */
function walk(event: KeyboardEvent<HTMLElement>, earliest = '', latest = '9999-12-31'): void {
  const step = STEPS[event.key];
  const cell = event.target as HTMLElement;
  const day = cell.parentElement?.dataset.day;
  if (!step || !day || event.altKey) return;
  const meant = addDays(day, step);
  const next = meant < earliest ? earliest : meant > latest ? latest : meant;
  const there = event.currentTarget.querySelector<HTMLElement>(`td[data-day="${next}"] > span:not([data-p-disabled="true"])`);
  // In another month: the library turns the leaf.
  if (!there) return;
  event.preventDefault();
  event.stopPropagation();
  cell.tabIndex = -1;
  there.tabIndex = 0;
  there.focus();
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
      <fieldset ref={host} className="g-day-calendar" aria-label={name} onKeyDownCapture={(event) => walk(event, earliest, latest)}>
        <Calendar
          inline
          value={chosen}
          viewDate={shown}
          {...(earliest !== undefined && { minDate: localMoment(earliest) })}
          {...(latest !== undefined && { maxDate: localMoment(latest) })}
          dateFormat={dateFormat}
          locale={locale}
          // The library's own today is the browser's.
          pt={{ day: ({ context: { date } }: DayOptions) => {
            const day = plainDateOf(new Date(date.year, date.month, date.day));
            return { 'data-day': day, ...(day === now && { 'aria-current': 'date' }) };
          } }}
          onChange={({ value: picked }) => { if (picked instanceof Date) onPick(plainDateOf(picked)); }}
        />
      </fieldset>
    </CalendarFrame>
  );
}
