import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { UserScreen } from '@/features/users';
import { show } from '@/testing/render';
import { bend } from '@/testing/server';
import { connection } from '@/testing/world/answer';
import { people, roleRequests } from '@/testing/world/people';
import { preferLanguage } from '@/kernel/preferences';

type Asked = Record<string, unknown>;
const rowOf = async (name: string) => (await screen.findByRole('link', { name })).closest('tr') as HTMLElement;
const one = (id: string, extra: Asked = {}) => ({ ...people.find((each) => each['id'] === id), ...extra });
const waiting = (extra: Asked) => connection([{ ...roleRequests[0], ...extra }]);

describe('the role of account manager', () => {
  test('is asked for where another one is there', async () => {
    const { person } = show(<UserScreen />, '/?person=u8&part=roles');
    const choice = await screen.findByRole('checkbox', { name: /^Account management/ });
    expect(choice.closest('label')).toHaveTextContent('Another account manager must confirm this role, where there is one.');
    await person.click(choice);
    await person.click(screen.getByRole('button', { name: 'Save roles' }));
    const question = screen.getByRole('dialog', { name: 'Change the roles of Hanne Riis?' });
    expect(within(question).getByText('Asked for').nextElementSibling).toHaveTextContent('Account management');
    expect(within(question).queryByText(/no other account manager to ask/)).not.toBeInTheDocument();
  });

  test('is given at once by the only one, who is told what that means', async () => {
    bend({ users: ({ filter }: { filter?: Asked }) => connection(filter?.['roles'] ? [one('u1')] : people) });
    const { person } = show(<UserScreen />, '/?person=u8&part=roles');
    await person.click(await screen.findByRole('checkbox', { name: /^Account management/ }));
    await person.click(screen.getByRole('button', { name: 'Save roles' }));
    const question = screen.getByRole('dialog', { name: 'Change the roles of Hanne Riis?' });
    expect(within(question).getByText('Given').nextElementSibling).toHaveTextContent('Account management');
    expect(question).toHaveTextContent('You and Hanne Riis count as one person where two decide, until the operator stands for Hanne Riis.');
  });

  test('is confirmed by who knows the address', async () => {
    bend({ roleRequests: () => waiting({ role: 'ACCOUNT_MANAGEMENT' }) });
    const { person } = show(<UserScreen />, '/?tab=requests');
    await person.click(await screen.findByRole('button', { name: 'Confirm Account management for Ditte Krogh' }));
    expect(screen.getByRole('dialog')).toHaveTextContent('Confirm only if you know that ditte.krogh@nordhavn.example is Ditte Krogh’s own address.');
  });
});

test('who counts as one person with who asked decides nothing, and reads why', async () => {
  bend({ roleRequests: () => waiting({ decidable: false, obstacle: 'NOT_INDEPENDENT' }) });
  show(<UserScreen />, '/?tab=requests');
  const row = await rowOf('Ditte Krogh');
  expect(row).toHaveTextContent('You and who asked do not count as two: one of you made or changed the other’s account.');
  expect(within(row).queryByRole('button')).not.toBeInTheDocument();
});

test('an account manager’s card says with whom they count as one, in Danish too', async () => {
  preferLanguage('da');
  bend({ user: () => one('u2', { ties: [{ by: 'Astrid Holm', act: 'SECOND_FACTOR', since: '2026-11-01T08:00:00Z' }] }) });
  show(<UserScreen />, '/?person=u2');
  const told = await screen.findByText('Regnes som én person med');
  expect(told.nextElementSibling).toHaveTextContent('Astrid Holm (har nulstillet anden faktor)');
});

test('taking an account manager’s second factor away says what it costs', async () => {
  const { person } = show(<UserScreen />, '/?person=u2');
  await person.click(await screen.findByRole('button', { name: 'Reset second factor' }));
  await waitFor(() => expect(screen.getByRole('dialog', { name: 'Reset the second factor of Bjarke Lund?' })).toHaveTextContent('afterwards the two of you count as one person where two decide'));
});
