/** The approval rules of the made-up company, and who acts for whom. */
import { connection } from './answer';

type Row = Record<string, unknown>;

const done = () => ({ __typename: 'Success', id: null });
const rule = {
  name: 'Large payments',
  amountFrom: '100000.00',
  currency: 'DKK',
  accounts: [],
  newPayee: false,
  changedPayee: false,
  connections: [],
  inOrder: true,
  steps: [['u2'], []],
  needsPasskey: false,
  signInMinutes: null,
};
const version = (number: number, state: string, extra: Row = {}): Row => ({
  version: number,
  state,
  rules: [rule],
  note: null,
  proposed: '2026-11-02T08:00:00Z',
  proposedBy: 'Astrid Holm',
  decided: null,
  decidedBy: null,
  reason: null,
  isOwn: false,
  obstacle: null,
  ...extra,
});

const versions = [
  version(2, 'ACTIVE', { decided: '2026-11-03T08:00:00Z', decidedBy: 'Niels Krog' }),
  version(1, 'REPLACED', { rules: [] }),
];

export const resolvers = {
  approvalPolicies: () => ({
    active: versions[0],
    proposed: null,
    accounts: [{ number: 'DK5000400440116243', name: 'Operations DKK' }],
    connections: [{ id: 'b1', name: 'Fjordbanken' }],
    approvers: [
      { id: 'u1', name: 'Astrid Holm', isSelf: true },
      { id: 'u2', name: 'Bo Lind', isSelf: false },
    ],
  }),
  approvalPolicyVersions: (page: object) => connection(versions, page),
  approvalDelegations: (page: object) =>
    connection(
      [
        {
          id: 'g1',
          fromPerson: 'Astrid Holm',
          toPerson: 'Bo Lind',
          fromDay: '2026-11-20',
          toDay: '2026-11-27',
          created: '2026-11-19T08:00:00Z',
          ended: null,
          isOwn: true,
        },
      ],
      page,
    ),
  approveJournal: done,
  approveJournals: done,
  rejectJournal: done,
  rejectJournals: done,
  undoApproval: done,
  signJournal: done,
  reopenApproval: done,
  liftRuleHolds: done,
  cancelSending: done,
  decideSending: done,
  sendAgain: done,
  askRecall: done,
  confirmRecall: done,
  declineRecall: done,
  withdrawRecall: done,
  proposeApprovalPolicies: done,
  confirmApprovalPolicies: done,
  rejectApprovalPolicies: done,
  withdrawApprovalPolicies: done,
  delegateApprovals: done,
  endApprovalDelegation: done,
  beginPasskeyDecision: () => ({ __typename: 'PasskeyRequest', options: passkeyOptions }),
  passkeys: () => [
    passkey({
      person: 'Astrid Holm',
      isOwn: true,
      state: 'ACTIVE',
      confirmedAt: '2026-11-20T09:00:00Z',
      confirmedBy: 'Niels Krog',
    }),
  ],
  passkeysOfPeople: () => [passkey({ id: 'k2', name: 'Office key' })],
  beginPasskeyRegistration: () => ({ __typename: 'PasskeyRequest', options: passkeyOptions }),
  finishPasskeyRegistration: done,
  confirmPasskey: done,
  removePasskey: done,
};

/** What a browser asks a device with: challenge and key are two bytes each. */
const passkeyOptions = JSON.stringify({
  challenge: 'AQI',
  rp: { name: 'Giroscope' },
  user: { id: 'AwQ', name: 'astrid', displayName: 'Astrid Holm' },
  pubKeyCredParams: [],
  allowCredentials: [{ id: 'BQY', type: 'public-key' }],
});

/** A passkey that waits for an account manager. */
export const passkey = (changes: Row = {}): Row => ({
  id: 'k1',
  name: 'Work phone',
  state: 'PENDING',
  person: 'Bo Lind',
  isOwn: false,
  host: 'localhost',
  isSynced: false,
  createdAt: '2026-11-20T08:00:00Z',
  usedAt: null,
  confirmedAt: null,
  confirmedBy: null,
  obstacle: null,
  ...changes,
});

const total = { currency: 'DKK', amount: '42000.00', count: 3 };
const payee = (
  position: number,
  name: string,
  account: string,
  amount: string,
  mark: string | null = null,
): Row => ({
  paymentId: `p${position}`,
  position,
  name,
  account,
  amount: { amount, currency: 'DKK' },
  executionDate: '2026-11-25',
  mark,
});

/** Three payments, one of them to an account that its payee never had before. */
export const facts = (changes: Row = {}): Row => ({
  payments: 3,
  payees: 3,
  newAccounts: 1,
  changedAccounts: 1,
  firstDate: '2026-11-25',
  lastDate: '2026-11-25',
  totals: [total],
  debited: [{ number: 'DK5000400440116243', owner: 'Nordhavn Handel A/S', totals: [total] }],
  largest: [
    payee(2, 'Skagen Energi', 'DK5750510001322617', '36000.00'),
    payee(1, 'Kystværftet A/S', 'DK1930003330157765', '5000.00', 'CHANGED'),
    payee(3, 'Østbro Papir', 'DE89370400440532013000', '1000.00', 'NEW'),
  ],
  ...changes,
});

/** Payments that wait for their second approval, which the reader may give. */
export const approval = (changes: Row = {}): Row => ({
  state: 'OPEN',
  documentId: 'd1',
  sha256: 'abcdef0123456789',
  connection: 'Fjordbanken',
  opened: '2026-11-20T08:00:00Z',
  expires: '2026-12-04T08:00:00Z',
  executionDate: '2026-11-25',
  policyVersion: 3,
  required: 2,
  given: 1,
  remaining: 1,
  uploadedBy: ['Oskar Operator'],
  rejectedBy: null,
  reason: null,
  expiry: null,
  flags: 1,
  isValid: true,
  behind: [
    {
      part: 'UPLOADED',
      person: 'Oskar Operator',
      at: '2026-11-20T08:00:00Z',
      isOwn: false,
      hasAccount: true,
    },
  ],
  approvals: [
    {
      person: 'Bo Lind',
      at: '2026-11-20T09:00:00Z',
      reason: null,
      forPerson: 'Alba Holm',
      isOwn: false,
      proof: null,
    },
  ],
  rules: [
    {
      name: 'Large payments',
      changedPayee: false,
      inOrder: true,
      steps: [
        { persons: ['Alba Holm'], givenBy: 'Bo Lind', forPerson: 'Alba Holm' },
        { persons: [], givenBy: null, forPerson: null },
      ],
    },
  ],
  warnings: [
    {
      paymentId: 'p1',
      position: 1,
      creditor: 'Kystværftet A/S',
      creditorAccount: 'DK1930003330157765',
      amount: { amount: '5000.00', currency: 'DKK' },
      code: 'payee_account_new',
      value: 'DK1930003330157765',
      note: null,
      journal: 'c1',
    },
  ],
  canApprove: true,
  canReject: true,
  canUndo: false,
  canSign: false,
  canReopen: false,
  forPerson: null,
  why: [],
  release: null,
  facts: facts(),
  needsPasskey: false,
  signInMinutes: null,
  ...changes,
});

/** A version that waits for a second account manager. */
export const proposal = (extra: Row = {}): Row =>
  version(3, 'PROPOSED', { note: 'After the audit', ...extra });
