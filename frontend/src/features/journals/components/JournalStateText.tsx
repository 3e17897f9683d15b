/** The state of a journal in words, for rooms that know it by its code. */
import { useLabels, wordFor } from '@/kernel/i18n';
import { labels } from '../labels';

export function JournalStateText({ state }: { state: string }) {
  return wordFor(useLabels(labels), state);
}
