/** Words for changes of where payments come from, which a second account manager confirms. */
import { defineLabels } from '@/kernel/i18n';

export const labels = defineLabels({
  title: { en: 'Pending confirmation', da: 'Afventer bekræftelse' },
  ACTIVATION: { en: 'Activate the draft', da: 'Tag udkastet i brug' },
  DEBTOR_ACCOUNT: { en: 'Change the account debited', da: 'Skift kontoen, der betales fra' },
  changes: { en: 'Changes', da: 'Ændringer' },
  BOOKS: { en: 'ERP company', da: 'Virksomhed i ERP-systemet' },
  ADDRESS: { en: 'Address', da: 'Adresse' },
  FOLDER: { en: 'Folder', da: 'Mappe' },
  CREDENTIALS: { en: 'Credentials', da: 'Adgangsoplysninger' },
  method: { en: 'Payment method', da: 'Betalingsmetode' },
  account: { en: 'Account debited', da: 'Konto, der betales fra' },
  asInErp: { en: 'as the ERP says', da: 'som ERP-systemet angiver' },
  becomes: {
    en: (was: string, now: string) => `${was} → ${now}`,
    da: (was: string, now: string) => `${was} → ${now}`,
  },
  requestedBy: { en: 'Requested by', da: 'Anmodet af' },
  expires: { en: 'Expires', da: 'Udløber' },
  canConfirm: { en: 'Can confirm', da: 'Kan bekræfte' },
  nobody: {
    en: 'Nobody yet. A second account manager is needed, who is not invited or reset by the one who asked; the operator can stand for one with: giroscope user roles WHO --give account-management --without-second-person',
    da: 'Ingen endnu. Der kræves en anden brugeradministrator, som ikke er inviteret eller nulstillet af den, der anmodede; driften kan stå inde for en med: giroscope user roles HVEM --give account-management --without-second-person',
  },
  confirm: { en: 'Confirm', da: 'Bekræft' },
  confirmHelp: {
    en: 'You stand behind what is paid from now on, and approve none of it.',
    da: 'Du står bag det, der betales fra nu af, og godkender intet af det.',
  },
  confirmed: { en: 'Confirmed.', da: 'Bekræftet.' },
  reject: { en: 'Reject', da: 'Afvis' },
  rejectHelp: { en: 'Nothing changes.', da: 'Intet ændres.' },
  rejected: { en: 'Rejected.', da: 'Afvist.' },
  withdraw: { en: 'Withdraw', da: 'Træk tilbage' },
  withdrawn: { en: 'Withdrawn.', da: 'Trukket tilbage.' },
});
