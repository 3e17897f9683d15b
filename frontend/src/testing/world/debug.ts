/** What the made-up server knows of itself: well but for one thing, two mails, a handful of settings. All invented. */
import { connection } from './answer';

const LINK = 'http://localhost:8088/realms/nordhavn/login-actions/action-token?key=made-up';
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const mails = [
  {
    id: '20261120T081500000000-00000002',
    to: 'emil.vang@nordhavn.example',
    subject: 'Vælg en adgangskode til Giroscope',
    time: '2026-11-20T08:15:00Z',
  },
  {
    id: '20261119T140000000000-00000001',
    to: 'ditte.krogh@nordhavn.example',
    subject: 'Bekræft din mailadresse',
    time: '2026-11-19T14:00:00Z',
  },
];

export const health = {
  product: '0.1.0',
  python: '3.11.7',
  database: 'SQLite 3.45.1',
  environment: 'test',
  realm: 'nordhavn',
  checked: '2026-11-20T09:00:00Z',
  checks: [
    { code: 'PYTHON', isWell: true, fact: '3.11.7' },
    { code: 'DISK_SPACE', isWell: false, fact: '1.2 GiB' },
    { code: 'DATABASE', isWell: true, fact: '1 ms' },
    { code: 'SIGN_IN', isWell: true, fact: '6 ms' },
  ],
};

const work = (changes: object) => ({
  id: '1',
  verb: 'send',
  subject: '7',
  state: 'SUCCEEDED',
  stage: null,
  progress: null,
  message: null,
  said: null,
  attempts: 1,
  created: '2026-11-20T08:00:00Z',
  started: '2026-11-20T08:00:01Z',
  finished: '2026-11-20T08:00:03Z',
  mayBeginAgain: false,
  mayBeStopped: false,
  ...changes,
});

export const works = [
  work({
    id: '12',
    verb: 'bank-fetch',
    state: 'FAILED',
    message: 'The bank does not answer',
    said: { en: 'The bank does not answer', da: 'Banken svarer ikke' },
    mayBeginAgain: true,
  }),
  work({ id: '11', state: 'QUEUED', started: null, finished: null, mayBeStopped: true }),
  work({ id: '10', verb: 'import' }),
];

export const summary = {
  waiting: 1,
  running: 0,
  failed: 1,
  oldestWaiting: '2026-11-20T08:00:00Z',
  verbs: ['bank-fetch', 'import', 'send'],
  hold: null as object | null,
};

export const resolvers = {
  debugWork: () => summary,
  debugJobs: ({ filter }: { filter?: { states?: readonly string[]; verbs?: readonly string[] } }) =>
    connection(
      works.filter(
        ({ state, verb }) =>
          (filter?.states?.includes(state) ?? true) && (filter?.verbs?.includes(verb) ?? true),
      ),
    ),
  beginWorkAgain: () => ({ __typename: 'Success', id: '13' }),
  stopWork: ({ id }: { id: string }) => ({ __typename: 'Success', id }),
  holdWork: () => ({ __typename: 'Success', id: null }),
  releaseWork: () => ({ __typename: 'Success', id: null }),
  debugTrace: ({ text }: { text: string }) =>
    text === 'MSG-1'
      ? {
          correlationIds: ['c1'],
          more: false,
          lines: [
            {
              kind: 'JOURNAL',
              id: 'c1',
              at: '2026-11-20T08:00:00Z',
              title: 'MSG-1',
              sentence: null,
              state: 'SENT',
              note: null,
              correlationId: 'c1',
              trace: null,
              traceUrl: null,
            },
            {
              kind: 'JOB',
              id: '12',
              at: '2026-11-20T08:00:01Z',
              title: 'send',
              sentence: null,
              state: 'FAILED',
              note: null,
              correlationId: null,
              trace: TRACE,
              traceUrl: `https://traces.example/${TRACE}`,
            },
            {
              kind: 'LOG',
              id: '41',
              at: '2026-11-20T08:00:02Z',
              title: 'UploadFile, bank:1',
              sentence: null,
              state: null,
              note: {
                en: '500, 350 ms, HTTP 500: No such agreement',
                da: '500, 350 ms, HTTP 500: No such agreement',
              },
              correlationId: 'c1',
              trace: '9f86d081884c7d65',
              traceUrl: null,
            },
          ],
        }
      : { correlationIds: [], more: false, lines: [] },
  debugSession: () => ({
    realm: 'nordhavn',
    defaultRealm: 'giroscope',
    roles: ['giroscope-debug'],
    permissions: ['debug.read'],
    claims: [
      { name: 'iss', value: 'http://localhost:8088/realms/nordhavn', isMasked: false },
      { name: 'sub', value: '3f1c…9d6c', isMasked: true },
      { name: 'realm_access', value: null, isMasked: true },
    ],
  }),
  debugSwitches: () => [
    { code: 'SIMULATED_BANK', isOn: true, decidedBy: ['GIROSCOPE_BANK_SIMULATOR_PORT'] },
    { code: 'GRAPH_EXPLORER', isOn: true, decidedBy: ['GIROSCOPE_ENVIRONMENT'] },
  ],
  debugHealth: () => health,
  debugSettings: () => [
    {
      name: 'GIROSCOPE_ADMIN_PASSWORD',
      value: null,
      origin: 'ENVIRONMENT',
      isSecret: true,
      isSet: true,
    },
    {
      name: 'GIROSCOPE_DATABASE_URL',
      value: null,
      origin: 'DEFAULT',
      isSecret: false,
      isSet: false,
    },
    { name: 'GIROSCOPE_PORT', value: '8087', origin: 'DEFAULT', isSecret: false, isSet: true },
  ],
  debugClock: () => new Date().toISOString(),
  debugMails: () => ({ way: 'FOLDER', mails }),
  debugMail: ({ id }: { id: string }) => ({
    mail: mails.find((mail) => mail.id === id),
    text: `Hej Emil\n\nVælg en adgangskode:\n\n${LINK}\n`,
    links: [LINK],
  }),
};
