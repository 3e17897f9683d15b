/** Words of the banks room; those of the bank's letter stand in `letter.ts`. */
import { defineLabels, plural } from '@/kernel/i18n';

export const labels = defineLabels({
  title: { en: 'Banks', da: 'Banker' },
  lead: {
    en: 'The agreements over which payments leave and statements come.',
    da: 'De aftaler, som betalinger sendes over, og kontoudtog kommer over.',
  },
  connect: { en: 'Connect a bank', da: 'Tilslut en bank' },
  pauseAll: { en: 'Pause all banks', da: 'Sæt alle banker på pause' },
  resumeAll: { en: 'Resume all banks', da: 'Genoptag alle banker' },
  allPaused: {
    en: 'All banks are paused: nothing is fetched or sent.',
    da: 'Alle banker er på pause: intet hentes eller sendes.',
  },
  pausedBy: { en: (who: string) => `by ${who}`, da: (who: string) => `af ${who}` },
  emptyTitle: { en: 'No bank is connected yet', da: 'Ingen bank er tilsluttet endnu' },
  emptyText: {
    en: 'Have the bank’s letter at hand: it holds the numbers of the agreement, and an activation code follows.',
    da: 'Hav bankens brev ved hånden: det indeholder aftalens numre, og en aktiveringskode følger.',
  },
  emptyReader: {
    en: 'An account manager connects banks.',
    da: 'En brugeradministrator tilslutter banker.',
  },
  connections: { en: 'Connections', da: 'Forbindelser' },
  formats: { en: 'File formats of the last 90 days', da: 'Filformater de seneste 90 dage' },
  formatsNone: {
    en: 'No file has gone to a bank or come from one.',
    da: 'Ingen fil er sendt til eller kommet fra en bank.',
  },
  formatsLookedAt: {
    en: (date: string) =>
      `Only dates that banks have published are known here; they were last read on ${date}.`,
    da: (date: string) =>
      `Kun datoer, som banker har offentliggjort, er kendt her; de er senest læst ${date}.`,
  },
  formatBank: { en: 'Connection', da: 'Forbindelse' },
  formatVersion: { en: 'Version', da: 'Version' },
  formatWay: { en: 'Direction', da: 'Retning' },
  SENT: { en: 'Sent', da: 'Sendt' },
  RECEIVED: { en: 'Received', da: 'Modtaget' },
  formatFiles: { en: 'Files', da: 'Filer' },
  formatFirst: { en: 'First', da: 'Første' },
  formatLast: { en: 'Latest', da: 'Seneste' },
  formatState: { en: 'End', da: 'Ophør' },
  formatToDo: { en: 'What to do', da: 'Hvad der skal gøres' },
  NO_END: { en: 'No end known', da: 'Intet ophør kendt' },
  SUPERSEDED: { en: 'Replaced', da: 'Erstattet' },
  ENDS: {
    en: (date: string) => `Ends on ${date}`,
    da: (date: string) => `Ophører ${date}`,
  },
  ENDED: {
    en: (date: string) => `Ended on ${date}`,
    da: (date: string) => `Ophørt ${date}`,
  },
  formatMonth: {
    en: 'Each bank has its own day that month.',
    da: 'Hver bank har sin egen dag i den måned.',
  },
  formatDays: {
    en: (days: string, isOne: boolean) => `${days} ${isOne ? 'day' : 'days'} left`,
    da: (days: string, isOne: boolean) => `${days} ${isOne ? 'dag' : 'dage'} tilbage`,
  },
  formatOffered: {
    en: (version: string) => `The bank offers ${version} too.`,
    da: (version: string) => `Banken tilbyder også ${version}.`,
  },
  formatSend: {
    en: (version: string) => `Have the ERP write ${version}.`,
    da: (version: string) => `Lad ERP-systemet skrive ${version}.`,
  },
  formatReceive: {
    en: (version: string) => `Ask the bank for ${version}.`,
    da: (version: string) => `Bed banken om ${version}.`,
  },
  capabilities: { en: 'What each bank can do', da: 'Hvad hver bank kan' },
  capability: { en: 'Connection', da: 'Forbindelse' },
  yes: { en: 'yes', da: 'ja' },
  no: { en: 'no', da: 'nej' },
  open: { en: (name: string) => `Open ${name}`, da: (name: string) => `Åbn ${name}` },

  PRODUCTION: { en: 'Production', da: 'Produktion' },
  TEST: { en: 'Test', da: 'Test' },
  NEW: { en: 'Not activated', da: 'Ikke aktiveret' },
  KEY_CREATED: { en: 'Waits for its code', da: 'Afventer kode' },
  waitsForConfirmation: { en: 'Waits for confirmation', da: 'Afventer bekræftelse' },
  ACTIVATING: { en: 'Activating', da: 'Aktiveres' },
  ACTIVE: { en: 'Active', da: 'Aktiv' },
  EXPIRING: { en: 'Certificate ends soon', da: 'Certifikatet udløber snart' },
  RENEWING: { en: 'Renewing', da: 'Fornyes' },
  EXPIRED: { en: 'Certificate has ended', da: 'Certifikatet er udløbet' },
  REVOKED: { en: 'Ended', da: 'Afsluttet' },
  paused: { en: 'Paused', da: 'På pause' },
  simulated: { en: 'Simulated bank', da: 'Simuleret bank' },

  PAYMENT: { en: 'Payments (pain.001)', da: 'Betalinger (pain.001)' },
  STATUS: { en: 'Status (pain.002)', da: 'Status (pain.002)' },
  REPORT: { en: 'Day’s movements (camt.052)', da: 'Dagens bevægelser (camt.052)' },
  STATEMENT: { en: 'Statements (camt.053)', da: 'Kontoudtog (camt.053)' },
  NOTIFICATION: { en: 'Advices (camt.054)', da: 'Adviser (camt.054)' },
  RECALL: { en: 'Recall of payments (camt.055)', da: 'Tilbagekaldelse af betalinger (camt.055)' },
  queue: { en: 'Outgoing payments', da: 'Udgående betalinger' },
  folders: { en: 'Folders', da: 'Mapper' },
  foldersHelp: {
    en: 'Another program carries files from and to these folders on the machine of the product.',
    da: 'Et andet program bærer filer fra og til disse mapper på produktets maskine.',
  },
  outbox: { en: 'Files for the bank', da: 'Filer til banken' },
  inbox: { en: 'Files from the bank', da: 'Filer fra banken' },
  PAYEE_CHECK: { en: 'Verification of payee', da: 'Kontrol af modtager (VoP)' },
  INSTANT: { en: 'Instant payments', da: 'Straksbetalinger' },
  DOMESTIC: { en: 'Domestic', da: 'Indenlandsk' },
  SAME_DAY: { en: 'Same day', da: 'Samme dag' },
  SEPA: { en: 'SEPA', da: 'SEPA' },
  CROSS_BORDER: { en: 'Cross-border', da: 'Udland' },

  bank: { en: 'Bank', da: 'Bank' },
  type: { en: 'Type', da: 'Type' },
  country: { en: 'Country', da: 'Land' },
  environment: { en: 'The bank’s own environment', da: 'Bankens eget miljø' },
  inSimulated: {
    en: (environment: string) => `${environment}, simulated`,
    da: (environment: string) => `${environment}, simuleret`,
  },
  state: { en: 'State', da: 'Tilstand' },
  accounts: { en: 'Accounts', da: 'Konti' },
  accountCount: {
    en: (count: number) => plural.en(count, '1 account', `${count} accounts`),
    da: (count: number) => plural.da(count, '1 konto', `${count} konti`),
  },
  lastSent: { en: 'Last sent', da: 'Sidst sendt' },
  lastReceived: { en: 'Last received', da: 'Sidst modtaget' },
  nextFetch: { en: 'Next poll', da: 'Næste hentning' },
  soon: { en: 'within a minute', da: 'inden for et minut' },
  lastContact: { en: 'Last good answer', da: 'Seneste gode svar' },
  certificate: { en: 'Certificate', da: 'Certifikat' },
  daysLeft: {
    en: (days: number) => plural.en(days, '1 day left', `${days} days left`),
    da: (days: number) => plural.da(days, '1 dag tilbage', `${days} dage tilbage`),
  },
  noCertificate: { en: 'None yet', da: 'Intet endnu' },
  failing: { en: 'Trouble since', da: 'Problemer siden' },
  connectedBy: { en: 'Connected', da: 'Tilsluttet' },
  letter: { en: 'Bank’s letter', da: 'Bankens brev' },
  masked: {
    en: 'Shown in part: only account managers see the whole numbers.',
    da: 'Vises delvist: kun brugeradministratorer ser hele numrene.',
  },
  privateKey: { en: 'Private key', da: 'Privat nøgle' },
  keyHidden: {
    en: 'Kept encrypted and never shown. This is the fingerprint of its public half.',
    da: 'Opbevares krypteret og vises aldrig. Dette er fingeraftrykket af den offentlige halvdel.',
  },

  overview: { en: 'Overview', da: 'Overblik' },
  certificates: { en: 'Certificates', da: 'Certifikater' },
  schedule: { en: 'Schedule', da: 'Tidsplan' },
  test: { en: 'Test', da: 'Test' },
  files: { en: 'Received', da: 'Modtaget' },
  tabs: { en: 'Parts of the connection', da: 'Forbindelsens dele' },
  cutOffs: { en: 'Cut-off times (Copenhagen)', da: 'Bankens frister (dansk tid)' },
  cutOffHelp: {
    en: 'Usual times; your agreement may say otherwise.',
    da: 'Sædvanlige tider; jeres aftale kan sige noget andet.',
  },

  activate: { en: 'Activate', da: 'Aktivér' },
  activateAgain: { en: 'Try again with the same code', da: 'Prøv igen med samme kode' },
  activateTitle: {
    en: (name: string) => `Activate ${name}`,
    da: (name: string) => `Aktivér ${name}`,
  },
  activateHelp: {
    en: 'A key is made here and stored encrypted before the bank is asked. If no answer comes, try again: the key is kept.',
    da: 'Nøglen laves her og gemmes krypteret, før banken spørges. Kommer der intet svar, så prøv igen: nøglen er gemt.',
  },
  activating: {
    en: 'The bank is being asked for a certificate …',
    da: 'Banken bliver bedt om et certifikat …',
  },
  activated: {
    en: (name: string) => `${name} is connected`,
    da: (name: string) => `${name} er tilsluttet`,
  },
  activationFailed: {
    en: 'The bank did not accept the registration',
    da: 'Banken godtog ikke registreringen',
  },
  activationHelp: {
    en: 'Check the code against the bank’s letter; if it is right, ask the bank for a new one.',
    da: 'Kontrollér koden mod bankens brev; er den rigtig, så bed banken om en ny.',
  },
  code: { en: 'Activation code', da: 'Aktiveringskode' },
  fetchNow: { en: 'Look now', da: 'Hent nu' },
  fetching: { en: 'Looking at the bank …', da: 'Henter fra banken …' },
  fetchAsked: { en: 'The bank is being looked at', da: 'Der hentes fra banken' },
  pause: { en: 'Pause', da: 'Sæt på pause' },
  pauseTitle: {
    en: (name: string) => `Pause ${name}?`,
    da: (name: string) => `Sæt ${name} på pause?`,
  },
  pauseHelp: {
    en: 'Nothing is fetched and nothing is sent until somebody resumes. What waits keeps waiting.',
    da: 'Intet hentes og intet sendes, før nogen genoptager. Det, der venter, bliver ved med at vente.',
  },
  reason: { en: 'Reason', da: 'Begrundelse' },
  resume: { en: 'Resume', da: 'Genoptag' },
  resumed: {
    en: (name: string) => `${name} goes on`,
    da: (name: string) => `${name} er genoptaget`,
  },
  pausedDone: {
    en: (name: string) => `${name} is paused`,
    da: (name: string) => `${name} er sat på pause`,
  },
  allBanks: { en: 'all banks', da: 'alle banker' },
  revoke: { en: 'End the connection', da: 'Afslut forbindelsen' },
  revokeTitle: {
    en: (name: string) => `End ${name} for good?`,
    da: (name: string) => `Afslut ${name} endeligt?`,
  },
  revokeHelp: {
    en: 'Its keys are destroyed at once; what was sent and received stays. Order the certificate’s revocation at the bank too.',
    da: 'Nøglerne destrueres straks; det, der er sendt og modtaget, bliver. Bestil også spærring af certifikatet hos banken.',
  },
  revoked: {
    en: (name: string) => `${name} has ended`,
    da: (name: string) => `${name} er afsluttet`,
  },
  remove: { en: 'Delete', da: 'Slet' },
  removeTitle: { en: (name: string) => `Delete ${name}?`, da: (name: string) => `Slet ${name}?` },
  removeHelp: {
    en: 'Nothing ever went over this connection, so it can go without a trace but the audit trail’s.',
    da: 'Intet er nogensinde gået over denne forbindelse, så den kan slettes uden andre spor end revisionssporets.',
  },
  removed: {
    en: (name: string) => `${name} is deleted`,
    da: (name: string) => `${name} er slettet`,
  },

  renew: { en: 'Renew now', da: 'Forny nu' },
  renewTitle: {
    en: (name: string) => `Renew the certificate of ${name}?`,
    da: (name: string) => `Forny certifikatet for ${name}?`,
  },
  renewHelp: {
    en: 'A new key is made and the bank is asked with the present one. The old certificate stops working when the new one comes; both change at once.',
    da: 'Der laves en ny nøgle, og banken spørges med den nuværende. Det gamle certifikat holder op med at virke, når det nye kommer; begge skiftes på én gang.',
  },
  renewAsked: {
    en: 'The bank is being asked for a new certificate',
    da: 'Banken bliver bedt om et nyt certifikat',
  },
  renewing: { en: 'Renewing …', da: 'Fornyer …' },
  renewsOn: { en: 'Renews itself on', da: 'Fornyes automatisk' },
  renewsByHand: { en: 'Renewed by hand only', da: 'Fornyes kun manuelt' },
  dryRun: { en: 'Dry run', da: 'Prøvekørsel' },
  dryRunHelp: {
    en: 'Does all of a renewal but asking: what would fail then, fails here.',
    da: 'Gør alt i en fornyelse undtagen at spørge: det, der ville fejle da, fejler her.',
  },
  current: { en: 'In use', da: 'I brug' },
  former: { en: 'Earlier', da: 'Tidligere' },
  OWN: { en: 'Ours', da: 'Vores' },
  BANK: { en: 'The bank’s', da: 'Bankens' },
  CHAIN: { en: 'Issuer', da: 'Udsteder' },
  subject: { en: 'Subject', da: 'Indehaver' },
  issuer: { en: 'Issuer', da: 'Udsteder' },
  serial: { en: 'Serial number', da: 'Serienummer' },
  fingerprint: { en: 'SHA-256', da: 'SHA-256' },
  valid: { en: 'Valid', da: 'Gyldig' },
  purpose: { en: 'Purpose', da: 'Formål' },
  SIGNATURE: { en: 'Signature and identity', da: 'Underskrift og identitet' },
  obtained: { en: 'Obtained', da: 'Modtaget' },
  replaced: { en: 'Replaced', da: 'Erstattet' },
  noCertificates: {
    en: 'The bank has not issued a certificate yet.',
    da: 'Banken har ikke udstedt et certifikat endnu.',
  },
  folderNoCertificates: {
    en: 'A folder has no certificates: another program carries the files.',
    da: 'En mappe har ingen certifikater: et andet program bærer filerne.',
  },
  pendingKey: {
    en: 'Key that waits for its certificate',
    da: 'Nøgle, der venter på sit certifikat',
  },
  alarms: {
    en: 'Alarms come 60, 30, 14, 7 and 1 days before a certificate ends.',
    da: 'Der kommer alarmer 60, 30, 14, 7 og 1 dag før et certifikat udløber.',
  },
  replaceKey: { en: 'Replace the key', da: 'Udskift nøglen' },
  replaceTitle: {
    en: (name: string) => `Ask for a new key of ${name}?`,
    da: (name: string) => `Bed om en ny nøgle til ${name}?`,
  },
  replaceHelp: {
    en: 'Another account manager confirms. The present key is then destroyed at once, and the bank has to send a new activation code.',
    da: 'En anden brugeradministrator bekræfter. Den nuværende nøgle destrueres da straks, og banken skal sende en ny aktiveringskode.',
  },
  replaceAsked: {
    en: 'Another account manager decides now',
    da: 'En anden brugeradministrator afgør det nu',
  },
  keyRequest: {
    en: (who: string) => `${who} asks for a new key`,
    da: (who: string) => `${who} beder om en ny nøgle`,
  },
  keyRequestOwn: {
    en: 'You asked for a new key; another account manager decides.',
    da: 'Du har bedt om en ny nøgle; en anden brugeradministrator afgør det.',
  },
  confirmKey: { en: 'Confirm', da: 'Bekræft' },
  rejectKey: { en: 'Reject', da: 'Afvis' },
  withdrawKey: { en: 'Withdraw', da: 'Træk tilbage' },
  keyDecided: { en: 'The request is closed', da: 'Anmodningen er lukket' },

  keys: { en: 'Keys', da: 'Nøgler' },
  publicKey: { en: 'Public key for the bank', da: 'Offentlig nøgle til banken' },
  publicKeyHelp: {
    en: 'Give it to the bank, which then lets you in. The private half never leaves the product.',
    da: 'Giv den til banken, som så lukker jer ind. Den private halvdel forlader aldrig produktet.',
  },
  askConfirmation: { en: 'Ask for confirmation', da: 'Bed om bekræftelse' },
  confirmTitle: {
    en: (name: string) => `Have ${name} confirmed?`,
    da: (name: string) => `Skal ${name} bekræftes?`,
  },
  confirmHelp: {
    en: 'Another account manager compares the host key with the bank’s letter and confirms. Until then nothing is sent or fetched.',
    da: 'En anden brugeradministrator sammenligner værtsnøglen med bankens brev og bekræfter. Indtil da sendes og hentes intet.',
  },
  confirmationRequest: {
    en: (who: string) =>
      `${who} asks to confirm this connection: compare it with the bank’s letter`,
    da: (who: string) => `${who} beder om, at forbindelsen bekræftes: sammenlign med bankens brev`,
  },
  confirmationOwn: {
    en: 'You asked to have this connection confirmed; another account manager decides.',
    da: 'Du har bedt om, at forbindelsen bekræftes; en anden brugeradministrator afgør det.',
  },

  howOften: { en: 'How often', da: 'Hvor ofte' },
  minutes: {
    en: (count: number) =>
      count === 0 ? 'Only when asked' : count === 60 ? 'Every hour' : `Every ${count} minutes`,
    da: (count: number) =>
      count === 0
        ? 'Kun når nogen beder om det'
        : count === 60
          ? 'Hver time'
          : `Hvert ${count}. minut`,
  },
  hours: {
    en: (count: number) => `Every ${count} hours`,
    da: (count: number) => `Hver ${count}. time`,
  },
  fromHour: { en: 'From', da: 'Fra kl.' },
  toHour: { en: 'To', da: 'Til kl.' },
  weekends: {
    en: 'On weekends and bank holidays too',
    da: 'Også i weekender og på bankernes lukkedage',
  },
  renewsItself: { en: 'Renew the certificate by itself', da: 'Forny certifikatet automatisk' },
  renewBefore: { en: 'Days before it ends', da: 'Dage før udløb' },
  scheduleHelp: {
    en: 'Hours are Copenhagen’s. Outside of them the bank is looked at when somebody asks.',
    da: 'Klokkeslæt er dansk tid. Uden for dem hentes der, når nogen beder om det.',
  },
  save: { en: 'Save', da: 'Gem' },
  saved: { en: 'Saved', da: 'Gemt' },
  change: { en: 'Change', da: 'Ret' },
  scheduleTitle: { en: 'Schedule and renewal', da: 'Tidsplan og fornyelse' },
  badMinutes: { en: 'Between 2 and 90 days', da: 'Mellem 2 og 90 dage' },

  accountsTitle: { en: 'Accounts it serves', da: 'Konti, den betjener' },
  accountsHelp: {
    en: 'One per line: an IBAN, or registration number and account, and a name if you like. A statement of another account is stored but not imported, and you get a message about it.',
    da: 'Én pr. linje: en IBAN eller registreringsnummer og konto, og et navn om ønsket. Et kontoudtog for en anden konto gemmes uden at blive importeret, og I får en meddelelse om det.',
  },
  account: { en: 'Account', da: 'Konto' },
  accountName: { en: 'Name', da: 'Navn' },
  accountUse: { en: 'Used for', da: 'Bruges til' },
  pays: { en: 'Payments leave over it', da: 'Betalinger sendes over den' },
  receivesOnly: { en: 'Statements only', da: 'Kun kontoudtog' },
  noAccounts: {
    en: 'No account is named: everything the bank gives is taken in, and no payment leaves over it.',
    da: 'Ingen konto er angivet: alt, hvad banken giver, tages ind, og ingen betaling sendes over den.',
  },
  badAccount: {
    en: (line: string) => `“${line}” is no account number`,
    da: (line: string) => `»${line}« er ikke et kontonummer`,
  },

  testNow: { en: 'Test the connection', da: 'Test forbindelsen' },
  testHelp: {
    en: 'Looks at every part of the way in order. Nothing is moved.',
    da: 'Ser på hver del af vejen i rækkefølge. Intet flyttes.',
  },
  testRunning: { en: 'Testing …', da: 'Tester …' },
  testOf: { en: (who: string) => `Test by ${who}`, da: (who: string) => `Test af ${who}` },
  dryRunOf: {
    en: (who: string) => `Dry run of a renewal by ${who}`,
    da: (who: string) => `Prøvekørsel af en fornyelse af ${who}`,
  },
  noTest: { en: 'Not tested yet.', da: 'Ikke testet endnu.' },
  step: { en: 'Step', da: 'Trin' },
  outcome: { en: 'Outcome', da: 'Udfald' },
  time: { en: 'Time', da: 'Tid' },
  found: { en: 'Found', da: 'Fundet' },
  ok: { en: 'OK', da: 'OK' },
  failed: { en: 'Failed', da: 'Fejlet' },
  skipped: { en: 'Skipped', da: 'Sprunget over' },
  'stage address': { en: 'Address (DNS)', da: 'Adresse (DNS)' },
  'stage tls': { en: 'Secure line (TLS)', da: 'Sikker linje (TLS)' },
  'stage certificate': { en: 'Certificate', da: 'Certifikat' },
  'stage signature': { en: 'Signature', da: 'Underskrift' },
  'stage agreement': { en: 'Rights of the agreement', da: 'Aftalens rettigheder' },
  'stage outbox': { en: 'Outbox', da: 'Udbakke' },
  'stage inbox': { en: 'Inbox', da: 'Indbakke' },
  'stage own certificate': { en: 'Present certificate', da: 'Nuværende certifikat' },
  'stage key': { en: 'New key', da: 'Ny nøgle' },
  'stage request': { en: 'Signed request', da: 'Underskrevet anmodning' },
  seconds: { en: (value: string) => `${value} s`, da: (value: string) => `${value} s` },

  file: { en: 'File', da: 'Fil' },
  kind: { en: 'Kind', da: 'Art' },
  received: { en: 'Received', da: 'Modtaget' },
  fate: { en: 'What became of it', da: 'Hvad der blev af den' },
  collected: { en: 'Imported', da: 'Importeret' },
  waits: { en: 'Waits for import', da: 'Venter på import' },
  keptAside: { en: 'Kept aside', da: 'Lagt til side' },
  accept: { en: 'Import anyway', da: 'Importér alligevel' },
  acceptOf: {
    en: (name: string) => `Import ${name} anyway`,
    da: (name: string) => `Importér ${name} alligevel`,
  },
  accepted: { en: 'It is being imported', da: 'Den importeres' },
  noFiles: { en: 'The bank has not given anything yet.', da: 'Banken har ikke givet noget endnu.' },

  wizardBank: { en: 'Which bank?', da: 'Hvilken bank?' },
  wizardLetter: { en: 'The numbers of the letter', da: 'Brevets numre' },
  letterPage: {
    en: 'This bank is simulated. Its letter, with the numbers, accounts and activation code, lies open on its own page.',
    da: 'Denne bank er simuleret. Dens brev med numre, konti og aktiveringskode ligger åbent på dens egen side.',
  },
  toLetter: { en: 'Open the letter in a new tab', da: 'Åbn brevet i en ny fane' },
  wizardAccounts: { en: 'Name and accounts', da: 'Navn og konti' },
  wizardCode: { en: 'Activation code', da: 'Aktiveringskode' },
  stepOf: {
    en: (step: number, of: number) => `Step ${step} of ${of}`,
    da: (step: number, of: number) => `Trin ${step} af ${of}`,
  },
  next: { en: 'Next', da: 'Næste' },
  back: { en: 'Back', da: 'Tilbage' },
  create: { en: 'Create the connection', da: 'Opret forbindelsen' },
  later: { en: 'Activate later', da: 'Aktivér senere' },
  noAddress: {
    en: 'Not set up on this installation; ask those who run it',
    da: 'Ikke sat op på denne installation; spørg dem, der driver den',
  },
  ownName: { en: 'Your name for it', da: 'Jeres navn for den' },
  ownNameHelp: {
    en: 'As it stands in lists and messages.',
    da: 'Som den står i lister og meddelelser.',
  },
  created: {
    en: (name: string) => `${name} is ready to be activated`,
    da: (name: string) => `${name} er klar til aktivering`,
  },
  folderCreated: {
    en: (name: string) => `${name} is connected`,
    da: (name: string) => `${name} er tilsluttet`,
  },
  fits: { en: 'Looks right', da: 'Ser rigtigt ud' },
  written: {
    en: (example: string) => `Written as ${example}`,
    da: (example: string) => `Skrives som ${example}`,
  },
  missing: { en: (what: string) => `${what} is missing`, da: (what: string) => `${what} mangler` },

  noPermission: {
    en: 'Account managers change connections.',
    da: 'Brugeradministratorer ændrer forbindelser.',
  },
  close: { en: 'Close', da: 'Luk' },
  gone: { en: 'This connection is not there any more.', da: 'Denne forbindelse findes ikke mere.' },

  tile: {
    en: 'Certificates expiring within 60 days',
    da: 'Certifikater, der udløber inden for 60 dage',
  },
});
