/** Why an act was refused, in the reader's language. */
import { defineLabels } from '@/kernel/i18n';
import { preferences } from '@/kernel/preferences';
import type { danishRefusal, Values } from './refusals';

export interface Refused {
  code: string | null;
  message: string | null;
  /** What the sentence is filled with. */
  values?: readonly { name: string; value: string }[] | null;
}

let inDanish: typeof danishRefusal = () => null;

/** The sentences are many, and nothing without Danish: they come when it is chosen. */
function fetchSentences(): void {
  if (preferences.get().language === 'da')
    void import('./refusals').then(
      (sentences) => {
        inDanish = sentences.danishRefusal;
      },
      () => undefined,
    );
}
preferences.subscribe(fetchSentences);
fetchSentences();

const told = ({ values }: Refused): Values =>
  Object.fromEntries((values ?? []).map(({ name, value }) => [name, value]));

/** Of these the server's sentence tells more than the code. */
const GENERAL = new Set(['conflict', 'internal', 'invalid_input', 'not_found']);

/** The reason in the reader's language; one that is not known here stays as the server said it. */
export const refusalLabels = defineLabels({
  problem: {
    en: ({ message }: Refused) => message ?? '',
    da: ({ code, message }: Refused) =>
      (GENERAL.has(code ?? '') ? undefined : inDanish(code, {})) ?? message ?? '',
  },
  reason: {
    en: (refused: Refused) => refused.message ?? '',
    da: (refused: Refused) => inDanish(refused.code, told(refused)) ?? refused.message ?? '',
  },
});
