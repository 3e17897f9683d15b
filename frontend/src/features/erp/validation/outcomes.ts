/** How checks end: in words, tone and icon. */
import type { ErpOutcome, ErpTone, ErpVerdict } from '@/generated/graphql';
import { defineLabels } from '@/kernel/i18n';
import type { Tone } from '@/ui';

export const outcomeLabels = defineLabels({
  PASSED: { en: 'Passed', da: 'I orden' },
  WARNING: { en: 'Warning', da: 'Advarsel' },
  FAILED: { en: 'Failed', da: 'Fejlet' },
  SKIPPED: { en: 'Skipped', da: 'Sprunget over' },
  NOT_RUN: { en: 'Not run', da: 'Ikke kørt' },
  UNKNOWN: { en: 'Unknown', da: 'Ukendt' },
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
