/** Words of the exchange with the ERP; why a payment or a write waits comes from the server. */
import { defineLabels, plural } from '@/kernel/i18n';

export const labels = defineLabels({
  title: { en: 'ERP payments', da: 'ERP-betalinger' },
  lead: {
    en: 'Payments from the ERP, statuses written back, and findings.',
    da: 'Betalinger fra ERP-systemet, status meldt tilbage og fund.',
  },
  noErpTitle: { en: 'No ERP is connected', da: 'Intet ERP-system er tilsluttet' },
  noErpText: {
    en: 'Payments are listed here once a configuration is active.',
    da: 'Betalinger vises her, når en opsætning er aktiv.',
  },
  toConfiguration: {
    en: 'Go to Configuration',
    da: 'Gå til Opsætning',
  },
  fetch: { en: 'Fetch now', da: 'Hent nu' },
  fetchAsked: {
    en: 'Fetching payments from the ERP',
    da: 'Henter betalinger fra ERP-systemet',
  },
  fetching: {
    en: (erp: string) => `Fetching from ${erp} …`,
    da: (erp: string) => `Henter fra ${erp} …`,
  },
  readSoFar: {
    en: (count: number) => `${count} ${plural.en(count, 'payment', 'payments')} read`,
    da: (count: number) => `${count} ${plural.da(count, 'betaling', 'betalinger')} læst`,
  },
  newOnes: {
    en: (count: number) => `${count} new`,
    da: (count: number) => `${count} ${plural.da(count, 'ny', 'nye')}`,
  },
  unreadable: {
    en: (count: number) => `${count} could not be read`,
    da: (count: number) => `${count} kunne ikke læses`,
  },
  lastFetch: {
    en: (erp: string) => `Last fetched from ${erp}`,
    da: (erp: string) => `Senest hentet fra ${erp}`,
  },
  neverFetched: {
    en: (erp: string) => `Nothing has been fetched from ${erp} yet`,
    da: (erp: string) => `Der er endnu ikke hentet noget fra ${erp}`,
  },
  notWhole: {
    en: 'The last fetch was interrupted and resumes where it stopped',
    da: 'Den seneste hentning blev afbrudt og fortsætter, hvor den slap',
  },
  nextFetch: {
    en: 'Next fetch',
    da: 'Næste hentning',
  },
  byHand: {
    en: 'Fetched manually',
    da: 'Hentes manuelt',
  },
  waitingWrites: {
    en: (count: number) => `${count} to be written to the ERP`,
    da: (count: number) => `${count} skal skrives til ERP-systemet`,
  },
  failedWrites: {
    en: (count: number) => `${count} failed`,
    da: (count: number) => `${count} mislykket`,
  },

  tabs: {
    en: 'ERP exchange',
    da: 'ERP-udveksling',
  },
  payments: { en: 'Payments', da: 'Betalinger' },
  queue: {
    en: 'Outgoing to ERP',
    da: 'Udgående til ERP',
  },
  findings: { en: 'Findings', da: 'Fund' },

  number: { en: 'Payment', da: 'Betaling' },
  creditor: { en: 'Payee', da: 'Modtager' },
  creditorAccount: { en: 'Payee’s account', da: 'Modtagers konto' },
  country: { en: 'Payee’s country', da: 'Modtagers land' },
  amount: { en: 'Amount', da: 'Beløb' },
  due: { en: 'Due', da: 'Forfald' },
  method: { en: 'Method', da: 'Metode' },
  state: { en: 'State', da: 'Tilstand' },
  why: {
    en: 'Reason',
    da: 'Årsag',
  },
  erpKnows: {
    en: 'Status in ERP',
    da: 'Status i ERP',
  },
  notTold: {
    en: 'not written yet',
    da: 'endnu ikke skrevet',
  },
  onTheWay: {
    en: (state: string) => `${state} – not written yet`,
    da: (state: string) => `${state} – ikke skrevet endnu`,
  },
  journal: { en: 'Journal', da: 'Journal' },
  openMapping: {
    en: 'Map payment method',
    da: 'Tilknyt betalingsmetode',
  },
  openJournal: {
    en: 'Open journal',
    da: 'Åbn journal',
  },
  reference: { en: 'Reference', da: 'Reference' },
  invoices: { en: 'Invoices', da: 'Fakturaer' },
  paysFrom: {
    en: 'Account debited',
    da: 'Betales fra',
  },
  endToEndId: { en: 'End-to-end id', da: 'End-to-end-id' },
  nativeId: {
    en: 'ERP ID',
    da: 'ERP-id',
  },
  attempt: { en: 'Attempt', da: 'Forsøg' },
  fetched: { en: 'Fetched', da: 'Hentet' },
  since: { en: 'Since', da: 'Siden' },
  said: {
    en: 'Message',
    da: 'Meddelelse',
  },
  allowed: {
    en: 'Reason for release',
    da: 'Årsag til frigivelse',
  },
  searchPayments: { en: 'Number, payee, reference', da: 'Nummer, modtager, reference' },
  noPayments: { en: 'No payments from the ERP yet', da: 'Ingen betalinger fra ERP-systemet endnu' },
  noPaymentsText: {
    en: 'Open payments are listed here when fetched from the ERP.',
    da: 'Åbne betalinger vises her, når de er hentet fra ERP-systemet.',
  },
  OPEN: { en: 'Open', da: 'Åben' },
  HELD: { en: 'Held', da: 'Holdt tilbage' },
  CLAIMING: { en: 'Being claimed', da: 'Reserveres' },
  CLAIMED: { en: 'Claimed', da: 'Reserveret' },
  IN_JOURNAL: { en: 'In a journal', da: 'I en journal' },
  SENT: { en: 'Sent', da: 'Sendt' },
  ACCEPTED: { en: 'Accepted', da: 'Accepteret' },
  REJECTED: { en: 'Rejected', da: 'Afvist' },
  EXECUTED: { en: 'Executed', da: 'Udført' },
  BOOKED: { en: 'Booked', da: 'Bogført' },
  RETURNED: { en: 'Returned', da: 'Returneret' },
  CANCELLED: { en: 'Cancelled', da: 'Annulleret' },
  GONE: {
    en: 'No longer in ERP',
    da: 'Ikke længere i ERP',
  },

  letGo: {
    en: 'Release',
    da: 'Frigiv',
  },
  letGoTitle: {
    en: (number: string) => `Release payment ${number}?`,
    da: (number: string) => `Frigiv betaling ${number}?`,
  },
  letGoHelp: {
    en: 'It is paid as it is, with your name and reason.',
    da: 'Den betales, som den er, med dit navn og din begrundelse.',
  },
  letGoDone: {
    en: 'Payment released',
    da: 'Betalingen er frigivet',
  },
  leave: {
    en: 'Leave in ERP',
    da: 'Lad blive i ERP',
  },
  leaveTitle: {
    en: (number: string) => `Leave payment ${number} in the ERP?`,
    da: (number: string) => `Lad betaling ${number} blive i ERP-systemet?`,
  },
  leaveHelp: {
    en: 'It is not paid from here until somebody releases it.',
    da: 'Den betales ikke herfra, før nogen frigiver den.',
  },
  leaveDone: {
    en: 'Payment left in the ERP',
    da: 'Betalingen bliver i ERP-systemet',
  },
  reason: { en: 'Reason', da: 'Begrundelse' },
  reasonDue: {
    en: 'Enter a reason',
    da: 'Angiv en begrundelse',
  },

  operation: {
    en: 'Type',
    da: 'Type',
  },
  CLAIM: { en: 'Claim', da: 'Reservation' },
  STATUS: { en: 'Status', da: 'Status' },
  STATEMENT: { en: 'Statement', da: 'Kontoudtog' },
  SETTLE: { en: 'Match', da: 'Match' },
  RELEASE: { en: 'Match undone', da: 'Match ophævet' },
  FILE: {
    en: 'File',
    da: 'Fil',
  },
  about: { en: 'About', da: 'Vedrører' },
  tries: {
    en: 'Attempts',
    da: 'Forsøg',
  },
  nextTry: {
    en: 'Next attempt',
    da: 'Næste forsøg',
  },
  asked: {
    en: 'Requested',
    da: 'Anmodet',
  },
  told: {
    en: 'Content',
    da: 'Indhold',
  },
  erpSaid: {
    en: 'ERP response',
    da: 'Svar fra ERP',
  },
  wasThere: {
    en: 'Already written by an earlier attempt',
    da: 'Allerede skrevet af et tidligere forsøg',
  },
  decidedBy: { en: 'Decided by', da: 'Besluttet af' },
  ourId: {
    en: 'Internal ID',
    da: 'Internt id',
  },
  writes: {
    en: 'Writes to the ERP',
    da: 'Skrivninger til ERP-systemet',
  },
  noWrites: {
    en: 'Nothing written yet.',
    da: 'Intet skrevet endnu.',
  },
  searchQueue: {
    en: 'Search outgoing',
    da: 'Søg i udgående',
  },
  noQueue: {
    en: 'Nothing written to the ERP yet',
    da: 'Intet skrevet til ERP-systemet endnu',
  },
  noQueueText: {
    en: 'Claims, statuses and statements for the ERP are listed here.',
    da: 'Reservationer, status og kontoudtog til ERP-systemet vises her.',
  },
  WAITING: { en: 'Waiting', da: 'Venter' },
  WRITING: { en: 'Being written', da: 'Skrives' },
  WRITTEN: { en: 'Written', da: 'Skrevet' },
  FAILED: {
    en: 'Failed',
    da: 'Mislykket',
  },
  SKIPPED: {
    en: 'Skipped',
    da: 'Sprunget over',
  },
  SUPERSEDED: {
    en: 'Superseded',
    da: 'Erstattet',
  },
  retry: { en: 'Try again', da: 'Prøv igen' },
  retryDone: {
    en: 'Retrying',
    da: 'Prøver igen',
  },
  retryMany: {
    en: 'They are written to the ERP again, one by one.',
    da: 'De skrives til ERP-systemet igen, én ad gangen.',
  },
  skipMany: {
    en: 'They are not written to the ERP. Payments of claims among them are cancelled, and the ERP is notified.',
    da: 'De skrives ikke til ERP-systemet. Er der reservationer iblandt, annulleres betalingerne i dem, og ERP-systemet får besked.',
  },
  skipManyTitle: {
    en: (count: string) => `Skip ${count} ${plural.en(count, 'write', 'writes')} permanently?`,
    da: (count: string) =>
      `Spring ${count} ${plural.da(count, 'skrivning', 'skrivninger')} over for altid?`,
  },
  noSuchWrite: {
    en: 'Write not found',
    da: 'Skrivningen findes ikke',
  },
  skip: {
    en: 'Skip',
    da: 'Spring over',
  },
  skipTitle: {
    en: 'Skip permanently?',
    da: 'Spring over for altid?',
  },
  skipHelp: {
    en: 'It is not written to the ERP.',
    da: 'Det skrives ikke til ERP-systemet.',
  },
  skipClaimHelp: {
    en: 'Its payments are cancelled, and the ERP is notified.',
    da: 'Betalingerne i den annulleres, og ERP-systemet får besked.',
  },
  skipDone: {
    en: 'Skipped',
    da: 'Sprunget over',
  },

  finding: { en: 'Finding', da: 'Fund' },
  found_unreadable: {
    en: 'Unreadable payment',
    da: 'Betalingen kan ikke læses',
  },
  found_unreadable_item: {
    en: 'Unreadable open item',
    da: 'Den åbne post kan ikke læses',
  },
  found_duplicate_number: {
    en: 'Duplicate payment number',
    da: 'Betalingsnummeret findes flere gange',
  },
  found_offered_again: {
    en: 'Offered by the ERP although already claimed',
    da: 'Udbydes af ERP-systemet, selv om den er reserveret',
  },
  field: { en: 'Field', da: 'Felt' },
  details: { en: 'Details', da: 'Detaljer' },
  seen: { en: 'Seen', da: 'Set' },
  noFindings: {
    en: 'No findings',
    da: 'Ingen fund',
  },
  noFindingsText: {
    en: 'All payments in the ERP were readable, with unique numbers.',
    da: 'Alle betalinger i ERP-systemet kunne læses og har entydige numre.',
  },
});
