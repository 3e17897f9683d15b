import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { UserScreen } from '@/features/users';
import { show } from '@/testing/render';
import { bend, heardOfAccounts } from '@/testing/server';
import { VERBS, connection } from '@/testing/world/answer';
import { people, roleRequests } from '@/testing/world/people';
import { permissions } from '@/kernel/permissions';
import { preferLanguage } from '@/kernel/preferences';

type Asked = Record<string, unknown>;
const rowOf = async (name: string) =>
  (await screen.findByRole('link', { name })).closest('tr') as HTMLElement;
const one = (id: string, extra: Asked = {}) => ({
  ...people.find((each) => each['id'] === id),
  ...extra,
});
const waiting = (extra: Asked) => connection([{ ...roleRequests[0], ...extra }]);

describe('the role of account manager', () => {
  test('is asked for where another one is there', async () => {
    const { person } = show(<UserScreen />, '/?person=u8&part=roles');
    const choice = await screen.findByRole('checkbox', { name: /^Account management/ });
    expect(choice.closest('label')).toHaveTextContent(
      'Another account manager must confirm this role, where there is one.',
    );
    await person.click(choice);
    await person.click(screen.getByRole('button', { name: 'Save roles' }));
    const question = screen.getByRole('dialog', { name: 'Change the roles of Hanne Riis?' });
    expect(within(question).getByText('Asked for').nextElementSibling).toHaveTextContent(
      'Account management',
    );
    expect(within(question).queryByText(/no other account manager to ask/)).not.toBeInTheDocument();
  });

  test('is given at once by the only one, who is told what that means', async () => {
    bend({
      users: ({ filter }: { filter?: Asked }) =>
        connection(filter?.['roles'] ? [one('u1')] : people),
    });
    const { person } = show(<UserScreen />, '/?person=u8&part=roles');
    await person.click(await screen.findByRole('checkbox', { name: /^Account management/ }));
    await person.click(screen.getByRole('button', { name: 'Save roles' }));
    const question = screen.getByRole('dialog', { name: 'Change the roles of Hanne Riis?' });
    expect(within(question).getByText('Given').nextElementSibling).toHaveTextContent(
      'Account management',
    );
    expect(question).toHaveTextContent(
      'You and Hanne Riis count as one person where two decide, until the operator stands for Hanne Riis.',
    );
  });

  test('is confirmed by who knows the address', async () => {
    bend({ roleRequests: () => waiting({ role: 'ACCOUNT_MANAGEMENT' }) });
    const { person } = show(<UserScreen />, '/?tab=requests');
    await person.click(
      await screen.findByRole('button', { name: 'Confirm Account management for Ditte Krogh' }),
    );
    expect(screen.getByRole('dialog')).toHaveTextContent(
      'Confirm only if you know that ditte.krogh@nordhavn.example is Ditte Krogh’s own address.',
    );
  });
});

test('who asked for a role takes it back, and is not led to confirm it', async () => {
  const asked = heardOfAccounts();
  const { person } = show(<UserScreen />, '/?tab=requests');
  const own = await rowOf('Ib Skov');
  expect(
    within(own)
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label')),
  ).toEqual(['Withdraw Payment approver for Ib Skov']);
  const other = await rowOf('Ditte Krogh');
  expect(
    within(other)
      .getAllByRole('button')
      .map((button) => button.textContent),
  ).toEqual(['Confirm', 'Refuse']);
  const decided = await rowOf('Hanne Riis');
  expect(within(decided).queryByRole('button')).not.toBeInTheDocument();
  await person.click(within(own).getByRole('button'));
  await person.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Withdraw' }));
  await waitFor(() => expect(asked).toEqual([['POST requests/2', { decision: 'withdraw' }]]));
});

test('a request is refused with its reason, and only that one', async () => {
  const asked = heardOfAccounts();
  const { person } = show(<UserScreen />, '/?tab=requests');
  await person.click(
    await screen.findByRole('button', { name: 'Refuse Payment approver for Ditte Krogh' }),
  );
  const dialog = within(screen.getByRole('dialog'));
  await person.type(dialog.getByRole('textbox'), ' Uploads already ');
  await person.click(dialog.getByRole('button', { name: 'Refuse' }));
  await waitFor(() =>
    expect(asked).toEqual([['POST requests/3', { decision: 'reject', reason: 'Uploads already' }]]),
  );
});

test('whoever may not give roles decides about none', async () => {
  permissions.set({ verbs: new Set(['users.read']) });
  show(<UserScreen />, '/?tab=requests');
  expect(within(await rowOf('Ditte Krogh')).queryByRole('button')).not.toBeInTheDocument();
  permissions.set({ verbs: new Set(VERBS) });
});

test('what is given, asked for and taken is named before it is sent, and no more is', async () => {
  const sent = heardOfAccounts({
    given: ['giroscope-billing'],
    taken: ['giroscope-upload'],
    requested: ['giroscope-payment-approver'],
  });
  const { person } = show(<UserScreen />, '/?person=u8&part=roles');
  await person.click(await screen.findByRole('checkbox', { name: /^Upload/ }));
  await person.click(screen.getByRole('checkbox', { name: /^Billing/ }));
  await person.click(screen.getByRole('checkbox', { name: /^Payment approver/ }));
  await person.click(screen.getByRole('button', { name: 'Save roles' }));
  expect(sent).toEqual([]);
  const question = screen.getByRole('dialog', { name: 'Change the roles of Hanne Riis?' });
  expect(within(question).getByText('Given').nextElementSibling).toHaveTextContent(/^Billing$/);
  expect(within(question).getByText('Asked for').nextElementSibling).toHaveTextContent(
    /^Payment approver$/,
  );
  expect(within(question).getByText('Taken').nextElementSibling).toHaveTextContent(/^Upload$/);
  await person.click(within(question).getByRole('button', { name: 'Save roles' }));
  await waitFor(() =>
    expect(sent).toEqual([
      [
        'POST u8/roles',
        { give: ['giroscope-payment-approver', 'giroscope-billing'], take: ['giroscope-upload'] },
      ],
    ]),
  );
});

test('the last account manager keeps that role, and whoever is one of two need not', async () => {
  bend({
    users: ({ filter }: { filter?: Asked }) => connection(filter?.['roles'] ? [one('u2')] : people),
  });
  show(<UserScreen />, '/?person=u2&part=roles');
  const role = await screen.findByRole('checkbox', { name: /^Account management/ });
  expect(role).toBeDisabled();
  expect(role).toBeChecked();
  expect(screen.getByRole('checkbox', { name: /^Upload/ })).toBeEnabled();
});

test('a role that is asked for already is not asked for again, and says by whom', async () => {
  show(<UserScreen />, '/?person=u4&part=roles');
  const role = await screen.findByRole('checkbox', { name: /^Payment approver/ });
  expect(role).toBeDisabled();
  expect(role.closest('label')).toHaveTextContent('Bjarke Lund');
  expect(screen.getByRole('checkbox', { name: /^Account management/ })).toBeEnabled();
});

test('who counts as one person with who asked decides nothing, and reads why', async () => {
  bend({ roleRequests: () => waiting({ decidable: false, obstacle: 'NOT_INDEPENDENT' }) });
  show(<UserScreen />, '/?tab=requests');
  const row = await rowOf('Ditte Krogh');
  expect(row).toHaveTextContent(
    'You and who asked do not count as two: one of you made or changed the other’s account.',
  );
  expect(within(row).queryByRole('button')).not.toBeInTheDocument();
});

test('an account manager’s card says with whom they count as one, in Danish too', async () => {
  preferLanguage('da');
  bend({
    user: () =>
      one('u2', {
        ties: [{ by: 'Astrid Holm', act: 'SECOND_FACTOR', since: '2026-11-01T08:00:00Z' }],
      }),
  });
  show(<UserScreen />, '/?person=u2');
  const told = await screen.findByText('Regnes som én person med');
  expect(told.nextElementSibling).toHaveTextContent('Astrid Holm (har nulstillet anden faktor)');
});

test('taking an account manager’s second factor away says what it costs', async () => {
  const { person } = show(<UserScreen />, '/?person=u2');
  await person.click(await screen.findByRole('button', { name: 'Reset second factor' }));
  await waitFor(() =>
    expect(
      screen.getByRole('dialog', { name: 'Reset the second factor of Bjarke Lund?' }),
    ).toHaveTextContent('afterwards the two of you count as one person where two decide'),
  );
});
