/** Words for who stands behind a payment file, and by which part. */
import type { PartInFile } from '@/generated/graphql';
import { defineLabels } from '@/kernel/i18n';

export const behindLabels = defineLabels({
  title: {
    en: 'Prepared by',
    da: 'Klargjort af',
  },
  help: {
    en: 'These people, and anyone linked to them, cannot approve or sign the file.',
    da: 'Disse personer, og dem, der er knyttet til dem, kan ikke godkende eller underskrive filen.',
  },
  you: { en: 'you', da: 'dig' },
  outside: { en: 'named by the ERP', da: 'oplyst af ERP-systemet' },
});

export const partLabels = defineLabels({
  UPLOADED: { en: 'Uploaded the file', da: 'Indlæste filen' },
  RESTARTED: { en: 'Imported it again', da: 'Importerede den igen' },
  FETCHED: { en: 'Fetched from the ERP', da: 'Hentede fra ERP-systemet' },
  RELEASED: { en: 'Released a held payment', da: 'Frigav en tilbageholdt betaling' },
  BOOKS: { en: 'Chose the ERP company', da: 'Valgte virksomheden i ERP-systemet' },
  ADDRESS: { en: 'Set the ERP address', da: 'Satte ERP-systemets adresse' },
  CREDENTIALS: { en: 'Set the ERP credentials', da: 'Satte adgangen til ERP-systemet' },
  FOLDER: { en: 'Set the watched folder', da: 'Satte den overvågede mappe' },
  ACTIVATED: { en: 'Set up or activated the ERP', da: 'Opsatte eller aktiverede ERP-systemet' },
  MAPPED: { en: 'Mapped the payment method', da: 'Tilknyttede betalingsmetoden' },
  DEBTOR_ACCOUNT: { en: 'Set the account debited', da: 'Satte kontoen, der betales fra' },
  ERP_AUTHOR: { en: 'Entered in the ERP', da: 'Oprettede i ERP-systemet' },
  ERP_APPROVER: { en: 'Approved in the ERP', da: 'Godkendte i ERP-systemet' },
  RULE: { en: 'Wrote a rule that applied', da: 'Skrev en regel, der blev anvendt' },
  CORRECTED: { en: 'Corrected and resubmitted', da: 'Rettede og genindsendte' },
  HOLD_LIFTED: { en: 'Let go what a rule held', da: 'Frigav, hvad en regel holdt tilbage' },
} satisfies Record<PartInFile, { en: string; da: string }>);
