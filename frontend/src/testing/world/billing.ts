/** The made-up company's subscription and invoices. */
import { connection, refusal } from './answer';

type Row = Record<string, unknown>;

const dkk = (amount: string) => ({ amount, currency: 'DKK' });
const price = {
  currency: 'DKK',
  month: '495.00',
  year: '4950.00',
  seatMonth: '49.00',
  seatYear: '490.00',
  journal: '2.50',
  sending: '4.00',
};
const start = {
  id: 'start',
  english: 'Start',
  danish: 'Start',
  journals: 100,
  sendings: 50,
  seats: 3,
  prices: [price],
};
const group = {
  id: 'group',
  english: 'Group',
  danish: 'Koncern',
  journals: 10000,
  sendings: 5000,
  seats: 50,
  prices: [{ ...price, month: '4950.00' }],
};
const terms = (plan: Row, amount: string, seats = 3) => ({
  plan,
  interval: 'MONTH',
  currency: 'DKK',
  seats,
  price: dkk(amount),
});
export const line = (changes: Row = {}) => ({
  id: null,
  kind: 'PLAN',
  said: { en: 'Start, subscription for a month', da: 'Start, abonnement for en måned' },
  from: '2026-11-21',
  to: '2026-12-20',
  quantity: '1.00',
  unitSaid: { en: 'month', da: 'måned' },
  unitPrice: dkk('495.00'),
  net: dkk('495.00'),
  meter: null,
  used: null,
  included: null,
  ...changes,
});
const charge = (lines: readonly Row[], net: string, vat: string, total: string) => ({
  day: '2026-12-21',
  lines,
  net: dkk(net),
  vat: dkk(vat),
  vatRate: '25.00',
  vatTreatment: 'DOMESTIC',
  total: dkk(total),
});

export const subscription = (changes: Row = {}): Row => ({
  id: '1',
  state: 'ACTIVE',
  terms: terms(start, '495.00'),
  started: '2026-10-21',
  periodStart: '2026-11-21',
  periodEnd: '2026-12-20',
  waiting: null,
  cancelled: null,
  pauses: false,
  metered: '2026-11-21T09:00:00Z',
  usage: [
    { meter: 'JOURNALS', used: 103, free: 2, included: 100, forecast: 110, unitPrice: dkk('2.50') },
    { meter: 'SENDINGS', used: 41, free: 0, included: 50, forecast: 44, unitPrice: dkk('4.00') },
    { meter: 'USERS', used: 2, free: 0, included: 3, forecast: 2, unitPrice: dkk('49.00') },
  ],
  nextCharge: charge(
    [
      line({ from: '2026-12-21', to: '2027-01-20' }),
      line({
        kind: 'USAGE',
        said: {
          en: 'Journals beyond the included: 103 used, 100 included',
          da: 'Journaler ud over de inkluderede: 103 brugt, 100 inkluderet',
        },
        quantity: '3.00',
        unitSaid: { en: 'journal', da: 'journal' },
        unitPrice: dkk('2.50'),
        net: dkk('7.50'),
        meter: 'JOURNALS',
        used: 103,
        included: 100,
      }),
    ],
    '502.50',
    '125.63',
    '628.13',
  ),
  history: [
    {
      at: '2026-10-21T09:00:00Z',
      what: 'STARTED',
      byName: 'Astrid Holm',
      values: [{ name: 'plan', value: 'start' }],
    },
  ],
  ...changes,
});

export const offer = {
  seller: 'Eksempel Software ApS',
  mail: 'billing@example.com',
  phone: '',
  lastRead: null,
  isExample: false,
  currencies: ['DKK'],
  vatRate: '25.00',
  paymentDays: 14,
  plans: [start, group],
};
export const details = {
  name: 'Nordhavn A/S',
  address: 'Kajen 4',
  postcode: '2150',
  city: 'Nordhavn',
  country: 'DK',
  companyNumber: '12345674',
  vatNumber: '',
  orderNumber: 'PO 77',
  ean: '',
  contact: 'Astrid Holm',
  recipients: ['bogholderi@example.com'],
  language: 'da',
  isWhole: true,
};

const invoice = (changes: Row): Row => ({
  id: '1',
  kind: 'INVOICE',
  state: 'OPEN',
  number: 'GIRO-NORDHAVN-00001',
  reference: 'RF18NORDHAV000001',
  issued: '2026-11-01',
  due: '2026-11-15',
  from: '2026-10-21',
  to: '2026-11-20',
  currency: 'DKK',
  net: dkk('495.00'),
  vat: dkk('123.75'),
  vatRate: '25.00',
  vatTreatment: 'DOMESTIC',
  total: dkk('618.75'),
  paid: dkk('0.00'),
  credited: dkk('0.00'),
  fees: dkk('0.00'),
  outstanding: dkk('618.75'),
  settled: null,
  questioned: null,
  reason: null,
  buyer: 'Nordhavn A/S',
  language: 'en',
  paysTo: 'DK9200000000012345',
  lines: [
    line({ id: '1' }),
    line({
      id: '2',
      kind: 'USAGE',
      said: { en: 'Journals beyond', da: 'Journaler ud over' },
      meter: 'JOURNALS',
      used: 103,
      included: 100,
    }),
  ],
  payments: [],
  reminders: [],
  mailings: [
    {
      recipient: 'bogholderi@example.com',
      asked: '2026-11-01T08:00:00Z',
      askedByName: 'Giroscope',
      mailed: '2026-11-01T08:00:05Z',
      refused: null,
    },
  ],
  questions: [],
  creditNotes: [],
  credits: null,
  ...changes,
});

export const invoices: readonly Row[] = [
  invoice({
    id: '4',
    state: 'DRAFT',
    number: null,
    reference: null,
    issued: '2026-11-22',
    due: '2026-12-06',
    lines: [line()],
  }),
  invoice({
    id: '3',
    state: 'OVERDUE',
    number: 'GIRO-NORDHAVN-00003',
    fees: dkk('100.00'),
    outstanding: dkk('718.75'),
    reminders: [
      {
        number: 1,
        at: '2026-11-25T08:00:00Z',
        fee: '100.00',
        payBy: '2026-12-05',
        mailed: '2026-11-25T08:00:05Z',
      },
    ],
  }),
  invoice({
    id: '2',
    kind: 'CREDIT_NOTE',
    state: 'CREDITED',
    number: 'GIRO-NORDHAVN-00002',
    net: dkk('-495.00'),
    vat: dkk('-123.75'),
    total: dkk('-618.75'),
    outstanding: dkk('0.00'),
    reason: 'Charged twice',
    credits: { id: '1', number: 'GIRO-NORDHAVN-00001', issued: '2026-11-01', total: dkk('618.75') },
  }),
  invoice({
    id: '1',
    state: 'CREDITED',
    credited: dkk('618.75'),
    outstanding: dkk('0.00'),
    creditNotes: [
      { id: '2', number: 'GIRO-NORDHAVN-00002', issued: '2026-11-02', total: dkk('-618.75') },
    ],
  }),
];

const sum = ({ currency, state, net, vat, total, outstanding }: Row) => ({
  currency,
  state,
  count: 1,
  net,
  vat,
  total,
  outstanding,
});

const done = () => ({ __typename: 'Success', id: null });

interface ListArguments {
  filter?: { states?: readonly string[]; text?: string };
}

export const resolvers = {
  billingOffer: () => offer,
  billingDetails: () => details,
  subscriptions: () => connection([subscription()]),
  subscriptionChange: ({ wanted }: { wanted: { plan: string; seats: number } }) => {
    if (wanted.plan === 'start') throw refusal('CONFLICT', 'This is what you have already');
    const lines = [
      line({
        kind: 'UNUSED',
        said: { en: 'Start: not used, 10 of 30 days', da: 'Start: ikke brugt, 10 af 30 dage' },
        net: dkk('-165.00'),
        unitPrice: dkk('-165.00'),
      }),
      line({
        kind: 'REST',
        said: { en: 'Group: 10 of 30 days', da: 'Group: 10 af 30 dage' },
        net: dkk('1650.00'),
        unitPrice: dkk('1650.00'),
      }),
    ];
    return {
      was: terms(start, '495.00'),
      wanted: terms(group, '4950.00', wanted.seats),
      now: charge(lines, '1485.00', '371.25', '1856.25'),
      next: charge([line()], '4950.00', '1237.50', '6187.50'),
    };
  },
  invoices: ({ filter, ...page }: ListArguments & object) =>
    connection(
      invoices.filter(
        (row) =>
          (filter?.states?.includes(String(row['state'])) ?? true) &&
          JSON.stringify(row).includes(filter?.text ?? ''),
      ),
      page,
    ),
  invoiceTotals: () => invoices.filter(({ kind }) => kind === 'INVOICE').map(sum),
  invoice: ({ id }: { id: string }) => invoices.find((row) => row['id'] === id) ?? null,
  usageUnits: () =>
    connection([
      {
        id: '1',
        meter: 'JOURNALS',
        at: '2026-11-20T09:00:00Z',
        event: '77',
        verb: 'uploads.hand_in',
        byName: 'Astrid Holm',
        subjectKind: 'upload',
        subjectId: '5',
        label: 'payments.xml',
        free: null,
      },
      {
        id: '2',
        meter: 'JOURNALS',
        at: '2026-11-20T08:00:00Z',
        event: '76',
        verb: 'uploads.hand_in',
        byName: 'Giroscope',
        subjectKind: 'upload',
        subjectId: '4',
        label: 'demo.xml',
        free: 'DEMO',
      },
    ]),
  changeSubscription: done,
  keepSubscription: done,
  cancelSubscription: done,
  pauseSubscription: done,
  undoCancellation: done,
  changeBillingDetails: done,
  lookAtBilling: done,
  sendInvoice: done,
  questionInvoice: done,
};
