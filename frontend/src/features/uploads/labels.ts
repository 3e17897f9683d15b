/** Words of the uploads room. */
import { defineLabels, plural } from '@/kernel/i18n';

export const labels = defineLabels({
  titlePAYMENT: { en: 'Upload payments', da: 'Upload betalinger' },
  titleSTATEMENT: { en: 'Upload Statement', da: 'Upload kontoudtog' },
  leadPAYMENT: {
    en: 'Payment orders and their status reports. Nothing leaves for a bank from here; a payment waits for approval.',
    da: 'Betalingsordrer og deres statusrapporter. Intet sendes til en bank herfra; en betaling afventer godkendelse.',
  },
  leadSTATEMENT: {
    en: 'Account statements and reports from your banks. A file may hold several accounts.',
    da: 'Kontoudtog og rapporter fra dine banker. En fil må rumme flere konti.',
  },
  formatsPAYMENT: {
    en: 'pain.001 (.03–.13) and pain.002 (.03–.15)',
    da: 'pain.001 (.03–.13) og pain.002 (.03–.15)',
  },
  formatsSTATEMENT: {
    en: 'camt.052, camt.053, camt.054 (.01–.14), MT940 and MT942',
    da: 'camt.052, camt.053, camt.054 (.01–.14), MT940 og MT942',
  },
  formats: {
    en: (formats: string) => `Accepted: ${formats}.`,
    da: (formats: string) => `Accepteret: ${formats}.`,
  },
  limit: {
    en: (size: string) => `Up to ${size} per file.`,
    da: (size: string) => `Op til ${size} pr. fil.`,
  },
  tooLarge: {
    en: (size: string) => `This file is larger than ${size}, the most that is accepted here.`,
    da: (size: string) => `Filen er større end ${size}, som er det højeste, der accepteres her.`,
  },
  emptyFile: { en: 'This file is empty.', da: 'Filen er tom.' },
  upload: { en: 'Upload', da: 'Upload' },
  gone: { en: 'This upload is not there', da: 'Uploaden findes ikke' },
  goneHelp: {
    en: 'The address names an upload that your organisation does not have.',
    da: 'Adressen nævner en upload, som organisationen ikke har.',
  },
  dropHere: { en: 'Drop files here, paste them, or', da: 'Slip filer her, indsæt dem, eller' },
  choose: { en: 'Choose files', da: 'Vælg filer' },
  dropNow: { en: 'Drop to upload', da: 'Slip for at uploade' },
  transfers: { en: 'Being sent', da: 'Sendes' },
  waiting: { en: 'Waiting', da: 'Venter' },
  sending: {
    en: (done: string, total: string) => `${done} of ${total}`,
    da: (done: string, total: string) => `${done} af ${total}`,
  },
  received: { en: 'Received, starting', da: 'Modtaget, starter' },
  refusedBefore: { en: 'Not sent', da: 'Ikke sendt' },
  progressOf: {
    en: (name: string) => `Progress of ${name}`,
    da: (name: string) => `Fremdrift for ${name}`,
  },
  cancel: { en: 'Cancel', da: 'Annullér' },
  cancelOf: { en: (name: string) => `Cancel ${name}`, da: (name: string) => `Annullér ${name}` },
  retry: { en: 'Try again', da: 'Prøv igen' },
  dismiss: { en: 'Remove from list', da: 'Fjern fra listen' },
  history: { en: 'Uploads', da: 'Uploads' },
  file: { en: 'File', da: 'Fil' },
  state: { en: 'State', da: 'Tilstand' },
  content: { en: 'Contents', da: 'Indhold' },
  uploaded: { en: 'Uploaded', da: 'Uploadet' },
  findings: { en: 'Findings', da: 'Fund' },
  actions: { en: 'Actions', da: 'Handlinger' },
  QUEUED: { en: 'Waiting', da: 'I kø' },
  RUNNING: { en: 'Importing', da: 'Importerer' },
  CANCELLING: { en: 'Cancelling', da: 'Annullerer' },
  IMPORTED: { en: 'Imported', da: 'Importeret' },
  together: { en: 'Uploaded together', da: 'Indlæst sammen' },
  KNOWN: { en: 'Already known', da: 'Allerede kendt' },
  REFUSED: { en: 'Refused', da: 'Afvist' },
  FAILED: { en: 'Failed', da: 'Mislykket' },
  CANCELLED: { en: 'Cancelled', da: 'Annulleret' },
  UNDONE: { en: 'Undone', da: 'Fortrudt' },
  read: { en: 'Reading', da: 'Læser' },
  store: { en: 'Storing', da: 'Gemmer' },
  tie: { en: 'Tying to journals', da: 'Knytter til journaler' },
  doneOf: {
    en: (done: string, total: string) => `${done} of ${total}`,
    da: (done: string, total: string) => `${done} af ${total}`,
  },
  statements: {
    en: (count: string) => plural.en(count, '1 statement', `${count} statements`),
    da: (count: string) => `${count} kontoudtog`,
  },
  entries: {
    en: (fresh: string) => plural.en(fresh, '1 new entry', `${fresh} new entries`),
    da: (fresh: string) => plural.da(fresh, '1 ny postering', `${fresh} nye posteringer`),
  },
  result: { en: 'Result', da: 'Resultat' },
  resultOf: {
    en: (name: string) => `Result of ${name}`,
    da: (name: string) => `Resultat af ${name}`,
  },
  readEntries: {
    en: (count: string) => plural.en(count, '1 entry read', `${count} entries read`),
    da: (count: string) => plural.da(count, '1 postering læst', `${count} posteringer læst`),
  },
  new: {
    en: (count: string) => `${count} new`,
    da: (count: string) => plural.da(count, '1 ny', `${count} nye`),
  },
  known: {
    en: (count: string) => `${count} already known`,
    da: (count: string) => plural.da(count, '1 allerede kendt', `${count} allerede kendte`),
  },
  confirmed: {
    en: (count: string) => `${count} confirmed`,
    da: (count: string) => plural.da(count, '1 bekræftet', `${count} bekræftede`),
  },
  replaced: {
    en: (count: string) => `${count} replaced`,
    da: (count: string) => plural.da(count, '1 erstattet', `${count} erstattede`),
  },
  possibleDuplicates: {
    en: (count: string) => plural.en(count, '1 possible duplicate', `${count} possible duplicates`),
    da: (count: string) => plural.da(count, '1 mulig dublet', `${count} mulige dubletter`),
  },
  disputed: {
    en: (count: string) => plural.en(count, '1 disputed statement', `${count} disputed statements`),
    da: (count: string) =>
      plural.da(count, '1 modstridende kontoudtog', `${count} modstridende kontoudtog`),
  },
  newHelp: { en: 'Entries that were not here before.', da: 'Posteringer, der ikke var her før.' },
  knownHelp: {
    en: 'Entries that were here already. They are not booked again.',
    da: 'Posteringer, der var her allerede. De bogføres ikke igen.',
  },
  confirmedHelp: {
    en: 'Provisional entries that a statement of this file booked.',
    da: 'Foreløbige posteringer, som et kontoudtog i filen har bogført.',
  },
  replacedHelp: {
    en: 'Entries of an earlier version of a statement that no longer count.',
    da: 'Posteringer på en tidligere version af et kontoudtog, som ikke længere tæller.',
  },
  possibleDuplicatesHelp: {
    en: 'Entries that may be the same as others. All are kept until somebody decides.',
    da: 'Posteringer, der kan være de samme som andre. Alle beholdes, til nogen afgør det.',
  },
  disputedHelp: {
    en: 'Statements that contradict others of the same days. They do not count until somebody decides.',
    da: 'Kontoudtog, der modsiger andre for de samme dage. De tæller ikke, før nogen afgør det.',
  },
  payments: {
    en: (count: string) => plural.en(count, '1 payment', `${count} payments`),
    da: (count: string) => plural.da(count, '1 betaling', `${count} betalinger`),
  },
  statuses: {
    en: (count: string) => plural.en(count, '1 status', `${count} statuses`),
    da: (count: string) => plural.da(count, '1 status', `${count} statusser`),
  },
  errors: {
    en: (count: number) => `${count} ${plural.en(count, 'error', 'errors')}`,
    da: (count: number) => `${count} fejl`,
  },
  warnings: {
    en: (count: number) => `${count} ${plural.en(count, 'warning', 'warnings')}`,
    da: (count: number) => `${count} ${plural.da(count, 'advarsel', 'advarsler')}`,
  },
  notes: {
    en: (count: number) => `${count} ${plural.en(count, 'note', 'notes')}`,
    da: (count: number) => `${count} ${plural.da(count, 'bemærkning', 'bemærkninger')}`,
  },
  detailsOf: {
    en: (name: string) => `Details of ${name}`,
    da: (name: string) => `Detaljer om ${name}`,
  },
  duplicate: { en: 'Same content as', da: 'Samme indhold som' },
  duplicateBy: {
    en: (who: string) => `uploaded by ${who}`,
    da: (who: string) => `uploadet af ${who}`,
  },
  wrongKindPAYMENT: {
    en: 'This is a payment file, not a statement.',
    da: 'Dette er en betalingsfil, ikke et kontoudtog.',
  },
  wrongKindSTATEMENT: {
    en: 'This is a statement, not a payment file.',
    da: 'Dette er et kontoudtog, ikke en betalingsfil.',
  },
  moveToPAYMENT: { en: 'Move to Upload payments', da: 'Flyt til Upload betalinger' },
  moveToSTATEMENT: { en: 'Move to Upload Statement', da: 'Flyt til Upload kontoudtog' },
  moved: { en: 'The file was moved and is being imported.', da: 'Filen er flyttet og importeres.' },
  openJournal: { en: 'Open journal', da: 'Åbn journal' },
  openTransactions: { en: 'See transactions', da: 'Se posteringer' },
  reimport: { en: 'Import again', da: 'Importér igen' },
  reimportStarted: { en: 'The import is running again.', da: 'Importen kører igen.' },
  undo: { en: 'Undo import', da: 'Fortryd import' },
  originals: { en: 'Original files', da: 'Originalfiler' },
  cancelMany: { en: 'Cancel import', da: 'Annullér import' },
  cancelManyHelp: {
    en: 'Imports that wait or run are stopped. Nothing of them is kept but the files.',
    da: 'Importer, der venter eller kører, stoppes. Kun filerne beholdes.',
  },
  moveMany: {
    en: 'Files that belong on the other page are moved there and imported.',
    da: 'Filer, der hører til på den anden side, flyttes dertil og importeres.',
  },
  retryMany: {
    en: 'Imports that did not succeed run again.',
    da: 'Importer, der ikke lykkedes, køres igen.',
  },
  undoMany: {
    en: 'Everything that came from these files is taken out again, unless something depends on it. The files themselves are kept.',
    da: 'Alt, der kom fra disse filer, tages ud igen, medmindre noget afhænger af det. Selve filerne beholdes.',
  },
  undoTitle: { en: 'Undo this import?', da: 'Fortryd denne import?' },
  undoHelp: {
    en: (name: string) =>
      `Everything that came from ${name} is taken out again. The file itself is kept and can be imported again.`,
    da: (name: string) =>
      `Alt, der kom fra ${name}, tages ud igen. Selve filen beholdes og kan importeres igen.`,
  },
  undone: { en: 'The import was undone.', da: 'Importen er fortrudt.' },
  undoBlocked: { en: 'This import cannot be undone', da: 'Importen kan ikke fortrydes' },
  undoBlockedHelp: { en: 'Something depends on it:', da: 'Noget afhænger af den:' },
  understood: { en: 'Understood', da: 'Forstået' },
  accounts: { en: 'Accounts', da: 'Konti' },
  period: { en: 'Period', da: 'Periode' },
  size: { en: 'Size', da: 'Størrelse' },
  fingerprint: { en: 'SHA-256', da: 'SHA-256' },
  correlation: { en: 'Correlation id', da: 'Korrelations-id' },
  line: { en: 'Line', da: 'Linje' },
  element: { en: 'Element', da: 'Element' },
  finding: { en: 'Finding', da: 'Fund' },
  findingsMore: {
    en: (count: number) => `${count} more in the journal.`,
    da: (count: number) => `${count} flere i journalen.`,
  },
  noFindings: {
    en: 'No findings: the file says nothing doubtful.',
    da: 'Ingen fund: filen siger intet tvivlsomt.',
  },
  emptyTitle: { en: 'Nothing uploaded yet', da: 'Intet uploadet endnu' },
  emptyText: {
    en: 'Files you upload appear here with what was found in them, also after you leave this page.',
    da: 'Filer, du uploader, vises her med det, der blev fundet i dem, også når du har forladt siden.',
  },
  download: { en: 'Download original', da: 'Hent original' },
  cancelled: { en: 'The import is being cancelled.', da: 'Importen annulleres.' },
  retried: { en: 'The import was started again.', da: 'Importen er startet igen.' },
  previewFirst: { en: 'Preview first', da: 'Forhåndsvis først' },
  previewFirstHelp: {
    en: 'See what an import would change before anything is stored.',
    da: 'Se, hvad en import ændrer, før noget gemmes.',
  },
  previewOf: {
    en: (name: string) => `Preview of ${name}`,
    da: (name: string) => `Forhåndsvisning af ${name}`,
  },
  previewHelp: {
    en: 'Nothing is stored until you import the file.',
    da: 'Intet gemmes, før du importerer filen.',
  },
  fileOf: {
    en: (number: string, of: string) => `File ${number} of ${of}.`,
    da: (number: string, of: string) => `Fil ${number} af ${of}.`,
  },
  previewReading: { en: 'The file is being read.', da: 'Filen læses.' },
  previewWaiting: {
    en: 'Waiting for the import of the previous file.',
    da: 'Afventer importen af den forrige fil.',
  },
  previewEmpty: { en: 'The file holds no statement.', da: 'Filen indeholder intet kontoudtog.' },
  previewRefused: { en: 'This file would be refused', da: 'Filen vil blive afvist' },
  previewRefusedHelp: {
    en: 'Nothing of it can be imported. The findings say why.',
    da: 'Intet i den kan importeres. Fundene siger hvorfor.',
  },
  import: { en: 'Import', da: 'Importér' },
  skipFile: { en: 'Skip file', da: 'Spring filen over' },
  networkLost: {
    en: 'The connection was lost. Nothing is half-stored; try again.',
    da: 'Forbindelsen blev afbrudt. Intet er halvt gemt; prøv igen.',
  },
});
