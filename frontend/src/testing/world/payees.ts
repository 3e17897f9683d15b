/** Payees of the made-up world: one known, one who looks like it, and one without a name whose address was refused. */
type Row = Record<string, unknown>;

const sum = (outcome: string, amount: string, currency: string, count: number): Row => ({
  outcome,
  amount: { amount, currency },
  count,
});
const lines = {
  en: 'An address has free lines only',
  da: 'En adresse består kun af frie linjer',
};
const address = (bank: string, rail: string, state: string, since: string | null): Row => ({
  bank,
  rail,
  form: state === 'NONE' ? null : state === 'READY' ? 'structured' : 'unstructured',
  state,
  fault: state === 'READY' || state === 'NONE' ? null : lines,
  since,
  refused: null,
  lastPayment: '2026-11-20',
});
const HOME = 'DK5000400440116243';
const OTHER = 'DK1930003330157765';

const payee = (id: string, name: string | null, more: Row = {}): Row => ({
  id,
  name,
  account: name === null ? HOME : null,
  trust: 'KNOWN',
  payments: 12,
  accountCount: 1,
  firstPayment: '2026-01-05',
  lastPayment: '2026-11-20',
  accountChanged: null,
  address: 'NONE',
  addressSince: null,
  looksLike: [],
  sums: [sum('PAID', '12500.00', 'DKK', 12)],
  addresses: [address('Nordea', 'danish', 'NONE', '2027-07-01')],
  accounts: [
    {
      account: HOME,
      agent: null,
      payments: 12,
      firstPayment: '2026-01-05',
      lastPayment: '2026-11-20',
      isKnown: true,
    },
  ],
  changes: [],
  ...more,
});

export const payees: Row[] = [
  payee('y1', 'Havnens Smedje ApS', {
    trust: 'NEW_ACCOUNT',
    accountCount: 2,
    accountChanged: '2026-11-18',
    address: 'REFUSED',
    addressSince: '2026-11-15',
    looksLike: [{ id: 'y2', name: 'Havnens Smedie ApS' }],
    sums: [
      sum('PAID', '84250.50', 'DKK', 9),
      sum('UNPAID', '1200.00', 'DKK', 1),
      sum('PAID', '310.00', 'EUR', 2),
    ],
    addresses: [
      address('Nordea', 'crossBorder', 'REFUSED', '2026-11-15'),
      address('Nordea', 'danish', 'UPCOMING', '2027-07-01'),
      address('Nordea', 'sepa', 'REFUSED', '2026-11-15'),
    ],
    accounts: [
      {
        account: OTHER,
        agent: 'DABADKKK',
        payments: 1,
        firstPayment: '2026-11-18',
        lastPayment: '2026-11-18',
        isKnown: false,
      },
      {
        account: HOME,
        agent: null,
        payments: 11,
        firstPayment: '2026-01-05',
        lastPayment: '2026-10-20',
        isKnown: true,
      },
    ],
    changes: [
      {
        paymentId: 'p3',
        correlationId: 'c1',
        executionDate: '2026-11-18',
        amount: { amount: '1200.00', currency: 'DKK' },
        account: OTHER,
        title: {
          en: 'The payee is paid on a new account',
          da: 'Modtageren betales på en ny konto',
        },
        note: null,
        approvals: [
          {
            by: 'Bo Lind',
            onBehalfOf: 'Astrid Holm',
            at: '2026-11-17T09:00:00Z',
            reason: 'Called them',
            isSignature: false,
          },
          {
            by: 'Cia Ek',
            onBehalfOf: null,
            at: '2026-11-17T10:00:00Z',
            reason: null,
            isSignature: true,
          },
        ],
      },
    ],
  }),
  payee('y2', 'Havnens Smedie ApS', { trust: 'NEW' }),
  payee('y3', null, {
    address: 'REFUSED',
    addresses: [
      {
        ...address('Nordea', 'danish', 'REFUSED', '2027-07-01'),
        form: null,
        fault: null,
        refused: {
          correlationId: 'c1',
          executionDate: '2026-11-20',
          reason: {
            code: 'BE04',
            text: 'Town?',
            meaning: 'The payee’s address is missing or incomplete',
            remedy: 'ADDRESS',
            advice: 'Complete the address and pay again.',
          },
        },
      },
    ],
  }),
];
