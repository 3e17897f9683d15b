/** The component library's calendar for one day, opened with the focus in it; loaded on demand. */
import { Calendar } from 'primereact/calendar';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { addDays, addMonths, localMoment, plainDateOf, today } from '@/kernel/dates';
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

const DAYS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
};
const MONTHS: Readonly<Record<string, number>> = { PageUp: -1, PageDown: 1 };

/** The day that a key means, seen from the one with the focus; as the ARIA patterns have it for a grid of days. */
function meantBy(
  { key, shiftKey }: KeyboardEvent,
  day: string,
  week: readonly string[],
): string | undefined {
  if (DAYS[key]) return addDays(day, DAYS[key]);
  if (MONTHS[key]) return addMonths(day, MONTHS[key] * (shiftKey ? 12 : 1));
  return { Home: week[0], End: week.at(-1) }[key];
}

/** A day that is drawn and can be chosen. */
const cellOf = (calendar: Element, day: string | null) =>
  calendar.querySelector<HTMLElement>(`td[data-day="${day}"] > span:not([data-p-disabled="true"])`);

/** Give the focus to a day; it alone is within reach of the Tab key. */
function reach(calendar: Element, cell: HTMLElement): void {
  for (const other of calendar.querySelectorAll<HTMLElement>('td > [tabindex="0"]'))
    other.tabIndex = -1;
  cell.tabIndex = 0;
  cell.focus();
}

export function DayCalendar({ name, value, earliest, latest, onPick }: DayCalendarProps) {
  const { dateFormat, locale } = useCalendarWords();
  const host = useRef<HTMLFieldSetElement>(null);
  /** The day that a key leads to, until it is drawn. */
  const aim = useRef<string | null>(null);
  const [turned, turnTo] = useState<{ day: string } | null>(null);
  const now = today();
  // Given another moment, though of the same day, the library leaves the month somebody has turned to.
  const chosen = useMemo(() => (value === null ? null : localMoment(value)), [value]);
  const shown = useMemo(() => localMoment(turned?.day ?? value ?? now), [turned, value, now]);
  useEffect(() => {
    const calendar = host.current;
    if (!calendar) return undefined;
    // The library leaves one day within reach of the keys: the chosen one, or today.
    const enter = () => calendar.querySelector<HTMLElement>('td > [tabindex="0"]')?.focus();
    enter();
    // Whenever it draws its days anew, the one with the focus is gone.
    const redrawn = new MutationObserver(() => {
      const aimed = cellOf(calendar, aim.current);
      if (aimed) {
        aim.current = null;
        reach(calendar, aimed);
      } else if (document.activeElement === document.body) enter();
    });
    redrawn.observe(calendar, {
      subtree: true,
      childList: true,
      attributeFilter: ['tabindex', 'data-day'],
    });
    return () => redrawn.disconnect();
  }, []);
  // To the day that is meant, or the last one allowed that way; the library knows neither weeks nor limits, and turns forward only.
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const cell = (event.target as HTMLElement).closest<HTMLElement>('td[data-day]');
    const day = cell?.dataset.day;
    if (!cell || !day || event.altKey) return;
    const week = [...(cell.parentElement?.querySelectorAll<HTMLElement>('td[data-day]') ?? [])].map(
      (each) => each.dataset.day ?? '',
    );
    const meant = meantBy(event, day, week);
    if (!meant) return;
    event.preventDefault();
    event.stopPropagation();
    const next =
      earliest && meant < earliest ? earliest : latest && meant > latest ? latest : meant;
    const there = cellOf(event.currentTarget, next);
    if (there) return reach(event.currentTarget, there);
    aim.current = next;
    turnTo({ day: next });
  };
  return (
    <CalendarFrame>
      <fieldset ref={host} className="g-day-calendar" aria-label={name} onKeyDownCapture={walk}>
        <Calendar
          inline
          value={chosen}
          viewDate={shown}
          {...(earliest && { minDate: localMoment(earliest) })}
          {...(latest && { maxDate: localMoment(latest) })}
          dateFormat={dateFormat}
          locale={locale}
          // The library's own today is the browser's.
          pt={{
            day: ({ context: { date } }: DayOptions) => {
              const day = plainDateOf(new Date(date.year, date.month, date.day));
              return { 'data-day': day, ...(day === now && { 'aria-current': 'date' }) };
            },
          }}
          onChange={({ value: picked }) => {
            if (picked instanceof Date) onPick(plainDateOf(picked));
          }}
        />
      </fieldset>
    </CalendarFrame>
  );
}
