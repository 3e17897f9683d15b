/** What is decided about payments: each act for what was seen, by whom it is open for, with a reason where one is due. */
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { ApproveJournalsDocument, RejectJournalsDocument } from '@/generated/graphql';
import { permissions } from '@/kernel/permissions';
import { bend, heardAt, server } from '@/testing/server';
import { show } from '@/testing/render';
import { connection, type Answers } from '@/testing/world/answer';
import { approval, proposal, resolvers } from '@/testing/world/approvals';
import { journals } from '@/testing/world/records';
import { toasts, type AskProps } from '@/ui';
import { ApprovalPanel } from './ApprovalPanel';
import { ApprovalPolicyScreen } from './ApprovalPolicyScreen';
import { ApproveMany, RejectMany } from './components/BulkAsk';

const shut = {
  canApprove: false,
  canReject: false,
  canUndo: false,
  canSign: false,
  canReopen: false,
  flags: 0,
  warnings: [],
};
const waiting = journals.find((row) => row['correlationId'] === 'c3');
const given = (changes: object, journal: object = {}) =>
  bend({
    journal: () => ({
      ...waiting,
      heldBack: null,
      approval: approval({ ...shut, ...changes }),
      ...journal,
    }),
  });

/** What a mutation was asked, each time. */
function heard(field: keyof Answers): object[] {
  const asked: object[] = [];
  bend({
    [field]: (args: object) => {
      asked.push(args);
      return { __typename: 'Success', id: null };
    },
  });
  return asked;
}

const seen = { correlationId: 'c3', sha256: 'abcdef0123456789' };

test.each<[string, object, () => object[], string, object]>([
  [
    'Approve',
    { canApprove: true },
    () => heard('approveJournal'),
    'Approved.',
    { ...seen, reason: null },
  ],
  [
    'Sign and send',
    { canSign: true, state: 'APPROVED' },
    () => heardAt('/api/sign'),
    'Signed. The file is being sent.',
    seen,
  ],
  [
    'Withdraw',
    { canUndo: true },
    () => heard('undoApproval'),
    'Decision withdrawn.',
    { correlationId: 'c3' },
  ],
  [
    'Resubmit for approval',
    { canReopen: true, state: 'EXPIRED' },
    () => heard('reopenApproval'),
    'Pending approval again.',
    { correlationId: 'c3' },
  ],
])(
  '“%s” is done after a question, once, for what was seen',
  async (name, open, hear, told, asked) => {
    given(open);
    const done = hear();
    const { person } = show(<ApprovalPanel correlationId="c3" />);
    const panel = await screen.findByRole('region', { name: 'Approval' });
    expect(
      within(panel)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual([name]);
    await person.click(within(panel).getByRole('button', { name }));
    expect(done).toEqual([]);
    const dialog = screen.getByRole('dialog');
    expect(dialog).toHaveTextContent('42,000.00 DKK');
    await person.click(within(dialog).getByRole('button', { name }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(done).toEqual([asked]);
    expect(toasts.get()).toMatchObject([{ severity: 'success', text: told }]);
  },
);

test('a rejection is sent with its reason, blanks apart, and never without one', async () => {
  given({ canReject: true });
  const done = heard('rejectJournal');
  const { person } = show(<ApprovalPanel correlationId="c3" />);
  await person.click(await screen.findByRole('button', { name: 'Reject' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Reject these payments?' }));
  const reason = dialog.getByRole('textbox', { name: 'Reason' });
  await person.type(reason, '   ');
  await person.click(dialog.getByRole('button', { name: 'Reject' }));
  expect(dialog.getByRole('alert')).toHaveTextContent('Enter a reason');
  expect(done).toEqual([]);
  await person.type(reason, 'Not ours ');
  await person.click(dialog.getByRole('button', { name: 'Reject' }));
  await waitFor(() => expect(done).toEqual([{ ...seen, reason: 'Not ours' }]));
});

test('an act that was never answered is not told as done, and what is shown is asked anew either way', async () => {
  let asked = 0;
  bend({
    journal: () => {
      asked += 1;
      return { ...waiting, heldBack: null, approval: approval({ ...shut, canApprove: true }) };
    },
  });
  server.use(
    http.get('*/healthz/ready', () => HttpResponse.json({})),
    http.post('*/api/data/graphql', async ({ request }) =>
      (await request.clone().text()).includes('ApproveJournal') ? HttpResponse.error() : undefined,
    ),
  );
  const { person } = show(<ApprovalPanel correlationId="c3" />);
  await person.click(await screen.findByRole('button', { name: 'Approve' }));
  const before = asked;
  await person.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Approve' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Not done');
  expect(asked).toBe(before + 1);
  expect(toasts.get()).toEqual([]);
  server.resetHandlers();
  await person.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Approve' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(asked).toBe(before + 2);
});

test('how many more call for a look is told by payments, not by what is said of them', async () => {
  const warning = (position: number, code: string) => ({
    paymentId: `p${position}`,
    position,
    creditor: 'Kystværftet A/S',
    creditorAccount: 'DK1',
    amount: { amount: '5.00', currency: 'DKK' },
    code,
    value: null,
    note: null,
    journal: null,
  });
  given({
    flags: 4,
    warnings: [warning(1, 'payee_new'), warning(1, 'duplicate_earlier'), warning(2, 'payee_new')],
  });
  show(<ApprovalPanel correlationId="c3" />);
  expect(await screen.findByText('and 2 more; see the payments')).toBeVisible();
});

test('an approval for somebody else says for whom', async () => {
  given({ canApprove: true, forPerson: 'Alba Holm' });
  const { person } = show(<ApprovalPanel correlationId="c3" />);
  await person.click(await screen.findByRole('button', { name: 'Approve for Alba Holm' }));
  expect(
    within(screen.getByRole('dialog')).getByRole('button', { name: 'Approve for Alba Holm' }),
  ).toBeVisible();
});

test.each([
  [
    { state: 'REJECTED', rejectedBy: 'Bo Lind', reason: 'Not ours' },
    'Bo Lind rejected it: Not ours',
  ],
  [{ state: 'EXPIRED', expiry: 'WAITED_TOO_LONG' }, 'The approval deadline has passed'],
  [
    {
      state: 'RELEASED',
      release: { id: 'q1', signedBy: 'Bo Lind', signed: '2026-11-20T10:00:00Z' },
    },
    'Signed by Bo Lind',
  ],
])('how it ended is told: %j', async (changes, told) => {
  given(changes);
  show(<ApprovalPanel correlationId="c3" />);
  const panel = await screen.findByRole('region', { name: 'Approval' });
  expect(panel).toHaveTextContent(told);
  // What is still missing is no matter any more.
  expect(panel).not.toHaveTextContent('Required approvals');
  expect(panel).not.toHaveTextContent('Approval deadline');
});

const hold = (paymentId: string, rule = 'Large sums', version = 2) => ({
  paymentId,
  rule,
  version,
  since: '2026-11-19T08:00:00Z',
  said: null,
});

test('what rules hold back is told by rule with its count, and let go with a reason by whom it is open for', async () => {
  given(
    {},
    {
      holds: [hold('p1'), hold('p2'), hold('p3', 'Large sums', 1), hold('p4', 'New payees')],
      liftObstacle: null,
    },
  );
  const done = heard('liftRuleHolds');
  const { person } = show(<ApprovalPanel correlationId="c3" />);
  const panel = await screen.findByRole('region', { name: 'Held by rules' });
  expect(
    within(panel)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent?.split(' since')[0]),
  ).toEqual([
    'The rule “Large sums”, version 2, holds 2 payments',
    'The rule “Large sums”, version 1, holds 1 payment',
    'The rule “New payees”, version 2, holds 1 payment',
  ]);
  await person.click(within(panel).getByRole('button', { name: 'Release' }));
  expect(done).toEqual([]);
  const dialog = within(screen.getByRole('dialog', { name: 'Release these payments?' }));
  await person.click(dialog.getByRole('button', { name: 'Release' }));
  expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveAccessibleDescription(
    'Required Enter a reason',
  );
  expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveFocus();
  expect(done).toEqual([]);
  await person.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Called them');
  await person.click(dialog.getByRole('button', { name: 'Release' }));
  await waitFor(() => expect(done).toEqual([{ correlationId: 'c3', reason: 'Called them' }]));
});

test('whoever cannot let them go reads why, and finds no button', async () => {
  given(
    {},
    {
      holds: [hold('p1')],
      liftObstacle: { code: 'rules.own_upload', message: 'You handed these payments in' },
    },
  );
  show(<ApprovalPanel correlationId="c3" />);
  const panel = await screen.findByRole('region', { name: 'Held by rules' });
  expect(within(panel).getByRole('note')).toHaveTextContent('You handed these payments in');
  expect(within(panel).queryByRole('button')).not.toBeInTheDocument();
});

const row = (correlationId: string, currency: string, amount: string, changes: object | null) => ({
  ...waiting,
  correlationId,
  messageId: correlationId,
  totals: [{ currency, amount, count: 1 }],
  approval:
    changes &&
    approval({
      sha256: `hash of ${correlationId}`,
      flags: 0,
      canApprove: true,
      canReject: true,
      ...changes,
    }),
});
const chosenRows = [
  row('j1', 'DKK', '100.10', {}),
  row('j2', 'DKK', '0.20', {}),
  row('j3', 'EUR', '5.00', {}),
  row('j4', 'DKK', '1000.00', { flags: 1 }),
  row('j5', 'DKK', '7000.00', { canApprove: false }),
  row('j6', 'DKK', '80.00', { canApprove: false, canReject: false }),
  row('j7', 'DKK', '90000.00', null),
];
const documents = chosenRows.map(({ correlationId, approval: one }) => ({
  correlationId,
  sha256: one ? `hash of ${correlationId}` : '',
}));
const done = {
  __typename: 'BulkResults',
  total: 7,
  done: 0,
  failed: 0,
  notEligible: 0,
  results: [{ id: 'j1', label: 'j1', outcome: 'DONE', code: null, message: null, values: [] }],
  next: null,
};

function many(act: 'approve' | 'reject', count = chosenRows.length) {
  const document = act === 'approve' ? ApproveJournalsDocument : RejectJournalsDocument;
  return {
    action: {
      key: act,
      label: act === 'approve' ? 'Approve' : 'Reject',
      icon: 'check',
      help: 'Each as it is stored.',
      document,
    },
    count,
    chosen: { ids: Array.from({ length: count }, (_, index) => `j${index + 1}`) },
    onClose: vi.fn<() => void>(),
    onEnded: vi.fn<AskProps['onEnded']>(),
  };
}

test('before many are approved stands exactly what will be, by currency, and they are approved as they were seen', async () => {
  const asked: object[] = [];
  const filters: object[] = [];
  bend({
    journals: ({ filter, ...page }: { filter: object }) => {
      filters.push(filter);
      return connection(chosenRows, page);
    },
    approveJournals: (args: object) => {
      asked.push(args);
      return done;
    },
  });
  const props = many('approve');
  const { person } = show(<ApproveMany {...props} />);
  const dialog = screen.getByRole('dialog', { name: 'Approve these payments?' });
  expect(within(dialog).getByRole('button', { name: 'Approve' })).toBeDisabled();
  expect(await within(dialog).findByText('You can approve 3 of 7')).toBeVisible();
  expect(dialog).toHaveTextContent('1 with warnings is left out');
  expect(dialog).toHaveTextContent('Total: 100.30 DKK5.00 EUR');
  expect(filters.at(-1)).toMatchObject({
    correlationIds: ['j1', 'j2', 'j3', 'j4', 'j5', 'j6', 'j7'],
  });
  expect(asked).toEqual([]);
  await person.click(within(dialog).getByRole('button', { name: 'Approve' }));
  await waitFor(() => expect(props.onEnded).toHaveBeenCalledTimes(1));
  expect(asked).toEqual([{ documents, reason: null, after: null }]);
});

test('all that match are read by their filter before they are decided', async () => {
  const filters: object[] = [];
  bend({
    journals: ({ filter, ...page }: { filter: object }) => {
      filters.push(filter);
      return connection(chosenRows, page);
    },
  });
  show(
    <ApproveMany
      {...many('approve')}
      chosen={{ matching: { currency: 'DKK' }, expectedCount: 7 }}
    />,
  );
  await screen.findByText('You can approve 3 of 7');
  expect(filters).toMatchObject([{ currency: 'DKK' }]);
});

test('many are rejected with one reason only, those included that call for a look', async () => {
  const asked: object[] = [];
  bend({
    journals: (page: object) => connection(chosenRows, page),
    rejectJournals: (args: object) => {
      asked.push(args);
      return done;
    },
  });
  const props = many('reject');
  const { person } = show(<RejectMany {...props} />);
  const dialog = screen.getByRole('dialog', { name: 'Reject these payments?' });
  expect(await within(dialog).findByText('You can reject 5 of 7')).toBeVisible();
  expect(dialog).toHaveTextContent('Total: 8,100.30 DKK5.00 EUR');
  await person.click(within(dialog).getByRole('button', { name: 'Reject' }));
  expect(within(dialog).getByRole('alert')).toHaveTextContent('Enter a reason');
  await person.type(within(dialog).getByRole('textbox', { name: 'Reason' }), ' Wrong month ');
  await person.click(within(dialog).getByRole('button', { name: 'Reject' }));
  await waitFor(() => expect(props.onEnded).toHaveBeenCalledTimes(1));
  expect(asked).toEqual([{ documents, reason: 'Wrong month', after: null }]);
});

test.each([
  [200, true],
  [201, false],
])('of %i at once each is read before it is decided: %s', async (count, isRead) => {
  const asked = vi.fn((page: object) => connection(chosenRows, page));
  bend({ journals: asked, approveJournals: () => done });
  const props = many('approve', count);
  const { person } = show(<ApproveMany {...props} />);
  const dialog = screen.getByRole('dialog', { name: 'Approve these payments?' });
  if (isRead) await within(dialog).findByText('You can approve 3 of 200');
  else {
    expect(within(dialog).getByRole('alert')).toHaveTextContent('Choose at most 200 at once.');
    await person.click(within(dialog).getByRole('button', { name: 'Approve' }));
    expect(asked).not.toHaveBeenCalled();
    expect(props.onEnded).not.toHaveBeenCalled();
  }
});

test('a refusal of many stays with its reason, and nothing is told to be done', async () => {
  bend({
    journals: (page: object) => connection(chosenRows, page),
    approveJournals: () => ({
      __typename: 'Problem',
      code: 'selection_changed',
      message: 'Other rows match now',
      path: null,
    }),
  });
  const props = many('approve');
  const { person } = show(<ApproveMany {...props} />);
  const approve = screen.getByRole('button', { name: 'Approve' });
  await waitFor(() => expect(approve).toBeEnabled());
  await person.click(approve);
  expect(await screen.findByRole('alert')).toHaveTextContent('Other rows match now');
  expect(props.onEnded).not.toHaveBeenCalled();
});

const policyVerbs = (...verbs: string[]) =>
  permissions.set({ verbs: new Set(['payments.read', ...verbs]) });
const proposed = (extra: object) =>
  bend({
    approvalPolicies: () => ({
      ...resolvers.approvalPolicies(),
      proposed: proposal(extra as never),
    }),
  });

beforeEach(() => policyVerbs('payments.policies', 'payments.approve'));

test.each<[string, string, object, keyof Answers, object]>([
  [
    'Withdraw',
    'Withdraw your proposal?',
    { isOwn: true, obstacle: { code: 'approvals.same_manager', message: 'Another one decides' } },
    'withdrawApprovalPolicies',
    { version: 3 },
  ],
  ['Reject', 'Reject this change?', {}, 'rejectApprovalPolicies', { version: 3, reason: null }],
  ['Activate', 'Activate these rules?', {}, 'confirmApprovalPolicies', { version: 3 }],
])(
  '“%s” of proposed rules is asked about first, and is for the version that was seen',
  async (name, title, extra, field, asked) => {
    proposed(extra);
    const told = heard(field);
    const { person } = show(<ApprovalPolicyScreen />);
    await person.click(await screen.findByRole('button', { name }));
    expect(told).toEqual([]);
    await person.click(
      within(screen.getByRole('dialog', { name: title })).getByRole('button', { name }),
    );
    await waitFor(() => expect(told).toEqual([asked]));
  },
);

test('whoever proposed rules is not offered to decide about them', async () => {
  proposed({
    isOwn: true,
    obstacle: { code: 'approvals.same_manager', message: 'Another one decides' },
  });
  show(<ApprovalPolicyScreen />);
  await screen.findByRole('button', { name: 'Withdraw' });
  for (const name of ['Activate', 'Reject'])
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
});

test('whoever may not change rules finds none of their buttons, and who approves nothing lets nobody act', async () => {
  policyVerbs();
  proposed({});
  show(<ApprovalPolicyScreen />);
  await screen.findByRole('table', { name: 'Versions' });
  await screen.findAllByText('After the audit');
  for (const name of ['Activate', 'Reject', 'Withdraw', 'Edit rules', 'Delegate my approvals'])
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
});

test('a rule and an approval are removed where it is asked for, and nowhere else', async () => {
  const sent = heard('proposeApprovalPolicies');
  const { person } = show(<ApprovalPolicyScreen />);
  await person.click(await screen.findByRole('button', { name: 'Edit rules' }));
  for (const [place, name] of [
    [2, 'Second'],
    [3, 'Third'],
  ] as const) {
    await person.click(screen.getByRole('button', { name: 'Add rule' }));
    await person.type(
      within(screen.getByRole('group', { name: `Rule ${place}` })).getByRole('textbox', {
        name: 'Name',
      }),
      name,
    );
  }
  await person.click(screen.getByRole('button', { name: 'Remove Second' }));
  const third = within(screen.getByRole('group', { name: 'Rule 2' }));
  for (const _more of [2, 3])
    await person.click(third.getByRole('button', { name: 'Add approval' }));
  await person.click(
    within(third.getByRole('group', { name: 'Approval 3' })).getByRole('checkbox', {
      name: 'Bo Lind',
    }),
  );
  await person.click(third.getByRole('button', { name: 'Remove approval 1' }));
  await person.click(third.getByRole('checkbox', { name: /order/i }));
  await person.click(screen.getByRole('button', { name: 'Propose' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    note: null,
    rules: [
      { name: 'Large payments', amountFrom: '100000.00', currency: 'DKK' },
      { name: 'Third', inOrder: true, steps: [[], ['u2']] },
    ],
  });
});

test('nobody acts for themselves, and somebody has to be named', async () => {
  const sent = heard('delegateApprovals');
  const { person } = show(<ApprovalPolicyScreen />);
  await person.click(await screen.findByRole('button', { name: 'Delegate my approvals' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Delegate your approvals' }));
  expect(
    within(dialog.getByRole('combobox'))
      .getAllByRole('option')
      .slice(1)
      .map(({ textContent }) => textContent),
  ).toEqual(['Bo Lind']);
  await person.click(dialog.getByRole('button', { name: 'Delegate my approvals' }));
  expect(dialog.getByRole('combobox')).toBeInvalid();
  expect(sent).toEqual([]);
});

test('an arrangement of somebody else is not for the reader to end', async () => {
  bend({
    approvalDelegations: (page: object) =>
      connection(
        [
          {
            id: 'g2',
            fromPerson: 'Bo Lind',
            toPerson: 'Astrid Holm',
            fromDay: '2026-11-20',
            toDay: '2026-11-27',
            created: '2026-11-19T08:00:00Z',
            ended: null,
            isOwn: false,
          },
        ],
        page,
      ),
  });
  show(<ApprovalPolicyScreen />);
  expect(await screen.findByRole('table', { name: 'Delegations' })).toHaveTextContent(
    '11/20/2026 – 11/27/2026',
  );
  expect(screen.queryByRole('button', { name: /^End the/ })).not.toBeInTheDocument();
});
