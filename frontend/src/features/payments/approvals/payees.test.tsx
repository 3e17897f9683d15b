/** Whom a decision pays stands wherever it is taken: in the panel, in every dialog, in the list and in the bulk. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ApproveJournalsDocument, type PayeesInShortFragment } from '@/generated/graphql';
import { prefer } from '@/kernel/preferences';
import { bend } from '@/testing/server';
import { show } from '@/testing/render';
import { connection } from '@/testing/world/answer';
import { approval, facts } from '@/testing/world/approvals';
import { journals } from '@/testing/world/records';
import { ApprovalPanel } from './ApprovalPanel';
import { ApproveMany } from './components/BulkAsk';
import { PayeesCell } from './components/Payees';

const waiting = journals.find((row) => row['correlationId'] === 'c3');
const cutOff = {
  at: '2026-11-25T14:30:00Z',
  day: '2026-11-25',
  wanted: '2026-11-25',
  batches: 1,
  zone: 'Europe/Copenhagen',
};
const given = (changes: Record<string, unknown> = {}) =>
  bend({
    journal: () => ({
      ...waiting,
      heldBack: null,
      cutOff,
      approval: approval({ flags: 0, warnings: [], ...changes }),
    }),
  });
const lines = (within_: HTMLElement) =>
  within(within(within_).getByRole('group', { name: 'Payees' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const LISTED = [
  'Skagen Energi36,000.00 DKKDK57 5051 0001 3226 1711/25/2026',
  'Kystværftet A/S5,000.00 DKKDK19 3000 3330 1577 6511/25/2026Changed beneficiary account',
  'Østbro Papir1,000.00 DKKDE89 3704 0044 0532 0130 0011/25/2026New beneficiary account',
];

test('the panel lists payee, account, amount and day, and says from where and until when', async () => {
  given();
  show(<ApprovalPanel correlationId="c3" />);
  const panel = await screen.findByRole('region', { name: 'Approval' });
  expect(lines(panel)).toEqual(LISTED);
  expect(panel).toHaveTextContent('3 payments to 3 accounts 1 changed 1 new');
  expect(panel).toHaveTextContent('42,000.00 DKK');
  expect(panel).toHaveTextContent('11/25/2026 15:30 Copenhagen time');
  await waitFor(() =>
    expect(panel).toHaveTextContent(
      /Account debited.*DK50 0040 0440 1162 43.*Nordhavn Handel A\/S/,
    ),
  );
});

test.each([
  ['Approve', { canApprove: true }],
  ['Reject', { canReject: true }],
  ['Sign and send', { canSign: true, state: 'APPROVED' }],
  ['Withdraw', { canUndo: true }],
])('the dialog of “%s” names every payee, and is walked through by keys', async (name, open) => {
  given({ canApprove: false, canReject: false, ...open });
  const { person } = show(<ApprovalPanel correlationId="c3" />);
  await person.click(await screen.findByRole('button', { name }));
  const dialog = screen.getByRole('dialog');
  expect(lines(dialog)).toEqual(LISTED);
  expect(dialog).toHaveTextContent('42,000.00 DKK');
  expect(within(dialog).getByRole('group', { name: 'Payees' })).toHaveAttribute('tabindex', '0');
});

test('a large file says how many payments it has beyond those listed, and each sum by itself', async () => {
  given({
    facts: facts({
      payments: 1003,
      payees: 980,
      totals: [
        { currency: 'DKK', amount: '900719925474099.21', count: 1000 },
        { currency: 'EUR', amount: '12.50', count: 3 },
      ],
      firstDate: '2026-11-25',
      lastDate: '2026-11-30',
    }),
  });
  show(<ApprovalPanel correlationId="c3" />);
  const panel = await screen.findByRole('region', { name: 'Approval' });
  expect(panel).toHaveTextContent('and 1,000 more payments');
  expect(panel).toHaveTextContent('900,719,925,474,099.21 DKK12.50 EUR');
  expect(panel).toHaveTextContent('11/25/2026 to 11/30/2026');
});

test('a note that is due says so, and its refusal by the server stands at it and is left when it is mended', async () => {
  given({ flags: 1 });
  bend({
    approveJournal: () => ({
      __typename: 'Problem',
      code: 'approvals.reason_needed',
      message: 'Say why',
      path: 'reason',
    }),
  });
  const { person } = show(<ApprovalPanel correlationId="c3" />);
  await person.click(await screen.findByRole('button', { name: 'Approve' }));
  const dialog = within(screen.getByRole('dialog'));
  const note = dialog.getByRole('textbox', { name: 'Reason' });
  expect(note).toBeRequired();
  expect(note).toHaveAccessibleDescription('Required');
  await person.type(note, 'x');
  await person.click(dialog.getByRole('button', { name: 'Approve' }));
  await waitFor(() => expect(note).toBeInvalid());
  expect(note).toHaveFocus();
  expect(note).toHaveAccessibleDescription('Required Say why');
  await person.type(note, 'y');
  expect(note).toBeValid();
});

test('a note that is not due is not called required', async () => {
  given();
  const { person } = show(<ApprovalPanel correlationId="c3" />);
  await person.click(await screen.findByRole('button', { name: 'Approve' }));
  const note = screen.getByRole('textbox', { name: 'Reason' });
  expect(note).not.toBeRequired();
  expect(screen.queryByText('Required')).toBeNull();
});

test('several are approved with the payees of each in sight', async () => {
  bend({
    journals: () =>
      connection([{ ...waiting, approval: approval({ flags: 0, facts: facts({ payments: 5 }) }) }]),
  });
  const action = {
    key: 'approve',
    label: 'Approve',
    icon: 'check',
    help: '',
    document: ApproveJournalsDocument,
  };
  show(
    <ApproveMany
      action={action}
      chosen={{ ids: ['c3'] }}
      count={1}
      onClose={() => undefined}
      onEnded={() => undefined}
    />,
  );
  const listed = await screen.findByRole('list', { name: 'Payees' });
  expect(listed).toHaveTextContent('Skagen Energi36,000.00 DKK');
  expect(listed).toHaveTextContent('Changed beneficiary account');
  expect(listed).toHaveTextContent('and 2 more payments');
  expect(listed).toHaveTextContent('5 payments to 3 accounts 1 changed 1 new');
});

test('the list names the largest payee in a row, and each in Danish on a card', () => {
  prefer({ language: 'da' });
  show(<PayeesCell facts={facts() as unknown as PayeesInShortFragment} />);
  expect(screen.getByText('Skagen Energi og 2 til')).toBeInTheDocument();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)[1]).toContain(
    'Ændret modtagerkonto',
  );
  prefer({ language: 'en' });
});

test('a card says how many accounts are new, though none of them is among those listed', () => {
  const [largest] = facts()['largest'] as PayeesInShortFragment['largest'];
  const many = facts({ payments: 40, payees: 39, newAccounts: 2, changedAccounts: 0 });
  show(<PayeesCell facts={{ ...many, largest: [largest] } as unknown as PayeesInShortFragment} />);
  expect(screen.getByText('40 payments to 39 accounts')).toBeInTheDocument();
  expect(screen.getByText('2 new')).toBeInTheDocument();
});

test('two approvers for a changed account are a rule without a name of its own', async () => {
  given({
    rules: [
      {
        name: null,
        changedPayee: true,
        inOrder: false,
        steps: [
          { persons: [], givenBy: null, forPerson: null },
          { persons: [], givenBy: null, forPerson: null },
        ],
      },
    ],
  });
  show(<ApprovalPanel correlationId="c3" />);
  expect(await screen.findByText('Changed beneficiary account: two approvers')).toBeInTheDocument();
});
