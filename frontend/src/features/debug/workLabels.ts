/** Words of background work on the Debug screen. */
import { defineLabels } from '@/kernel/i18n';

export const workLabels = defineLabels({
  work: { en: 'Background work', da: 'Baggrundsarbejde' },
  summary: {
    en: (waiting: number, running: number, failed: number) =>
      `${waiting} waiting, ${running} running, ${failed} failed within a day.`,
    da: (waiting: number, running: number, failed: number) =>
      `${waiting} venter, ${running} i gang, ${failed} mislykket inden for et døgn.`,
  },
  oldest: { en: 'The oldest has waited since', da: 'Det ældste har ventet siden' },
  number: { en: 'Number', da: 'Nummer' },
  state: { en: 'State', da: 'Tilstand' },
  verb: { en: 'Kind', da: 'Art' },
  subject: { en: 'Works on', da: 'Arbejder på' },
  created: { en: 'Asked for', da: 'Bestilt' },
  took: { en: 'Took', da: 'Varede' },
  attempts: { en: 'Tries', da: 'Forsøg' },
  message: { en: 'What it says', da: 'Besked' },
  act: { en: 'Action', da: 'Handling' },
  QUEUED: { en: 'Waiting', da: 'Venter' },
  RUNNING: { en: 'Running', da: 'I gang' },
  CANCELLING: { en: 'Being stopped', da: 'Stoppes' },
  FAILED: { en: 'Failed', da: 'Mislykket' },
  CANCELLED: { en: 'Stopped', da: 'Stoppet' },
  SUCCEEDED: { en: 'Done', da: 'Udført' },
  again: { en: 'Begin again', da: 'Begynd igen' },
  againName: {
    en: (verb: string, id: string) => `Begin ${verb} ${id} again`,
    da: (verb: string, id: string) => `Begynd ${verb} ${id} igen`,
  },
  begun: { en: 'The work waits for its turn.', da: 'Arbejdet venter på sin tur.' },
  stop: { en: 'Stop', da: 'Stands' },
  stopName: {
    en: (verb: string, id: string) => `Stop ${verb} ${id}`,
    da: (verb: string, id: string) => `Stands ${verb} ${id}`,
  },
  stopped: {
    en: 'The work was stopped before it began.',
    da: 'Arbejdet blev stoppet, før det begyndte.',
  },
  emptyTitle: { en: 'No background work yet', da: 'Intet baggrundsarbejde endnu' },
  emptyText: {
    en: 'Imports, mails and what is due at banks and ERP appear here.',
    da: 'Import, mails og det, der skal ske hos banker og ERP, vises her.',
  },
  hold: { en: 'Hold all work', da: 'Hold alt arbejde tilbage' },
  holdTitle: { en: 'Hold all background work?', da: 'Hold alt baggrundsarbejde tilbage?' },
  holdHelp: {
    en: 'What runs goes on to its end. Nothing else begins in this realm until the work is released: no import, no sending, no fetching. Nothing is lost.',
    da: 'Det, der er i gang, gøres færdigt. Intet andet begynder i dette område, før arbejdet frigives: ingen import, afsendelse eller hentning. Intet går tabt.',
  },
  holdDone: { en: 'Background work is held.', da: 'Baggrundsarbejdet holdes tilbage.' },
  reason: { en: 'Why', da: 'Hvorfor' },
  reasonDue: {
    en: 'Say why; it is written into the audit trail.',
    da: 'Skriv hvorfor; det skrives i revisionssporet.',
  },
  typeRealm: {
    en: (realm: string) => `Type ${realm} to confirm`,
    da: (realm: string) => `Skriv ${realm} for at bekræfte`,
  },
  realmDue: {
    en: (realm: string) => `Type ${realm}, the name of this realm.`,
    da: (realm: string) => `Skriv ${realm}, navnet på dette område.`,
  },
  held: {
    en: (name: string) => `All work is held by ${name} since`,
    da: (name: string) => `Alt arbejde er holdt tilbage af ${name} siden`,
  },
  release: { en: 'Release', da: 'Frigiv' },
  released: { en: 'Work begins again.', da: 'Arbejdet begynder igen.' },
});
