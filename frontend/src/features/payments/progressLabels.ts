/** How far a payment is, in words; the export has the same. */
import { defineLabels } from '@/kernel/i18n';

export const progressLabels = defineLabels({
  RECEIVED: { en: 'Received', da: 'Modtaget' },
  INVALID: { en: 'Invalid', da: 'Ugyldig' },
  AWAITING_APPROVAL: { en: 'Pending approval', da: 'Afventer godkendelse' },
  APPROVED: { en: 'Approved', da: 'Godkendt' },
  SENDING: { en: 'Sending', da: 'Sendes' },
  UNKNOWN: { en: 'Outcome unknown', da: 'Udfald ukendt' },
  SENT: { en: 'Sent', da: 'Sendt' },
  PENDING: { en: 'Pending', da: 'Afventer' },
  ACCEPTED: { en: 'Accepted', da: 'Accepteret' },
  OVERDUE: { en: 'Overdue', da: 'Forsinket' },
  BOOKED: { en: 'Booked', da: 'Bogført' },
  REJECTED: { en: 'Rejected', da: 'Afvist' },
  RETURNED: { en: 'Returned', da: 'Returneret' },
  CANCELLED: { en: 'Cancelled', da: 'Annulleret' },
  REPLACED: { en: 'Resubmitted', da: 'Genindsendt' },
});
