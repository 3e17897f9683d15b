/** Why an entry is not what its payments come to. */
import { defineLabels } from '@/kernel/i18n';

export const differenceLabels = defineLabels({
  difference: { en: 'Difference', da: 'Difference' },
  CHARGE: { en: 'Bank charge', da: 'Bankgebyr' },
  EXCHANGE: { en: 'Exchange difference', da: 'Kursdifference' },
  ROUNDING: { en: 'Rounding', da: 'Afrunding' },
  OTHER: { en: 'Other', da: 'Andet' },
});
