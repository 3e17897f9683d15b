/** Words of the ERP's configuration; those of single settings come from the server. */
import { defineLabels } from '@/kernel/i18n';

export const labels = defineLabels({
  title: { en: 'Configuration', da: 'Opsætning' },
  lead: {
    en: 'Connection to the ERP finance system, and what is exchanged with it.',
    da: 'Forbindelsen til ERP-finanssystemet, og hvad der udveksles.',
  },
  emptyTitle: { en: 'No ERP is connected yet', da: 'Intet ERP-system er tilsluttet endnu' },
  emptyText: {
    en: 'Payments are then fetched from the ERP, and it receives their status. Nothing is exchanged before a validated configuration is activated.',
    da: 'Derefter hentes betalinger fra ERP-systemet, og det modtager deres status. Intet udveksles, før en valideret opsætning er aktiveret.',
  },
  emptyReader: {
    en: 'An account manager connects the ERP.',
    da: 'En brugeradministrator tilslutter ERP-systemet.',
  },
  connect: { en: 'Connect an ERP', da: 'Tilslut et ERP-system' },
  changeErp: { en: 'Change ERP', da: 'Skift ERP' },
  changeErpHelp: {
    en: 'The draft starts with empty settings for the new ERP. The active configuration stays until you activate the draft.',
    da: 'Kladden starter med tomme indstillinger for det nye ERP-system. Den aktive opsætning gælder, indtil kladden aktiveres.',
  },
  choose: { en: 'ERP', da: 'ERP-system' },
  begin: { en: 'Continue', da: 'Fortsæt' },
  begun: {
    en: 'Draft created',
    da: 'Kladden er oprettet',
  },
  noChoice: { en: 'Choose an ERP', da: 'Vælg et ERP-system' },
  noConnectors: {
    en: 'No connector is installed here.',
    da: 'Der er ikke installeret nogen forbindelse her.',
  },

  REAL_SERVER: {
    en: 'Tested against the real ERP',
    da: 'Testet mod det rigtige ERP-system',
  },
  CONTRACT: {
    en: 'Contract-tested, not run against the vendor',
    da: 'Testet mod leverandørens dokumentation, ikke mod leverandøren selv',
  },
  EMBEDDED: { en: 'Part of Giroscope', da: 'Del af Giroscope' },

  inUse: {
    en: 'Active',
    da: 'Aktiv',
  },
  draft: { en: 'Draft', da: 'Kladde' },
  former: { en: 'Earlier', da: 'Tidligere' },
  version: {
    en: (number: number) => `Version ${number}`,
    da: (number: number) => `Version ${number}`,
  },
  nothingInUse: {
    en: 'No active configuration.',
    da: 'Ingen aktiv opsætning.',
  },
  activatedBy: {
    en: (who: string) => `activated by ${who}`,
    da: (who: string) => `aktiveret af ${who}`,
  },
  changedBy: { en: (who: string) => `changed by ${who}`, da: (who: string) => `ændret af ${who}` },
  restoredFrom: {
    en: (number: number) => `from version ${number}`,
    da: (number: number) => `fra version ${number}`,
  },
  lastContact: {
    en: 'Last successful response',
    da: 'Seneste vellykkede svar',
  },
  never: {
    en: 'none yet',
    da: 'ingen endnu',
  },
  failing: {
    en: 'No successful response since',
    da: 'Intet vellykket svar siden',
  },
  toValidation: { en: 'Validation', da: 'Validering' },

  DRAFT: { en: 'Not validated', da: 'Ikke valideret' },
  VALIDATING: { en: 'Validating …', da: 'Valideres …' },
  VALID: { en: 'Valid', da: 'Gyldig' },
  WARNINGS: { en: 'Valid with warnings', da: 'Gyldig med advarsler' },
  INVALID: { en: 'Invalid', da: 'Ugyldig' },
  UNKNOWN: { en: 'The ERP did not answer', da: 'ERP-systemet svarede ikke' },
  STALE: { en: 'Changed since validation', da: 'Ændret siden valideringen' },

  validate: { en: 'Validate', da: 'Validér' },
  validateAsked: { en: 'The draft is being validated', da: 'Kladden valideres' },
  activate: { en: 'Activate', da: 'Aktivér' },
  activateTitle: { en: 'Activate this draft?', da: 'Aktivér denne kladde?' },
  activated: { en: 'Configuration activated', da: 'Opsætningen er aktiveret' },
  activationAsked: {
    en: 'Pending confirmation by another account manager.',
    da: 'Afventer bekræftelse fra en anden brugeradministrator.',
  },
  activateWarnings: {
    en: 'The validation ended with warnings.',
    da: 'Valideringen endte med advarsler.',
  },
  activateFirst: {
    en: 'Validate the draft before activating it.',
    da: 'Validér kladden, før den aktiveres.',
  },
  activateMissing: {
    en: 'Fill in the missing settings, then validate.',
    da: 'Udfyld de manglende indstillinger, og validér derefter.',
  },
  impact: {
    en: 'Changes on activation',
    da: 'Ændringer ved aktivering',
  },
  discard: {
    en: 'Discard draft',
    da: 'Kassér kladden',
  },
  discardTitle: { en: 'Discard the draft?', da: 'Kassér kladden?' },
  discardHelp: {
    en: 'Its changes and secrets are permanently deleted. The active configuration does not change.',
    da: 'Ændringer og hemmeligheder i kladden slettes permanent. Den aktive opsætning ændres ikke.',
  },
  discarded: {
    en: 'Draft discarded',
    da: 'Kladden er kasseret',
  },

  CONNECTION: { en: 'Connection', da: 'Forbindelse' },
  COMPANY: { en: 'Company and ledger', da: 'Virksomhed og regnskab' },
  ACCOUNTS: { en: 'Accounts', da: 'Konti' },
  POSTING: { en: 'Posting', da: 'Bogføring' },
  SCHEDULE: { en: 'Schedule', da: 'Tidsplan' },
  NOTIFICATIONS: {
    en: 'Notifications',
    da: 'Notifikationer',
  },
  'section COMPLETE': { en: 'Complete', da: 'Udfyldt' },
  'section MISSING': { en: 'Missing', da: 'Mangler' },
  'section CHANGED': { en: 'Changed', da: 'Ændret' },
  edit: {
    en: 'Edit',
    da: 'Redigér',
  },
  editSection: {
    en: (section: string) => `Edit ${section}`,
    da: (section: string) => `Redigér ${section}`,
  },
  test: { en: 'Test', da: 'Test' },
  testSection: {
    en: (section: string) => `Test ${section}`,
    da: (section: string) => `Test ${section}`,
  },
  testing: { en: 'Testing …', da: 'Tester …' },
  tested: { en: 'Last test', da: 'Seneste test' },
  olderTest: {
    en: 'of an earlier draft',
    da: 'fra en tidligere kladde',
  },
  noSettings: {
    en: 'No settings for this ERP.',
    da: 'Ingen indstillinger for dette ERP-system.',
  },

  DEFAULT: { en: 'Default', da: 'Standard' },
  OPERATOR: {
    en: 'Set by the administrator',
    da: 'Sat af administrator',
  },
  TENANT: { en: 'Set here', da: 'Sat her' },
  changed: { en: 'Changed', da: 'Ændret' },
  missing: { en: 'Missing', da: 'Mangler' },
  yes: { en: 'yes', da: 'ja' },
  no: { en: 'no', da: 'nej' },
  notSet: { en: 'Not set', da: 'Ikke angivet' },
  secretSet: { en: 'Set on', da: 'Sat' },
  secretBy: { en: (who: string) => `by ${who}`, da: (who: string) => `af ${who}` },
  secretOfOperator: { en: 'Set by the administrator', da: 'Sat af administrator' },
  secretGone: { en: 'Deleted; enter it again', da: 'Slettet; angiv den igen' },
  secretHelp: {
    en: 'Stored encrypted and never shown again. Leave empty to keep the current one.',
    da: 'Gemmes krypteret og vises aldrig igen. Lad feltet stå tomt for at beholde den nuværende.',
  },
  replaceSecret: { en: (name: string) => `New ${name}`, da: (name: string) => `Ny ${name}` },
  emptyFor: {
    en: (value: string) => `Leave empty for “${value}”`,
    da: (value: string) => `Lad stå tomt for »${value}«`,
  },
  found: { en: 'Found in the ERP', da: 'Fundet i ERP-systemet' },
  choice: {
    en: 'Default',
    da: 'Standard',
  },
  save: {
    en: 'Save draft',
    da: 'Gem kladde',
  },
  saved: {
    en: 'Draft saved',
    da: 'Kladden er gemt',
  },
  required: {
    en: 'Required',
    da: 'Skal udfyldes',
  },
  note: { en: 'Note', da: 'Bemærkning' },
  noteHelp: {
    en: 'Shown in the history.',
    da: 'Vises i historikken.',
  },
  noteTitle: { en: 'Note on the draft', da: 'Bemærkning til kladden' },

  history: { en: 'History', da: 'Historik' },
  noHistory: {
    en: 'No versions yet.',
    da: 'Ingen versioner endnu.',
  },
  compare: { en: 'Compare', da: 'Sammenlign' },
  compareFrom: { en: 'From', da: 'Fra' },
  compareTo: { en: 'To', da: 'Til' },
  same: {
    en: 'No differences.',
    da: 'Ingen forskelle.',
  },
  differences: { en: 'Differences', da: 'Forskelle' },
  setting: { en: 'Setting', da: 'Indstilling' },
  was: {
    en: 'Before',
    da: 'Før',
  },
  now: {
    en: 'After',
    da: 'Efter',
  },
  otherSecret: { en: 'another secret', da: 'en anden hemmelighed' },
  restore: { en: 'Restore as a draft', da: 'Gendan som kladde' },
  restoreVersion: {
    en: (number: number) => `Restore version ${number} as a draft`,
    da: (number: number) => `Gendan version ${number} som kladde`,
  },
  restored: {
    en: (number: number) => `Version ${number} restored as a draft`,
    da: (number: number) => `Version ${number} er gendannet som kladde`,
  },
  restoreBlocked: {
    en: 'Activate or discard the draft first.',
    da: 'Aktivér eller kassér kladden først.',
  },
  from: { en: 'From', da: 'Fra' },
  until: { en: 'Until', da: 'Til' },
  by: { en: 'By', da: 'Af' },
  export: { en: 'Export', da: 'Eksportér' },
  exportHelp: {
    en: 'The configuration as a file, without secrets.',
    da: 'Opsætningen som fil, uden hemmeligheder.',
  },
  window: { en: 'Window in the accounting system', da: 'Vindue i økonomisystemet' },
  windowHelp: {
    en: 'Your accounting system can embed the payment file check and receives the result. It opens this address:',
    da: 'Jeres økonomisystem kan indlejre kontrollen af betalingsfiler og modtager resultatet. Det åbner denne adresse:',
  },
  windowAddress: { en: 'Address of the window', da: 'Vinduets adresse' },
  origins: {
    en: 'Allowed accounting systems',
    da: 'Tilladte økonomisystemer',
  },
  noOrigins: {
    en: 'No accounting system is allowed, so the check cannot be embedded.',
    da: 'Intet økonomisystem er tilladt, så kontrollen kan ikke indlejres.',
  },
  origin: {
    en: 'Origin',
    da: 'Oprindelse',
  },
  originHelp: {
    en: 'The beginning of the accounting system’s address, such as https://erp.example.com. No wildcards.',
    da: 'Begyndelsen af økonomisystemets adresse, f.eks. https://erp.example.dk. Ingen jokertegn.',
  },
  addOrigin: {
    en: 'Add accounting system',
    da: 'Tilføj økonomisystem',
  },
  originAdded: {
    en: 'Accounting system added',
    da: 'Økonomisystemet er tilføjet',
  },
  removeOrigin: {
    en: (origin: string) => `Remove ${origin}`,
    da: (origin: string) => `Fjern ${origin}`,
  },
  removeOriginTitle: {
    en: 'Remove the accounting system?',
    da: 'Fjern økonomisystemet?',
  },
  removeOriginHelp: {
    en: (origin: string) => `Pages of ${origin} can no longer embed the payment file check.`,
    da: (origin: string) =>
      `Sider på ${origin} kan ikke længere indlejre kontrollen af betalingsfiler.`,
  },
  remove: { en: 'Remove', da: 'Fjern' },
  originGone: {
    en: (origin: string) => `${origin} removed`,
    da: (origin: string) => `${origin} er fjernet`,
  },
  import: { en: 'Import', da: 'Importér' },
  importTitle: {
    en: 'Import a configuration',
    da: 'Importér en opsætning',
  },
  importHelp: {
    en: 'The file replaces the draft. It contains no secrets; enter them afterwards.',
    da: 'Filen erstatter kladden. Den indeholder ingen hemmeligheder; angiv dem bagefter.',
  },
  imported: {
    en: 'Draft imported',
    da: 'Kladden er importeret',
  },
});

/** What choices of the product's own settings are called; those of an ERP show as it spells them. */
export const choiceLabels = defineLabels({
  'fetch_minutes 0': {
    en: 'manually',
    da: 'manuelt',
  },
  'fetch_minutes 5': { en: 'every 5 minutes', da: 'hvert 5. minut' },
  'fetch_minutes 15': { en: 'every 15 minutes', da: 'hvert 15. minut' },
  'fetch_minutes 30': { en: 'every 30 minutes', da: 'hvert 30. minut' },
  'fetch_minutes 60': { en: 'every hour', da: 'hver time' },
  'fetch_minutes 240': { en: 'every 4 hours', da: 'hver 4. time' },
  'check_time never': {
    en: 'never',
    da: 'aldrig',
  },
  'tells every': {
    en: 'on every change',
    da: 'ved hver ændring',
  },
  'tells worse': {
    en: 'only when it gets worse',
    da: 'kun ved forværring',
  },
  'tells never': { en: 'never', da: 'aldrig' },
  'mail_language en': { en: 'English', da: 'Engelsk' },
  'mail_language da': { en: 'Danish', da: 'Dansk' },
});
