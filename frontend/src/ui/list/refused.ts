/** Why an act was refused, in the reader's language. */
import { preferences, usePreference } from '@/kernel/preferences';
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

/** What a refusal is called: by its code where that says enough, and the whole reason. */
export interface Refusals {
  problem: (refused: Refused) => string;
  reason: (refused: Refused) => string;
}

const IN_DANISH: Refusals = {
  problem: ({ code, message }) =>
    (GENERAL.has(code ?? '') ? undefined : inDanish(code, {})) ?? message ?? '',
  reason: (refused) => inDanish(refused.code, told(refused)) ?? refused.message ?? '',
};
const AS_SAID: Refusals = {
  problem: ({ message }) => message ?? '',
  reason: ({ message }) => message ?? '',
};

/** Refusals in the chosen language; one that is not known here stays as the server said it. */
export function currentRefusals(): Refusals {
  return preferences.get().language === 'da' ? IN_DANISH : AS_SAID;
}

/** Refusals in the chosen language, watched. */
export function useRefusals(): Refusals {
  return usePreference('language') === 'da' ? IN_DANISH : AS_SAID;
}
