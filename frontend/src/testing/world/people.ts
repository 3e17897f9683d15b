/** The people of the made-up company: every state, every flag, one request that waits. All invented. */
import { addDays } from '@/kernel/dates';
import { roomsOf, verbsWith } from './access';
import { TODAY } from './records';

type Row = Record<string, unknown>;

const at = (daysAgo: number, time = '08:14:09') => `${addDays(TODAY, -daysAgo)}T${time}Z`;

const CONFLICTS = [
  ['UPLOAD_AND_APPROVE', 'UPLOAD', 'PAYMENT_APPROVER'],
  ['MANAGE_AND_APPROVE', 'ACCOUNT_MANAGEMENT', 'PAYMENT_APPROVER'],
] as const;

function person(id: string, name: string, roles: readonly string[], extra: Row = {}): Row {
  const [givenName = '', ...rest] = name.split(' ');
  const username = name
    .toLowerCase()
    .replaceAll('ø', 'o')
    .replaceAll('å', 'a')
    .replaceAll('æ', 'ae')
    .replace(' ', '.');
  return {
    id,
    name,
    givenName,
    familyName: rest.join(' '),
    username,
    email: `${username}@nordhavn.example`,
    language: 'da',
    state: 'ACTIVE',
    hasSecondFactor: true,
    otherRoles: 0,
    requiredSteps: [],
    created: at(420),
    createdBy: null,
    lastSignIn: at(1),
    isInactive: false,
    isSelf: false,
    hasMailFailed: false,
    roles,
    grants: roles.map((role, index) => ({
      role,
      since: at(300 - index * 40),
      givenBy: index === 0 ? null : 'Astrid Holm',
    })),
    conflicts: CONFLICTS.filter(
      ([, one, other]) => roles.includes(one) && roles.includes(other),
    ).map(([code]) => code),
    roleRequests: [],
    ties: [],
    sessions: [
      {
        id: `${id}-s1`,
        started: at(0, '07:02:11'),
        lastSeen: at(0, '08:12:00'),
        address: '10.20.0.14',
        clients: ['giroscope-console'],
      },
      {
        id: `${id}-s2`,
        started: at(1, '12:40:00'),
        lastSeen: at(1, '15:01:00'),
        address: '10.20.0.77',
        clients: ['giroscope-console'],
      },
    ],
    signIns: [
      {
        time: at(0, '07:02:11'),
        kind: 'LOGIN',
        address: '10.20.0.14',
        client: 'giroscope-console',
        error: null,
      },
      {
        time: at(0, '07:01:40'),
        kind: 'LOGIN_ERROR',
        address: '10.20.0.14',
        client: 'giroscope-console',
        error: 'invalid_user_credentials',
      },
    ],
    history: [
      {
        id: `${id}-h2`,
        time: at(12),
        verb: 'users.roles_changed',
        by: 'Astrid Holm',
        address: '10.20.0.9',
        outcome: 'DONE',
        was: [{ name: 'roles', value: '' }],
        now: [{ name: 'roles', value: 'giroscope-upload, giroscope-logs' }],
      },
      {
        id: `${id}-h1`,
        time: at(300),
        verb: 'users.invited',
        by: 'Astrid Holm',
        address: '10.20.0.9',
        outcome: 'DONE',
        was: [],
        now: [{ name: 'email', value: `${username}@nordhavn.example` }],
      },
    ],
    ...extra,
  };
}

export const people: Row[] = [
  person('u1', 'Astrid Holm', ['ACCOUNT_MANAGEMENT', 'UPLOAD'], { isSelf: true }),
  person('u2', 'Bjarke Lund', ['ACCOUNT_MANAGEMENT']),
  person('u3', 'Camilla Østergaard', ['UPLOAD', 'PAYMENT_APPROVER'], { hasSecondFactor: false }),
  person('u4', 'Ditte Krogh', ['UPLOAD']),
  person('u5', 'Emil Vang', [], {
    state: 'INVITED',
    hasSecondFactor: false,
    lastSignIn: null,
    created: at(2),
    createdBy: 'Astrid Holm',
    requiredSteps: ['UPDATE_PASSWORD'],
    hasMailFailed: true,
    sessions: [],
    signIns: [],
  }),
  person('u6', 'Freja Toft', ['LOGS', 'DEBUG'], { state: 'LOCKED' }),
  person('u7', 'Gorm Bech', ['BILLING'], {
    state: 'DISABLED',
    isInactive: true,
    lastSignIn: at(200),
    sessions: [],
  }),
  person('u8', 'Hanne Riis', ['UPLOAD'], {
    isInactive: true,
    lastSignIn: at(131),
    hasSecondFactor: false,
  }),
  person('u9', 'Ib Skov', ['UPLOAD']),
];

const withoutRequests = (id: string) => ({
  ...people.find((each) => each['id'] === id),
  roleRequests: [],
});

export const roleRequests: Row[] = [
  {
    id: '3',
    role: 'PAYMENT_APPROVER',
    state: 'PENDING',
    created: at(0, '06:30:00'),
    expires: at(-7),
    requestedBy: 'Bjarke Lund',
    decided: null,
    decidedBy: null,
    reason: null,
    isOwn: false,
    decidable: true,
    obstacle: null,
    user: withoutRequests('u4'),
  },
  {
    id: '2',
    role: 'PAYMENT_APPROVER',
    state: 'PENDING',
    created: at(1),
    expires: at(-6),
    requestedBy: 'Astrid Holm',
    decided: null,
    decidedBy: null,
    reason: null,
    isOwn: true,
    decidable: false,
    obstacle: 'OWN_REQUEST',
    user: withoutRequests('u9'),
  },
  {
    id: '1',
    role: 'PAYMENT_APPROVER',
    state: 'REJECTED',
    created: at(40),
    expires: at(33),
    requestedBy: 'Astrid Holm',
    decided: at(39),
    decidedBy: 'Bjarke Lund',
    reason: 'Uploads already',
    isOwn: true,
    decidable: false,
    obstacle: 'CLOSED',
    user: withoutRequests('u8'),
  },
];
for (const request of roleRequests.filter(({ state }) => state === 'PENDING')) {
  const concerned = people.find((each) => each['id'] === (request['user'] as Row)['id']);
  if (concerned) concerned['roleRequests'] = [request];
}

export const apiSecret = {
  __typename: 'ApiClientSecret',
  clientId: 'giroscope-api-5f1c7a02e9d84b36',
  secret: 'shown-once-3xLq9',
};

export const apiClients: Row[] = [
  {
    id: '1',
    clientId: 'giroscope-api-5f1c7a02e9d84b36',
    name: 'Ledger export',
    scopes: ['JOURNALS_READ', 'PAYMENTS_READ'],
    state: 'ON',
    expires: null,
    created: at(40),
    createdByName: 'Astrid Holm',
    changed: at(40),
    changedByName: 'Astrid Holm',
    secretSince: at(40),
    lastUsed: '2026-03-09',
  },
  {
    id: '2',
    clientId: 'giroscope-api-a0b35d9174ce62f8',
    name: 'Payroll',
    scopes: ['UPLOADS_CREATE'],
    state: 'OFF',
    expires: '2026-12-31',
    created: at(90),
    createdByName: 'Astrid Holm',
    changed: at(3),
    changedByName: 'Bjarke Lund',
    secretSince: at(3),
    lastUsed: null,
  },
];

const count = (fits: (row: Row) => boolean) => people.filter(fits).length;

export const directory: Row = {
  fetched: new Date(Date.now() - 12_000).toISOString(),
  isComplete: true,
  problem: null,
  total: people.length,
  invited: count(({ state }) => state === 'INVITED'),
  active: count(({ state }) => state === 'ACTIVE'),
  locked: count(({ state }) => state === 'LOCKED'),
  disabled: count(({ state }) => state === 'DISABLED'),
  inactive: count(({ isInactive }) => isInactive === true),
  withoutSecondFactor: count(({ hasSecondFactor }) => hasSecondFactor === false),
  conflicts: count(({ conflicts }) => (conflicts as string[]).length > 0),
  waitingRequests: 2,
};

const SCREENS = [
  ['/dashboard', 'dashboard.read'],
  ['/', 'journals.read'],
  ['/payments', 'payments.read'],
  ['/statements', 'statements.read'],
  ['/journals/statements', 'statements.read'],
  ['/upload', 'uploads.create'],
  ['/upload/statement', 'uploads.create'],
  ['/messages', 'messages.read'],
  ['/account-management/users', 'users.read'],
] as const;

/** What somebody with these roles sees. */
export function sightOf(roles: readonly string[]): Row {
  const verbs = verbsWith(roles);
  return {
    screens: SCREENS.filter(([, verb]) => verbs.has(verb)).map(([address]) => address),
    rooms: roomsOf(verbs),
  };
}

/** The people a filter leaves. */
export function peopleLike({
  search,
  roles,
  states,
  inactiveDays,
  secondFactor,
  hasRoles,
  conflict,
}: Row): Row[] {
  return people.filter(
    (row) =>
      (typeof search !== 'string' ||
        `${String(row['name'])} ${String(row['email'])}`
          .toLowerCase()
          .includes(search.toLowerCase())) &&
      (!Array.isArray(roles) || (row['roles'] as string[]).some((role) => roles.includes(role))) &&
      (!Array.isArray(states) || states.includes(row['state'])) &&
      (!inactiveDays || row['isInactive'] === true) &&
      (typeof secondFactor !== 'boolean' || row['hasSecondFactor'] === secondFactor) &&
      (typeof hasRoles !== 'boolean' || (row['roles'] as string[]).length > 0 === hasRoles) &&
      (typeof conflict !== 'boolean' || (row['conflicts'] as string[]).length > 0 === conflict),
  );
}

/** What is kept of somebody, whoever it is. */
export const personalData: Row[] = [
  kept('people', 'Users', 'Brugere', 'ACCOUNT', 'DELETED', 1),
  kept('saved_views', 'Saved views', 'Gemte visninger', 'ACCOUNT', 'REPLACED', 2),
  kept('audit_events', 'Audit trail', 'Revisionsspor', 'EVIDENCE', 'KEPT', 1204),
];

function kept(
  table: string,
  en: string,
  da: string,
  purpose: string,
  outcome: string,
  rows: number,
) {
  const why = {
    en: `Kept as ${purpose.toLowerCase()}`,
    da: `Opbevares som ${purpose.toLowerCase()}`,
  };
  return { table, label: { en, da }, purpose, why, outcome, rows };
}
