/** Words of the mapping of payment methods; products, hints and what is lacking come from the server. */
import { defineLabels, plural } from '@/kernel/i18n';

export const labels = defineLabels({
  title: {
    en: 'Payment Method Mapping',
    da: 'Tilknytning af betalingsmetoder',
  },
  lead: {
    en: 'Bank product for each payment method of the ERP. Payments without a mapping are held.',
    da: 'Bankprodukt for hver betalingsmetode i ERP-systemet. Betalinger uden tilknytning holdes tilbage.',
  },
  add: {
    en: 'Add mapping',
    da: 'Tilføj tilknytning',
  },
  edit: {
    en: 'Edit',
    da: 'Redigér',
  },
  editTitle: {
    en: (method: string) => `Edit the mapping of ${method}`,
    da: (method: string) => `Redigér tilknytningen af ${method}`,
  },
  addTitle: {
    en: 'Add mapping',
    da: 'Tilføj tilknytning',
  },
  save: { en: 'Save', da: 'Gem' },
  waits: {
    en: 'The account debited is pending confirmation by another account manager.',
    da: 'Kontoen, der betales fra, afventer bekræftelse fra en anden brugeradministrator.',
  },
  saved: {
    en: 'Mapping saved',
    da: 'Tilknytningen er gemt',
  },
  remove: { en: 'Remove', da: 'Fjern' },
  removeTitle: {
    en: 'Remove the mapping?',
    da: 'Fjern tilknytningen?',
  },
  removeText: {
    en: 'Payments it would have matched are held until another mapping matches. It can be undone.',
    da: 'Betalinger, den ville have matchet, holdes tilbage, til en anden tilknytning matcher. Det kan fortrydes.',
  },
  removed: {
    en: 'Mapping removed',
    da: 'Tilknytningen er fjernet',
  },
  undo: { en: 'Undo the last change', da: 'Fortryd den seneste ændring' },
  undone: { en: 'The last change is undone', da: 'Den seneste ændring er fortrudt' },
  refresh: { en: 'Refresh from ERP', da: 'Opdatér fra ERP' },
  refreshing: { en: 'Refreshing from ERP', da: 'Opdaterer fra ERP' },
  refreshAsked: { en: 'Refreshing from ERP', da: 'Opdaterer fra ERP' },
  readAt: { en: 'Refreshed', da: 'Opdateret' },
  neverRead: {
    en: 'Payment methods have not been fetched from the ERP yet.',
    da: 'Betalingsmetoder er ikke hentet fra ERP-systemet endnu.',
  },
  readFailed: {
    en: 'Refresh failed; the lists are from that time.',
    da: 'Opdateringen mislykkedes; listerne er fra det tidspunkt.',
  },
  noErpTitle: { en: 'No ERP is connected', da: 'Intet ERP-system er tilsluttet' },
  noErpText: {
    en: 'Payment methods are mapped here once a configuration is active.',
    da: 'Betalingsmetoder tilknyttes her, når en opsætning er aktiv.',
  },
  toConfiguration: {
    en: 'Go to Configuration',
    da: 'Gå til Opsætning',
  },

  openMethods: {
    en: 'Unmapped',
    da: 'Uden tilknytning',
  },
  openMethodsText: {
    en: 'Payments with these methods are held.',
    da: 'Betalinger med disse metoder holdes tilbage.',
  },
  allMapped: {
    en: 'All payment methods in use are mapped.',
    da: 'Alle betalingsmetoder i brug er tilknyttet.',
  },
  otherMethods: {
    en: (count: number) => `${count} ${plural.en(count, 'method', 'methods')} not used for paying`,
    da: (count: number) =>
      `${count} ${plural.da(count, 'metode', 'metoder')}, der ikke bruges til at betale`,
  },
  method: { en: 'Method', da: 'Metode' },
  methodHelp: { en: 'The ERP’s payment method', da: 'ERP-systemets betalingsmetode' },
  use: {
    en: 'Last 90 days',
    da: 'Seneste 90 dage',
  },
  suppliers: {
    en: (count: number) => `${count} ${plural.en(count, 'supplier', 'suppliers')}`,
    da: (count: number) => `${count} ${plural.da(count, 'leverandør', 'leverandører')}`,
  },
  payments: {
    en: (count: number) => `${count} ${plural.en(count, 'payment', 'payments')}`,
    da: (count: number) => `${count} ${plural.da(count, 'betaling', 'betalinger')}`,
  },
  held: { en: (count: number) => `${count} held`, da: (count: number) => `${count} tilbageholdt` },
  suggestion: { en: 'Suggestion', da: 'Forslag' },
  noSuggestion: {
    en: 'No suggestion',
    da: 'Intet forslag',
  },
  take: {
    en: 'Use suggestion',
    da: 'Brug forslaget',
  },
  map: {
    en: 'Choose another',
    da: 'Vælg en anden',
  },
  acts: {
    en: 'Actions',
    da: 'Handlinger',
  },
  by_code: { en: 'its code', da: 'koden' },
  by_name: { en: 'its name', da: 'navnet' },
  by_currency: { en: 'its currency', da: 'valutaen' },
  by_payments: {
    en: 'earlier payments',
    da: 'tidligere betalinger',
  },
  because: {
    en: (reasons: string) => `because of ${reasons}`,
    da: (reasons: string) => `på grund af ${reasons}`,
  },

  mappings: {
    en: 'Mappings',
    da: 'Tilknytninger',
  },
  search: { en: 'Method, account', da: 'Metode, konto' },
  SEPA_CT: { en: 'SEPA transfer', da: 'SEPA-overførsel' },
  SEPA_INSTANT: { en: 'SEPA instant transfer', da: 'SEPA-straksoverførsel' },
  DK_DOMESTIC: { en: 'Danish transfer', da: 'Indenlandsk overførsel' },
  DK_INSTANT: { en: 'Danish instant transfer', da: 'Straksoverførsel' },
  CROSS_BORDER: { en: 'Transfer abroad', da: 'Overførsel til udlandet' },
  DK_FIK_01: { en: 'Payment slip +01', da: 'Indbetalingskort +01' },
  DK_FIK_04: { en: 'Payment slip +04', da: 'Indbetalingskort +04' },
  DK_FIK_71: { en: 'Payment slip +71', da: 'Indbetalingskort +71' },
  DK_FIK_73: { en: 'Payment slip +73', da: 'Indbetalingskort +73' },
  DK_FIK_75: { en: 'Payment slip +75', da: 'Indbetalingskort +75' },
  product: { en: 'Bank product', da: 'Bankprodukt' },
  exception: { en: 'Applies to', da: 'Gælder for' },
  everything: { en: 'all payments', da: 'alle betalinger' },
  account: { en: 'ERP account', da: 'ERP-konto' },
  anyAccount: { en: 'All accounts', da: 'Alle konti' },
  accountHelp: {
    en: 'An exception for one ERP bank account takes precedence over the general mapping.',
    da: 'En undtagelse for én af ERP-systemets bankkonti går forud for den generelle tilknytning.',
  },
  debtor: {
    en: 'Account debited',
    da: 'Betales fra',
  },
  erpChooses: { en: 'the account the ERP has chosen', da: 'den konto, ERP-systemet har valgt' },
  noBank: {
    en: 'no bank connection for this account',
    da: 'ingen bankforbindelse til kontoen',
  },
  charges: { en: 'Charges', da: 'Omkostninger' },
  chosenForYou: {
    en: 'Set by the product',
    da: 'Styres af produktet',
  },
  SLEV: {
    en: 'Following service level',
    da: 'Efter serviceniveau',
  },
  SHAR: { en: 'Shared', da: 'Delt' },
  DEBT: { en: 'Paid by us', da: 'Betales af os' },
  CRED: { en: 'Paid by the payee', da: 'Betales af modtager' },
  level: { en: 'Service level', da: 'Serviceniveau' },
  instrument: { en: 'Local instrument', da: 'Lokalt instrument' },
  purpose: { en: 'Purpose', da: 'Formål' },
  noPurpose: { en: 'None', da: 'Intet' },
  SUPP: { en: 'Suppliers', da: 'Leverandører' },
  SALA: { en: 'Salaries', da: 'Løn' },
  TAXS: { en: 'Taxes', da: 'Skat' },
  INTC: { en: 'Within the group', da: 'Koncerninternt' },
  priority: { en: 'Priority', da: 'Prioritet' },
  NORM: { en: 'Normal', da: 'Almindelig' },
  HIGH: { en: 'High', da: 'Høj' },
  batch: { en: 'Booked as one entry', da: 'Bogføres samlet' },
  asAgreed: { en: 'As agreed with the bank', da: 'Som aftalt med banken' },
  yes: { en: 'Yes', da: 'Ja' },
  no: { en: 'No', da: 'Nej' },
  reference: { en: 'Reference to the payee', da: 'Reference til modtager' },
  FREE: { en: 'Free text', da: 'Fri tekst' },
  RF: { en: 'Creditor reference (RF)', da: 'Kreditorreference (RF)' },
  OCR: { en: 'Payment id (OCR)', da: 'Betalings-id (OCR)' },
  validFrom: { en: 'In effect from', da: 'Gælder fra' },
  validTo: { en: 'Until', da: 'Til og med' },
  isEnabled: {
    en: 'Active',
    da: 'Aktiv',
  },
  off: {
    en: 'Inactive',
    da: 'Inaktiv',
  },
  isOff: {
    en: 'Only inactive',
    da: 'Kun inaktive',
  },
  used: { en: 'Used', da: 'Brugt' },
  changed: { en: 'Changed', da: 'Ændret' },
  position: { en: 'Order', da: 'Rækkefølge' },
  hints: {
    en: 'Warnings',
    da: 'Advarsler',
  },
  fine: {
    en: 'OK',
    da: 'OK',
  },
  narrower: { en: 'Only for some payments', da: 'Kun for nogle betalinger' },
  currency: { en: 'Currency', da: 'Valuta' },
  country: { en: 'Payee’s country', da: 'Modtagers land' },
  slip: { en: 'Slip type', da: 'Korttype' },
  kind: { en: 'Kind of reference', da: 'Referencetype' },
  any: { en: 'Any', da: 'Alle' },
  from: { en: 'Amount from', da: 'Beløb fra' },
  to: { en: 'Amount to', da: 'Beløb til' },
  badAmount: {
    en: 'Enter an amount such as 1,000.00',
    da: 'Angiv et beløb som 1.000,00',
  },
  details: {
    en: 'More settings',
    da: 'Flere indstillinger',
  },
  chooseMethod: { en: 'Choose a method', da: 'Vælg en metode' },
  chooseProduct: { en: 'Choose a product', da: 'Vælg et produkt' },
  trial: { en: 'Summary', da: 'Oversigt' },
  trialNone: {
    en: 'Choose a method and a product to see a summary.',
    da: 'Vælg en metode og et produkt for at se en oversigt.',
  },
  matching: {
    en: (count: number) => `Matches ${count} of the method’s latest payments.`,
    da: (count: number) => `Matcher ${count} af metodens seneste betalinger.`,
  },
  sample: {
    en: (number: string) => `Payment ${number}`,
    da: (number: string) => `Betaling ${number}`,
  },
  madeUp: {
    en: 'Sample payment',
    da: 'Eksempelbetaling',
  },
  history: { en: 'History', da: 'Historik' },
  CREATED: { en: 'Added', da: 'Tilføjet' },
  CHANGED: { en: 'Changed', da: 'Rettet' },
  REMOVED: { en: 'Removed', da: 'Fjernet' },
  RESTORED: {
    en: 'Restored',
    da: 'Gendannet',
  },
  IMPORTED: {
    en: 'Imported',
    da: 'Importeret',
  },
  nothing: {
    en: 'none',
    da: 'ingen',
  },
  emptyTitle: {
    en: 'No mappings yet',
    da: 'Ingen tilknytninger endnu',
  },
  unreadText: {
    en: 'Refresh from the ERP to get its payment methods and suggestions.',
    da: 'Opdatér fra ERP for at få betalingsmetoder og forslag.',
  },
  emptyText: {
    en: 'Use a suggestion above, or add a mapping.',
    da: 'Brug et forslag ovenfor, eller tilføj en tilknytning.',
  },
  enableMany: {
    en: 'Activate',
    da: 'Aktivér',
  },
  enableManyHelp: {
    en: 'Payments are matched by these mappings from now on, within their validity.',
    da: 'Betalinger matches af disse tilknytninger fra nu af, inden for deres gyldighed.',
  },
  disableMany: {
    en: 'Deactivate',
    da: 'Deaktivér',
  },
  disableManyHelp: {
    en: 'Payments that only these mappings match are held.',
    da: 'Betalinger, som kun disse tilknytninger matcher, holdes tilbage.',
  },
  bringIn: {
    en: 'Import CSV',
    da: 'Importér CSV',
  },
  bringInTitle: {
    en: 'Import mappings',
    da: 'Importér tilknytninger',
  },
  bringInHelp: {
    en: 'A CSV file with the columns of the export. It is checked first; nothing is imported if a line is rejected.',
    da: 'En CSV-fil med eksportens kolonner. Den kontrolleres først; intet importeres, hvis en linje afvises.',
  },
  file: { en: 'CSV file', da: 'CSV-fil' },
  look: {
    en: 'Check',
    da: 'Kontrollér',
  },
  write: {
    en: (count: number) => `Import ${count} ${plural.en(count, 'line', 'lines')}`,
    da: (count: number) => `Importér ${count} ${plural.da(count, 'linje', 'linjer')}`,
  },
  written: {
    en: 'Mappings imported',
    da: 'Tilknytningerne er importeret',
  },
  noFile: { en: 'Choose a file', da: 'Vælg en fil' },
  line: { en: 'Line', da: 'Linje' },
  what: {
    en: 'Result',
    da: 'Resultat',
  },
  CREATE: { en: 'Added', da: 'Tilføjes' },
  CHANGE: { en: 'Changed', da: 'Rettes' },
  SAME: {
    en: 'Unchanged',
    da: 'Uændret',
  },
  REQUESTED: { en: 'Needs confirmation', da: 'Kræver bekræftelse' },
  REFUSED: {
    en: 'Rejected',
    da: 'Afvist',
  },
});
