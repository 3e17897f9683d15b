/** Words of the debug room. */
import { defineLabels, plural } from '@/kernel/i18n';

export const labels = defineLabels({
  title: { en: 'Debug', da: 'Fejlsøgning' },
  lead: {
    en: 'Whether the installation is well, what it runs with, and what it has sent.',
    da: 'Om installationen fungerer, hvad den kører med, og hvad den har sendt.',
  },
  tabs: { en: 'Views', da: 'Visninger' },
  health: { en: 'Health', da: 'Driftstilstand' },
  mails: { en: 'Mails', da: 'Mails' },
  settings: { en: 'Effective settings', da: 'Gældende indstillinger' },
  clock: { en: 'Clock', da: 'Ur' },
  again: { en: 'Refresh', da: 'Opdatér' },

  allWell: { en: 'All is well.', da: 'Alt er i orden.' },
  faults: {
    en: (count: number) =>
      plural.en(count, 'One thing has to be mended.', `${count} things have to be mended.`),
    da: (count: number) => plural.da(count, 'Én ting skal rettes.', `${count} ting skal rettes.`),
  },
  checked: { en: 'Checked', da: 'Kontrolleret' },
  state: { en: 'State', da: 'Tilstand' },
  well: { en: 'OK', da: 'OK' },
  mend: { en: 'Mend', da: 'Skal rettes' },
  what: { en: 'What', da: 'Punkt' },
  fact: { en: 'Found', da: 'Fundet' },
  remedy: { en: 'What to do', da: 'Løsning' },
  nothingToDo: { en: 'Nothing', da: 'Intet' },
  versions: { en: 'Versions', da: 'Versioner' },
  product: { en: 'Giroscope', da: 'Giroscope' },
  python: { en: 'Python', da: 'Python' },
  database: { en: 'Database', da: 'Database' },
  environment: { en: 'Kind of installation', da: 'Type installation' },
  realm: { en: 'Realm', da: 'Område' },

  bundle: { en: 'Support bundle', da: 'Supportpakke' },
  bundleHelp: {
    en: 'Versions, health, settings without secrets, and background work by kind and outcome, in one file. Names, accounts and amounts are not in it.',
    da: 'Versioner, driftstilstand, indstillinger uden hemmeligheder samt baggrundsarbejde efter art og udfald i én fil. Navne, konti og beløb er ikke med.',
  },
  bundleReason: { en: 'What it is for', da: 'Hvad den skal bruges til' },
  bundleReasonDue: {
    en: 'Say what it is for; it is written into the audit trail.',
    da: 'Skriv, hvad den skal bruges til; det skrives i revisionssporet.',
  },
  bundleDone: {
    en: 'The bundle is among your downloads.',
    da: 'Pakken ligger blandt dine overførsler.',
  },
  take: { en: 'Download', da: 'Hent' },

  settingsLead: {
    en: 'What the server runs with now. Passwords and keys never leave it; they only say whether they are set.',
    da: 'Det, serveren kører med nu. Adgangskoder og nøgler forlader den aldrig; her står kun, om de er sat.',
  },
  searchSettings: { en: 'Search settings', da: 'Søg indstillinger' },
  name: { en: 'Name', da: 'Navn' },
  value: { en: 'Value', da: 'Værdi' },
  origin: { en: 'Comes from', da: 'Kommer fra' },
  ENVIRONMENT: { en: 'Environment', da: 'Miljøet' },
  DEFAULT: { en: 'Default', da: 'Standard' },
  hidden: { en: 'Set, not shown', da: 'Sat, vises ikke' },
  notSet: { en: 'Not set', da: 'Ikke sat' },

  agree: { en: 'The clocks agree.', da: 'Urene er enige.' },
  apart: {
    en: 'The clocks are apart. At 30 seconds people cannot sign in: let both machines fetch the time.',
    da: 'Urene går forskelligt. Ved 30 sekunder kan ingen logge ind: lad begge maskiner hente tiden.',
  },
  wrong: {
    en: 'The clocks are so far apart that the server refuses sign-ins. Let both machines fetch the time.',
    da: 'Urene går så forskelligt, at serveren afviser login. Lad begge maskiner hente tiden.',
  },
  serverTime: { en: 'Server', da: 'Server' },
  browserTime: { en: 'This browser', da: 'Denne browser' },
  difference: { en: 'Difference', da: 'Forskel' },
  ahead: {
    en: (seconds: string) => `The browser is ${seconds} s ahead`,
    da: (seconds: string) => `Browseren er ${seconds} s foran`,
  },
  behind: {
    en: (seconds: string) => `The browser is ${seconds} s behind`,
    da: (seconds: string) => `Browseren er ${seconds} s bagud`,
  },
  roundTrip: { en: 'Question and answer took', da: 'Spørgsmål og svar tog' },
  timeZone: { en: 'Times are shown in', da: 'Tider vises i' },

  mail: { en: 'Mail', da: 'Mail' },
  mailLead: {
    en: 'The newest hundred to your own address. Without a mail server, mails of the sign-in are files in the data directory, where the operator finds those to others. Opening one is written into the audit trail.',
    da: 'De nyeste hundrede til din egen adresse. Uden mailserver bliver loginets mails til filer i datamappen, hvor driften finder dem til andre. Når en åbnes, skrives det i revisionssporet.',
  },
  subject: { en: 'Subject', da: 'Emne' },
  to: { en: 'To', da: 'Til' },
  time: { en: 'Time', da: 'Tid' },
  follow: { en: 'Follow the link', da: 'Følg linket' },
  followHelp: {
    en: 'Opens in a new tab. Use a private window to be somebody else than you are here.',
    da: 'Åbnes i en ny fane. Brug et privat vindue for at være en anden, end du er her.',
  },
  noneFOLDER: { en: 'No mail yet', da: 'Ingen mails endnu' },
  whyFOLDER: {
    en: 'Mails to your own address appear here. Those to others hold links that sign in as them: they are files in the data directory.',
    da: 'Mails til din egen adresse vises her. Mails til andre indeholder links, der logger ind som dem: de er filer i datamappen.',
  },
  noneSERVER: { en: 'Mails go to a mail server', da: 'Mails går til en mailserver' },
  whySERVER: {
    en: 'They are in the mailboxes they were sent to; nothing is kept here.',
    da: 'De ligger i de postkasser, de blev sendt til; her gemmes intet.',
  },
  noneKEYCLOAK: { en: 'Keycloak sends the mails', da: 'Keycloak sender mails' },
  whyKEYCLOAK: {
    en: 'How it sends them is set up in its realm.',
    da: 'Hvordan den sender dem, er sat op i dens realm.',
  },
  noneWITHHELD: { en: 'Mails are not shown here', da: 'Mails vises ikke her' },
  whyWITHHELD: {
    en: 'They hold links that work, and others than this machine reach the product. They are files in the data directory; set up a mail server.',
    da: 'De indeholder links, der virker, og andre end denne maskine kan nå produktet. De er filer i datamappen; sæt en mailserver op.',
  },
});

/** What is looked at, by the server's code. */
export const checkLabels = defineLabels({
  PYTHON: { en: 'Python', da: 'Python' },
  CONSOLE: { en: 'Console is built', da: 'Konsollen er bygget' },
  DATA_DIRECTORY: { en: 'Data directory', da: 'Datamappe' },
  DISK_SPACE: { en: 'Free space on disk', da: 'Ledig plads på disken' },
  MASTER_KEY: { en: 'Master key', da: 'Hovednøgle' },
  DATABASE: { en: 'Database answers', da: 'Databasen svarer' },
  TABLES: { en: 'Tables are up to date', da: 'Tabellerne er opdateret' },
  REALM_KEY: { en: 'The realm’s key opens', da: 'Områdets nøgle kan åbnes' },
  WORKERS: { en: 'Worker processes at work', da: 'Arbejdsprocesser i arbejde' },
  JOBS: { en: 'Jobs waiting for a worker', da: 'Job, der venter på en arbejdsproces' },
  JOBS_HELD: { en: 'Job queue open', da: 'Jobkø åben' },
  JOBS_FAILED: {
    en: 'Work that failed within a day',
    da: 'Arbejde, der mislykkedes inden for et døgn',
  },
  SCHEDULE: { en: 'Schedule goes on', da: 'Tidsplanen kører' },
  BANKS: { en: 'Banks answer', da: 'Bankerne svarer' },
  ERP: { en: 'ERP answers', da: 'ERP-systemet svarer' },
  MAIL_SERVER: { en: 'Mail server lets us in', da: 'Mailserveren lukker os ind' },
  SIGN_IN: { en: 'Sign-in answers', da: 'Login-tjenesten svarer' },
  SIGN_IN_RIGHTS: {
    en: 'Sign-in lets us manage people',
    da: 'Login-tjenesten lader os administrere brugere',
  },
});

/** What was found, where the server tells a bare figure. */
export const factLabels = defineLabels({
  MASTER_KEY: {
    en: (mode: string) => `File permissions ${mode}`,
    da: (mode: string) => `Filrettigheder ${mode}`,
  },
  WORKERS: {
    en: (count: string) => plural.en(count, '1 process', `${count} processes`),
    da: (count: string) => plural.da(count, '1 proces', `${count} processer`),
  },
  JOBS: {
    en: (count: string) => plural.en(count, '1 job', `${count} jobs`),
    da: (count: string) => `${count} job`,
  },
  JOBS_FAILED: {
    en: (count: string) => plural.en(count, '1 job', `${count} jobs`),
    da: (count: string) => `${count} job`,
  },
  SCHEDULE: {
    en: (age: string) => `Last looked at ${age} ago`,
    da: (age: string) => `Sidst set efter for ${age} siden`,
  },
  BANKS: {
    en: (count: string) => plural.en(count, '1 bank in use', `${count} banks in use`),
    da: (count: string) => plural.da(count, '1 bank i brug', `${count} banker i brug`),
  },
  ERP: {
    en: (count: string) => plural.en(count, '1 ERP system in use', `${count} ERP systems in use`),
    da: (count: string) => plural.da(count, '1 ERP-system i brug', `${count} ERP-systemer i brug`),
  },
});

/** What mends it. */
export const remedyLabels = defineLabels({
  PYTHON: { en: 'Install Python 3.11 or newer.', da: 'Installér Python 3.11 eller nyere.' },
  CONSOLE: {
    en: 'Start with ./run, which builds it; in a container, set GIROSCOPE_WEB_DIR.',
    da: 'Start med ./run, som bygger den; i en container sættes GIROSCOPE_WEB_DIR.',
  },
  DATA_DIRECTORY: {
    en: 'Set GIROSCOPE_DATA_DIR to a folder the server may write to.',
    da: 'Sæt GIROSCOPE_DATA_DIR til en mappe, som serveren må skrive i.',
  },
  DISK_SPACE: {
    en: 'Free at least 2 GiB: uploads are stored before they are read.',
    da: 'Frigør mindst 2 GiB: uploads gemmes, før de læses.',
  },
  MASTER_KEY: {
    en: 'Only the server’s own account may read the file: chmod 600. Is it gone, put it back from its backup.',
    da: 'Kun serverens egen konto må læse filen: chmod 600. Er den væk, så læg den tilbage fra sikkerhedskopien.',
  },
  DATABASE: {
    en: 'Check that the database runs and lets the server in.',
    da: 'Kontrollér, at databasen kører og lukker serveren ind.',
  },
  TABLES: { en: 'Run giroscope migrate.', da: 'Kør giroscope migrate.' },
  REALM_KEY: {
    en: 'Use the master key this realm was made with.',
    da: 'Brug den hovednøgle, som området blev oprettet med.',
  },
  WORKERS: {
    en: 'None is at work, or one of these is drained: take it back under Background work, or start a worker.',
    da: 'Ingen arbejder, eller en af disse er taget ud af drift: tag den i brug igen under Baggrundsarbejde, eller start en arbejdsproces.',
  },
  JOBS: {
    en: 'One has waited for over five minutes: start a worker, or look into its log.',
    da: 'Ét har ventet i over fem minutter: start en arbejdsproces, eller se i dens log.',
  },
  JOBS_HELD: {
    en: 'Somebody holds all work: release it under Background work.',
    da: 'Nogen holder alt arbejde tilbage: frigiv det under Baggrundsarbejde.',
  },
  JOBS_FAILED: {
    en: 'Look at each under Background work, and begin it again where its cause is gone.',
    da: 'Se på hvert under Baggrundsarbejde, og begynd det igen, hvor årsagen er væk.',
  },
  SCHEDULE: {
    en: 'Nothing was asked what is due for minutes: start a worker, or look into its log.',
    da: 'I flere minutter er intet blevet spurgt, hvad der skal ske: start en arbejdsproces, eller se i dens log.',
  },
  BANKS: {
    en: 'See Banks: each says since when it fails, and why.',
    da: 'Se Banker: hver siger, hvor længe den har fejlet, og hvorfor.',
  },
  ERP: {
    en: 'See Configuration Validation: it says what to do.',
    da: 'Se validering af opsætningen: den siger, hvad der skal gøres.',
  },
  MAIL_SERVER: {
    en: 'Check its address, port, security, user and password in the settings.',
    da: 'Kontrollér adresse, port, sikkerhed, bruger og adgangskode i indstillingerne.',
  },
  SIGN_IN: {
    en: 'Check that the sign-in runs and that the server reaches its address.',
    da: 'Kontrollér, at login-tjenesten kører, og at serveren kan nå dens adresse.',
  },
  SIGN_IN_RIGHTS: {
    en: 'The operator runs giroscope doctor; it says which right is missing.',
    da: 'Driften kører giroscope doctor; den siger, hvilken ret der mangler.',
  },
});
