/** Words of the screen of rules. */
import { defineLabels, plural } from '@/kernel/i18n';

export const labels = defineLabels({
  title: { en: 'Rules', da: 'Regler' },
  lead: {
    en: 'What is done with transactions and payments that fit. The first rule that fits proposes the posting; labels, holds, approvals and notices come from every rule that fits.',
    da: 'Hvad der gøres ved posteringer og betalinger, der passer. Den første regel, der passer, foreslår konteringen; mærker, tilbageholdelser, godkendelser og beskeder kommer fra alle regler, der passer.',
  },
  list: { en: 'Rules in their order', da: 'Regler i rækkefølge' },
  newRule: { en: 'New rule', da: 'Ny regel' },
  about: { en: 'About', da: 'Om' },
  TRANSACTION: { en: 'Transactions', da: 'Posteringer' },
  PAYMENT: { en: 'Payments', da: 'Betalinger' },
  export: { en: 'Export', da: 'Eksportér' },
  import: { en: 'Import', da: 'Importér' },
  importTitle: { en: 'Import rules', da: 'Importér regler' },
  importHelp: {
    en: 'Each rule becomes a draft; a rule that is here already is known by its key and changed. Nothing is put in force by it.',
    da: 'Hver regel bliver en kladde; en regel, der allerede er her, genkendes på sin nøgle og ændres. Intet sættes i kraft af det.',
  },
  imported: {
    en: (fresh: string, changed: string, same: string) =>
      `The file is taken in: ${fresh} new and ${changed} changed as drafts, ${same} the same as here.`,
    da: (fresh: string, changed: string, same: string) =>
      `Filen er indlæst: ${fresh} nye og ${changed} ændrede som kladder, ${same} de samme som her.`,
  },
  importedSame: {
    en: 'The file says what is here already. Nothing is changed.',
    da: 'Filen siger det, der allerede er her. Intet er ændret.',
  },
  taken: {
    en: (count: string, all: string) => `${count} of ${all} rules taken in`,
    da: (count: string, all: string) => `${count} af ${all} regler indlæst`,
  },
  ruleInFile: { en: (place: string) => `Rule ${place}`, da: (place: string) => `Regel ${place}` },
  namedInFile: {
    en: (place: string, name: string) => `Rule ${place} “${name}”`,
    da: (place: string, name: string) => `Regel ${place} »${name}«`,
  },
  takenNone: { en: 'Nothing of the file was taken in.', da: 'Intet i filen er indlæst.' },
  takenSome: {
    en: (count: string, all: string) =>
      `The first ${count} of ${all} rules are taken in, the others are not. Mend the file and import it whole again: what is here already is known and stays.`,
    da: (count: string, all: string) =>
      `De første ${count} af ${all} regler er indlæst, de andre er ikke. Ret filen, og importér den hele igen: det, der allerede er her, genkendes og bliver.`,
  },
  takenUnknown: {
    en: (count: string, all: string) =>
      `The first ${count} of ${all} rules are taken in; of those after them nobody knows. Import the file whole again: what is here already is known and stays.`,
    da: (count: string, all: string) =>
      `De første ${count} af ${all} regler er indlæst; om dem efter vides det ikke. Importér filen hele igen: det, der allerede er her, genkendes og bliver.`,
  },
  backtest: { en: 'Back-test', da: 'Test på historik' },
  emptyTitle: { en: 'No rules yet', da: 'Ingen regler endnu' },
  emptyText: {
    en: 'A rule recognises transactions or payments and does the same with each. Begin with one of these, or from nothing.',
    da: 'En regel genkender posteringer eller betalinger og gør det samme ved hver. Begynd med en af disse, eller fra bunden.',
  },
  DRAFT: { en: 'Draft', da: 'Kladde' },
  SHADOW: { en: 'Shadow', da: 'Skygge' },
  ACTIVE: { en: 'Active', da: 'Aktiv' },
  ARCHIVED: { en: 'Archived', da: 'Arkiveret' },
  changed: { en: 'Changed draft', da: 'Ændret kladde' },
  place: { en: 'Place', da: 'Plads' },
  rule: { en: 'Rule', da: 'Regel' },
  state: { en: 'State', da: 'Tilstand' },
  search: { en: 'Search rules', da: 'Søg i regler' },
  hits: { en: 'Hits in 30 days', da: 'Træffere på 30 dage' },
  lastHit: { en: 'Last hit', da: 'Seneste træffer' },
  owner: { en: 'Owner', da: 'Ejer' },
  gone: { en: 'This rule is not here any more', da: 'Reglen findes ikke længere' },
  moveTo: {
    en: (name: string, place: number) => `Move ${name} from place ${place} to another`,
    da: (name: string, place: number) => `Flyt ${name} fra plads ${place} til en anden`,
  },
  moveUp: { en: (name: string) => `Move ${name} up`, da: (name: string) => `Flyt ${name} op` },
  moveDown: { en: (name: string) => `Move ${name} down`, da: (name: string) => `Flyt ${name} ned` },
  moveTitle: {
    en: (name: string) => `Where is ${name} to stand?`,
    da: (name: string) => `Hvor skal ${name} stå?`,
  },
  moveHelp: {
    en: 'The rule at that place and those after it go down by one. A place beyond the last is the last.',
    da: 'Reglen på den plads og dem efter den rykker én ned. En plads efter den sidste er den sidste.',
  },
  move: { en: 'Move', da: 'Flyt' },
  noPlace: { en: 'A place is a whole number from 1.', da: 'En plads er et helt tal fra 1.' },
  overlaps: {
    en: (others: string) => `Fits the same as ${others}`,
    da: (others: string) => `Passer på det samme som ${others}`,
  },
  waits: {
    en: (state: string, who: string) => `${who} asks for: ${state}`,
    da: (state: string, who: string) => `${who} beder om: ${state}`,
  },
  moved: {
    en: (name: string, place: string) => `“${name}” stands at place ${place} now.`,
    da: (name: string, place: string) => `»${name}« står nu på plads ${place}.`,
  },
  movedFar: { en: 'The order is changed.', da: 'Rækkefølgen er ændret.' },
  open: { en: (name: string) => `Open ${name}`, da: (name: string) => `Åbn ${name}` },
  draftTitle: { en: 'Message', da: 'Besked' },
  currentTitle: { en: 'What it says', da: 'Hvad den siger' },
  edit: { en: 'Edit', da: 'Redigér' },
  discard: { en: 'Discard draft', da: 'Kassér kladde' },
  discardTitle: { en: 'Discard this draft?', da: 'Kassér denne kladde?' },
  discardWhole: {
    en: 'The rule has never been in force, so it goes with its draft. It cannot be brought back.',
    da: 'Reglen har aldrig været i kraft, så den forsvinder med sin kladde. Den kan ikke hentes tilbage.',
  },
  discardChange: {
    en: 'What is in force stays as it is. The draft cannot be brought back.',
    da: 'Det, der er i kraft, bliver, som det er. Kladden kan ikke hentes tilbage.',
  },
  discarded: { en: 'The draft is discarded.', da: 'Kladden er kasseret.' },
  toSHADOW: { en: 'Run in shadow', da: 'Kør i skygge' },
  toACTIVE: { en: 'Activate', da: 'Aktivér' },
  toARCHIVED: { en: 'Archive', da: 'Arkivér' },
  shadowHelp: {
    en: 'In shadow it notes what it would do, and does nothing.',
    da: 'I skygge noterer den, hvad den ville gøre, og gør intet.',
  },
  secondHelp: {
    en: 'It decides about money, so another person has to confirm it.',
    da: 'Den bestemmer over penge, så en anden person skal bekræfte det.',
  },
  put: {
    en: (name: string, state: string) => `“${name}” is now: ${state}.`,
    da: (name: string, state: string) => `»${name}« er nu: ${state}.`,
  },
  asked: {
    en: 'You have asked for it. Another person has to confirm it.',
    da: 'Du har bedt om det. En anden person skal bekræfte det.',
  },
  confirm: { en: 'Confirm', da: 'Bekræft' },
  confirmed: { en: 'Confirmed.', da: 'Bekræftet.' },
  refuse: { en: 'Refuse', da: 'Afvis' },
  withdraw: { en: 'Withdraw', da: 'Træk tilbage' },
  declined: { en: 'The rule stays as it is.', da: 'Reglen bliver, som den er.' },
  versions: { en: 'Versions', da: 'Udgaver' },
  version: {
    en: (number: number) => `Version ${number}`,
    da: (number: number) => `Udgave ${number}`,
  },
  by: { en: (name: string) => `by ${name}`, da: (name: string) => `af ${name}` },
  confirmedBy: {
    en: (name: string) => `confirmed by ${name}`,
    da: (name: string) => `bekræftet af ${name}`,
  },
  compare: { en: 'Compare', da: 'Sammenlign' },
  compareFrom: { en: 'From', da: 'Fra' },
  compareTo: { en: 'To', da: 'Til' },
  part: { en: 'Part', da: 'Del' },
  was: { en: 'Was', da: 'Var' },
  now: { en: 'Now', da: 'Nu' },
  same: { en: 'They say the same.', da: 'De siger det samme.' },
  differences: { en: 'Differences', da: 'Forskelle' },
  restore: { en: 'Restore', da: 'Gendan' },
  restored: { en: 'Restored as a draft.', da: 'Gendannet som kladde.' },
  past: { en: 'The past', da: 'Fortiden' },
  pastHelp: {
    en: 'An active rule acts on what comes in. It can act on what is here already, once you have seen what that would do.',
    da: 'En aktiv regel virker på det, der kommer ind. Den kan også virke på det, der allerede er her, når du har set, hvad det ville gøre.',
  },
  preview: { en: 'Preview', da: 'Forhåndsvis' },
  apply: {
    en: (count: number, shown: string) =>
      `Apply to ${shown} ${plural.en(count, 'record', 'records')}`,
    da: (count: number, shown: string) =>
      `Anvend på ${shown} ${plural.da(count, 'post', 'poster')}`,
  },
  applied: {
    en: (count: number, shown: string) =>
      `Applied to ${shown} ${plural.en(count, 'record', 'records')}.`,
    da: (count: number, shown: string) =>
      `Anvendt på ${shown} ${plural.da(count, 'post', 'poster')}.`,
  },
  nothingNew: {
    en: 'It has done all there is to do.',
    da: 'Den har gjort alt, hvad der er at gøre.',
  },
  begun: { en: 'It runs.', da: 'Det kører.' },
});
