/** Words of asking the graph by hand. */
import { defineLabels } from '@/kernel/i18n';

export const graphLabels = defineLabels({
  graph: { en: 'Graph', da: 'Graf' },
  lead: {
    en: 'Asks the same graph as the console, as you and in this realm, with its limits. Ctrl Enter asks. This view does not exist in production.',
    da: 'Spørger den samme graf som konsollen, som dig og i dette område, med dens grænser. Ctrl Enter spørger. Visningen findes ikke i produktion.',
  },
  question: { en: 'Question', da: 'Forespørgsel' },
  variables: { en: 'Variables, as JSON', da: 'Variabler, som JSON' },
  ask: { en: 'Ask', da: 'Spørg' },
  answer: { en: 'Answer', da: 'Svar' },
  took: { en: (ms: number) => `Answered in ${ms} ms`, da: (ms: number) => `Besvaret på ${ms} ms` },
  noJson: { en: 'The variables are no JSON object.', da: 'Variablerne er ikke et JSON-objekt.' },
  failed: { en: 'The question was not answered.', da: 'Forespørgslen blev ikke besvaret.' },
});
