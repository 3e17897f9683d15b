/** Words for changes of where payments come from, which a second account manager confirms. */
import { defineLabels } from '@/kernel/i18n';

export const labels = defineLabels({
  title: { en: 'Pending confirmation', da: 'Afventer bekræftelse' },
  ACTIVATION: {
    en: 'Activate draft',
    da: 'Aktivér kladden',
  },
  DEBTOR_ACCOUNT: {
    en: 'Change the account debited',
    da: 'Skift kontoen, der betales fra',
  },
  changes: { en: 'Changes', da: 'Ændringer' },
  BOOKS: { en: 'ERP company', da: 'Virksomhed i ERP-systemet' },
  ADDRESS: { en: 'Address', da: 'Adresse' },
  FOLDER: { en: 'Folder', da: 'Mappe' },
  CREDENTIALS: { en: 'Credentials', da: 'Adgangsoplysninger' },
  method: { en: 'Payment method', da: 'Betalingsmetode' },
  account: { en: 'Account debited', da: 'Konto, der betales fra' },
  asInErp: {
    en: 'as set in the ERP',
    da: 'som angivet i ERP-systemet',
  },
  becomes: {
    en: (was: string, now: string) => `${was} → ${now}`,
    da: (was: string, now: string) => `${was} → ${now}`,
  },
  requestedBy: { en: 'Requested by', da: 'Anmodet af' },
  expires: { en: 'Expires', da: 'Udløber' },
  canConfirm: { en: 'Can confirm', da: 'Kan bekræfte' },
  nobody: {
    en: 'Nobody yet. It requires a second account manager who was not invited or reset by the requester. The administrator can vouch for one with: giroscope user roles WHO --give account-management --without-second-person',
    da: 'Ingen endnu. Det kræver en anden brugeradministrator, som ikke er inviteret eller nulstillet af den, der anmodede. Administratoren kan stå inde for en med: giroscope user roles HVEM --give account-management --without-second-person',
  },
  confirm: { en: 'Confirm', da: 'Bekræft' },
  confirmHelp: {
    en: 'You then count as one of those who prepared its payments, and cannot approve them.',
    da: 'Du regnes derefter som en af dem, der har klargjort betalingerne, og kan ikke godkende dem.',
  },
  confirmed: { en: 'Confirmed.', da: 'Bekræftet.' },
  reject: { en: 'Reject', da: 'Afvis' },
  rejectHelp: {
    en: 'Nothing changes.',
    da: 'Intet ændres.',
  },
  rejected: { en: 'Rejected.', da: 'Afvist.' },
  withdraw: { en: 'Withdraw', da: 'Træk tilbage' },
  withdrawn: { en: 'Withdrawn.', da: 'Trukket tilbage.' },
});
