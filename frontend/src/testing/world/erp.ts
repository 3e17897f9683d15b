/** The ERP of the made-up world: one in use, a draft that differs, and checks of every outcome. */

const words = (en: string, da = `${en} (da)`) => ({ en, da });

const setting = (name: string, section: string, kind: string, more: object = {}) => ({
  name,
  label: words(name),
  help: words(`About ${name}`),
  kind,
  section,
  isRequired: true,
  default: '',
  choices: [],
  ...more,
});
const value = (said: object, told: string | null, more: object = {}) => ({
  setting: said,
  value: told,
  hasValue: told !== '',
  isMissing: false,
  isChanged: false,
  source: 'TENANT',
  fallback: '',
  secret: null,
  ...more,
});

export const place = setting('address', 'CONNECTION', 'ADDRESS');
export const secret = setting('key', 'CONNECTION', 'SECRET');
const company = setting('company', 'COMPANY', 'TEXT');
const pace = setting('fetch_minutes', 'SCHEDULE', 'CHOICE', {
  isRequired: false,
  default: '15',
  choices: ['0', '15', '60'],
});
const empty = ['ACCOUNTS', 'POSTING', 'NOTIFICATIONS'].map((section) => ({
  section,
  state: 'COMPLETE',
  values: [],
}));

export const sections = [
  {
    section: 'CONNECTION',
    state: 'CHANGED',
    values: [
      value(place, 'https://tryton.example', { isChanged: true }),
      value(secret, null, {
        secret: { setAt: '2026-10-01T08:00:00Z', setBy: 'Bo Lund', isGone: false },
      }),
    ],
  },
  { section: 'COMPANY', state: 'COMPLETE', values: [value(company, '1')] },
  {
    section: 'SCHEDULE',
    state: 'COMPLETE',
    values: [value(pace, '15', { source: 'DEFAULT', fallback: '15' })],
  },
  ...empty,
];

const line = {
  id: 'v1',
  number: 1,
  kind: 'tryton',
  connector: 'Tryton',
  state: 'ACTIVE',
  note: null,
  restoredFrom: null,
  created: '2026-10-01T08:00:00Z',
  createdBy: 'Bo Lund',
  changed: '2026-10-01T08:00:00Z',
  changedBy: 'Bo Lund',
  activated: '2026-10-01T09:00:00Z',
  activatedBy: 'Astrid Holm',
  superseded: null,
};
export const active = { ...line, revision: 1, validity: 'VALID', impact: [], sections };
export const draft = {
  ...line,
  id: 'v2',
  number: null,
  state: 'DRAFT',
  note: 'The server moved',
  revision: 4,
  validity: 'VALID',
  activated: null,
  activatedBy: null,
  impact: [words('Calls go to https://tryton.example.')],
  sections,
};
const former = {
  ...line,
  id: 'v0',
  number: 0,
  state: 'SUPERSEDED',
  superseded: '2026-10-01T09:00:00Z',
};

export const books = {
  id: 'b1',
  kind: 'tryton',
  name: 'Tryton',
  since: '2026-10-01T09:00:00Z',
  lastContact: '2026-11-02T10:00:00Z',
  failingSince: null,
  said: null as object | null,
};
export const connectors = [
  {
    kind: 'economic',
    name: 'Visma e-conomic',
    evidence: 'CONTRACT',
    operations: ['LIST_COMPANIES'],
    settings: [place],
  },
  {
    kind: 'tryton',
    name: 'Tryton',
    evidence: 'REAL_SERVER',
    operations: ['LIST_COMPANIES'],
    settings: [place, secret, company],
  },
];

const result = (outcome: string, found: string, more: object = {}) => ({
  id: `result of ${found}`,
  outcome,
  started: '2026-11-02T06:00:00Z',
  seconds: 0.42,
  found: words(found),
  remedy: null,
  items: [],
  said: null,
  detailSaid: null,
  field: null,
  callIds: [],
  isCurrent: true,
  ...more,
});
const check = (
  name: string,
  section: string,
  title: string,
  found: object | null,
  more: object = {},
) => ({
  name,
  section,
  needs: [],
  title: words(title),
  looksAt: words(`That ${title} is right`),
  matters: words(`Else nothing of ${title} works`),
  blocks: true,
  isNewTrouble: false,
  result: found,
  ...more,
});

export const checks = [
  check('endpoint', 'CONNECTION', 'Address and secure line', result('PASSED', 'It answers.')),
  check(
    'sign_in',
    'CONNECTION',
    'Sign-in',
    result('FAILED', 'The ERP does not accept the secret.', {
      remedy: words('Make a new one in the ERP.'),
      field: 'key',
      said: { en: 'Tryton refuses the application key.', da: 'Tryton afviser programnøglen.' },
      detailSaid: { en: 'Invalid key', da: 'Invalid key' },
      callIds: ['call-0001'],
    }),
    { isNewTrouble: true },
  ),
  check(
    'company',
    'COMPANY',
    'Company',
    result('SKIPPED', 'It stands on “Sign-in”, which has not succeeded.'),
  ),
  check(
    'accounts',
    'ACCOUNTS',
    'Own bank accounts',
    result('WARNING', '1 of 2 is not known here.', {
      remedy: words('Connect it under Banks.'),
      items: [
        { id: '7', text: words('Drift (DK50)'), tone: 'WELL' },
        { id: '8', text: words('Løn (DK51): not known here'), tone: 'WARNING' },
      ],
    }),
  ),
  check('sample', 'POSTING', 'Sample payments', null, { blocks: false }),
  check('clock', 'CONNECTION', 'Clock', result('UNKNOWN', 'No answer within 90 s.')),
];
export const validation = {
  version: 'v1',
  number: 1,
  revision: 1,
  connector: 'Tryton',
  validity: 'INVALID',
  verdict: 'INVALID',
  newSinceYesterday: 1,
  checks,
  work: null as object | null,
  runs: [
    {
      id: 'n1',
      started: '2026-11-02T06:00:00Z',
      startedBy: 'Giroscope',
      byItself: true,
      finished: '2026-11-02T06:00:09Z',
      checks: checks.map(({ name }) => name),
      passed: 1,
      warnings: 1,
      failed: 1,
      other: 2,
    },
  ],
  report: () => 'Validation of the ERP connection',
};

const success = () => ({ __typename: 'Success', id: 'v2' });

export const resolvers = {
  erpConnectors: () => connectors,
  erpRequests: (): object[] => [],
  confirmErpRequest: () => ({ __typename: 'Success', id: '1' }),
  rejectErpRequest: () => ({ __typename: 'Success', id: '1' }),
  withdrawErpRequest: () => ({ __typename: 'Success', id: '1' }),
  erpConfiguration: (): object => ({ active, draft: null, versions: [line, former], books }),
  erpValidation: (): object | null => validation,
  erpDifferences: () => [
    {
      name: 'address',
      label: words('address'),
      section: 'CONNECTION',
      was: 'https://old.example',
      now: 'https://tryton.example',
      isSecret: false,
    },
    { name: 'key', label: words('key'), section: 'CONNECTION', was: '', now: '', isSecret: true },
  ],
  erpConfigurationFile: () => '{"format": "giroscope erp configuration"}',
  erpWindowOrigins: (): object[] => [
    { origin: 'https://erp.example.com', added: '2026-10-02T08:00:00Z', addedBy: 'Astrid Holm' },
  ],
  allowErpWindow: success,
  forbidErpWindow: success,
  saveErpDraft: success,
  importErpConfiguration: success,
  discardErpDraft: success,
  restoreErpVersion: success,
  activateErpConfiguration: success,
  validateErpDraft: success,
  testErpSection: success,
  runErpChecks: success,
  cancelErpChecks: success,
  erpMapping: (): object | null => null,
  saveErpMapping: success,
  removeErpMapping: success,
  importErpMappings: (): object => ({ __typename: 'ErpImport', isWritten: false, lines: [] }),
};
