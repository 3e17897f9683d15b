/** Whether the ERP is told of a match with its open items. */
import { defineLabels } from '@/kernel/i18n';

export const erpStateLabels = defineLabels({
  inErp: { en: 'In the ERP', da: 'I ERP-systemet' },
  DUE: { en: 'The ERP is being told', da: 'ERP-systemet får besked' },
  ASKED: { en: 'The ERP is being told', da: 'ERP-systemet får besked' },
  TOLD: { en: 'The ERP has been told', da: 'ERP-systemet har fået besked' },
  FAILED: { en: 'The ERP does not take it', da: 'ERP-systemet tager ikke imod det' },
  UNTOLD: { en: 'The ERP is not told', da: 'ERP-systemet får ikke besked' },
  WITHDRAWN: { en: 'The ERP knows of the undoing', da: 'ERP-systemet kender ophævelsen' },
  seeQueue: { en: 'See why in the queue', da: 'Se hvorfor i køen' },
});
