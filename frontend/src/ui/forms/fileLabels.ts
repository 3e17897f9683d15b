/** Words of the dialog that asks for a file. */
import { defineLabels } from '@/kernel/i18n';

export const fileLabels = defineLabels({
  file: { en: 'File', da: 'Fil' },
  none: { en: 'Choose a file', da: 'Vælg en fil' },
});
