/** Words of API clients. */
import { defineLabels } from '@/kernel/i18n';

export const labels = defineLabels({
  title: { en: 'API clients', da: 'API-klienter' },
  lead: {
    en: 'Programs of your own that call Giroscope by a secret of theirs. None of them approves, signs or manages anything.',
    da: 'Egne programmer, der kalder Giroscope med deres egen hemmelighed. Ingen af dem godkender, underskriver eller administrerer noget.',
  },
  add: { en: 'New API client', da: 'Ny API-klient' },
  empty: { en: 'No API clients yet', da: 'Ingen API-klienter endnu' },
  emptyText: {
    en: 'Make one for each program that is to read journals, payments and messages or upload files.',
    da: 'Opret en for hvert program, der skal læse journaler, betalinger og meddelelser eller uploade filer.',
  },
  name: { en: 'Name', da: 'Navn' },
  nameHelp: {
    en: 'What the program is called in the audit trail and on what it uploads.',
    da: 'Det, programmet hedder i revisionssporet og på det, det uploader.',
  },
  nameMissing: { en: 'Give it a name', da: 'Angiv et navn' },
  may: { en: 'May', da: 'Må' },
  scopesMissing: { en: 'Choose what it may do', da: 'Vælg, hvad den må' },
  JOURNALS_READ: { en: 'Read journals and statements', da: 'Læse journaler og kontoudtog' },
  PAYMENTS_READ: { en: 'Read payments', da: 'Læse betalinger' },
  MESSAGES_READ: { en: 'Read messages', da: 'Læse meddelelser' },
  UPLOADS_CREATE: { en: 'Upload files', da: 'Uploade filer' },
  uploadsHelp: {
    en: 'Whoever makes or changes the client approves none of the payments it uploads.',
    da: 'Den, der opretter eller ændrer klienten, godkender ingen af de betalinger, den uploader.',
  },
  state: { en: 'State', da: 'Tilstand' },
  ON: { en: 'On', da: 'Til' },
  OFF: { en: 'Off', da: 'Fra' },
  EXPIRED: { en: 'Expired', da: 'Udløbet' },
  expires: { en: 'Last day', da: 'Sidste dag' },
  expiresHelp: {
    en: 'Last day (optional). It may call until the end of it.',
    da: 'Sidste dag (valgfri). Den må kalde til og med dagen.',
  },
  unlimited: { en: 'None', da: 'Ingen' },
  lastUsed: { en: 'Last used', da: 'Sidst brugt' },
  never: { en: 'Never', da: 'Aldrig' },
  made: { en: 'Made', da: 'Oprettet' },
  by: { en: (who: string) => `by ${who}`, da: (who: string) => `af ${who}` },
  changedBy: {
    en: (who: string) => `changed by ${who}`,
    da: (who: string) => `ændret af ${who}`,
  },
  actions: { en: 'Actions', da: 'Handlinger' },
  change: { en: 'Change', da: 'Ændr' },
  changeOf: { en: (name: string) => `Change ${name}`, da: (name: string) => `Ændr ${name}` },
  save: { en: 'Save', da: 'Gem' },
  saved: { en: 'The API client is changed.', da: 'API-klienten er ændret.' },
  rotate: { en: 'New secret', da: 'Ny hemmelighed' },
  rotateOf: {
    en: (name: string) => `Make a new secret for ${name}`,
    da: (name: string) => `Lav en ny hemmelighed til ${name}`,
  },
  rotateHelp: {
    en: 'The secret in use counts no more at once, and so do the tokens it got: the program stops until it has the new one.',
    da: 'Den nuværende hemmelighed gælder straks ikke længere, og det gør dens tokens heller ikke: programmet standser, til det har den nye.',
  },
  switchOn: { en: 'Switch on', da: 'Slå til' },
  switchOnOf: {
    en: (name: string) => `Switch on ${name}`,
    da: (name: string) => `Slå til: ${name}`,
  },
  switchedOn: { en: 'The API client may call again.', da: 'API-klienten må kalde igen.' },
  switchOff: { en: 'Switch off', da: 'Slå fra' },
  switchOffOf: {
    en: (name: string) => `Switch off ${name}`,
    da: (name: string) => `Slå fra: ${name}`,
  },
  switchOffHelp: {
    en: 'Within two seconds every call of the program is refused. Its secret stays, so it can be switched on again.',
    da: 'Inden for to sekunder afvises alle programmets kald. Hemmeligheden beholdes, så den kan slås til igen.',
  },
  switchedOff: { en: 'The API client calls no more.', da: 'API-klienten kalder ikke længere.' },
  remove: { en: 'Delete', da: 'Slet' },
  removeOf: { en: (name: string) => `Delete ${name}`, da: (name: string) => `Slet ${name}` },
  removeHelp: {
    en: 'The program stops for good: its secret opens nothing any more, and a new client has another id. What it uploaded stays, under its name.',
    da: 'Programmet standser for altid: hemmeligheden åbner intet mere, og en ny klient får et andet id. Det, den har uploadet, bliver under dens navn.',
  },
  removed: { en: 'The API client is deleted.', da: 'API-klienten er slettet.' },
  secretTitle: {
    en: (name: string) => `The secret of ${name}`,
    da: (name: string) => `Hemmeligheden til ${name}`,
  },
  secretOnce: {
    en: 'The secret is shown this once and cannot be read again. Put it where the program keeps its secrets.',
    da: 'Hemmeligheden vises kun denne ene gang og kan ikke læses igen. Læg den, hvor programmet har sine hemmeligheder.',
  },
  clientId: { en: 'Client ID', da: 'Klient-id' },
  secret: { en: 'Secret', da: 'Hemmelighed' },
  tokenUrl: { en: 'Token address', da: 'Token-adresse' },
  kept: { en: 'I have kept it', da: 'Jeg har gemt den' },
  reasonDown: {
    en: 'The sign-in service does not answer.',
    da: 'Login-tjenesten svarer ikke.',
  },
});
