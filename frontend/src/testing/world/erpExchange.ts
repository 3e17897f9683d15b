/** The made-up exchange with the ERP: one held payment, one write it did not take, one finding. */

export const AT = '2026-11-02T10:00:00Z';
export const round = { began: AT, ended: AT, isWhole: true, pages: 1, read: 12, new: 3, unreadable: 1 };
export const exchange = { connection: 'b1', erp: 'Tryton', isFetching: false, job: null, fetchMinutes: 15, waiting: 2, failed: 1, round, failure: null as object | null, tabs: [{ tab: 'ALL', count: 2, states: [] }] };
const write = { id: 'w1', operation: 'CLAIM', ourId: 'our-1', label: 'Order 7', state: 'FAILED', since: AT, asked: AT, tries: 3, nextTry: null, code: 'period_closed', said: { en: 'The period is closed in Tryton.', da: 'Perioden er lukket i Tryton.' }, detailSaid: { en: 'Period 11 is closed', da: 'Period 11 is closed' }, nativeId: null, wasThere: false, journal: null, told: null, decidedBy: null, reason: null, canDecide: true, page: 'https://tryton.example/#books/model/account.payment/77', sentence: { en: 'The day lies in a closed period', da: 'Dagen ligger i en lukket periode' }, remedy: { en: 'Open the period', da: 'Åbn perioden' } };
const payment = {
  id: 'p1', nativeId: '77', attempt: 1, number: 'P-77', amount: { amount: '1250.00', currency: 'DKK' }, due: '2026-11-05', method: '4', account: '', creditor: { nativeId: '3', name: 'Skovlund ApS', country: 'DK', account: 'DK5000400440116243' },
  reference: 'Faktura 12', referenceKind: 'FREE', invoices: ['12'], state: 'HELD', since: AT, fetched: AT, reasonCode: 'duplicate', reasonSaid: null, allowed: null, endToEndId: null, paysFrom: null, mappingId: null, told: null, canLetGo: true, canLeave: true,
  sentence: { en: 'Another payment has its number', da: 'En anden betaling har samme nummer' }, remedy: { en: 'Look at both', da: 'Se på begge' }, journal: null, page: write.page, proof: null as object | null, writes: [write],
};
const written = { ...write, id: 'w2', operation: 'STATEMENT', label: 'DK50 · 2026-11-02', state: 'WRITTEN', code: null, said: null, detailSaid: null, nativeId: '9', canDecide: false, page: 'https://tryton.example/#books/model/account.statement/9', sentence: null, remedy: null };
const told = { ...write, id: 'w3', operation: 'STATUS', state: 'WRITTEN', told: 'BOOKED', canDecide: false };
const booked = { ...payment, id: 'p2', number: 'P-80', state: 'BOOKED', told: 'BOOKED', journal: 'j1', sentence: null, remedy: null, proof: { day: '2026-11-02', transaction: 't1', write: written }, writes: [told] };
const origin = { erp: 'Tryton', company: 'Havnens Handel ApS', isInUse: true, order: 'GIRO1', payments: 2, account: 'DK50', day: '2026-11-02', fetched: AT, claimed: AT, told: 1, waiting: 1, failed: 1, failures: [write], statements: [{ proven: 1, write: written }] };
const finding = { id: 'f1', nativeId: '78', number: 'P-78', code: 'unreadable', field: 'amount', sentence: { en: 'The amount is not above zero.', da: 'Beløbet er ikke større end nul.' }, seen: AT };

const success = () => ({ __typename: 'Success', id: 'p1' });

/** One row is one page. */
const page = (node: object) => ({ edges: [{ node, cursor: '0' }], pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: '0', endCursor: '0' }, totalCount: 1, totalIsExact: true });

export const resolvers = {
  erpExchange: (): object | null => exchange,
  erpMethods: () => ({ fetched: AT, failed: null, failureCode: null, said: null, isFetching: false, unmapped: 0, accounts: [], methods: [] }),
  erpPayments: ({ filter }: { filter?: { journal?: string } }) => page(filter?.journal ? booked : payment),
  erpJournal: (): object | null => origin,
  erpWrite: (): object | null => write,
  erpPayment: () => payment,
  erpOutbox: () => page(write),
  erpFindings: () => page(finding),
  fetchErpPayments: success,
  letErpPaymentGo: success,
  leaveErpPayment: success,
  retryErpRecord: success,
  skipErpRecord: success,
  skipErpRecords: () => ({ __typename: 'BulkResults', total: 1, done: 1, failed: 0, notEligible: 0, results: [{ id: 'w1', label: 'Order 7', outcome: 'DONE', code: null, message: null, values: [] }], next: null }),
};
