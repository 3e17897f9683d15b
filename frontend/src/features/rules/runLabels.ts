/** Words of runs over the past. */
import { defineLabels, plural } from '@/kernel/i18n';

export const runLabels = defineLabels({
  title: { en: 'Back-test', da: 'Test på historik' },
  help: {
    en: 'Every rule that is not archived is tried on what is here, drafts among them. Nothing is changed.',
    da: 'Alle regler, der ikke er arkiveret, afprøves på det, der er her, også kladder. Intet ændres.',
  },
  records: { en: 'Records', da: 'Poster' },
  days: { en: 'Days', da: 'Dage' },
  day30: { en: 'Last 30 days', da: 'Seneste 30 dage' },
  day90: { en: 'Last 90 days', da: 'Seneste 90 dage' },
  day365: { en: 'Last year', da: 'Seneste år' },
  day0: { en: 'All days', da: 'Alle dage' },
  start: { en: 'Run', da: 'Kør' },
  begun: { en: 'The test runs.', da: 'Afprøvningen kører.' },
  cancel: { en: 'Cancel', da: 'Annullér' },
  cancelled: { en: 'It is stopped.', da: 'Den er standset.' },
  running: {
    en: (done: string, total: string) => `${done} of ${total} looked at`,
    da: (done: string, total: string) => `${done} af ${total} set på`,
  },
  read: {
    en: (read: string, fitting: string) => `${read} looked at; a rule fits ${fitting}`,
    da: (read: string, fitting: string) => `${read} set på; en regel passer på ${fitting}`,
  },
  FAILED: { en: 'It failed.', da: 'Den mislykkedes.' },
  CANCELLED: { en: 'It was stopped before its end.', da: 'Den blev standset før tid.' },
  results: { en: 'What each rule matches', da: 'Hvad hver regel matcher' },
  rule: { en: 'Rule', da: 'Regel' },
  hits: { en: 'Hits', da: 'Træffere' },
  first: { en: 'First match', da: 'Første match' },
  alone: { en: 'Alone', da: 'Alene' },
  samples: { en: 'Examples', da: 'Eksempler' },
  never: { en: 'No matches', da: 'Ingen match' },
  draft: { en: 'draft', da: 'kladde' },
  overlaps: { en: 'Rules that fit the same', da: 'Regler, der passer på det samme' },
  pair: {
    en: (one: string, other: string, count: number, shown: string) =>
      `${one} and ${other}: ${shown} ${plural.en(count, 'record', 'records')}`,
    da: (one: string, other: string, count: number, shown: string) =>
      `${one} og ${other}: ${shown} ${plural.da(count, 'post', 'poster')}`,
  },
  noOverlaps: {
    en: 'No two rules fit the same record.',
    da: 'Ingen to regler passer på samme post.',
  },
  none: { en: 'Nothing was tested yet.', da: 'Intet er afprøvet endnu.' },
});
