import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { permissions } from '@/kernel/permissions';
import { preferLanguage } from '@/kernel/preferences';
import { show } from '@/testing/render';
import { bend } from '@/testing/server';
import { connection, refusal } from '@/testing/world/answer';
import { accounts } from '@/testing/world/records';
import { toasts } from '@/ui';
import { TransactionListScreen } from './TransactionListScreen';

const QUEUE = '/journals/statements?view=duplicates&part=accounts';
const [kept, , other] = accounts as [Record<string, unknown>, unknown, Record<string, unknown>];
const balance = (day: string, isOpening: boolean, amount: string) => ({ day, isOpening, amount });
const pair = {
  kept,
  joined: other,
  equalBalances: 3,
  firstDay: '2026-03-02',
  lastDay: '2026-03-03',
  balances: [balance('2026-03-03', false, '1060.00'), balance('2026-03-02', false, '1030.50')],
};
const named = {
  ...kept,
  otherNames: [{ name: '3000-0123456', learned: 'JOINED' }],
  joined: [
    {
      id: 'a3',
      number: '3000-0123456',
      name: 'Payroll',
      joinedAt: '2026-11-20T08:00:00Z',
      joinedBy: 'Oskar Operator',
    },
  ],
};
const joiner = () =>
  permissions.set({
    verbs: new Set(['statements.read', 'banks.read', 'accounts.join', 'uploads.read']),
  });
const open = () => show(<TransactionListScreen />, QUEUE);
const card = () =>
  screen.findByRole('article', {
    name: 'Possibly the same account: DK50 0040 0440 1162 43 and 3000-0123456',
  });

test('the list leads to accounts that may be one', async () => {
  bend({ lookAlikeAccounts: () => [pair] });
  const { person, addressNow } = show(<TransactionListScreen />);
  await person.click(await screen.findByRole('link', { name: 'Possibly the same account (1)' }));
  expect(addressNow()).toBe(QUEUE);
});

test('two accounts that look like one stand side by side with every equal balance', async () => {
  bend({ lookAlikeAccounts: () => [pair] });
  open();
  const shown = within(await card());
  expect(
    shown.getByText(
      '3 balances are the same on the same days, 03/02/2026 to 03/03/2026. None differs.',
    ),
  ).toBeInTheDocument();
  const rows = within(shown.getByRole('table', { name: 'Equal balances' }))
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent);
  expect(rows).toEqual(['03/03/2026Closing1,060.00', '03/02/2026Closing1,030.50']);
  expect(shown.getByText('The latest 2 are listed.')).toBeInTheDocument();
});

test('without the right accounts are seen, and nothing can be joined or separated', async () => {
  permissions.set({ verbs: new Set(['statements.read', 'banks.read']) });
  bend({ lookAlikeAccounts: () => [pair], accounts: () => connection([named]) });
  open();
  await card();
  expect(
    await screen.findByRole('table', { name: 'Accounts with several names' }),
  ).toBeInTheDocument();
  expect(
    screen.getByText('Only people with the upload or account management role join accounts.'),
  ).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Join|Separate/ })).toBeNull();
});

test('joining says what happens, needs a reason, and the pair leaves', async () => {
  joiner();
  const sent: object[] = [];
  bend({
    lookAlikeAccounts: () => (sent.length > 0 ? [] : [pair]),
    joinAccounts: (args: object) => {
      sent.push(args);
      return { __typename: 'Success', id: '7' };
    },
    job: () => ({ id: '7', state: 'SUCCEEDED', said: null }),
  });
  const { person } = open();
  await person.click(within(await card()).getByRole('button', { name: 'Join accounts' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Join these two accounts?' }));
  expect(
    dialog.getByText('3000-0123456 becomes another name of DK50 0040 0440 1162 43:'),
  ).toBeInTheDocument();
  expect(dialog.getByText('The accounts can be separated again.')).toBeInTheDocument();
  await person.click(dialog.getByRole('button', { name: 'Join accounts' }));
  expect(sent).toEqual([]);
  expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeInvalid();
  await person.type(dialog.getByRole('textbox', { name: 'Reason' }), 'The bank says so');
  await person.keyboard('{Tab}{Tab}{Enter}');
  expect(await screen.findByText('No accounts look the same')).toBeInTheDocument();
  expect(sent).toEqual([{ keptId: 'a1', joinedId: 'a3', reason: 'The bank says so' }]);
  await waitFor(() => expect(screen.getByRole('region', { name: 'Same account?' })).toHaveFocus());
  await waitFor(() =>
    expect(toasts.get()).toEqual([
      expect.objectContaining({ severity: 'success', text: 'The accounts are joined.' }),
    ]),
  );
});

test('a refusal stays in the dialog', async () => {
  joiner();
  bend({
    lookAlikeAccounts: () => [pair],
    joinAccounts: () => ({
      __typename: 'Problem',
      code: 'banks.joins_currencies',
      message: 'The accounts have different currencies.',
      path: null,
    }),
  });
  const { person } = open();
  await person.click(within(await card()).getByRole('button', { name: 'Join accounts' }));
  const dialog = within(screen.getByRole('dialog'));
  await person.type(dialog.getByRole('textbox', { name: 'Reason' }), 'One');
  await person.click(dialog.getByRole('button', { name: 'Join accounts' }));
  expect(await dialog.findByText('The accounts have different currencies.')).toBeInTheDocument();
});

test('any two accounts can be joined, but none with itself', async () => {
  joiner();
  const sent: object[] = [];
  bend({
    joinAccounts: (args: object) => {
      sent.push(args);
      return { __typename: 'Success', id: '7' };
    },
  });
  const { person } = open();
  await person.click(await screen.findByRole('button', { name: 'Join two accounts' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Join two accounts' }));
  const [keep, join] = [
    dialog.getByRole('combobox', { name: 'Kept account' }),
    dialog.getByRole('combobox', { name: 'Account to join into it' }),
  ];
  await waitFor(() => expect(within(keep).getAllByRole('option')).toHaveLength(4));
  await person.selectOptions(keep, 'a1');
  await person.selectOptions(join, 'a1');
  await person.type(dialog.getByRole('textbox', { name: 'Reason' }), 'One');
  await person.click(dialog.getByRole('button', { name: 'Join accounts' }));
  expect(join).toBeInvalid();
  await person.selectOptions(join, 'a3');
  await person.click(dialog.getByRole('button', { name: 'Join accounts' }));
  await waitFor(() => expect(sent).toEqual([{ keptId: 'a1', joinedId: 'a3', reason: 'One' }]));
});

test('an account lists its other names, and what was joined is separated again', async () => {
  joiner();
  const sent: object[] = [];
  bend({
    accounts: () => connection([sent.length > 0 ? kept : named]),
    separateAccounts: (args: object) => {
      sent.push(args);
      return { __typename: 'Success', id: '7' };
    },
    job: () => ({ id: '7', state: 'SUCCEEDED', said: null }),
  });
  const { person } = open();
  const table = await screen.findByRole('table', { name: 'Accounts with several names' });
  expect(table).toHaveTextContent(/3000-0123456 joined.*joined by Oskar Operator/);
  await person.click(
    within(table).getByRole('button', {
      name: 'Separate 3000-0123456 from DK50 0040 0440 1162 43',
    }),
  );
  const dialog = within(screen.getByRole('dialog', { name: 'Separate these accounts?' }));
  expect(
    dialog.getByText(/They are not suggested as the same account again\./),
  ).toBeInTheDocument();
  await person.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Two');
  await person.click(dialog.getByRole('button', { name: 'Separate' }));
  await waitFor(() =>
    expect(screen.queryByRole('table', { name: 'Accounts with several names' })).toBeNull(),
  );
  expect(sent).toEqual([{ id: 'a3', reason: 'Two' }]);
});

test('what cannot be loaded says so and is tried again; nothing to join says so in Danish', async () => {
  preferLanguage('da');
  let fails = true;
  bend({
    lookAlikeAccounts: () => {
      if (fails) throw refusal('INTERNAL', 'Broken');
      return [];
    },
  });
  const { person } = open();
  await person.click(
    await screen.findByRole('button', { name: /^Prøv igen/ }).then((found) => {
      fails = false;
      return found;
    }),
  );
  expect(await screen.findByText('Ingen konti ligner hinanden')).toBeInTheDocument();
});
