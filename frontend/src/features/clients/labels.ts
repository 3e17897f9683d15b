/** Words of API clients. */
import { defineLabels } from '@/kernel/i18n';

export const labels = defineLabels({
  title: { en: 'API clients', da: 'API-klienter' },
  lead: {
    en: 'Your own programs that call Giroscope with a client secret. They cannot approve, sign or manage anything.',
    da: 'Jeres egne programmer, der kalder Giroscope med en klienthemmelighed. De kan ikke godkende, underskrive eller administrere noget.',
  },
  add: { en: 'New API client', da: 'Ny API-klient' },
  empty: { en: 'No API clients yet', da: 'Ingen API-klienter endnu' },
  emptyText: {
    en: 'Create one for each program that reads journals, payments and messages or uploads files.',
    da: 'Opret en for hvert program, der skal læse journaler, betalinger og meddelelser eller uploade filer.',
  },
  name: { en: 'Name', da: 'Navn' },
  nameHelp: {
    en: 'What the program is called in the audit trail and on what it uploads.',
    da: 'Det, programmet hedder i revisionssporet og på det, det uploader.',
  },
  nameMissing: { en: 'Give it a name', da: 'Angiv et navn' },
  may: { en: 'Scopes', da: 'Rettigheder' },
  scopesMissing: { en: 'Choose what it may do', da: 'Vælg, hvad den må' },
  JOURNALS_READ: { en: 'Read journals and statements', da: 'Læse journaler og kontoudtog' },
  PAYMENTS_READ: { en: 'Read payments', da: 'Læse betalinger' },
  MESSAGES_READ: { en: 'Read messages', da: 'Læse meddelelser' },
  UPLOADS_CREATE: { en: 'Upload files', da: 'Uploade filer' },
  uploadsHelp: {
    en: 'Whoever creates or changes the client cannot approve the payments it uploads.',
    da: 'Den, der opretter eller ændrer klienten, kan ikke godkende de betalinger, den uploader.',
  },
  state: { en: 'State', da: 'Tilstand' },
  ON: { en: 'On', da: 'Til' },
  OFF: { en: 'Off', da: 'Fra' },
  EXPIRED: { en: 'Expired', da: 'Udløbet' },
  expires: { en: 'Last day', da: 'Sidste dag' },
  expiresHelp: {
    en: 'Last day (optional). It works until the end of that day.',
    da: 'Sidste dag (valgfri). Den virker til og med den dag.',
  },
  unlimited: { en: 'None', da: 'Ingen' },
  lastUsed: { en: 'Last used', da: 'Sidst brugt' },
  never: { en: 'Never', da: 'Aldrig' },
  made: { en: 'Created', da: 'Oprettet' },
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
    en: (name: string) => `Create a new secret for ${name}`,
    da: (name: string) => `Opret en ny hemmelighed til ${name}`,
  },
  rotateHelp: {
    en: 'The current secret and its tokens stop working at once. The program stops until it has the new secret.',
    da: 'Den nuværende hemmelighed og dens tokens holder straks op med at virke. Programmet standser, til det har den nye hemmelighed.',
  },
  switchOn: { en: 'Switch on', da: 'Slå til' },
  switchOnOf: {
    en: (name: string) => `Switch on ${name}`,
    da: (name: string) => `Slå til: ${name}`,
  },
  switchedOn: { en: 'The API client is switched on.', da: 'API-klienten er slået til.' },
  switchOff: { en: 'Switch off', da: 'Slå fra' },
  switchOffOf: {
    en: (name: string) => `Switch off ${name}`,
    da: (name: string) => `Slå fra: ${name}`,
  },
  switchOffHelp: {
    en: 'Within two seconds every call of the program is refused. Its secret stays, so it can be switched on again.',
    da: 'Inden for to sekunder afvises alle programmets kald. Hemmeligheden beholdes, så den kan slås til igen.',
  },
  switchedOff: { en: 'The API client is switched off.', da: 'API-klienten er slået fra.' },
  remove: { en: 'Delete', da: 'Slet' },
  removeOf: { en: (name: string) => `Delete ${name}`, da: (name: string) => `Slet ${name}` },
  removeHelp: {
    en: 'The program stops working for good: its secret is no longer valid, and a new client gets another id. Files it uploaded are kept under its name.',
    da: 'Programmet holder op med at virke for altid: hemmeligheden gælder ikke længere, og en ny klient får et andet id. De filer, det har uploadet, bevares under dets navn.',
  },
  removed: { en: 'The API client is deleted.', da: 'API-klienten er slettet.' },
  secretTitle: {
    en: (name: string) => `The secret of ${name}`,
    da: (name: string) => `Hemmeligheden til ${name}`,
  },
  secretOnce: {
    en: 'The secret is shown only now. Copy it to where the program keeps its secrets.',
    da: 'Hemmeligheden vises kun nu. Kopiér den derhen, hvor programmet opbevarer sine hemmeligheder.',
  },
  clientId: { en: 'Client ID', da: 'Klient-id' },
  secret: { en: 'Secret', da: 'Hemmelighed' },
  tokenUrl: { en: 'Token address', da: 'Token-adresse' },
  kept: { en: 'I have stored it', da: 'Jeg har gemt den' },
  reasonDown: {
    en: 'The sign-in service does not answer.',
    da: 'Login-tjenesten svarer ikke.',
  },
});
