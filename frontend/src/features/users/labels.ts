/** Words of the users room; those of roles and events stand beside them. */
import { defineLabels, plural } from '@/kernel/i18n';

export const labels = defineLabels({
  title: { en: 'User management', da: 'Brugeradministration' },
  lead: {
    en: 'Who may sign in, what they may do, and who allowed it.',
    da: 'Hvem der må logge ind, hvad de må, og hvem der har givet lov.',
  },
  tabs: { en: 'Views', da: 'Visninger' },
  people: { en: 'People', da: 'Personer' },
  requests: { en: 'Requests', da: 'Anmodninger' },
  rolesTab: { en: 'Roles', da: 'Roller' },
  review: { en: 'Access review', da: 'Adgangsgennemgang' },
  clients: { en: 'API clients', da: 'API-klienter' },
  history: { en: 'History', da: 'Historik' },

  listAge: { en: 'List read', da: 'Listen er hentet' },
  incomplete: {
    en: 'There are more people than can be listed here.',
    da: 'Der er flere personer, end der kan vises her.',
  },
  refresh: { en: 'Refresh', da: 'Opdatér' },
  refreshed: {
    en: 'The list is as the identity provider has it now.',
    da: 'Listen er nu, som login-tjenesten har den.',
  },
  down: {
    en: 'The identity provider does not answer, so nothing can be changed now.',
    da: 'Login-tjenesten svarer ikke, så intet kan ændres lige nu.',
  },
  readOnlyFrom: { en: 'Read-only list from', da: 'Skrivebeskyttet liste fra' },
  neverRead: { en: 'The list was never read.', da: 'Listen er aldrig blevet hentet.' },

  search: { en: 'Search people', da: 'Søg personer' },
  searchHint: { en: 'Name, user name or mail', da: 'Navn, brugernavn eller mail' },
  role: { en: 'Role', da: 'Rolle' },
  roles: { en: 'Roles', da: 'Roller' },
  state: { en: 'State', da: 'Tilstand' },
  onlyInactive: { en: 'Inactive over 90 days', da: 'Inaktiv over 90 dage' },
  onlyUnprotected: { en: 'No two-factor authentication', da: 'Uden totrinsbekræftelse' },
  onlyConflicts: { en: 'Segregation-of-duties conflicts', da: 'Manglende funktionsadskillelse' },
  INVITED: { en: 'Invited', da: 'Inviteret' },
  ACTIVE: { en: 'Active', da: 'Aktiv' },
  LOCKED: { en: 'Locked', da: 'Låst' },
  DISABLED: { en: 'Disabled', da: 'Spærret' },

  person: { en: 'Person', da: 'Person' },
  you: { en: 'you', da: 'dig' },
  mail: { en: 'Mail', da: 'Mail' },
  secondFactor: { en: 'Second factor', da: 'Anden faktor' },
  hasFactor: { en: 'Set up', da: 'Sat op' },
  noFactor: { en: 'None', da: 'Ingen' },
  lastSignIn: { en: 'Last sign-in', da: 'Seneste login' },
  never: { en: 'Never', da: 'Aldrig' },
  inactive: { en: 'Inactive', da: 'Inaktiv' },
  created: { en: 'Created', da: 'Oprettet' },
  createdBy: { en: (who: string) => `by ${who}`, da: (who: string) => `af ${who}` },
  noRole: { en: 'No role', da: 'Ingen rolle' },
  waitsFor: { en: (role: string) => `${role} waits`, da: (role: string) => `${role} afventer` },
  mailFailed: { en: 'Mail not sent', da: 'Mail ikke sendt' },
  unreadTitle: { en: 'The people are not here yet', da: 'Personerne er her ikke endnu' },
  unreadText: {
    en: 'They are read from the identity provider and come by themselves.',
    da: 'De hentes fra login-tjenesten og kommer af sig selv.',
  },
  emptyTitle: { en: 'Nobody here yet', da: 'Ingen her endnu' },
  emptyText: {
    en: 'Invite the people who are to work with payments and statements.',
    da: 'Invitér dem, der skal arbejde med betalinger og kontoudtog.',
  },

  invite: { en: 'Invite people', da: 'Invitér personer' },
  inviteMails: { en: 'Mail addresses', da: 'Mailadresser' },
  inviteMailsHelp: {
    en: 'One per line or separated by commas; “Anna Berg <anna@company.dk>” brings the name along.',
    da: 'Én pr. linje eller adskilt af komma; »Anna Berg <anna@firma.dk>« tager navnet med.',
  },
  malformed: { en: 'This is no mail address', da: 'Dette er ingen mailadresse' },
  duplicate: { en: 'Listed twice', da: 'Står der to gange' },
  nameMissing: { en: 'Type both names', da: 'Skriv begge navne' },
  givenName: { en: 'Given name', da: 'Fornavn' },
  familyName: { en: 'Family name', da: 'Efternavn' },
  namesOf: { en: 'Who is invited', da: 'Hvem inviteres' },
  fieldOf: {
    en: (field: string, whom: string) => `${field} of ${whom}`,
    da: (field: string, whom: string) => `${field} for ${whom}`,
  },
  inviteRoles: { en: 'Roles of everybody on this list', da: 'Roller til alle på listen' },
  inviteLanguage: { en: 'Language of the mail', da: 'Mailens sprog' },
  english: { en: 'English', da: 'Engelsk' },
  danish: { en: 'Danish', da: 'Dansk' },
  inviteNobody: { en: 'Type at least one mail address.', da: 'Skriv mindst én mailadresse.' },
  inviteTooMany: {
    en: (most: number) => `At most ${most} people at once.`,
    da: (most: number) => `Højst ${most} personer ad gangen.`,
  },
  inviteFlaws: {
    en: (count: number) =>
      `${count} ${plural.en(count, 'line needs', 'lines need')} a correction first.`,
    da: (count: number) => `${count} ${plural.da(count, 'linje', 'linjer')} skal rettes først.`,
  },
  inviteButton: {
    en: (count: number) => (count < 2 ? 'Send invitation' : `Send ${count} invitations`),
    da: (count: number) => (count < 2 ? 'Send invitation' : `Send ${count} invitationer`),
  },
  inviteDone: { en: 'Invitations', da: 'Invitationer' },
  outcome: { en: 'Outcome', da: 'Resultat' },
  outcomeINVITED: { en: 'Invited by mail', da: 'Inviteret pr. mail' },
  outcomeMAIL_FAILED: {
    en: 'Made, but the mail could not be sent',
    da: 'Oprettet, men mailen kunne ikke sendes',
  },
  outcomeALREADY_THERE: { en: 'Is here already', da: 'Findes allerede' },
  outcomeBAD_MAIL: { en: 'No mail address', da: 'Ingen mailadresse' },
  outcomeREFUSED: { en: 'Refused', da: 'Afvist' },
  outcomeUNAVAILABLE: {
    en: 'The identity provider did not answer',
    da: 'Login-tjenesten svarede ikke',
  },
  alsoWaits: {
    en: (role: string) => `${role} waits for a second account manager.`,
    da: (role: string) => `${role} afventer en anden brugeradministrator.`,
  },
  makePassword: { en: 'Make temporary password', da: 'Lav midlertidig adgangskode' },
  makePasswordFor: {
    en: (name: string) => `Make a temporary password for ${name}`,
    da: (name: string) => `Lav en midlertidig adgangskode til ${name}`,
  },
  temporaryPassword: { en: 'Temporary password', da: 'Midlertidig adgangskode' },
  passwordOnce: {
    en: 'Shown only now. Give it to the person in another way than mail; it has to be changed at the first sign-in.',
    da: 'Vises kun nu. Giv den videre på anden måde end mail; den skal ændres ved første login.',
  },
  close: { en: 'Close', da: 'Luk' },

  discardTitle: { en: 'Discard what you typed?', da: 'Kassér det, du har skrevet?' },
  discard: { en: 'Discard', da: 'Kassér' },

  previewTitle: { en: 'What will this person see?', da: 'Hvad vil personen se?' },
  previewScreens: { en: 'In the menu', da: 'I menuen' },
  previewVerbs: { en: 'May', da: 'Må' },
  onlySee: { en: 'Only see', da: 'Kun se' },
  choosePreview: {
    en: 'Choose roles to see what they open.',
    da: 'Vælg roller for at se, hvad de åbner.',
  },
  matrixTitle: { en: 'What each role adds', da: 'Hvad hver rolle tilføjer' },
  matrixLead: {
    en: 'Everybody who is signed in may do what stands under “Everybody”; a role adds to it.',
    da: 'Alle, der er logget ind, må det, der står under »Alle«; en rolle lægger til.',
  },
  room: { en: 'Part of the product', da: 'Del af produktet' },
  ruleTitle: { en: 'Keep upload and approval apart', da: 'Hold upload og godkendelse adskilt' },
  ruleHelp: {
    en: 'When on, nobody can be given both roles. Who has both already keeps them and is listed as a conflict.',
    da: 'Når den er slået til, kan ingen få begge roller. Den, der allerede har begge, beholder dem og vises som en konflikt.',
  },
  ruleOn: { en: 'Refuse the conflict', da: 'Afvis konflikten' },
  ruleOff: { en: 'Only report it', da: 'Vis den kun' },
  combineTitle: {
    en: 'Manage accounts and approve payments',
    da: 'Administrere brugere og godkende betalinger',
  },
  combineHelp: {
    en: 'One person gets both roles only where a reason is given; it stands in the access review.',
    da: 'Én person får kun begge roller, hvis der er angivet en begrundelse; den står i adgangsgennemgangen.',
  },
  combineAllowed: {
    en: (who: string) => `Allowed by ${who}:`,
    da: (who: string) => `Tilladt af ${who}:`,
  },
  combineReason: { en: 'Reason', da: 'Begrundelse' },
  combineAllow: { en: 'Allow both roles', da: 'Tillad begge roller' },
  combineRefuse: { en: 'Do not allow both roles', da: 'Tillad ikke begge roller' },
  ruleSaved: { en: 'The rule was saved.', da: 'Reglen er gemt.' },

  requestState: { en: 'State', da: 'Tilstand' },
  waitingRequests: { en: 'Waiting', da: 'Venter' },
  decidedRequests: { en: 'Decided', da: 'Afgjort' },
  PENDING: { en: 'Waiting', da: 'Venter' },
  CONFIRMED: { en: 'Confirmed', da: 'Bekræftet' },
  REJECTED: { en: 'Refused', da: 'Afvist' },
  WITHDRAWN: { en: 'Withdrawn', da: 'Trukket tilbage' },
  EXPIRED: { en: 'Ran out', da: 'Udløbet' },
  askedBy: { en: 'Asked for by', da: 'Anmodet af' },
  expires: { en: 'Runs out', da: 'Udløber' },
  decidedBy: { en: 'Decided by', da: 'Afgjort af' },
  actions: { en: 'Actions', da: 'Handlinger' },
  confirm: { en: 'Confirm', da: 'Bekræft' },
  reject: { en: 'Refuse', da: 'Afvis' },
  withdraw: { en: 'Withdraw', da: 'Træk tilbage' },
  confirmOf: {
    en: (role: string, name: string) => `Confirm ${role} for ${name}`,
    da: (role: string, name: string) => `Bekræft ${role} til ${name}`,
  },
  rejectOf: {
    en: (role: string, name: string) => `Refuse ${role} for ${name}`,
    da: (role: string, name: string) => `Afvis ${role} til ${name}`,
  },
  withdrawOf: {
    en: (role: string, name: string) => `Withdraw ${role} for ${name}`,
    da: (role: string, name: string) => `Træk ${role} til ${name} tilbage`,
  },
  confirmTitle: {
    en: (role: string, name: string) => `Give ${name} the role ${role}?`,
    da: (role: string, name: string) => `Giv ${name} rollen ${role}?`,
  },
  confirmHelp: {
    en: (name: string, by: string) =>
      `${by} asked for it. After you confirm, ${name} has the role from the next sign-in or within minutes.`,
    da: (name: string, by: string) =>
      `${by} har bedt om det. Når du bekræfter, får ${name} rollen ved næste login eller inden for få minutter.`,
  },
  rejectTitle: {
    en: (role: string, name: string) => `Refuse ${name} the role ${role}?`,
    da: (role: string, name: string) => `Afvis rollen ${role} til ${name}?`,
  },
  withdrawTitle: {
    en: (role: string, name: string) => `Ask no longer for ${role} for ${name}?`,
    da: (role: string, name: string) => `Bed ikke længere om ${role} til ${name}?`,
  },
  withdrawHelp: {
    en: 'Nothing changes for the person; you can ask again.',
    da: 'Intet ændres for personen; du kan anmode igen.',
  },
  rejectReason: { en: 'Reason (optional)', da: 'Årsag (valgfri)' },
  ownRequest: {
    en: 'You asked for it; a second account manager decides.',
    da: 'Du har anmodet; en anden brugeradministrator afgør det.',
  },
  aboutYou: {
    en: 'It is about you; another account manager decides.',
    da: 'Det handler om dig; en anden brugeradministrator afgør det.',
  },
  notIndependent: {
    en: 'You and who asked do not count as two: one of you made or changed the other’s account. Another account manager decides.',
    da: 'Du og den, der har anmodet, tæller ikke som to: den ene har oprettet eller ændret den andens konto. En anden brugeradministrator afgør det.',
  },
  confirmManager: {
    en: (name: string, mail: string) =>
      `Confirm only if you know that ${mail} is ${name}’s own address. From then on ${name} counts as a person apart where two decide.`,
    da: (name: string, mail: string) =>
      `Bekræft kun, hvis du ved, at adressen ${mail} tilhører ${name} personligt. Fremover tæller ${name} som en selvstændig person, hvor to skal beslutte.`,
  },
  confirmed: {
    en: (name: string) => `${name} has the role now.`,
    da: (name: string) => `${name} har nu rollen.`,
  },
  rejected: { en: 'The role was refused.', da: 'Rollen er afvist.' },
  withdrawn: { en: 'The request was withdrawn.', da: 'Anmodningen er trukket tilbage.' },
  requestsEmpty: { en: 'Nothing waits for a second person', da: 'Intet venter på en anden person' },
  requestsEmptyText: {
    en: 'Who approves payments or manages accounts is chosen by two account managers: one asks, another confirms. What is asked for appears here.',
    da: 'To brugeradministratorer vælger, hvem der godkender betalinger eller administrerer brugere: én anmoder, en anden bekræfter. Anmodninger vises her.',
  },
  gonePerson: { en: 'Person is gone', da: 'Personen findes ikke mere' },

  reviewLead: {
    en: 'Everybody with a role: since when, given by whom, and what to look at.',
    da: 'Alle med en rolle: siden hvornår, givet af hvem, og hvad man skal se på.',
  },
  reviewCsv: { en: 'Download CSV', da: 'Hent CSV' },
  reviewEmpty: { en: 'Nobody has a role', da: 'Ingen har en rolle' },
  reviewEmptyText: {
    en: 'As soon as somebody is given a role, it can be reviewed here.',
    da: 'Så snart nogen får en rolle, kan den gennemgås her.',
  },
  givenElsewhere: { en: 'given outside this product', da: 'givet uden for dette produkt' },
  flags: { en: 'Warnings', da: 'Advarsler' },
  nothingToSee: { en: 'Nothing', da: 'Intet' },

  facts: { en: 'Overview', da: 'Oversigt' },
  signIns: { en: 'Sign-ins', da: 'Logins' },
  username: { en: 'User name', da: 'Brugernavn' },
  language: { en: 'Language', da: 'Sprog' },
  toDo: { en: 'To do at next sign-in', da: 'Skal gøres ved næste login' },
  otherRoles: { en: 'Roles of other products', da: 'Roller i andre produkter' },
  edit: { en: 'Edit', da: 'Redigér' },
  editTitle: { en: (name: string) => `Change ${name}`, da: (name: string) => `Ret ${name}` },
  save: { en: 'Save', da: 'Gem' },
  saved: { en: 'Saved.', da: 'Gemt.' },
  rolesOf: { en: (name: string) => `Roles of ${name}`, da: (name: string) => `Roller for ${name}` },
  rolesSave: { en: 'Save roles', da: 'Gem roller' },
  rolesUndo: { en: 'Undo', da: 'Fortryd' },
  rolesTitle: {
    en: (name: string) => `Change the roles of ${name}?`,
    da: (name: string) => `Ændr roller for ${name}?`,
  },
  rolesSaved: {
    en: (name: string) => `The roles of ${name} were changed.`,
    da: (name: string) => `Roller for ${name} er ændret.`,
  },
  rolesRequested: {
    en: (role: string) => `${role} waits for a second account manager, under Requests.`,
    da: (role: string) => `${role} afventer en anden brugeradministrator, under Anmodninger.`,
  },
  willGive: { en: 'Given', da: 'Gives' },
  willTake: { en: 'Taken', da: 'Tages' },
  willAsk: { en: 'Asked for', da: 'Anmodes om' },
  secondPerson: {
    en: 'A second account manager must confirm this role.',
    da: 'En anden brugeradministrator skal bekræfte denne rolle.',
  },
  secondManager: {
    en: 'Another account manager must confirm this role, where there is one.',
    da: 'En anden brugeradministrator skal bekræfte denne rolle, hvis der er en.',
  },
  givenAlone: {
    en: (name: string) =>
      `There is no other account manager to ask, so the role is given at once and the history says so. You and ${name} count as one person where two decide, until the operator stands for ${name}.`,
    da: (name: string) =>
      `Der er ingen anden brugeradministrator at spørge, så rollen gives straks, og det fremgår af historikken. Du og ${name} regnes som én person, hvor to skal beslutte, indtil driften står inde for ${name}.`,
  },
  countsWith: { en: 'Counts as one person with', da: 'Regnes som én person med' },
  countsHelp: {
    en: 'Where two account managers decide, these are not two, until somebody else confirms the role anew or the operator stands for the account.',
    da: 'Hvor to brugeradministratorer skal beslutte, er det ikke to, før en anden bekræfter rollen på ny, eller driften står inde for kontoen.',
  },
  tieMADE: { en: 'made the account', da: 'har oprettet kontoen' },
  tieMAIL: { en: 'chose the mail address', da: 'har valgt mailadressen' },
  tiePASSWORD: { en: 'made the password', da: 'har lavet adgangskoden' },
  tieSECOND_FACTOR: { en: 'took the second factor away', da: 'har nulstillet anden faktor' },
  tieROLE: { en: 'gave the role alone', da: 'har givet rollen alene' },
  tieLINK: { en: 'was shown a sign-in link', da: 'har fået vist et login-link' },
  tieTHROUGH: { en: 'through another account', da: 'gennem en anden konto' },
  conflictRefused: {
    en: 'This realm does not allow both.',
    da: 'Her er det ikke tilladt at have begge.',
  },
  alreadyAsked: {
    en: (who: string) => `Asked for by ${who}; waits for a second account manager.`,
    da: (who: string) => `Anmodet af ${who}; afventer en anden brugeradministrator.`,
  },
  heldSince: { en: 'since', da: 'siden' },

  verbresend: { en: 'Send invitation again', da: 'Send invitation igen' },
  verbpassword: { en: 'Make temporary password', da: 'Lav midlertidig adgangskode' },
  verbrevoke: { en: 'Take invitation back', da: 'Træk invitation tilbage' },
  verbask: { en: 'Ask for something…', da: 'Bed om noget…' },
  verbreset: { en: 'Send password reset', da: 'Send ny adgangskode' },
  verbsecondFactor: { en: 'Reset second factor', da: 'Nulstil anden faktor' },
  verbunlock: { en: 'Unlock', da: 'Lås op' },
  verbdisable: { en: 'Disable', da: 'Spær' },
  verbenable: { en: 'Enable', da: 'Aktivér' },
  verbsignOut: { en: 'Sign out everywhere', da: 'Log ud overalt' },
  helpresend: {
    en: 'The mail with the link goes out once more.',
    da: 'Mailen med linket sendes en gang til.',
  },
  helppassword: {
    en: 'For when mail does not reach the person.',
    da: 'Når mail ikke når personen.',
  },
  helprevoke: {
    en: 'Nothing was done under this name yet; it is removed.',
    da: 'Intet er gjort under dette navn endnu; det fjernes.',
  },
  helpask: {
    en: 'A new password, a second factor or a confirmed mail address, by mail or at the next sign-in.',
    da: 'Ny adgangskode, anden faktor eller bekræftet mailadresse, pr. mail eller ved næste login.',
  },
  helpreset: {
    en: 'A link to choose a new password is mailed; the old one works until then.',
    da: 'Et link til at vælge ny adgangskode sendes; den gamle virker indtil da.',
  },
  helpsecondFactor: {
    en: 'For a lost phone. All sessions end, and a new one has to be set up.',
    da: 'Ved en mistet telefon. Alle sessioner afsluttes, og en ny skal sættes op.',
  },
  helpunlock: {
    en: 'Forgets the wrong passwords, so that the person can try again at once.',
    da: 'Glemmer de forkerte adgangskoder, så personen kan prøve igen med det samme.',
  },
  helpdisable: {
    en: 'No sign-in any more, and all sessions end at once. Roles and history stay.',
    da: 'Intet login mere, og alle sessioner afsluttes straks. Roller og historik bevares.',
  },
  helpenable: {
    en: 'May sign in again, with the roles shown here.',
    da: 'Må logge ind igen, med de roller der vises her.',
  },
  helpsignOut: {
    en: 'Ends every session; the person can sign in again.',
    da: 'Afslutter alle sessioner; personen kan logge ind igen.',
  },
  askresend: {
    en: (name: string) => `Invite ${name} again?`,
    da: (name: string) => `Invitér ${name} igen?`,
  },
  askpassword: {
    en: (name: string) => `Make a temporary password for ${name}?`,
    da: (name: string) => `Lav en midlertidig adgangskode til ${name}?`,
  },
  askrevoke: {
    en: (name: string) => `Take back the invitation of ${name}?`,
    da: (name: string) => `Træk invitationen af ${name} tilbage?`,
  },
  askask: {
    en: (name: string) => `What is ${name} to do?`,
    da: (name: string) => `Hvad skal ${name} gøre?`,
  },
  askreset: {
    en: (name: string) => `Mail ${name} a link for a new password?`,
    da: (name: string) => `Send ${name} et link til en ny adgangskode?`,
  },
  asksecondFactor: {
    en: (name: string) => `Reset the second factor of ${name}?`,
    da: (name: string) => `Nulstil anden faktor for ${name}?`,
  },
  factorOfManager: {
    en: (name: string) =>
      `${name} is an account manager: afterwards the two of you count as one person where two decide, until somebody else stands for the account. Are you the only two, let the operator do this.`,
    da: (name: string) =>
      `${name} er brugeradministrator: bagefter regnes I to som én person, hvor to skal beslutte, indtil en anden står inde for kontoen. Er I kun jer to, så lad driften gøre det.`,
  },
  askunlock: { en: (name: string) => `Unlock ${name}?`, da: (name: string) => `Lås ${name} op?` },
  askdisable: { en: (name: string) => `Disable ${name}?`, da: (name: string) => `Spær ${name}?` },
  askenable: {
    en: (name: string) => `Let ${name} sign in again?`,
    da: (name: string) => `Lad ${name} logge ind igen?`,
  },
  asksignOut: {
    en: (name: string) => `Sign ${name} out everywhere?`,
    da: (name: string) => `Log ${name} ud overalt?`,
  },
  askYourself: {
    en: 'This is your own account: you will have to sign in again here too.',
    da: 'Det er din egen konto: du skal også logge ind igen her.',
  },
  doneresend: {
    en: (name: string) => `${name} was invited again.`,
    da: (name: string) => `${name} er inviteret igen.`,
  },
  donepassword: {
    en: (name: string) => `${name} has a temporary password.`,
    da: (name: string) => `${name} har en midlertidig adgangskode.`,
  },
  donerevoke: {
    en: (name: string) => `The invitation of ${name} was taken back.`,
    da: (name: string) => `Invitationen af ${name} er trukket tilbage.`,
  },
  doneask: {
    en: (name: string) => `${name} was asked.`,
    da: (name: string) => `${name} er bedt om det.`,
  },
  donereset: {
    en: (name: string) => `A link was mailed to ${name}.`,
    da: (name: string) => `Et link er sendt til ${name}.`,
  },
  donesecondFactor: {
    en: (name: string) => `${name} has no second factor any more.`,
    da: (name: string) => `${name} har ikke længere en anden faktor.`,
  },
  doneunlock: {
    en: (name: string) => `${name} can sign in again.`,
    da: (name: string) => `${name} kan logge ind igen.`,
  },
  donedisable: {
    en: (name: string) => `${name} cannot sign in any more.`,
    da: (name: string) => `${name} kan ikke længere logge ind.`,
  },
  doneenable: {
    en: (name: string) => `${name} can sign in again.`,
    da: (name: string) => `${name} kan logge ind igen.`,
  },
  donesignOut: {
    en: (name: string) => `${name} was signed out.`,
    da: (name: string) => `${name} er logget ud.`,
  },
  reasonDown: { en: 'The identity provider does not answer.', da: 'Login-tjenesten svarer ikke.' },
  reasonOwnRights: {
    en: 'Nobody changes their own roles; ask another account manager.',
    da: 'Ingen ændrer sine egne roller; bed en anden brugeradministrator.',
  },
  reasonOwnAccount: {
    en: 'This is not done to oneself; use Profile, or ask another account manager.',
    da: 'Det gør man ikke ved sig selv; brug Profil, eller bed en anden brugeradministrator.',
  },
  reasonLastManager: {
    en: 'This is the last account manager who can sign in; make another one first.',
    da: 'Dette er den sidste brugeradministrator, der kan logge ind; udnævn en anden først.',
  },
  reasonNoSecondFactor: {
    en: 'There is no second factor to reset.',
    da: 'Der er ingen anden faktor at nulstille.',
  },
  reasonMailWorks: {
    en: 'The invitation went out by mail; a password is made only where mail fails.',
    da: 'Invitationen blev sendt pr. mail; adgangskoder laves kun, når mail fejler.',
  },
  reasonNotDisabled: {
    en: 'Disable this person first; then nothing more is done in their name.',
    da: 'Spær personen først; så sker der ikke mere i personens navn.',
  },
  CHANGE_PASSWORD: { en: 'Choose a new password', da: 'Vælge en ny adgangskode' },
  SET_UP_SECOND_FACTOR: { en: 'Set up a second factor', da: 'Sætte en anden faktor op' },
  CONFIRM_MAIL: { en: 'Confirm the mail address', da: 'Bekræfte mailadressen' },
  askHow: { en: 'How', da: 'Hvordan' },
  MAIL: { en: 'By mail, with a link', da: 'Pr. mail, med et link' },
  NEXT_SIGN_IN: { en: 'At the next sign-in', da: 'Ved næste login' },
  askNothing: { en: 'Choose at least one.', da: 'Vælg mindst én.' },
  askButton: { en: 'Ask', da: 'Bed om det' },

  sessions: { en: 'Sessions', da: 'Sessioner' },
  started: { en: 'Started', da: 'Startet' },
  lastSeen: { en: 'Last seen', da: 'Sidst set' },
  address: { en: 'Address', da: 'Adresse' },
  application: { en: 'Application', da: 'Program' },
  endSession: { en: 'End', da: 'Afslut' },
  endSessionOf: {
    en: (when: string) => `End the session of ${when}`,
    da: (when: string) => `Afslut sessionen fra ${when}`,
  },
  sessionEnded: { en: 'The session was ended.', da: 'Sessionen er afsluttet.' },
  noSessions: { en: 'Not signed in anywhere.', da: 'Ikke logget ind nogen steder.' },
  noSignIns: { en: 'No sign-in is known.', da: 'Der kendes ingen logins.' },
  lately: { en: 'Lately', da: 'På det seneste' },
  event: { en: 'Event', da: 'Hændelse' },
  time: { en: 'Time', da: 'Tid' },
  by: { en: 'By', da: 'Af' },
  was: { en: 'Before', da: 'Før' },
  now: { en: 'After', da: 'Efter' },
  REFUSED: { en: 'Refused', da: 'Afvist' },
  noHistory: { en: 'Nothing was changed yet.', da: 'Intet er ændret endnu.' },

  done: { en: 'Done', da: 'Udført' },
  failed: { en: 'The action failed', da: 'Handlingen mislykkedes' },
  noConnection: {
    en: 'The answer did not come. Look at the list to see whether it was done.',
    da: 'Svaret kom ikke. Se på listen, om det blev gjort.',
  },
});
