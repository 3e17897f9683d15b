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
  changed: {
    en: (count: string) => `Lines that differ: ${count}.`,
    da: (count: string) => `Linjer, der afviger: ${count}.`,
  },
  same: {
    en: 'The two documents are the same, line by line.',
    da: 'De to dokumenter er ens, linje for linje.',
  },
  partlyApart: {
    en: 'Some parts have too little in common to be aligned; they are marked.',
    da: 'Nogle dele har for lidt til fælles til at blive stillet op mod hinanden; de er markeret.',
  },
  apart: {
    en: (left: string, right: string) =>
      `Not aligned, too little in common: first the ${left} lines on the left, then the ${right} on the right`,
    da: (left: string, right: string) =>
      `Ikke stillet op mod hinanden, for lidt til fælles: først de ${left} linjer til venstre, så de ${right} til højre`,
  },
  removed: { en: 'Only left', da: 'Kun til venstre' },
  added: { en: 'Only right', da: 'Kun til højre' },
});
