/** Words of the audit room. */
import { defineLabels, plural } from '@/kernel/i18n';

export const labels = defineLabels({
  title: { en: 'Audit trail', da: 'Revisionsspor' },
  lead: {
    en: 'Who did what, when and from where. Events can only be added.',
    da: 'Hvem gjorde hvad, hvornår og hvorfra. Hændelser kan kun tilføjes.',
  },
  actorId: {
    en: 'User ID',
    da: 'Bruger-id',
  },
  subjectId: {
    en: 'Object ID',
    da: 'Objekt-id',
  },
  subjectKind: {
    en: 'Object type',
    da: 'Objekttype',
  },
  pack: { en: 'Evidence pack', da: 'Dokumentationspakke' },
  packNotMade: {
    en: 'The evidence pack could not be made',
    da: 'Dokumentationspakken kunne ikke laves',
  },
  time: { en: 'Time', da: 'Tid' },
  recorded: { en: 'Recorded', da: 'Registreret' },
  who: {
    en: 'User',
    da: 'Bruger',
  },
  whoHint: {
    en: 'User name or ID',
    da: 'Brugernavn eller id',
  },
  act: {
    en: 'Action',
    da: 'Handling',
  },
  subject: {
    en: 'Object',
    da: 'Objekt',
  },
  outcome: {
    en: 'Outcome',
    da: 'Resultat',
  },
  from: {
    en: 'Source',
    da: 'Kilde',
  },
  address: { en: 'Address', da: 'Adresse' },
  agent: { en: 'Browser', da: 'Browser' },
  trace: {
    en: 'Trace ID',
    da: 'Sporings-id',
  },
  number: { en: 'Number', da: 'Nummer' },
  hash: { en: 'Hash', da: 'Hash' },
  code: { en: 'Code', da: 'Kode' },
  search: {
    en: 'Search audit trail',
    da: 'Søg i revisionssporet',
  },
  searchHint: { en: 'Name, value or address', da: 'Navn, værdi eller adresse' },
  period: { en: 'Period', da: 'Periode' },
  DONE: { en: 'Done', da: 'Udført' },
  REFUSED: { en: 'Refused', da: 'Afvist' },
  FAILED: { en: 'Failed', da: 'Mislykket' },
  unknownPerson: { en: 'Unknown user', da: 'Ukendt bruger' },
  SYSTEM: {
    en: 'System',
    da: 'System',
  },
  SHELL: { en: 'Command line', da: 'Kommandolinje' },
  CLIENT: { en: 'API client', da: 'API-klient' },
  changes: {
    en: 'Changes',
    da: 'Ændringer',
  },
  noChanges: {
    en: 'No changes.',
    da: 'Ingen ændringer.',
  },
  field: { en: 'Field', da: 'Felt' },
  was: {
    en: 'Before',
    da: 'Før',
  },
  now: {
    en: 'After',
    da: 'Efter',
  },
  same: { en: 'unchanged', da: 'uændret' },
  verify: { en: 'Verify', da: 'Kontrollér' },
  verified: {
    en: 'Chain intact',
    da: 'Kæden er intakt',
  },
  verifiedText: {
    en: 'All events are as recorded.',
    da: 'Alle hændelser er, som de blev registreret.',
  },
  broken: {
    en: 'Chain broken',
    da: 'Kæden er brudt',
  },
  verifyFailed: {
    en: 'Verification failed',
    da: 'Kontrollen mislykkedes',
  },
  neverVerified: {
    en: 'Not verified yet',
    da: 'Ikke kontrolleret endnu',
  },
  intact: {
    en: (count: string) => `Chain intact, ${count} ${plural.en(count, 'event', 'events')} verified`,
    da: (count: string) =>
      `Kæden er intakt, ${count} ${plural.da(count, 'hændelse', 'hændelser')} kontrolleret`,
  },
  CHANGED: {
    en: (n: number) => `Event ${n} was changed after it was recorded`,
    da: (n: number) => `Hændelse ${n} er ændret, efter at den blev registreret`,
  },
  MISSING: {
    en: (n: number) => `Event ${n} is missing`,
    da: (n: number) => `Hændelse ${n} mangler`,
  },
  ADDED: {
    en: (n: number) => `Event ${n} was not recorded by the system`,
    da: (n: number) => `Hændelse ${n} er ikke registreret af systemet`,
  },
  MISPLACED: {
    en: (n: number) => `Event ${n} is out of sequence`,
    da: (n: number) => `Hændelse ${n} står i forkert rækkefølge`,
  },
  HEAD_MISSING: {
    en: () => 'The sealed count of events is missing',
    da: () => 'Det forseglede antal hændelser mangler',
  },
  HEAD_CHANGED: {
    en: () => 'The sealed count of events was changed',
    da: () => 'Det forseglede antal hændelser er ændret',
  },
  ROLLED_BACK: {
    en: (n: number) => `Event ${n} differs from the one anchored earlier`,
    da: (n: number) => `Hændelse ${n} afviger fra den, der tidligere blev forankret`,
  },
  ANCHOR_CHANGED: {
    en: () => 'An anchor of the trail was changed',
    da: () => 'Et anker for sporet er ændret',
  },
  anchors: {
    en: (count: string) =>
      `${count} ${plural.en(count, 'anchor', 'anchors')} outside the database compared`,
    da: (count: string) =>
      `${count} ${plural.da(count, 'anker', 'ankre')} uden for databasen sammenlignet`,
  },
  export: { en: 'Export CSV', da: 'Eksportér CSV' },
  exportFailed: { en: 'The export failed', da: 'Eksporten mislykkedes' },
  noSuchEvent: {
    en: 'There is no event with this number.',
    da: 'Der findes ingen hændelse med dette nummer.',
  },
  emptyTitle: {
    en: 'No events yet',
    da: 'Ingen hændelser endnu',
  },
  emptyText: {
    en: 'Sign-ins, changes, uploads and downloads are recorded here as they happen, and cannot be changed afterwards.',
    da: 'Login, ændringer, upload og download registreres her, når de sker, og kan ikke ændres bagefter.',
  },
});
