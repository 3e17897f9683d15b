/** A small made-up world: one company, three accounts, a month of movements. All of it invented. */
import { addDays, isWeekend, plainDateOf } from '@/kernel/dates';

/** A sentence of the server in both languages, and in English alone beside it. */
const told = (message: string, da: string) => ({ message, said: { en: message, da } });

type Row = Record<string, unknown>;

export const TODAY = plainDateOf(new Date());
const at = (daysAgo: number, time = '08:14:09') => `${addDays(TODAY, -daysAgo)}T${time}Z`;

export const accounts: Row[] = [
  {
    id: 'a1',
    number: 'DK5000400440116243',
    iban: 'DK5000400440116243',
    name: 'Operations DKK',
    nickname: null,
    owner: 'Nordhavn Handel A/S',
    currency: 'DKK',
    servicer: 'NDEADKKK',
    otherNames: [],
    joined: [],
  },
  {
    id: 'a2',
    number: 'DE89370400440532013000',
    iban: 'DE89370400440532013000',
    name: null,
    nickname: null,
    owner: 'Nordhavn Handel A/S',
    currency: 'EUR',
    servicer: 'COBADEFF',
    otherNames: [],
    joined: [],
  },
  {
    id: 'a3',
    number: '3000-0123456',
    iban: null,
    name: 'Payroll',
    nickname: null,
    owner: 'Nordhavn Handel A/S',
    currency: 'DKK',
    servicer: 'DABADKKK',
    otherNames: [],
    joined: [],
  },
];

const documentOf = (
  id: string,
  kind: string,
  name: string,
  version: string,
  size: string,
  daysAgo: number,
): Row => ({
  id,
  name,
  kind,
  format: version.slice(0, 8),
  version,
  size,
  sha256: id.padEnd(64, '4fa1c09be'),
  received: at(daysAgo),
  receivedBy: 'Astrid Holm',
  source: 'UPLOAD',
  url: `/api/documents/${id}`,
});

const documents = {
  pay: documentOf('d1', 'PAYMENT', 'suppliers-november.xml', 'pain.001.001.09', '48213', 3),
  status: documentOf('d2', 'STATUS', 'PSR-20261118-0001.xml', 'pain.002.001.10', '6120', 2),
  statement: documentOf('d3', 'STATEMENT', 'camt053-ops-322.xml', 'camt.053.001.08', '912044', 1),
  bad: documentOf('d4', 'PAYMENT', 'salaries.xml', 'pain.001.001.03', '3110', 1),
};

const names = [
  'Bølgen Fisk ApS',
  'Kystværftet A/S',
  'Østbro Papir',
  'Lindqvist & Söner AB',
  'Hafen Logistik GmbH',
  'Skagen Energi',
  'Told og Afgift',
  'Mølleåens Mejeri',
];

function transaction(index: number): Row {
  const account = accounts[index % 3] as Row;
  const daysAgo = Math.floor(index / 4);
  const credit = index % 3 === 0;
  const batch = index % 11 === 5;
  const date = addDays(TODAY, -daysAgo);
  const amount = `${((index * 7919) % 94000) + 12}.${String((index * 37) % 100).padStart(2, '0')}`;
  return {
    id: `t${index}`,
    account,
    bookingDate: date,
    valueDate: date,
    amount: { amount, currency: account['currency'] },
    direction: credit ? 'CREDIT' : 'DEBIT',
    counterparty: {
      name: batch ? null : names[index % names.length],
      account: batch ? null : `DK${String(10 + (index % 80))}0040044011${6000 + index}`,
      agent: null,
    },
    remittance: batch ? 'Salaries and suppliers' : `Invoice ${20_400 + index}`,
    reference: index % 5 === 0 ? `RF18${539_007_547 + index}` : null,
    endToEndId: batch ? null : `E2E-2611-${String(index).padStart(5, '0')}`,
    bankReference: `N26${index}`,
    bankTransactionCode: credit ? 'PMNT/RCDT/ESCT' : 'PMNT/ICDT/DMCT',
    additionalInformation: null,
    instructed: index === 1 ? { amount: '1450.00', currency: 'SEK' } : null,
    exchange: index === 1 ? { source: 'SEK', target: 'EUR', rate: '0.08791', unit: '1' } : null,
    charges:
      index === 1
        ? [{ amount: '2.50', currency: 'EUR', direction: 'DEBIT', included: true, kind: 'SHAR' }]
        : [],
    state: index === 2 ? 'PENDING' : 'BOOKED',
    replaced: false,
    possibleDuplicate: false,
    reversal: index === 4,
    batch,
    batchCount: batch ? 3 : null,
    detailCount: batch ? 3 : 0,
    detailsAddUp: batch ? index % 2 === 1 : null,
    witnesses: [],
    parentId: null,
    statement: { id: `s${(index % 3) + 1}`, sequence: '322', bankId: `322-${index % 3}` },
    reconciliation: {
      state: index % 7 === 0 ? 'MATCHED' : 'OPEN',
      paymentId: null,
      correlationId: index % 7 === 0 ? 'c1' : null,
      match: null,
    },
    posting: index === 3 ? { account: '7220', text: 'Bank fees', rule: 'Fees', version: 2 } : null,
    marks: index === 3 ? [{ labelId: 'l1', label: 'To look at', rule: 'Fees', version: 2 }] : [],
    runningBalance: `${(index * 104_729) % 2_000_000}.25`,
  };
}

export const transactions = Array.from({ length: 137 }, (_, index) => transaction(index));

export const detailsOf = (id: string): Row[] =>
  [0, 1, 2].map((index) => ({
    ...transaction(300 + index),
    id: `${id}-${index}`,
    parentId: id,
    batch: false,
    batchCount: null,
    detailCount: 0,
    detailsAddUp: null,
  }));

const statementRows: Row[] = accounts.map((account, index) => ({
  id: `s${index + 1}`,
  format: 'camt.053',
  account,
  bankId: `322-${index}`,
  sequence: '322',
  currency: account['currency'],
  fromDate: addDays(TODAY, -1),
  toDate: addDays(TODAY, -1),
  created: at(1, '05:12:00'),
  opening: index === 2 ? null : '1204332.10',
  openingDate: addDays(TODAY, -1),
  closing: '1189402.77',
  closingDate: addDays(TODAY, -1),
  incoming: '45210.00',
  outgoing: '60139.33',
  entries: 41,
  details: 97,
  balanced: [true, false, null][index],
  previousClosing: index === 1 ? '1204000.00' : null,
  kind: 'BOOKED',
  status: 'CURRENT',
  reason: null,
  link: ['FOLLOWS', 'GAP', 'FIRST'][index],
  periodSource: 'STATED',
  page: null,
  removedEntries: [],
  correlationId: 'c1',
  document: documents.statement,
}));

export const statements: Row[] = statementRows.map((row) => ({ ...row, versions: [row] }));

export { documents };

const journal = (id: string, state: string, daysAgo: number, extra: Row): Row => ({
  correlationId: id,
  state,
  created: at(daysAgo),
  updated: at(Math.max(0, daysAgo - 1)),
  source: 'UPLOAD',
  messageId: `MSG-2611${20 - daysAgo}-01`,
  account: accounts[0],
  executionDate: addDays(TODAY, 1 - daysAgo),
  paymentDocument: documents.pay,
  statusDocument: null,
  statementDocument: null,
  documents: [documents.pay],
  statements: [],
  findings: [],
  messages: [],
  furtherAccounts: 0,
  paidFrom: null,
  totals: [{ currency: 'DKK', amount: '184220.50', count: 24 }],
  unpaid: [],
  counts: { payments: 24, accepted: 0, rejected: 0, pending: 24, booked: 0, returned: 0 },
  timeline: [
    {
      at: at(daysAgo, '08:14:09'),
      code: 'file.received',
      ...told('suppliers-november.xml was received', 'suppliers-november.xml er modtaget'),
      level: 'INFO',
      actor: 'Astrid Holm',
      document: documents.pay,
      values: [],
    },
    {
      at: at(daysAgo, '08:14:12'),
      code: 'payment.validated',
      ...told(
        '24 payments were checked without findings',
        '24 betalinger er kontrolleret uden fund',
      ),
      level: 'SUCCESS',
      actor: null,
      document: null,
      values: [],
    },
  ],
  nextStep: {
    step:
      state === 'PARTIALLY_ACCEPTED'
        ? 'PARTLY_REJECTED'
        : state === 'INVALID'
          ? 'INVALID'
          : 'WAIT_FOR_STATUS',
    values: [],
    acts: ['OPEN_STATUS'],
  },
  answers: [],
  comments: [],
  holds: [],
  approval: null,
  sending: null,
  validation: null,
  ...extra,
});

const reason = {
  code: 'AC04',
  text: 'Kontoen er opsagt',
  meaning: 'The account is closed',
  remedy: 'OTHER_ACCOUNT',
  advice: 'Ask the payee for another account by a way you trust, and pay again in a new file.',
};
const said = (code: string, count: number, meaning: string | null) => ({
  code,
  count,
  meaning,
  isNameCheck: code === 'RVCM',
});

const reject = {
  at: at(2, '10:02:40'),
  code: 'status.received',
  ...told('The bank rejected 2 of 24 payments', 'Banken afviste 2 af 24 betalinger'),
  level: 'WARNING',
  actor: null,
  document: documents.status,
  values: [],
};

export const journals: Row[] = [
  journal('c1', 'PARTIALLY_ACCEPTED', 3, {
    statusDocument: documents.status,
    statementDocument: documents.statement,
    documents: [documents.pay, documents.status, documents.statement],
    statements: [statements[0]],
    totals: [
      { currency: 'DKK', amount: '184220.50', count: 20 },
      { currency: 'EUR', amount: '9120.00', count: 4 },
    ],
    counts: { payments: 24, accepted: 2, rejected: 2, pending: 0, booked: 20, returned: 0 },
    timeline: [...(journal('x', 'SENT', 3, {})['timeline'] as Row[]), reject],
    nextStep: {
      step: 'PARTLY_REJECTED',
      values: [
        { name: 'count', value: '2' },
        { name: 'of', value: '24' },
        { name: 'reason', value: 'AC04' },
        { name: 'meaning', value: 'The account is closed' },
      ],
      acts: ['OPEN_PAYMENTS', 'OPEN_STATUS', 'RESEND'],
    },
    answers: [
      {
        document: documents.status,
        received: at(2, '10:02:40'),
        stated: at(2, '10:00:00'),
        counting: 24,
        lines: [
          {
            batch: null,
            status: said('PART', 1, 'Some payments are accepted, others not yet'),
            reasons: [],
          },
          {
            batch: 'B1',
            status: said('RVCM', 1, "Some payees' names do not fit their accounts"),
            reasons: [reason],
          },
        ],
        payments: [said('ACSC', 22, 'The money has left the account'), said('RJCT', 2, 'Rejected')],
      },
      {
        document: documents.status,
        received: at(1, '11:00:00'),
        stated: null,
        counting: 0,
        lines: [{ batch: null, status: said('HMMM', 1, null), reasons: [] }],
        payments: [],
      },
    ],
    comments: [
      { id: 'k1', at: at(1), by: 'Astrid Holm', text: 'Asked the payee for a new account.' },
    ],
    findings: [
      {
        severity: 'WARNING',
        code: 'address.unstructured',
        ...told('The creditor’s address is unstructured', 'The creditor’s address is unstructured'),
        line: 88,
        path: '/Document/CstmrCdtTrfInitn/PmtInf[1]/CdtTrfTxInf[3]/Cdtr/PstlAdr',
      },
    ],
  }),
  journal('c2', 'INVALID', 1, {
    paymentDocument: documents.bad,
    documents: [documents.bad],
    messageId: 'SAL-2026-11',
    counts: { payments: 0, accepted: 0, rejected: 0, pending: 0, booked: 0, returned: 0 },
    totals: [],
  }),
  journal('c3', 'AWAITING_APPROVAL', 0, {
    messageId: 'MSG-RENT-11',
    totals: [{ currency: 'DKK', amount: '42000.00', count: 1 }],
    counts: { payments: 1, accepted: 0, rejected: 0, pending: 1, booked: 0, returned: 0 },
  }),
  ...Array.from({ length: 20 }, (_, index) =>
    journal(
      `0f3c8d1e-52b7-4a6e-9d0c-${String(index).padStart(12, '0')}`,
      ['BOOKED', 'RECONCILED', 'SENT', 'ACCEPTED'][index % 4] ?? 'SENT',
      4 + index,
      {
        statusDocument: documents.status,
        statementDocument: index % 2 ? documents.statement : null,
      },
    ),
  ),
];

export const payments: Row[] = Array.from({ length: 24 }, (_, index) => ({
  id: `p${index}`,
  payeeId: index === 0 ? 'y1' : null,
  correlationId: 'c1',
  position: index + 1,
  batchId: 'B1',
  debtorAccount: 'DK5000400440116243',
  creditor: {
    name: names[index % names.length],
    account: `DK${20 + index}0040044011${7000 + index}`,
    agent: null,
  },
  amount: { amount: `${1200 + index * 311}.50`, currency: index < 20 ? 'DKK' : 'EUR' },
  endToEndId: `E2E-${index}`,
  remittance: `Invoice ${20_400 + index}`,
  reference: null,
  flags: [],
  marks: [],
  holds: [],
  executionDate: TODAY,
  state: index < 2 ? 'REJECTED' : index < 4 ? 'ACCEPTED' : 'BOOKED',
  progress: index < 2 ? 'REJECTED' : index < 4 ? 'ACCEPTED' : 'BOOKED',
  outcome: index < 2 ? 'UNPAID' : index < 4 ? 'IN_FLIGHT' : 'PAID',
  account: accounts[0],
  bank: 'JYBADKKK',
  document: { id: 'd1', name: 'payments-1120.xml' },
  bookedOn: index >= 4 ? TODAY : null,
  returnedOn: null,
  statusCode: index < 2 ? 'RJCT' : 'ACSC',
  reasons:
    index < 2
      ? [
          {
            code: 'AC04',
            text: null,
            meaning: 'The creditor’s account is closed',
            remedy: 'OTHER_ACCOUNT',
            advice: 'Ask the payee for another account.',
          },
        ]
      : [],
  transactionId: index >= 4 ? `t${index}` : null,
}));

export const messages: Row[] = [
  ['ERROR', 'file.refused', 'salaries.xml was refused: the debtor account is missing', 'c2', 0],
  ['WARNING', 'status.received', 'The bank rejected 2 of 24 payments', 'c1', 2],
  ['SUCCESS', 'import.done', 'camt053-ops-322.xml was imported: 41 entries', 'c1', 1],
  ['INFO', 'file.received', 'suppliers-november.xml was received', 'c1', 3],
].map(([level, code, message, correlationId, daysAgo], index) => ({
  id: `m${index}`,
  correlationId,
  created: at(daysAgo as number, `08:1${index}:00`),
  said: { en: message, da: message },
  level,
  reference: index === 1 ? 'PSR-20261118-0001' : null,
  code,
  values: [],
  read: index > 1,
  acknowledged: null,
  resolution: null,
}));

const job = (id: string, state: string, extra: Row = {}): Row => ({
  id,
  verb: 'import',
  state,
  stage: null,
  progress: null,
  done: '0',
  total: '0',
  message: null,
  said: null,
  created: at(0),
  started: at(0),
  finished: null,
  attempts: 1,
  uploadId: null,
  cancellable: false,
  ...extra,
});
const upload = (id: string, name: string, state: string, extra: Row): Row => ({
  id,
  name,
  kind: 'STATEMENT',
  state,
  created: at(0, '07:51:00'),
  createdBy: 'Astrid Holm',
  size: '912044',
  sha256: id.padEnd(64, '7be09d2c'),
  format: 'camt.053',
  version: 'camt.053.001.08',
  document: documents.statement,
  job: job(`job-${id}`, 'SUCCEEDED'),
  findings: [],
  findingCounts: { error: 0, warning: 0, info: 0 },
  counts: null,
  totals: [],
  accounts: [],
  fromDate: null,
  toDate: null,
  correlationId: null,
  duplicateOf: null,
  wrongKind: null,
  undoable: false,
  ...extra,
});

const imported = upload('u2', 'camt053-ops-322.xml', 'IMPORTED', {
  counts: {
    statements: 3,
    read: 123,
    new: 118,
    known: 5,
    confirmed: 0,
    replaced: 0,
    possibleDuplicates: 0,
    disputed: 0,
    payments: 0,
    statuses: 0,
  },
  totals: [
    { currency: 'DKK', amount: '105349.33', count: 80 },
    { currency: 'EUR', amount: '8810.00', count: 43 },
  ],
  accounts: ['DK5000400440116243', 'DE89370400440532013000'],
  fromDate: addDays(TODAY, -1),
  toDate: addDays(TODAY, -1),
  correlationId: 'c1',
  undoable: true,
  findings: [
    {
      severity: 'WARNING',
      code: 'balance.mismatch',
      ...told(
        'Opening balance plus entries is 0.33 below the closing balance',
        'Primosaldo og bogførte posteringer giver ikke ultimosaldoen.',
      ),
      line: 1204,
      path: '/Document/BkToCstmrStmt/Stmt[2]/Bal[2]',
    },
  ],
  findingCounts: { error: 0, warning: 1, info: 0 },
});

export const uploads: Row[] = [
  upload('u1', 'year-2026.xml', 'RUNNING', {
    size: '1073741824',
    job: job('job-u1', 'RUNNING', {
      stage: 'read',
      progress: 0.42,
      done: '450971566',
      total: '1073741824',
      cancellable: true,
    }),
  }),
  imported,
  upload('u3', 'camt053-ops-322 (copy).xml', 'KNOWN', {
    duplicateOf: imported,
    correlationId: 'c1',
  }),
  upload('u4', 'suppliers.xml', 'REFUSED', {
    wrongKind: 'PAYMENT',
    format: 'pain.001',
    version: 'pain.001.001.09',
    job: job('job-u4', 'FAILED', {
      ...told('This is a payment file.', 'Det er en betalingsfil.'),
    }),
  }),
  upload('u5', 'broken.xml', 'FAILED', {
    format: null,
    version: null,
    job: job('job-u5', 'FAILED', {
      ...told('The file ends in the middle of an element.', 'Filen ender midt i et element.'),
    }),
    findings: [
      {
        severity: 'ERROR',
        code: 'xml.truncated',
        ...told('The file ends in the middle of an element', 'Filen slutter før sin slutning.'),
        line: 88,
        path: '/Document/BkToCstmrStmt',
      },
    ],
    findingCounts: { error: 1, warning: 0, info: 0 },
  }),
  upload('u6', 'camt053-ops-321.xml', 'IMPORTED', {
    counts: {
      statements: 1,
      read: 38,
      new: 38,
      known: 0,
      confirmed: 0,
      replaced: 0,
      possibleDuplicates: 0,
      disputed: 0,
      payments: 0,
      statuses: 0,
    },
    undoable: true,
    correlationId: 'c1',
  }),
];

const LEFT = ['SENT', 'ACCEPTED', 'EXECUTED', 'BOOKED'];

/** Payments that no statement settles yet, by age: two currencies, and nothing between 3 and 7 days. */
export const unreconciled: Row[] = [
  {
    fromDay: '2026-03-11',
    toDay: '2026-03-13',
    payments: 3,
    states: LEFT,
    sums: [{ currency: 'DKK', amount: '1250.50', count: 3 }],
  },
  { fromDay: '2026-03-06', toDay: '2026-03-10', payments: 0, states: LEFT, sums: [] },
  {
    fromDay: '2026-02-11',
    toDay: '2026-03-05',
    payments: 1,
    states: LEFT,
    sums: [{ currency: 'EUR', amount: '99.00', count: 1 }],
  },
  {
    fromDay: null,
    toDay: '2026-02-10',
    payments: 2,
    states: LEFT,
    sums: [{ currency: 'DKK', amount: '20000.00', count: 2 }],
  },
];

export function statementGraphs(from: string, to: string): Row[] {
  return accounts.map((account, index) => {
    const dates: string[] = [];
    for (let date = from; date <= to && dates.length < 400; date = addDays(date, 1))
      dates.push(date);
    const missing = dates.filter(
      (date, day) => isWeekend(date) || (index === 1 && day > dates.length - 8),
    );
    const quiet = new Set(missing);
    const incoming = dates.map((date, day) =>
      quiet.has(date) ? '0.00' : `${(day * 7919 * (index + 2)) % 90_000}.00`,
    );
    const outgoing = dates.map((date, day) =>
      quiet.has(date) ? '0.00' : `${(day * 6007 * (index + 3)) % 80_000}.00`,
    );
    let balance = [812_000, 40_000, -30_000][index] ?? 0;
    const balances = dates.map((_, day) => {
      const opening = balance;
      balance += Number(incoming[day]) - Number(outgoing[day]);
      return opening.toFixed(2);
    });
    const closingBalances = [...balances.slice(1), balance.toFixed(2)];
    const [totalIncoming, totalOutgoing] = [incoming, outgoing].map((amounts) =>
      amounts.reduce((sum, amount) => sum + Number(amount), 0).toFixed(2),
    );
    const net = (Number(totalIncoming) - Number(totalOutgoing)).toFixed(2);
    return {
      account: account['iban'] ?? account['number'],
      accountId: account['id'],
      accountName: account['name'],
      nickname: account['nickname'],
      iban: account['iban'],
      owner: account['owner'],
      currency: account['currency'],
      dates,
      balances,
      closingBalances,
      incoming,
      outgoing,
      missing,
      totalIncoming,
      totalOutgoing,
      net,
      unexplained: '0.00',
      failed: false,
      firstStatement: '2020-01-02',
      latestStatement: index === 1 ? addDays(TODAY, -8) : addDays(TODAY, -1),
      latestReceived: at(index === 1 ? 8 : 0, '05:12:00'),
      missingSince: index === 1 ? addDays(TODAY, -7) : null,
      missingBefore: null,
    };
  });
}

const auditEvent = (sequence: number, verb: string, extra: Row): Row => ({
  id: String(sequence),
  sequence,
  instant: at(1, `09:0${sequence}:00`),
  recorded: at(1, `09:0${sequence}:00`),
  verb,
  outcome: 'DONE',
  actor: { id: 'u1', name: 'Astrid Holm', kind: 'PERSON' },
  address: '198.51.100.7',
  agent: 'Firefox 145, Linux',
  trace: '4bf92f3577b34da6a3ce929d0e0e4736',
  subject: null,
  was: null,
  now: null,
  previous: String(sequence - 1).padEnd(64, '0'),
  hash: String(sequence).padEnd(64, '0'),
  ...extra,
});

export const auditEvents: Row[] = [
  auditEvent(4, 'uploads.move', {
    subject: { kind: 'upload', id: '7', name: 'camt053-ops-322.xml' },
    was: '{"kind":"PAYMENT","state":"QUEUED"}',
    now: '{"kind":"STATEMENT","state":"QUEUED"}',
  }),
  auditEvent(3, 'access.use', {
    recorded: at(1, '09:07:30'),
    outcome: 'REFUSED',
    actor: { id: 'u2', name: 'Viggo Lund', kind: 'PERSON' },
    subject: { kind: 'permission', id: 'uploads.create', name: null },
  }),
  auditEvent(2, 'realms.create', {
    actor: { id: 'shell', name: 'Command line', kind: 'SHELL' },
    address: null,
    agent: 'command line, account ops',
  }),
  auditEvent(1, 'uploads.take_back', {
    actor: { id: 'system', name: 'Giroscope', kind: 'SYSTEM' },
    address: null,
    agent: null,
    trace: null,
    was: '{"state":"IMPORTED"}',
    now: '{"state":"UNDONE"}',
  }),
];
