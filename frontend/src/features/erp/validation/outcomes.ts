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
  WARNING: { en: (count: number) => `${count} ${plural.en(count, 'warning', 'warnings')}`, da: (count: number) => `${count} ${plural.da(count, 'advarsel', 'advarsler')}` },
  FAILED: { en: (count: number) => `${count} failed`, da: (count: number) => `${count} ${plural.da(count, 'fejlet', 'fejlede')}` },
  SKIPPED: { en: (count: number) => `${count} skipped`, da: (count: number) => `${count} sprunget over` },
  NOT_RUN: { en: (count: number) => `${count} not run`, da: (count: number) => `${count} ikke kørt` },
  UNKNOWN: { en: (count: number) => `${count} unknown`, da: (count: number) => `${count} ${plural.da(count, 'ukendt', 'ukendte')}` },
  /** Skipped, not run or unknown: of a run that is over, only their number is told. */
  OPEN: { en: (count: number) => `${count} undecided`, da: (count: number) => `${count} ${plural.da(count, 'uafklaret', 'uafklarede')}` },
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
