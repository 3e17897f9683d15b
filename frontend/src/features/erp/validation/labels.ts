/** Words of the validation; what checks look at and find comes from the server. */
import { defineLabels, plural } from '@/kernel/i18n';

export const labels = defineLabels({
  title: { en: 'Configuration Validation', da: 'Validering af opsætning' },
  lead: {
    en: 'Checks of the exchange with the ERP, with causes and remedies.',
    da: 'Kontroller af udvekslingen med ERP-systemet, med årsager og løsninger.',
  },
  ofACTIVE: {
    en: 'Active',
    da: 'Aktiv',
  },
  ofDRAFT: { en: 'Draft', da: 'Kladde' },
  which: {
    en: 'Configuration',
    da: 'Opsætning',
  },
  version: {
    en: (number: number) => `Version ${number}`,
    da: (number: number) => `Version ${number}`,
  },
  emptyTitle: {
    en: 'Nothing to validate yet',
    da: 'Intet at validere endnu',
  },
  emptyText: {
    en: 'Connect an ERP first; its checks are then listed here.',
    da: 'Tilslut først et ERP-system; derefter vises kontrollerne her.',
  },
  toConfiguration: {
    en: 'Go to Configuration',
    da: 'Gå til Opsætning',
  },
  neverTitle: { en: 'Never validated', da: 'Aldrig valideret' },
  neverText: {
    en: 'The checks read only: nothing is written or paid. They take up to a minute.',
    da: 'Kontrollerne læser kun: intet skrives eller betales. De tager op til et minut.',
  },

  VALID: {
    en: 'OK',
    da: 'OK',
  },
  validButOpen: {
    en: (count: number) => `Nothing failed; ${count} not checked`,
    da: (count: number) => `Intet fejlede; ${count} ikke kontrolleret`,
  },
  WARNINGS: {
    en: 'OK with warnings',
    da: 'OK med advarsler',
  },
  INVALID: {
    en: 'Failed',
    da: 'Fejlet',
  },
  UNKNOWN: { en: 'The ERP did not answer', da: 'ERP-systemet svarede ikke' },
  stale: {
    en: 'The configuration has changed since; validate it again.',
    da: 'Opsætningen er ændret siden; validér den igen.',
  },
  newTroubles: {
    en: (count: number) => `${count} new since yesterday`,
    da: (count: number) => `${count} ${plural.da(count, 'ny', 'nye')} siden i går`,
  },
  isNew: { en: 'New since yesterday', da: 'Ny siden i går' },
  counts: { en: 'Outcomes', da: 'Udfald' },

  runAll: { en: 'Run all', da: 'Kør alle' },
  runFailed: { en: 'Run failed', da: 'Kør de fejlede' },
  runOne: { en: (title: string) => `Run ${title}`, da: (title: string) => `Kør ${title}` },
  run: { en: 'Run', da: 'Kør' },
  stop: { en: 'Stop', da: 'Stands' },
  stopped: {
    en: 'Checks stopped',
    da: 'Kontrollerne er stoppet',
  },
  begun: {
    en: 'Checks started',
    da: 'Kontrollerne er startet',
  },
  running: { en: (title: string) => `Running: ${title}`, da: (title: string) => `Kører: ${title}` },
  waiting: {
    en: 'Waiting to start …',
    da: 'Venter på at starte …',
  },
  report: {
    en: 'Copy report',
    da: 'Kopiér rapport',
  },
  reportFailed: {
    en: 'The report could not be fetched',
    da: 'Rapporten kunne ikke hentes',
  },
  reportCopied: {
    en: 'Report copied, without secrets',
    da: 'Rapporten er kopieret, uden hemmeligheder',
  },

  CONNECTION: { en: 'Connection', da: 'Forbindelse' },
  COMPANY: { en: 'Company and ledger', da: 'Virksomhed og regnskab' },
  ACCOUNTS: { en: 'Accounts', da: 'Konti' },
  POSTING: { en: 'Posting and payments', da: 'Bogføring og betalinger' },
  SCHEDULE: { en: 'Schedule', da: 'Tidsplan' },
  NOTIFICATIONS: {
    en: 'Notifications',
    da: 'Notifikationer',
  },
  details: { en: 'Details', da: 'Detaljer' },
  looksAt: { en: 'Applies to', da: 'Gælder for' },
  matters: { en: 'Why it matters', da: 'Hvorfor det betyder noget' },
  found: { en: 'Found', da: 'Fundet' },
  remedy: {
    en: 'Remedy',
    da: 'Løsning',
  },
  met: {
    en: 'Cause',
    da: 'Årsag',
  },
  said: {
    en: 'ERP response',
    da: 'Svar fra ERP',
  },
  calls: { en: 'Calls', da: 'Kald' },
  callId: { en: 'call id', da: 'kald-id' },
  took: { en: (seconds: string) => `${seconds} s`, da: (seconds: string) => `${seconds} s` },
  blocksNot: {
    en: 'A failure here does not block activation.',
    da: 'En fejl her hindrer ikke aktivering.',
  },
  older: {
    en: 'of an earlier draft',
    da: 'fra en tidligere kladde',
  },
  toBanks: {
    en: 'Go to Banks',
    da: 'Gå til Banker',
  },
  toMapping: {
    en: 'Go to the mapping',
    da: 'Gå til tilknytningen',
  },
  toField: {
    en: 'Go to the field',
    da: 'Gå til feltet',
  },
  toSection: {
    en: 'Go to the section',
    da: 'Gå til afsnittet',
  },
  notYet: {
    en: 'Not checked yet.',
    da: 'Ikke kontrolleret endnu.',
  },

  runs: { en: 'Earlier runs', da: 'Tidligere kørsler' },
  started: {
    en: 'Started',
    da: 'Startet',
  },
  by: { en: 'By', da: 'Af' },
  byItself: {
    en: 'Scheduled',
    da: 'Planlagt',
  },
  checks: { en: 'Checks', da: 'Kontroller' },
  result: { en: 'Outcome', da: 'Udfald' },
  unfinished: {
    en: 'Not finished',
    da: 'Ikke afsluttet',
  },
});
