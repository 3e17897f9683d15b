/** The time of day of an instant, as the person reads clocks. */
import { formatInstant } from '@/kernel/dates';
import { preferences } from '@/kernel/preferences';

/** Hours and minutes alone. */
export function formatClock(instant: string): string {
  return formatInstant(instant, preferences.get().dateFormat).slice(-5);
}
