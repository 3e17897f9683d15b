/** The component library's calendar for one day, opened with the focus in it; loaded on demand. */
import { Calendar } from 'primereact/calendar';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { localMoment, plainDateOf } from '@/kernel/dates';
import { CalendarFrame, useCalendarWords } from './calendarParts';

interface DayCalendarProps {
  name: string;
  value: string | null;
  onPick: (day: string) => void;
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

export function DayCalendar({ name, value, onPick }: DayCalendarProps) {
  const { dateFormat, locale } = useCalendarWords();
  const host = useRef<HTMLFieldSetElement>(null);
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
          value={value === null ? null : localMoment(value)}
          dateFormat={dateFormat}
          locale={locale}
          onChange={({ value: picked }) => { if (picked instanceof Date) onPick(plainDateOf(picked)); }}
        />
      </fieldset>
    </CalendarFrame>
  );
}
