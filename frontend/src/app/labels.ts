/** Words of the shell: top bar, menu, settings panel and the pages around the screens. */
import { defineLabels, plural } from '@/kernel/i18n';

export const labels = defineLabels({
  accountMenu: { en: 'Signed in as', da: 'Logget ind som' },
  askNow: { en: 'Ask now', da: 'Spørg nu' },
  brokenScreen: { en: 'This screen stopped working', da: 'Denne side holdt op med at virke' },
  brokenScreenHelp: {
    en: 'Nothing you saved is lost. Load the screen again, or go somewhere else in the menu.',
    da: 'Intet gemt er tabt. Hent siden igen, eller gå et andet sted hen i menuen.',
  },
  closeMenu: { en: 'Close menu', da: 'Luk menu' },
  connectionBack: {
    en: 'Connected again. What you see is being refreshed.',
    da: 'Forbindelsen er tilbage. Det, du ser, bliver opdateret.',
  },
  connectionLost: { en: 'The server does not answer.', da: 'Serveren svarer ikke.' },
  connectionLostHelp: {
    en: 'What you see may be out of date, and nothing can be saved. What you typed stays here.',
    da: 'Det, du ser, kan være forældet, og intet kan gemmes. Det, du har skrevet, bliver stående.',
  },
  environmentHelp: {
    en: 'The kind of installation you are working in',
    da: 'Den slags installation, du arbejder i',
  },
  groupBilling: { en: 'Billing', da: 'Fakturering' },
  groupAccountManagement: { en: 'Account management', da: 'Brugeradministration' },
  demo: { en: 'Demo data', da: 'Demodata' },
  demoHere: { en: 'Demo data here', da: 'Demodata her' },
  demoHelp: {
    en: 'Some of what is shown is made up; it is removed here',
    da: 'Noget af det viste er opdigtet; det fjernes her',
  },
  groupDemo: { en: 'Demo', da: 'Demodata' },
  menuDemo: { en: 'Generate data', da: 'Generér data' },
  groupDebug: { en: 'Debug', da: 'Fejlsøgning' },
  groupErp: { en: 'ERP finance system', da: 'ERP-finanssystem' },
  groupGeneral: { en: 'General', da: 'Generelt' },
  groupHome: { en: 'Home', da: 'Hjem' },
  groupSystem: { en: 'System', da: 'System' },
  groupUpload: { en: 'Upload', da: 'Upload' },
  incident: {
    en: 'Quote this incident id when you report it:',
    da: 'Opgiv dette hændelses-id, når du melder det:',
  },
  logout: { en: 'Logout', da: 'Log ud' },
  mainMenu: { en: 'Main menu', da: 'Hovedmenu' },
  menuApprovalRules: { en: 'Approval rules', da: 'Godkendelsesregler' },
  menuPasskeys: { en: 'Passkeys', da: 'Adgangsnøgler' },
  groupLogs: { en: 'Logs', da: 'Log' },
  menuLogs: { en: 'Communication logs', da: 'Kommunikationslog' },
  menuDebug: { en: 'Debug', da: 'Fejlsøgning' },
  menuDashboard: { en: 'Dashboard', da: 'Overblik' },
  menuJournals: { en: 'All journals', da: 'Alle journaler' },
  menuAudit: { en: 'Audit trail', da: 'Revisionsspor' },
  menuMessages: { en: 'Messages', da: 'Meddelelser' },
  menuQueue: { en: 'Outgoing payments', da: 'Udgående betalinger' },
  menuRules: { en: 'Rules', da: 'Regler' },
  menuBanks: { en: 'Banks', da: 'Banker' },
  menuErpConfiguration: { en: 'Configuration', da: 'Opsætning' },
  menuErpExchange: { en: 'ERP payments', da: 'ERP-betalinger' },
  menuErpMapping: { en: 'Payment Method Mapping', da: 'Tilknytning af betalingsmetoder' },
  menuErpValidation: { en: 'Configuration Validation', da: 'Validering af opsætning' },
  menuPayees: { en: 'Payees', da: 'Betalingsmodtagere' },
  menuPayments: { en: 'Payments', da: 'Betalinger' },
  menuStatements: { en: 'Statements', da: 'Kontoudtog' },
  menuOutlook: { en: 'Cash outlook', da: 'Likviditetsprognose' },
  menuReconciliation: { en: 'Reconciliation', da: 'Afstemning' },
  menuTransactions: { en: 'Statement transactions', da: 'Kontoposteringer' },
  menuUploadPayments: { en: 'Upload payments', da: 'Upload betalinger' },
  menuUploadStatements: { en: 'Upload Statement', da: 'Upload kontoudtog' },
  menuUserRequests: { en: 'Requests', da: 'Anmodninger' },
  menuApiClients: { en: 'API clients', da: 'API-klienter' },
  menuUserReview: { en: 'Access review', da: 'Adgangsgennemgang' },
  menuUserRoles: { en: 'Roles', da: 'Roller' },
  menuSubscriptions: { en: 'Subscriptions', da: 'Abonnementer' },
  menuInvoices: { en: 'Invoices', da: 'Fakturaer' },
  menuWebhooks: { en: 'Webhooks', da: 'Webhooks' },
  menuUsers: { en: 'User management', da: 'Brugeradministration' },
  messagesBadge: {
    en: (count: number, errors: number) =>
      `${errors} ${plural.en(errors, 'error', 'errors')}, ${count} ${plural.en(count, 'message', 'messages')}`,
    da: (count: number, errors: number) =>
      `${errors} fejl, ${count} ${plural.da(count, 'meddelelse', 'meddelelser')}`,
  },
  missingPart: { en: 'This screen could not be loaded', da: 'Siden kunne ikke hentes' },
  missingPartHelp: {
    en: 'Either the connection broke off, or Giroscope was updated while this page was open. Reloading brings it back.',
    da: 'Enten røg forbindelsen, eller også er Giroscope blevet opdateret, mens siden stod åben. Genindlæs, så er den tilbage.',
  },
  needsConnection: {
    en: 'needs a connection to the server',
    da: 'kræver forbindelse til serveren',
  },
  newRelease: {
    en: 'A new version of Giroscope is ready.',
    da: 'En ny version af Giroscope er klar.',
  },
  noCompany: {
    en: 'There is no company at this address',
    da: 'Der er ingen virksomhed på denne adresse',
  },
  noCompanyHelp: {
    en: (address: string) =>
      `${address} is mistyped, or the company is no longer here. Check the first part of the address.`,
    da: (address: string) =>
      `${address} er skrevet forkert, eller virksomheden er her ikke længere. Kontrollér den første del af adressen.`,
  },
  notFound: { en: 'No page here', da: 'Ingen side her' },
  notFoundHelp: {
    en: 'The address may be mistyped, or the page has moved.',
    da: 'Adressen kan være skrevet forkert, eller siden er flyttet.',
  },
  pagesBelow: {
    en: (entry: string) => `Pages below ${entry}`,
    da: (entry: string) => `Sider under ${entry}`,
  },
  production: { en: 'Production', da: 'Produktion' },
  profile: { en: 'Profile', da: 'Profil' },
  reload: { en: 'Reload', da: 'Genindlæs' },
  screenProblem: { en: 'Load again', da: 'Hent igen' },
  searchMenu: { en: 'Search menu', da: 'Søg i menuen' },
  searchMenuNone: {
    en: (sought: string) => `Nothing in the menu matches “${sought}”.`,
    da: (sought: string) => `Intet i menuen passer til »${sought}«.`,
  },
  sessionLost: { en: 'Your sign-in could not be renewed', da: 'Din session kunne ikke fornyes' },
  sessionLostHelp: {
    en: 'What you typed is still on this page, but nothing new can be loaded or saved. Sign in again to continue here.',
    da: 'Det, du har skrevet, er stadig på siden, men intet nyt kan hentes eller gemmes. Log ind igen for at fortsætte her.',
  },
  search: { en: 'Search and commands', da: 'Søg og udfør kommandoer' },
  searchShort: { en: 'Search', da: 'Søg' },
  settings: { en: 'Settings', da: 'Indstillinger' },
  signedOut: { en: 'You are signed out', da: 'Du er logget ud' },
  signedOutHelp: {
    en: 'You signed out in another tab of this browser.',
    da: 'Du loggede ud i en anden fane i denne browser.',
  },
  signIn: { en: 'Sign in again', da: 'Log ind igen' },
  signInFailed: { en: 'Signing in did not work', da: 'Login lykkedes ikke' },
  signInFailedHelp: {
    en: 'The sign-in service answered, but not as expected. Sign in again; if it keeps failing, tell whoever runs this installation.',
    da: 'Login-tjenesten svarede, men ikke som ventet. Log ind igen; bliver det ved, så sig det til dem, der driver installationen.',
  },
  originUnknown: {
    en: 'This address is not registered for sign-in',
    da: 'Denne adresse er ikke registreret til login',
  },
  originUnknownHelp: {
    en: (origin: string) =>
      `The sign-in service answers, but lets no page of ${origin} sign anybody in. Open the console at its usual address, or tell whoever runs this installation to register this one.`,
    da: (origin: string) =>
      `Login-tjenesten svarer, men lader ingen side på ${origin} logge nogen ind. Åbn konsollen på dens sædvanlige adresse, eller bed dem, der driver installationen, om at registrere denne.`,
  },
  signInSilent: { en: 'You cannot sign in right now', da: 'Du kan ikke logge ind lige nu' },
  signInSilentHelp: {
    en: 'The sign-in service does not answer. Keep this page open: it asks every few seconds and goes on by itself. If others can sign in, check your own network; if nobody can, tell whoever runs this installation.',
    da: 'Login-tjenesten svarer ikke. Lad siden stå åben: den spørger med få sekunders mellemrum og fortsætter af sig selv. Kan andre logge ind, så kontrollér dit eget netværk; kan ingen, så sig det til dem, der driver installationen.',
  },
  signInTroubleWhom: {
    en: (address: string) => `Sign-in service: ${address}`,
    da: (address: string) => `Login-tjeneste: ${address}`,
  },
  signOutWaits: { en: 'Signing out …', da: 'Logger ud …' },
  signOutWaitsHelp: {
    en: 'You are signed out of this console. The sign-in service does not answer yet and still knows you in this browser. Leave this page open until it has signed you out, or close the whole browser.',
    da: 'Du er logget ud af konsollen. Login-tjenesten svarer ikke endnu og kender dig stadig i denne browser. Lad siden stå åben, til du er logget helt ud, eller luk hele browseren.',
  },
  silent: { en: 'The sign-in service does not answer.', da: 'Login-tjenesten svarer ikke.' },
  silentHelp: {
    en: 'What is on this page and what you type stays. Loading and saving work again by themselves as soon as it answers.',
    da: 'Det, der er på siden, og det, du skriver, bliver stående. Du kan hente og gemme igen, så snart den svarer; det sker af sig selv.',
  },
  skip: { en: 'Skip to content', da: 'Gå til indhold' },
  tenant: { en: 'Company', da: 'Virksomhed' },
  test: { en: 'Test', da: 'Test' },
  toDashboard: { en: 'Go to Dashboard', da: 'Gå til Overblik' },
  toggleMenu: { en: 'Toggle menu', da: 'Vis eller skjul menuen' },
  tryNow: { en: 'Try now', da: 'Prøv nu' },
  version: {
    en: (number: string) => `Version ${number}`,
    da: (number: string) => `Version ${number}`,
  },
  unmapped: {
    en: (count: number) =>
      `${count} ${plural.en(count, 'payment method', 'payment methods')} without a mapping`,
    da: (count: number) =>
      `${count} ${plural.da(count, 'betalingsmetode', 'betalingsmetoder')} uden tilknytning`,
  },
});
