/** How checks end: in words, tone and icon. */
import type { ErpOutcome, ErpTone, ErpVerdict } from '@/generated/graphql';
import { defineLabels, plural } from '@/kernel/i18n';
import type { Tone } from '@/ui';

export const outcomeLabels = defineLabels({
  PASSED: { en: 'Passed', da: 'I orden' },
  WARNING: { en: 'Warning', da: 'Advarsel' },
  FAILED: { en: 'Failed', da: 'Fejlet' },
  SKIPPED: { en: 'Skipped', da: 'Sprunget over' },
  NOT_RUN: { en: 'Not run', da: 'Ikke kørt' },
  UNKNOWN: { en: 'Unknown', da: 'Ukendt' },
});

/** How many ended so. */
export const countLabels = defineLabels({
  PASSED: { en: (count: number) => `${count} passed`, da: (count: number) => `${count} i orden` },
  WARNING: {
    en: (count: number) => `${count} ${plural.en(count, 'warning', 'warnings')}`,
    da: (count: number) => `${count} ${plural.da(count, 'advarsel', 'advarsler')}`,
  },
  FAILED: {
    en: (count: number) => `${count} failed`,
    da: (count: number) => `${count} ${plural.da(count, 'fejlet', 'fejlede')}`,
  },
  /** Skipped, not run or unknown: each check says which of them; together only their number is told. */
  OPEN: {
    en: (count: number) => `${count} not checked`,
    da: (count: number) => `${count} ikke kontrolleret`,
  },
});

export const OUTCOMES: Readonly<Record<ErpOutcome, readonly [Tone, string]>> = {
  PASSED: ['good', 'check'],
  WARNING: ['warn', 'exclamation-triangle'],
  FAILED: ['bad', 'times-circle'],
  SKIPPED: ['neutral', 'minus'],
  NOT_RUN: ['neutral', 'clock'],
  UNKNOWN: ['warn', 'question-circle'],
};

export const VERDICTS: Readonly<Record<ErpVerdict, readonly [Tone, string]>> = {
  VALID: ['good', 'check-circle'],
  WARNINGS: ['warn', 'exclamation-triangle'],
  INVALID: ['bad', 'times-circle'],
  UNKNOWN: ['warn', 'question-circle'],
};

export const ITEM_LOOKS: Readonly<Record<ErpTone, readonly [Tone, string]>> = {
  WELL: ['good', 'check'],
  WARNING: ['warn', 'exclamation-triangle'],
  ILL: ['bad', 'times'],
  OPEN: ['neutral', 'question'],
};
