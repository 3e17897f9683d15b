/** Words of correcting and resubmitting payments. */
import { defineLabels, plural } from '@/kernel/i18n';

export const labels = defineLabels({
  act: { en: 'Correct and resubmit', da: 'Ret og genindsend' },
  lead: {
    en: 'A new payment file pays these again. It is checked and approved like any other; amounts and currencies stay.',
    da: 'En ny betalingsfil betaler dem igen. Den kontrolleres og godkendes som enhver anden; beløb og valutaer er uændrede.',
  },
  chosen: {
    en: (open: number, all: number) =>
      `${open === all ? open : `${open} of ${all}`} ${plural.en(all, 'payment', 'payments')}`,
    da: (open: number, all: number) =>
      `${open === all ? open : `${open} af ${all}`} ${plural.da(all, 'betaling', 'betalinger')}`,
  },
  none: { en: 'None of these can be resubmitted', da: 'Ingen af dem kan genindsendes' },
  understood: { en: 'Close', da: 'Luk' },
  originalAccount: { en: 'Original account', da: 'Oprindelig konto' },
  originalAddress: { en: 'Original address', da: 'Oprindelig adresse' },
  file: { en: 'File', da: 'Fil' },
  reason: { en: 'Reason', da: 'Årsag' },
  account: { en: 'Payee’s account', da: 'Modtagers konto' },
  bic: { en: 'BIC', da: 'BIC' },
  bicHelp: {
    en: 'Leave empty where the IBAN is enough.',
    da: 'Lad feltet stå tomt, hvor IBAN er nok.',
  },
  street: { en: 'Street', da: 'Vej' },
  building: { en: 'Building number', da: 'Husnummer' },
  postCode: { en: 'Postal code', da: 'Postnummer' },
  town: { en: 'Town', da: 'By' },
  country: { en: 'Country code', da: 'Landekode' },
  day: { en: 'Execution date', da: 'Udførelsesdato' },
  more: { en: 'Other fields', da: 'Øvrige felter' },
  done: {
    en: (count: number) =>
      `${count} ${plural.en(count, 'payment', 'payments')} resubmitted. The new file is being imported and then awaits approval.`,
    da: (count: number) =>
      `${count} ${plural.da(count, 'betaling', 'betalinger')} genindsendt. Den nye fil importeres og afventer derefter godkendelse.`,
  },
  replacedBy: { en: 'Replaced by', da: 'Erstattet af' },
  replaces: { en: 'Replaces', da: 'Erstatter' },
  openNew: { en: 'Open the new journal', da: 'Åbn den nye journal' },
  openOriginal: { en: 'Open the original journal', da: 'Åbn den oprindelige journal' },
  by: { en: 'Corrected by', da: 'Rettet af' },
  ended: {
    en: 'Stopped; the original can be resubmitted',
    da: 'Stoppet; den oprindelige kan genindsendes',
  },
  held: {
    en: 'On hold: the original is no longer rejected or returned',
    da: 'Holdes tilbage: den oprindelige er ikke længere afvist eller returneret',
  },
  address: { en: 'Payee’s address', da: 'Modtagers adresse' },
  executionDate: { en: 'Execution date', da: 'Udførelsesdato' },
});
