/** Words of the webhooks room. */
import { defineLabels, plural } from '@/kernel/i18n';

export const labels = defineLabels({
  title: { en: 'Webhooks', da: 'Webhooks' },
  lead: {
    en: 'Notifies your own systems of events, signed according to Standard Webhooks.',
    da: 'Giver jeres egne systemer besked om hændelser, signeret efter Standard Webhooks.',
  },
  endpoints: { en: 'Endpoints', da: 'Endpoints' },
  add: { en: 'Add endpoint', da: 'Tilføj endpoint' },
  none: { en: 'No endpoints yet', da: 'Ingen endpoints endnu' },
  noneText: {
    en: 'An endpoint is an address of one of your systems. It gets a small JSON document for each event you choose, such as a payment that was rejected.',
    da: 'Et endpoint er en adresse i et af jeres systemer. Det får et lille JSON-dokument for hver hændelse, I vælger, for eksempel en afvist betaling.',
  },

  ON: { en: 'Enabled', da: 'Slået til' },
  OFF: { en: 'Disabled', da: 'Slået fra' },
  GONE: { en: 'Disabled: gone', da: 'Slået fra: nedlagt' },
  FAILING: { en: 'Disabled: failed for days', da: 'Slået fra: mislykket i dagevis' },
  failingNow: { en: 'Failing', da: 'Mislykkes' },
  lastSuccess: { en: 'Last success', da: 'Seneste levering' },
  failingSince: { en: 'Failing since', da: 'Mislykkes siden' },
  restsUntil: { en: 'No attempt before', da: 'Intet forsøg før' },
  stoppedSince: { en: 'Disabled since', da: 'Slået fra siden' },
  events: { en: 'Events', da: 'Hændelser' },
  made: { en: 'Added', da: 'Tilføjet' },
  by: { en: (name: string) => `by ${name}`, da: (name: string) => `af ${name}` },

  test: { en: 'Send a test', da: 'Send en test' },
  testOf: {
    en: (name: string) => `Send a test to ${name}`,
    da: (name: string) => `Send en test til ${name}`,
  },
  tested: {
    en: 'The test is on its way; see the deliveries below.',
    da: 'Testen er på vej; se leveringerne nedenfor.',
  },
  change: { en: 'Change', da: 'Ændr' },
  changeOf: { en: (name: string) => `Change ${name}`, da: (name: string) => `Ændr ${name}` },
  rotate: { en: 'Rotate secret', da: 'Udskift hemmelighed' },
  rotateOf: {
    en: (name: string) => `Rotate the secret of ${name}`,
    da: (name: string) => `Udskift hemmeligheden for ${name}`,
  },
  rotateHelp: {
    en: 'A new secret is made and shown once. For 24 hours both sign, so that the receiver can change over at any time within them.',
    da: 'En ny hemmelighed laves og vises én gang. I 24 timer signerer begge, så modtageren kan skifte når som helst inden for dem.',
  },
  rotated: { en: 'The secret is rotated.', da: 'Hemmeligheden er udskiftet.' },
  sendFailed: { en: 'Send all failed…', da: 'Send alle mislykkede…' },
  sendFailedOf: {
    en: (name: string) => `Send all that failed to ${name} again`,
    da: (name: string) => `Send alle mislykkede til ${name} igen`,
  },
  remove: { en: 'Delete', da: 'Slet' },
  removeOf: { en: (name: string) => `Delete ${name}`, da: (name: string) => `Slet ${name}` },
  removeHelp: {
    en: 'Its deliveries are deleted too, and those that wait are never sent. Disable it instead to send them later.',
    da: 'Leveringerne slettes også, og de ventende bliver aldrig sendt. Slå det fra i stedet for at sende dem senere.',
  },
  removed: { en: 'The endpoint is deleted.', da: 'Endpointet er slettet.' },

  name: { en: 'Name', da: 'Navn' },
  url: { en: 'Address', da: 'Adresse' },
  urlHelp: {
    en: 'Begins with https://. Redirects are not followed.',
    da: 'Begynder med https://. Omdirigeringer følges ikke.',
  },
  enabled: { en: 'Enabled', da: 'Slået til' },
  enabledHelp: {
    en: 'While it is disabled, no new events are kept for it.',
    da: 'Mens det er slået fra, gemmes ingen nye hændelser til det.',
  },
  needsName: { en: 'Enter a name.', da: 'Skriv et navn.' },
  needsUrl: {
    en: 'Enter an address that begins with https://.',
    da: 'Skriv en adresse, der begynder med https://.',
  },
  needsTypes: { en: 'Choose at least one event.', da: 'Vælg mindst én hændelse.' },
  save: { en: 'Save', da: 'Gem' },
  saved: { en: 'The endpoint is saved.', da: 'Endpointet er gemt.' },

  secretOf: {
    en: (name: string) => `Secret of ${name}`,
    da: (name: string) => `Hemmelighed for ${name}`,
  },
  secret: { en: 'the secret', da: 'hemmeligheden' },
  secretHelp: {
    en: 'The receiver verifies signatures with it. It is shown only now: copy it to where the receiver keeps its secrets.',
    da: 'Modtageren kontrollerer signaturer med den. Den vises kun nu: kopiér den derhen, hvor modtageren opbevarer sine hemmeligheder.',
  },
  secretStored: { en: 'I have stored it', da: 'Jeg har gemt den' },

  JOURNAL_CREATED: { en: 'Journal created', da: 'Journal oprettet' },
  JOURNAL_STATE_CHANGED: { en: 'Journal state changed', da: 'Journalens tilstand ændret' },
  JOURNAL_REMOVED: { en: 'Journal removed', da: 'Journal fjernet' },
  PAYMENT_STATE_CHANGED: { en: 'Payment state changed', da: 'Betalingens tilstand ændret' },
  STATEMENT_IMPORTED: { en: 'Statement imported', da: 'Kontoudtog importeret' },
  STATEMENT_REPLACED: { en: 'Statement replaced', da: 'Kontoudtog erstattet' },
  MESSAGE_RAISED: { en: 'Message raised', da: 'Meddelelse oprettet' },
  TEST: { en: 'Test', da: 'Test' },

  deliveries: { en: 'Deliveries', da: 'Leveringer' },
  noDeliveries: { en: 'No deliveries yet', da: 'Ingen leveringer endnu' },
  noDeliveriesText: {
    en: 'Deliveries are kept here for 30 days, with every attempt.',
    da: 'Leveringer gemmes her i 30 dage med hvert forsøg.',
  },
  time: { en: 'Event', da: 'Hændelse' },
  type: { en: 'Type', da: 'Type' },
  endpoint: { en: 'Endpoint', da: 'Endpoint' },
  state: { en: 'State', da: 'Tilstand' },
  attempts: { en: 'Attempts', da: 'Forsøg' },
  nextTry: { en: 'Next attempt', da: 'Næste forsøg' },
  ended: { en: 'Ended', da: 'Afsluttet' },
  period: { en: 'Period', da: 'Periode' },
  WAITING: { en: 'Waiting', da: 'Venter' },
  DELIVERED: { en: 'Delivered', da: 'Leveret' },
  FAILED: { en: 'Failed', da: 'Mislykket' },
  soon: { en: 'as soon as possible', da: 'snarest muligt' },
  onceOn: { en: 'once the endpoint is enabled', da: 'når endpointet er slået til' },

  ADDRESS: { en: 'Address not allowed', da: 'Adressen er ikke tilladt' },
  UNTRUSTED: { en: 'Certificate not trusted', da: 'Certifikatet er ikke betroet' },
  UNREACHED: { en: 'Not reached', da: 'Ikke nået' },
  TOO_LATE: { en: 'No answer in time', da: 'Intet svar i tide' },
  BROKE_OFF: { en: 'Answer broke off', da: 'Svaret blev afbrudt' },
  TOO_LARGE: { en: 'Answer too large', da: 'Svaret er for stort' },
  REDIRECTED: { en: 'Redirected', da: 'Omdirigeret' },
  STATUS: { en: 'Refused', da: 'Afvist' },
  FAULT: { en: 'Fault in the product', da: 'Fejl i produktet' },

  sendAgain: { en: 'Send again', da: 'Send igen' },
  sentAgain: { en: 'It is sent again under the same id.', da: 'Den sendes igen med samme id.' },
  offReason: {
    en: 'The endpoint is disabled; enable it first.',
    da: 'Endpointet er slået fra; slå det til først.',
  },
  milliseconds: { en: (count: string) => `${count} ms`, da: (count: string) => `${count} ms` },
  noAttempts: { en: 'Not tried yet.', da: 'Endnu ikke forsøgt.' },
  messageId: { en: 'Event id', da: 'Hændelses-id' },
  journal: { en: 'Journal', da: 'Journal' },
  body: { en: 'Body', da: 'Indhold' },
  noSuch: {
    en: 'There is no such delivery, or it is older than 30 days.',
    da: 'Der er ingen sådan levering, eller den er ældre end 30 dage.',
  },
  since: { en: 'Failed since', da: 'Mislykket siden' },
  sendFailedHelp: {
    en: 'All deliveries that have failed and whose event is from this day or later are sent again, in their order.',
    da: 'Alle mislykkede leveringer, hvis hændelse er fra denne dag eller senere, sendes igen i deres rækkefølge.',
  },
  send: { en: 'Send again', da: 'Send igen' },
  sent: {
    en: (count: number) =>
      `${count} ${plural.en(count, 'delivery is', 'deliveries are')} sent again.`,
    da: (count: number) => `${count} ${plural.da(count, 'levering', 'leveringer')} sendes igen.`,
  },
});
