/** Clock times of a bank's zone, and what is left until then. Pure. */
import { formatSpan } from '@/kernel/dates';
import type { Language } from '@/kernel/preferences';

const MINUTE = 60_000;

/** Hours and minutes of an instant by the clock of a zone. */
export function timeAt(instant: string, zone: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(instant));
}

/** The plain date of an instant by the calendar of a zone. */
export function dayAt(instant: string, zone: string): string {
  return new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(new Date(instant));
}

/** Hours and minutes that are left, whole minutes counted down to one. */
export function leftUntil(milliseconds: number, language: Language): string {
  return formatSpan(Math.max(1, Math.floor(milliseconds / MINUTE)) * MINUTE, language);
}
