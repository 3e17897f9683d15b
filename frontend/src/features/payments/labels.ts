/** Words of the payments room. */
import { defineLabels } from '@/kernel/i18n';

export const labels = defineLabels({
  title: { en: 'Payments', da: 'Betalinger' },
  position: { en: 'No.', da: 'Nr.' },
  creditor: { en: 'Creditor', da: 'Kreditor' },
  amount: { en: 'Amount', da: 'Beløb' },
  reference: { en: 'Reference', da: 'Reference' },
  endToEnd: { en: 'End-to-end id', da: 'End-to-end-id' },
  executionDate: { en: 'Execution date', da: 'Udførelsesdato' },
  state: { en: 'State', da: 'Tilstand' },
  search: { en: 'Search payments', da: 'Søg i betalinger' },
  RECEIVED: { en: 'Received', da: 'Modtaget' },
  ACCEPTED: { en: 'Accepted', da: 'Accepteret' },
  PENDING: { en: 'Pending', da: 'Afventer' },
  REJECTED: { en: 'Rejected', da: 'Afvist' },
  BOOKED: { en: 'Booked', da: 'Bogført' },
  CANCELLED: { en: 'Cancelled', da: 'Annulleret' },
  openTransaction: { en: 'See the bank entry', da: 'Se bankposteringen' },
  noneHelp: { en: 'A journal that began with a statement has none.', da: 'En journal, der begyndte med et kontoudtog, har ingen.' },
  none: { en: 'This journal has no payments', da: 'Journalen har ingen betalinger' },
});
