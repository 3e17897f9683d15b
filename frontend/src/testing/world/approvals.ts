/** The approval rules of the made-up company, and who acts for whom. */
import { connection } from './answer';

type Row = Record<string, unknown>;

const done = () => ({ __typename: 'Success', id: null });
const rule = { name: 'Large payments', amountFrom: '100000.00', currency: 'DKK', accounts: [], newPayee: false, connections: [], inOrder: true, steps: [['u2'], []] };
const version = (number: number, state: string, extra: Row = {}): Row => ({
  version: number, state, rules: [rule], note: null, proposed: '2026-11-02T08:00:00Z', proposedBy: 'Astrid Holm', decided: null, decidedBy: null, reason: null, isOwn: false, obstacle: null, ...extra,
});

const versions = [version(2, 'ACTIVE', { decided: '2026-11-03T08:00:00Z', decidedBy: 'Niels Krog' }), version(1, 'REPLACED', { rules: [] })];

export const resolvers = {
  approvalPolicies: () => ({
    active: versions[0], proposed: null, accounts: [{ number: 'DK5000400440116243', name: 'Operations DKK' }], connections: [{ id: 'b1', name: 'Fjordbanken' }],
    approvers: [{ id: 'u1', name: 'Astrid Holm', isSelf: true }, { id: 'u2', name: 'Bo Lind', isSelf: false }],
  }),
  approvalPolicyVersions: (page: object) => connection(versions, page),
  approvalDelegations: (page: object) => connection([{ id: 'g1', fromPerson: 'Astrid Holm', toPerson: 'Bo Lind', fromDay: '2026-11-20', toDay: '2026-11-27', created: '2026-11-19T08:00:00Z', ended: null, isOwn: true }], page),
  approveJournal: done,
  proposeApprovalPolicies: done,
  confirmApprovalPolicies: done,
  delegateApprovals: done,
  endApprovalDelegation: done,
};

/** A version that waits for a second account manager. */
export const proposal = (extra: Row = {}): Row => version(3, 'PROPOSED', { note: 'After the audit', ...extra });
