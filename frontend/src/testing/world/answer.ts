/**
 * Answers the API's calls from the made-up world, through the committed schema, so that a
 * question the server would refuse is refused here too. Tests bend single fields.
 */
import { GraphQLError, buildSchema, graphql } from 'graphql';
import sdl from '../../../../contract/schema.graphql?raw';
import { VERBS, roleMatrix } from './access';
import * as banks from './banks';
import * as approvals from './approvals';
import * as billing from './billing';
import * as debug from './debug';
import * as demo from './demo';
import * as erp from './erp';
import * as erpExchange from './erpExchange';
import * as logs from './logs';
import * as messages from './messages';
import * as months from './months';
import { cashOutlooks } from './outlook';
import * as processes from './processes';
import * as payees from './payees';
import * as people from './people';
import * as reconciliation from './reconciliation';
import * as records from './records';
import * as rules from './rules';
import { sumsOf } from './sums';
import * as webhooks from './webhooks';

type Row = Record<string, unknown>;
type Resolver = (args: never) => unknown;

const schema = buildSchema(sdl);

interface PageArguments {
  first?: number;
  after?: string;
  last?: number;
  before?: string;
  filter?: Row;
}

/** The server gives no more at once. */
const MOST_ROWS = 200;

/** A Relay page of rows; the cursor is the row's place. */
export function connection(
  rows: readonly Row[],
  { first, after, last, before }: PageArguments = {},
): Row {
  if (Math.max(first ?? 0, last ?? 0) > MOST_ROWS)
    throw refusal('INVALID_INPUT', `A page holds 0 to ${MOST_ROWS} rows`);
  const start = after ? Number(after) + 1 : 0;
  const end = before ? Number(before) : rows.length;
  const from = last ? Math.max(start, end - last) : start;
  const to = first ? Math.min(end, from + first) : end;
  const edges = rows.slice(from, to).map((node, index) => ({ node, cursor: String(from + index) }));
  return {
    edges,
    pageInfo: {
      hasNextPage: to < rows.length,
      hasPreviousPage: from > 0,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
    totalCount: rows.length,
    totalIsExact: true,
  };
}

const includes = (row: Row, text: unknown) =>
  typeof text !== 'string' || JSON.stringify(row).toLowerCase().includes(text.toLowerCase());
const oneOf = (value: unknown, allowed: unknown) =>
  !Array.isArray(allowed) || allowed.includes(value);
const within = (value: unknown, range: unknown) => {
  const { from, to } = (range ?? {}) as { from?: string; to?: string };
  return (!from || String(value).slice(0, 10) >= from) && (!to || String(value).slice(0, 10) <= to);
};

const withDetails = (row: Row): Row => ({
  ...row,
  details: (args: PageArguments) =>
    connection(row['batch'] ? records.detailsOf(String(row['id'])) : [], args),
});

/** What became of many rows: the second failed, the third did not fit. */
const bulkResults = (ids: string[]) => {
  const results = ids.map((id, index) => ({
    id,
    label: `Row ${id}`,
    outcome: index === 1 ? 'FAILED' : index === 2 ? 'NOT_ELIGIBLE' : 'DONE',
    code: null,
    message: index === 1 ? 'The document is gone' : index === 2 ? 'It has no document' : null,
    values: [],
  }));
  const count = (outcome: string) => results.filter((row) => row.outcome === outcome).length;
  return {
    __typename: 'BulkResults',
    total: ids.length,
    done: count('DONE'),
    failed: count('FAILED'),
    notEligible: count('NOT_ELIGIBLE'),
    results,
    next: null,
  };
};

const notThere = () => {
  throw refusal('NOT_FOUND', 'There is no such person here');
};

const resolvers = {
  ...banks.resolvers,
  ...approvals.resolvers,
  ...billing.resolvers,
  ...debug.resolvers,
  ...processes.resolvers,
  ...demo.resolvers,
  ...rules.resolvers,
  ...erp.resolvers,
  ...erpExchange.resolvers,
  ...logs.resolvers,
  ...webhooks.resolvers,
  viewer: () => ({
    id: 'u1',
    name: 'Astrid Holm',
    username: 'admin',
    roles: ['giroscope-upload'],
    permissions: VERBS,
  }),
  systemMessages: () => records.messages,
  messageSummary: () => ({ total: 3, errors: 1, warnings: 1, maximumLevel: 'ERROR' }),
  changes: () => [],
  messages: ({ filter = {}, ...page }: PageArguments) =>
    connection(
      records.messages.filter(
        (row) =>
          oneOf(row['level'], filter['levels']) &&
          includes(row, filter['text']) &&
          (!filter['correlationId'] || row['correlationId'] === filter['correlationId']) &&
          (!filter['unread'] || !row['read']),
      ),
      page,
    ),
  unreconciled: () => records.unreconciled,
  statementGraphs: ({ from, to }: { from: string; to: string }) =>
    records.statementGraphs(from, to),
  accounts: (page: PageArguments) => connection(records.accounts, page),
  cashOutlooks,
  accountMonths: ({ month, ...page }: PageArguments & { month: string }) =>
    connection(months.accountMonths(month), page),
  closeMonths: () => ({ __typename: 'Success', id: null }),
  bankFormats: () => ({ lookedAt: '2026-11-29', rows: [] }),
  accountMonthRule: () => ({ needsSecond: false, proposed: null }),
  accountMonthsToConfirm: () => [],
  mailPreferences: () => ({
    isMailed: true,
    choices: [
      { topic: 'TASKS', level: 'INFO', frequency: 'DAILY' },
      { topic: 'FILES', level: 'ERROR', frequency: 'DAILY' },
      { topic: 'FILES', level: 'WARNING', frequency: 'NEVER' },
    ],
  }),
  chooseMails: () => ({ __typename: 'Success', id: null }),
  myTasks: () => [
    {
      kind: 'APPROVE',
      count: 2,
      countIsExact: true,
      oldest: '2026-11-20T08:00:00Z',
      path: '/?view=mine',
      sums: [
        { currency: 'DKK', amount: '1250.50', count: 3 },
        { currency: 'EUR', amount: '80.00', count: 1 },
      ],
    },
    {
      kind: 'MATCH',
      count: 1000,
      countIsExact: false,
      oldest: null,
      path: '/reconciliation',
      sums: [],
    },
  ],
  reopenMonth: () => ({ __typename: 'Success', id: null }),
  proposeMonths: () => ({ __typename: 'Success', id: null }),
  confirmMonths: () => ({ __typename: 'Success', id: null }),
  rejectMonth: () => ({ __typename: 'Success', id: null }),
  withdrawMonth: () => ({ __typename: 'Success', id: null }),
  proposeMonthRule: () => ({ __typename: 'Success', id: null }),
  confirmMonthRule: () => ({ __typename: 'Success', id: null }),
  rejectMonthRule: () => ({ __typename: 'Success', id: null }),
  withdrawMonthRule: () => ({ __typename: 'Success', id: null }),
  statementHabits: () =>
    records.accounts.map((account) => ({
      account,
      isOwn: true,
      isWatched: true,
      everyDays: 1,
      due: '17:00',
      lastDay: null,
      missingSince: null,
    })),
  changeStatementHabit: ({ accountId }: { accountId: string }) => ({
    __typename: 'Success',
    id: accountId,
  }),
  transactions: ({ filter = {}, ...page }: PageArguments) =>
    connection(
      records.transactions
        .filter(
          (row) =>
            oneOf((row['account'] as Row)['id'], filter['accountIds']) &&
            includes(row, filter['text']) &&
            within(row['bookingDate'], filter['bookingDate']) &&
            (!filter['direction'] || row['direction'] === filter['direction']) &&
            (!filter['statementId'] || (row['statement'] as Row)['id'] === filter['statementId']) &&
            (!filter['reconciliation'] ||
              (row['reconciliation'] as Row)['state'] === filter['reconciliation']) &&
            row['replaced'] === (filter['replaced'] ?? false),
        )
        .map(withDetails),
      page,
    ),
  transaction: ({ id }: { id: string }) =>
    records.transactions.filter((row) => row['id'] === id).map(withDetails)[0] ?? null,
  statements: ({ filter = {}, ...page }: PageArguments) =>
    connection(
      records.statements.filter(
        (row) =>
          oneOf((row['account'] as Row)['id'], filter['accountIds']) &&
          row['status'] === (filter['status'] ?? row['status']),
      ),
      page,
    ),
  ...reconciliation.resolvers,
  possibleDuplicates: (page: PageArguments) => connection([], page),
  lookAlikeAccounts: () => [],
  joinAccounts: () => ({ __typename: 'Success', id: 'job-ledger' }),
  separateAccounts: () => ({ __typename: 'Success', id: 'job-ledger' }),
  ledgerDecisions: (page: PageArguments) => connection([], page),
  decideEntries: () => ({ __typename: 'Success', id: 'job-ledger' }),
  decideStatements: () => ({ __typename: 'Success', id: 'job-ledger' }),
  undoLedgerDecision: () => ({ __typename: 'Success', id: 'job-ledger' }),
  job: () => null,
  statement: ({ id }: { id: string }) => records.statements.find((row) => row['id'] === id) ?? null,
  journals: ({ filter = {}, ...page }: PageArguments) =>
    connection(
      records.journals.filter(
        (row) =>
          oneOf(row['state'], filter['states']) &&
          includes(row, filter['text']) &&
          (!filter['attention'] ||
            ['INVALID', 'PARTIALLY_ACCEPTED'].includes(String(row['state']))),
      ),
      page,
    ),
  ruleLabels: () => [{ id: 'l1', name: 'To look at' }],
  journalTabs: () => [
    { name: 'attention', count: 2 },
    { name: 'inFlight', count: 11 },
    { name: 'done', count: 10 },
    { name: 'all', count: records.journals.length },
  ],
  journal: ({ correlationId }: { correlationId: string }) =>
    records.journals.find((row) => row['correlationId'] === correlationId) ?? null,
  payments: ({ filter = {}, ...page }: PageArguments) =>
    connection(
      records.payments.filter(
        (row) =>
          oneOf(row['progress'], filter['progress']) &&
          (!filter['outcome'] || row['outcome'] === filter['outcome']) &&
          includes(row, filter['text']),
      ),
      page,
    ),
  payees: ({ filter = {}, ...page }: PageArguments) =>
    connection(
      payees.payees.filter(
        (row) =>
          oneOf(row['trust'], filter['trust']) &&
          oneOf(row['address'], filter['address']) &&
          includes(row, filter['text']),
      ),
      page,
    ),
  payee: ({ id }: { id: string }) => payees.payees.find((row) => row['id'] === id) ?? null,
  payeeTabs: () => ({
    all: payees.payees.length,
    toCorrect: payees.payees.filter((row) => oneOf(row['address'], ['REFUSED', 'UPCOMING'])).length,
  }),
  paymentsToCorrect: () => [],
  correctPayments: () => ({ __typename: 'PaymentsCorrected', files: [] }),
  payment: ({ id }: { id: string }) => records.payments.find((row) => row['id'] === id) ?? null,
  paymentTabs: () =>
    ['ALL', 'UNPAID', 'IN_FLIGHT', 'PAID', 'RETURNED'].map((name) => {
      const under = records.payments.filter(
        (row) => name === 'ALL' || row['outcome'] === name || row['progress'] === name,
      );
      return { name, count: under.length, sums: sumsOf(under) };
    }),
  paymentTotals: ({ filter = {} }: { filter?: Row }) =>
    sumsOf(
      records.payments.filter((row) => !filter['outcome'] || row['outcome'] === filter['outcome']),
    ),
  upload: ({ id }: { id: string }) => records.uploads.find((row) => row['id'] === id) ?? null,
  uploads: ({ filter = {}, ...page }: PageArguments) =>
    connection(
      records.uploads.filter(
        (row) =>
          row['kind'] === (filter['kind'] ?? row['kind']) &&
          (!filter['batch'] || row['batchId'] === filter['batch']),
      ),
      page,
    ),
  undoBlockedBy: ({ uploadId }: { uploadId: string }) =>
    uploadId === 'u6' ? ['camt053-ops-322.xml repeats entries of it, undo that one first'] : [],
  users: ({ filter, ...page }: PageArguments) => connection(people.peopleLike(filter ?? {}), page),
  user: ({ id }: { id: string }) => people.people.find((row) => row['id'] === id) ?? notThere(),
  personalData: () => people.personalData,
  userDirectory: () => people.directory,
  roleRequests: ({ filter, ...page }: PageArguments) =>
    connection(
      people.roleRequests.filter((row) => oneOf(row['state'], filter?.['states'])),
      page,
    ),
  accessRules: () => ({
    refuseConflicts: false,
    combineReason: null,
    combinedBy: null,
    combined: null,
  }),
  roleMatrix: () => roleMatrix,
  permissions: ({ roles }: { roles: string[] }) => people.sightOf(roles),
  inviteUsers: ({ people: invited }: { people: Row[] }) => ({
    __typename: 'Invitations',
    results: invited.map(({ email }, index) => ({
      email,
      outcome: index === 0 ? 'INVITED' : 'MAIL_FAILED',
      requested: [],
      problem: index === 0 ? null : { code: 'mail', message: 'The mail could not be sent.' },
      user: { ...people.people[4], id: `new${index}`, email, name: String(email).split('@')[0] },
    })),
  }),
  changeUser: () => ({ __typename: 'Success', id: null }),
  apiClients: (page: PageArguments) => connection(people.apiClients, page),
  apiTokenUrl: () => 'https://id.example/realms/giroscope/protocol/openid-connect/token',
  createApiClient: () => ({ ...people.apiSecret }),
  changeApiClient: () => ({ __typename: 'Success', id: '1' }),
  switchApiClient: () => ({ __typename: 'Success', id: '1' }),
  rotateApiClientSecret: () => ({ ...people.apiSecret }),
  deleteApiClient: () => ({ __typename: 'Success', id: '1' }),
  setAccessRules: () => ({ __typename: 'Success', id: null }),
  allowManageAndApprove: () => ({ __typename: 'Success', id: null }),
  refreshUsers: () => ({ __typename: 'Success', id: null }),
  auditEvents: ({ filter = {}, ...page }: PageArguments) =>
    connection(
      records.auditEvents.filter(
        (row) =>
          oneOf(row['verb'], filter['verbs']) &&
          oneOf(row['outcome'], filter['outcomes']) &&
          includes(row, filter['text']) &&
          includes(row['actor'] as Row, filter['actor']) &&
          within(row['instant'], filter['instant']),
      ),
      page,
    ),
  journalTrail: (page: PageArguments) => connection(records.auditEvents, page),
  auditEvent: ({ id }: { id: string }) =>
    records.auditEvents.find((row) => row['id'] === id) ?? null,
  auditChain: () => ({
    count: records.auditEvents.length,
    head: 'a'.repeat(64),
    verifiedAt: null,
    verifiedCount: null,
    intact: null,
    anchors: null,
    firstFault: null,
  }),
  verifyAudit: () => ({ __typename: 'Success', id: null }),
  search: () => ({ groups: [] }),
  arrangement: () => [],
  arrange: () => ({ __typename: 'Success', id: null }),
  nicknameAccount: ({ id }: { id: string }) => ({ __typename: 'Success', id }),
  savedViews: () => [],
  saveView: () => ({ __typename: 'Success', id: 'v9' }),
  renameView: () => ({ __typename: 'Success', id: 'v1' }),
  deleteView: () => ({ __typename: 'Success', id: 'v1' }),
  setDefaultView: () => ({ __typename: 'Success', id: 'v1' }),
  reimportJournals: ({ selection }: { selection: { ids?: string[]; expectedCount?: number } }) =>
    bulkResults(
      selection.ids ??
        Array.from({ length: selection.expectedCount ?? 0 }, (_, index) => `c${index}`),
    ),
  ...messages.resolvers,
  readMessages: () => ({ __typename: 'Success', id: null }),
  cancelJob: () => ({ __typename: 'Success', id: null }),
  retryJob: () => ({ __typename: 'Success', id: null }),
  undoUpload: () => ({ __typename: 'Success', id: null }),
  commentOnJournal: () => ({ __typename: 'Success', id: null }),
  moveUpload: () => ({ __typename: 'Success', id: null }),
} satisfies Record<string, Resolver>;

export { VERBS };

export type Answers = Partial<Record<keyof typeof resolvers, Resolver>>;

/** A refusal as the server words it. */
export function refusal(code: string, message: string, correlationId = 'trace-4711'): GraphQLError {
  return new GraphQLError(message, { extensions: { code, correlationId } });
}

/** The answer to a GraphQL call, with some fields answered differently. */
export async function answerGraphql(
  call: { query: string; variables?: Row; operationName?: string },
  bent: Answers = {},
) {
  return graphql({
    schema,
    source: call.query,
    rootValue: { ...resolvers, ...bent },
    variableValues: call.variables ?? {},
    operationName: call.operationName ?? null,
  });
}

const XML = Array.from(
  { length: 400 },
  (_, index) => `${'  '.repeat(index % 4)}<Ntry><Amt Ccy="DKK">${index}.00</Amt></Ntry>`,
).join('\n');

interface AccountCall {
  action?: string;
  give?: string[];
  take?: string[];
}

/** What is done to one person: roles that need two people wait, all else is done. */
function answerAccount(path: string, { action, give = [], take = [] }: AccountCall): Response {
  if (path.endsWith('/roles')) {
    const waits = (role: string) => role === 'giroscope-payment-approver';
    return Response.json({
      given: give.filter((role) => !waits(role)),
      taken: take,
      requested: give.filter(waits),
    });
  }
  if (action === 'erase') return Response.json({ items: [] });
  return action === 'temporary-password'
    ? Response.json({ temporaryPassword: 'vK3-once-only-9Qz' })
    : new Response(null, { status: 204 });
}

/** The answer to any call of the API, or nothing when it is not ours. */
export async function answer(request: Request, bent: Answers = {}): Promise<Response | undefined> {
  const url = new URL(request.url);
  if (url.pathname === '/api/data/graphql') {
    const call =
      request.method === 'GET'
        ? {
            query: url.searchParams.get('query') ?? '',
            variables: JSON.parse(url.searchParams.get('variables') ?? '{}') as Row,
            operationName: url.searchParams.get('operationName') ?? '',
          }
        : ((await request.json()) as { query: string });
    return Response.json(await answerGraphql(call, bent));
  }
  if (url.pathname.startsWith('/api/documents/'))
    return new Response(XML, { headers: { 'content-type': 'text/plain' } });
  if (url.pathname === '/api/account/review.csv')
    return new Response('name,mail\r\n', { headers: { 'content-type': 'text/csv' } });
  if (url.pathname.endsWith('/personal-data'))
    return new Response('PK', { headers: { 'content-type': 'application/zip' } });
  if (url.pathname.startsWith('/api/account/') && request.method !== 'GET')
    return answerAccount(url.pathname, (await request.json()) as AccountCall);
  if (url.pathname === '/api/upload')
    return Response.json(
      { jobs: [{ uploadId: 'u2', jobId: 'job-u2', name: 'camt053-ops-322.xml' }], problems: [] },
      { status: 202 },
    );
  if (url.pathname === '/api/reimport')
    return Response.json({ jobs: [{ uploadId: 'u2', jobId: 'job-u2' }] }, { status: 202 });
  return undefined;
}
