/** Words of a journal's documents: one, two side by side, what differs. */
import { defineLabels } from '@/kernel/i18n';

export const documentLabels = defineLabels({
  way: { en: 'How to read the documents', da: 'Hvordan dokumenterne læses' },
  one: { en: 'One document', da: 'Ét dokument' },
  two: { en: 'Side by side', da: 'Side om side' },
  diff: { en: 'Differences', da: 'Forskelle' },
  left: { en: 'Left', da: 'Til venstre' },
  right: { en: 'Right', da: 'Til højre' },
  differences: { en: 'Differences of the two documents', da: 'Forskelle mellem de to dokumenter' },
  comparing: { en: 'The documents are compared', da: 'Dokumenterne sammenlignes' },
  changed: { en: (count: string) => `Lines that differ: ${count}.`, da: (count: string) => `Linjer, der afviger: ${count}.` },
  cut: { en: 'The first ones are shown.', da: 'De første vises.' },
  same: { en: 'The two documents are the same, line by line.', da: 'De to dokumenter er ens, linje for linje.' },
  tooDifferent: { en: 'They differ in too many lines to be compared. Read them side by side.', da: 'De afviger i for mange linjer til at blive sammenlignet. Læs dem side om side.' },
  removed: { en: 'Only left', da: 'Kun til venstre' },
  added: { en: 'Only right', da: 'Kun til højre' },
});
