/** Banks of the made-up world: one that works, one that is paused and ends soon, one that waits for its code. */

const text = (words: string) => ({ en: words, da: words });

const protocol = {
  kind: 'NORDEA_CA',
  title: text('Nordea Corporate Access'),
  summary: text('Over the bank’s web services'),
  icon: 'building-columns',
  activation: 'CODE',
  hasKey: true,
  hasCertificate: true,
};
const field = (name: string, label: string, pattern: string, longest: number, example: string) => ({
  name,
  pattern,
  longest,
  example,
  label: text(label),
  help: text(`Where ${label} stands.`),
  place: 'FIRST',
  keepsBlanks: false,
  startsAs: '',
  isFixed: false,
  choices: [],
});

export const profile = {
  key: 'nordea-dk',
  name: 'Nordea Danmark',
  title: text('Nordea Danmark'),
  isGeneric: false,
  protocol,
  country: 'DK',
  isSimulated: false,
  letterPage: null,
  capabilities: ['PAYMENT', 'STATUS', 'STATEMENT'],
  cutOffs: [{ product: 'DOMESTIC', time: '23:00' }],
  environments: ['PRODUCTION', 'TEST'],
  code: field('activationCode', 'Activation code', '\\d{10}', 10, '7392051846'),
  fields: [
    field('senderId', 'Sender ID', '\\d{10,11}', 11, '10428836015'),
    { ...field('countryCode', 'Country', '[A-Z]{2}', 2, 'DK'), startsAs: 'DK' },
  ],
};
const unreached = {
  ...profile,
  key: 'nordea-se',
  name: 'Nordea Sverige',
  title: text('Nordea Sverige'),
  country: 'SE',
  environments: [],
};

const certificate = {
  id: 'c1',
  kind: 'OWN',
  purpose: 'SIGNATURE',
  current: true,
  subject: 'CN=Havnens Handel ApS',
  issuer: 'CN=Nordea',
  serial: '1F',
  fingerprint: 'AB:CD:EF',
  validFrom: '2025-01-10T08:00:00Z',
  validTo: '2027-01-10T08:00:00Z',
  obtained: '2025-01-10T08:00:00Z',
  replaced: null,
};

const working = {
  id: 'b1',
  name: 'Nordea drift',
  environment: 'PRODUCTION',
  country: 'DK',
  state: 'ACTIVE',
  version: 3,
  created: '2025-01-10T08:00:00Z',
  createdBy: 'Astrid Holm',
  activated: '2025-01-10T08:00:00Z',
  expires: '2027-01-10T08:00:00Z',
  daysLeft: 300,
  renewsItself: true,
  renewDaysBefore: 45,
  renewsOn: '2026-11-26T08:00:00Z',
  fetchMinutes: 15,
  fetchFrom: 6,
  fetchTo: 20,
  fetchesOnWeekends: false,
  nextFetch: '2026-11-02T10:15:00Z',
  lastSent: '2026-11-02T09:00:00Z',
  lastReceived: '2026-11-02T10:00:00Z',
  lastContact: '2026-11-02T10:00:00Z',
  failingSince: null,
  said: null,
  paused: null,
  profile,
  configuration: {
    letter: [
      { name: 'senderId', label: text('Sender ID'), value: '10428836015' },
      { name: 'name', label: text('Name on the agreement'), value: 'Havnens Handel ApS' },
    ],
  },
  accounts: [{ number: 'DK6129990004281101', name: 'Drift', pays: true }],
  certificates: [certificate],
  key: {
    fingerprint: '11:22:33',
    algorithm: 'RSA 2048',
    public: null,
    created: '2025-01-10T08:00:00Z',
    createdBy: 'Astrid Holm',
    asked: null,
  },
  pendingKey: null,
  keepsCode: false,
  keyRequest: null,
  tests: [
    {
      id: 't1',
      kind: 'TEST',
      started: '2026-11-02T09:00:00Z',
      startedBy: 'Astrid Holm',
      finished: '2026-11-02T09:00:02Z',
      steps: [
        {
          stage: 'address',
          label: null,
          outcome: 'ok',
          seconds: 0.02,
          said: { en: 'The address is known.', da: 'Adressen kendes.' },
        },
        {
          stage: 'tls',
          label: null,
          outcome: 'failed',
          seconds: 1.2,
          said: { en: 'Nobody answers at port 443.', da: 'Ingen svarer på port 443.' },
        },
      ],
    },
  ],
  work: null,
};

export const banks = [
  working,
  {
    ...working,
    id: 'b2',
    name: 'Sydbank',
    state: 'EXPIRING',
    daysLeft: 12,
    paused: { since: '2026-11-02T08:10:00Z', by: 'Bo Lund', reason: 'The bank works' },
    failingSince: '2026-11-02T08:10:00Z',
    said: { en: 'The bank cannot be reached.', da: 'Banken kan ikke nås.' },
    configuration: {
      letter: [{ name: 'functionId', label: text('Function ID'), value: 'FI48210975' }],
    },
    keyRequest: {
      id: 'k1',
      reason: 'A laptop was stolen',
      created: '2026-11-02T08:00:00Z',
      expires: '2026-11-09T08:00:00Z',
      requestedBy: 'Bo Lund',
      isOwn: false,
      letter: [],
    },
  },
  {
    ...working,
    id: 'b3',
    name: 'Nordea test',
    environment: 'TEST',
    state: 'NEW',
    expires: null,
    daysLeft: null,
    renewsOn: null,
    nextFetch: null,
    lastSent: null,
    lastReceived: null,
    lastContact: null,
    certificates: [],
    key: null,
    tests: [],
    accounts: [],
  },
];

const files = [
  {
    id: 'f1',
    name: 'camt.053 1.xml',
    kind: 'camt.053',
    received: '2026-11-02T10:00:00Z',
    collected: '2026-11-02T10:00:05Z',
    refusal: null,
    said: null,
    url: '/api/documents/1',
  },
  {
    id: 'f2',
    name: 'camt.053 2.xml',
    kind: 'camt.053',
    received: '2026-11-02T10:00:00Z',
    collected: null,
    refusal: 'It is about accounts this connection does not serve: DK1',
    said: {
      en: 'It is about accounts this connection does not serve: DK1',
      da: 'Den gælder konti, som denne forbindelse ikke betjener: DK1',
    },
    url: '/api/documents/2',
  },
];

const page = (rows: readonly object[]) => ({
  edges: rows.map((node) => ({ node, cursor: '0' })),
  pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
  totalCount: rows.length,
  totalIsExact: true,
});
const success = () => ({ __typename: 'Success', id: 'b1' });

export const resolvers = {
  banks: () => page(banks),
  bank: ({ id }: { id: string }) => banks.find((one) => one.id === id) ?? null,
  bankFiles: () => page(files),
  bankProfiles: () => [profile, unreached],
  banksPaused: (): object | null => null,
  createBank: success,
  changeBank: success,
  activateBank: success,
  renewBank: success,
  testBank: success,
  fetchBank: success,
  acceptBankFile: success,
  pauseBank: success,
  resumeBank: success,
  revokeBank: success,
  deleteBank: success,
  askForBankKey: success,
  askForBankConfirmation: success,
  confirmBankKey: success,
  rejectBankKey: success,
  withdrawBankKey: success,
};
