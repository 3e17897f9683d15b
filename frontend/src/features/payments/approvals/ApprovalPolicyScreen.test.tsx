import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { permissions } from '@/kernel/permissions';
import { bend } from '@/testing/server';
import { show } from '@/testing/render';
import { proposal, resolvers } from '@/testing/world/approvals';
import { ApprovalPolicyScreen } from './ApprovalPolicyScreen';

beforeEach(() =>
  permissions.set({ verbs: new Set(['payments.read', 'payments.policies', 'payments.approve']) }),
);

const withProposal = (extra: object = {}) =>
  bend({
    approvalPolicies: () => ({
      ...resolvers.approvalPolicies(),
      proposed: proposal(extra as never),
    }),
  });

test('the rules in force are told in sentences, with every version below', async () => {
  show(<ApprovalPolicyScreen />);
  expect((await screen.findAllByText(/from 100,000\.00 DKK/))[0]).toBeVisible();
  expect(screen.getAllByText('Bo Lind', { selector: 'ol li' })[0]).toBeVisible();
  const versions = await screen.findByRole('table', { name: 'Versions' });
  expect(versions).toHaveTextContent('Replaced');
});

test('rules are proposed as they are typed', async () => {
  const sent: unknown[] = [];
  bend({
    proposeApprovalPolicies: (args: object) => {
      sent.push(args);
      return { __typename: 'Success', id: '3' };
    },
  });
  const { person } = show(<ApprovalPolicyScreen />);
  await person.click(await screen.findByRole('button', { name: 'Edit rules' }));
  await person.click(screen.getByRole('button', { name: 'Add rule' }));
  const added = screen.getByRole('group', { name: 'Rule 2' });
  await person.click(screen.getByRole('button', { name: 'Propose' }));
  expect(screen.getByRole('alert')).toHaveTextContent('Enter a name');
  await person.type(within(added).getByRole('textbox', { name: 'Name' }), 'New payees');
  await person.click(within(added).getByRole('checkbox', { name: 'New beneficiary account' }));
  await person.click(within(added).getByRole('button', { name: 'Add approval' }));
  await person.click(
    within(within(added).getByRole('group', { name: 'Approval 2' })).getByRole('checkbox', {
      name: 'Bo Lind',
    }),
  );
  await person.type(screen.getByRole('textbox', { name: /^Note/ }), 'Fraud');
  await person.click(screen.getByRole('button', { name: 'Propose' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    note: 'Fraud',
    rules: [
      { name: 'Large payments', inOrder: true, steps: [['u2'], []] },
      { name: 'New payees', newPayee: true, amountFrom: null, steps: [[], ['u2']] },
    ],
  });
});

test('whoever proposed rules withdraws them, and another one puts them in force', async () => {
  withProposal({
    isOwn: true,
    obstacle: { code: 'approvals.same_manager', message: 'Another account manager decides' },
  });
  show(<ApprovalPolicyScreen />);
  expect(await screen.findByRole('button', { name: 'Withdraw' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Activate' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Edit rules' })).toBeNull();
});

test('a second account manager confirms after a question', async () => {
  const sent: unknown[] = [];
  withProposal();
  bend({
    confirmApprovalPolicies: (args: object) => {
      sent.push(args);
      return { __typename: 'Success', id: null };
    },
  });
  const { person } = show(<ApprovalPolicyScreen />);
  await person.click(await screen.findByRole('button', { name: 'Activate' }));
  await person.click(
    within(screen.getByRole('dialog', { name: 'Activate these rules?' })).getByRole('button', {
      name: 'Activate',
    }),
  );
  await waitFor(() => expect(sent).toEqual([{ version: 3 }]));
});

test('an approver lets another act on some days, and ends it', async () => {
  const sent: object[] = [];
  bend({
    delegateApprovals: (args: object) => {
      sent.push(args);
      return { __typename: 'Success', id: '1' };
    },
    endApprovalDelegation: (args: object) => {
      sent.push(args);
      return { __typename: 'Success', id: null };
    },
  });
  const { person } = show(<ApprovalPolicyScreen />);
  await person.click(await screen.findByRole('button', { name: 'Delegate my approvals' }));
  const dialog = screen.getByRole('dialog', { name: 'Delegate your approvals' });
  await person.selectOptions(within(dialog).getByRole('combobox', { name: 'Person' }), 'Bo Lind');
  await person.click(within(dialog).getByRole('button', { name: 'Delegate my approvals' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ personId: 'u2' });
  await person.click(await screen.findByRole('button', { name: 'End the delegation to Bo Lind' }));
  await waitFor(() => expect(sent[1]).toEqual({ id: 'g1' }));
});

test('the days are typed as dates are written here; one that does not exist is not sent', async () => {
  const sent: object[] = [];
  bend({
    delegateApprovals: (args: object) => {
      sent.push(args);
      return { __typename: 'Success', id: '1' };
    },
  });
  const { person } = show(<ApprovalPolicyScreen />);
  await person.click(await screen.findByRole('button', { name: 'Delegate my approvals' }));
  const dialog = screen.getByRole('dialog', { name: 'Delegate your approvals' });
  await person.selectOptions(within(dialog).getByRole('combobox', { name: 'Person' }), 'Bo Lind');
  const [first, last] = ['First day', 'Last day'].map((name) =>
    within(dialog).getByRole('textbox', { name }),
  ) as [HTMLElement, HTMLElement];
  await person.clear(first);
  await person.type(first, '12/24/2026');
  await person.clear(last);
  await person.type(last, '12/32/2026{Enter}');
  expect(last).toHaveAccessibleDescription(/“12\/32\/2026” is not a date/);
  expect(sent).toEqual([]);
  await person.clear(last);
  await person.type(last, '12/31/2026{Enter}');
  await waitFor(() =>
    expect(sent).toEqual([{ personId: 'u2', fromDay: '2026-12-24', toDay: '2026-12-31' }]),
  );
});
