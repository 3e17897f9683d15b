/** How often a bank is looked at: what can be chosen, and how it is said. */
import type { Words } from '@/kernel/i18n';
import type { labels } from './labels';

/** Minutes between two looks; none at all means only when asked. */
export const PACES = [0, 5, 10, 15, 30, 60, 120, 240, 720];

export function paceInWords(minutes: number, words: Words<typeof labels>): string {
  return minutes > 60 ? words.hours(minutes / 60) : words.minutes(minutes);
}
