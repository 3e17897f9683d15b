/** Words of who is paid, wherever somebody approves, rejects or signs. */
import { defineLabels, plural } from '@/kernel/i18n';

export const payeeLabels = defineLabels({
  payees: { en: 'Payees', da: 'Modtagere' },
  counts: {
    en: (payments: string, accounts: string) =>
      `${payments} ${plural.en(payments, 'payment', 'payments')} to ${accounts} ${plural.en(accounts, 'account', 'accounts')}`,
    da: (payments: string, accounts: string) =>
      `${payments} ${plural.da(payments, 'betaling', 'betalinger')} til ${accounts} ${plural.da(accounts, 'konto', 'konti')}`,
  },
  newAccounts: {
    en: (count: string) => `${count} new`,
    da: (count: string) => `${count} ${plural.da(count, 'ny', 'nye')}`,
  },
  changedAccounts: {
    en: (count: string) => `${count} changed`,
    da: (count: string) => `${count} ${plural.da(count, 'ændret', 'ændrede')}`,
  },
  NEW: { en: 'New beneficiary account', da: 'Ny modtagerkonto' },
  before: { en: 'Before', da: 'Før' },
  CHANGED: { en: 'Changed beneficiary account', da: 'Ændret modtagerkonto' },
  OTHER: {
    en: 'Other account than last time',
    da: 'Anden konto end sidst',
  },
  noName: { en: 'No name', da: 'Intet navn' },
  noAccount: { en: 'No account', da: 'Ingen konto' },
  debited: { en: 'Account debited', da: 'Betales fra' },
  cutOff: { en: 'Cut-off', da: 'Frist' },
  bankTime: { en: 'Copenhagen time', da: 'dansk tid' },
  amount: { en: 'Amount', da: 'Beløb' },
  executionDate: { en: 'Execution date', da: 'Udførelsesdato' },
  days: {
    en: (first: string, last: string) => `${first} to ${last}`,
    da: (first: string, last: string) => `${first} til ${last}`,
  },
  more: {
    en: (count: string) => `and ${count} more ${plural.en(count, 'payment', 'payments')}`,
    da: (count: string) => `og ${count} ${plural.da(count, 'betaling', 'betalinger')} til`,
  },
  moreNames: {
    en: (name: string, count: string) => `${name} and ${count} more`,
    da: (name: string, count: string) => `${name} og ${count} til`,
  },
  required: { en: 'Required', da: 'Skal udfyldes' },
});
