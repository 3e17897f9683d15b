/** The made-up communication log: a sending that went well, and one that the bank refused. */
import { connection } from './answer';

export const AT = '2026-11-02T10:00:00.250Z';
interface Both {
  en: string;
  da: string;
}
const about = 'c0ffee00-0000-4000-8000-000000000001';
const PAYMENT = '<Envelope><Header/><Body><Nm>J***</Nm><IBAN>DK50***6243</IBAN></Body></Envelope>';
const FAULT = '<Envelope><Fault><faultstring>No such agreement</faultstring></Fault></Envelope>';

const base = {
  correlationId: about as string | null,
  uri: 'https://bank.example/corporate',
  direction: 'OUT',
  logType: 'BANK',
  peer: 'bank:1',
  operation: 'UploadFile',
  status: 200 as number | null,
  durationMs: 250,
  size: PAYMENT.length,
  isReply: false,
  isCut: false,
  hasBytes: true,
  failure: null as string | null,
  said: null as Both | null,
  cause: null as string | null,
  causeSaid: null as Both | null,
  requestId: 'r-1',
  trace: null,
  sha256: 'a'.repeat(64),
  created: AT,
};
const said = { ...base, id: '1', data: PAYMENT };
const answered = {
  ...base,
  id: '2',
  direction: 'IN',
  isReply: true,
  created: '2026-11-02T10:00:00.500Z',
  data: '{"taken": true,\\n"count": 12345678901234567890}',
  size: 40,
};
export const refused = {
  ...base,
  id: '3',
  direction: 'IN',
  isReply: true,
  correlationId: null,
  status: 500,
  cause: 'HTTP 500: No such agreement',
  causeSaid: { en: 'HTTP 500: No such agreement', da: 'HTTP 500: No such agreement' },
  data: FAULT,
  hasBytes: false,
  created: '2026-11-02T09:00:00.000Z',
  requestId: 'r-2',
};
export const entries = [
  { ...answered, counterpart: said },
  { ...said, counterpart: answered },
  { ...refused, counterpart: null },
];
export const keeping = {
  keepDays: 90,
  mostMegabytes: 2048,
  keepsBytes: true,
  hidesNames: true,
  hidesAccounts: true,
  hidesAmounts: false,
  hidesTexts: false,
  stored: 4096,
  lost: 0,
  lostAt: null as string | null,
  version: 1,
};

export const resolvers = {
  communicationLogs: ({
    filter = {},
    ...page
  }: {
    filter?: { types?: string[]; correlationId?: string; text?: string };
  }) =>
    connection(
      entries.filter(
        (row) =>
          (!filter.types || filter.types.includes(row.logType)) &&
          (!filter.correlationId || row.correlationId === filter.correlationId) &&
          (!filter.text || row.data.includes(filter.text)),
      ),
      page,
    ),
  communicationLog: ({ id }: { id: string }) => entries.find((row) => row.id === id) ?? null,
  logTypeCounts: () =>
    ['BANK', 'ERP', 'IDENTITY', 'MAIL', 'WEBHOOK'].map((logType) => ({
      logType,
      count: logType === 'BANK' ? 3 : 0,
      isExact: true,
    })),
  logKeeping: () => keeping,
  logCauses: () => ({
    isWhole: true,
    causes: [
      {
        logType: 'BANK',
        cause: refused.cause,
        said: refused.causeSaid,
        count: 4,
        firstSeen: '2026-11-01T09:00:00Z',
        lastSeen: refused.created,
        latestId: '3',
      },
    ],
  }),
  logReplay: () => [
    {
      name: 'camt053.xml',
      uploadId: '7',
      documentId: '9',
      correlationId: about,
      fault: null,
      facts: [
        { name: 'totals', noted: '10.00 DKK (1)', now: '12.00 DKK (1)', differs: true },
        { name: 'format', noted: 'camt.053', now: 'camt.053', differs: false },
      ],
    },
  ],
  revealLog: ({ id }: { id: string }) => ({
    __typename: 'RevealedLog',
    id,
    text: '<Nm>Jane Doe</Nm>',
    isText: true,
  }),
  redeliverLog: () => ({ __typename: 'Success', id: '7' }),
  changeLogKeeping: () => ({ __typename: 'Success', id: null }),
};
