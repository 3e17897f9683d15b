/** Words of the audit room. */
import { defineLabels, plural } from '@/kernel/i18n';

export const labels = defineLabels({
  title: { en: 'Audit trail', da: 'Revisionsspor' },
  lead: {
    en: 'Who did what, when and from where. Events are only ever added.',
    da: 'Hvem gjorde hvad, hvornår og hvorfra. Der tilføjes kun hændelser.',
  },
  actorId: { en: 'Id of who did it', da: 'Id på udføreren' },
  subjectId: { en: 'Id of the object', da: 'Id på objektet' },
  subjectKind: { en: 'Kind of object', da: 'Objekttype' },
  time: { en: 'Time', da: 'Tid' },
  recorded: { en: 'Recorded', da: 'Registreret' },
  who: { en: 'Who', da: 'Hvem' },
  whoHint: { en: 'Who: name or id', da: 'Hvem: navn eller id' },
  act: { en: 'What', da: 'Hvad' },
  subject: { en: 'On what', da: 'På hvad' },
  outcome: { en: 'Outcome', da: 'Udfald' },
  from: { en: 'From where', da: 'Hvorfra' },
  address: { en: 'Address', da: 'Adresse' },
  agent: { en: 'Browser', da: 'Browser' },
  trace: { en: 'Trace id', da: 'Sporings-id' },
  number: { en: 'Number', da: 'Nummer' },
  hash: { en: 'Hash', da: 'Hash' },
  code: { en: 'Code', da: 'Kode' },
  search: { en: 'Search the trail', da: 'Søg i sporet' },
  searchHint: { en: 'Name, value or address', da: 'Navn, værdi eller adresse' },
  period: { en: 'Period', da: 'Periode' },
  DONE: { en: 'Done', da: 'Udført' },
  REFUSED: { en: 'Refused', da: 'Afvist' },
  FAILED: { en: 'Failed', da: 'Mislykket' },
  unknownPerson: { en: 'Unknown user', da: 'Ukendt bruger' },
  SYSTEM: { en: 'Product', da: 'Produktet' },
  SHELL: { en: 'Command line', da: 'Kommandolinje' },
  changes: { en: 'What changed', da: 'Hvad der blev ændret' },
  noChanges: { en: 'Nothing was changed by this.', da: 'Intet blev ændret af dette.' },
  field: { en: 'Field', da: 'Felt' },
  was: { en: 'Was', da: 'Var' },
  now: { en: 'Is', da: 'Er' },
  same: { en: 'unchanged', da: 'uændret' },
  verify: { en: 'Verify', da: 'Kontrollér' },
  verified: { en: 'The trail is whole', da: 'Sporet er helt' },
  verifiedText: {
    en: 'Every event is as it was written.',
    da: 'Hver hændelse er, som den blev skrevet.',
  },
  broken: { en: 'The trail is not whole', da: 'Sporet er ikke helt' },
  verifyFailed: { en: 'The trail could not be verified', da: 'Sporet kunne ikke kontrolleres' },
  neverVerified: { en: 'Not verified yet', da: 'Ikke kontrolleret endnu' },
  intact: {
    en: (count: string) => `Chain intact, ${count} ${plural.en(count, 'event', 'events')} verified`,
    da: (count: string) =>
      `Kæden er intakt, ${count} ${plural.da(count, 'hændelse', 'hændelser')} kontrolleret`,
  },
  CHANGED: {
    en: (n: number) => `Event ${n} was changed after it was written`,
    da: (n: number) => `Hændelse ${n} er ændret, efter at den blev skrevet`,
  },
  MISSING: {
    en: (n: number) => `Event ${n} is missing`,
    da: (n: number) => `Hændelse ${n} mangler`,
  },
  ADDED: {
    en: (n: number) => `Event ${n} was not written by the product`,
    da: (n: number) => `Hændelse ${n} er ikke skrevet af produktet`,
  },
  MISPLACED: {
    en: (n: number) => `Event ${n} does not follow the event before it`,
    da: (n: number) => `Hændelse ${n} følger ikke efter hændelsen før den`,
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
    en: (n: number) => `Event ${n} is not the one that was noted earlier`,
    da: (n: number) => `Hændelse ${n} er ikke den, der blev noteret tidligere`,
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
    en: 'There is no event of this number.',
    da: 'Der findes ingen hændelse med dette nummer.',
  },
  emptyTitle: { en: 'Nothing recorded yet', da: 'Intet registreret endnu' },
  emptyText: {
    en: 'Sign-ins, changes, uploads and downloads are written down here as they happen, and cannot be changed afterwards.',
    da: 'Login, ændringer, upload og download skrives ned her, når de sker, og kan ikke ændres bagefter.',
  },
});
