import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { bend } from '@/testing/server';
import { show } from '@/testing/render';
import { ErpRequests } from './ErpRequests';

const request = (changes: object = {}) => ({
  id: '7',
  kind: 'ACTIVATION',
  changes: ['BOOKS', 'ADDRESS'],
  created: '2026-11-20T08:00:00Z',
  expires: '2026-11-27T08:00:00Z',
  requestedBy: 'Agnes Admin',
  isOwn: false,
  method: null,
  debtorAccount: null,
  debtorAccountNow: null,
  canConfirm: ['Mona Manager'],
  obstacle: null,
  ...changes,
});
const panel = () => screen.findByRole('region', { name: 'Pending confirmation' });

test('a second account manager reads what changes, and confirms it after a question', async () => {
  const sent: unknown[] = [];
  bend({
    erpRequests: () => [request()],
    confirmErpRequest: (args: object) => {
      sent.push(args);
      return { __typename: 'Success', id: '7' };
    },
  });
  const { person } = show(<ErpRequests kind="ACTIVATION" />);
  const found = await panel();
  expect(found).toHaveTextContent('ERP company, Address');
  expect(found).toHaveTextContent('Agnes Admin');
  expect(within(found).queryByRole('button', { name: 'Withdraw' })).toBeNull();
  await person.click(within(found).getByRole('button', { name: 'Confirm' }));
  await person.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(sent).toEqual([{ id: '7' }]));
});

test('whoever asked reads who can confirm, and only withdraws', async () => {
  bend({
    erpRequests: () => [
      request({ isOwn: true, obstacle: { code: 'erp.same_person', message: 'Another one' } }),
    ],
  });
  show(<ErpRequests kind="ACTIVATION" />);
  const found = await panel();
  expect(found).toHaveTextContent('Can confirmMona Manager');
  expect(
    within(found)
      .getAllByRole('button')
      .map((one) => one.textContent),
  ).toEqual(['Withdraw']);
});

test('where nobody can confirm it, the screen says how somebody comes to', async () => {
  bend({
    erpRequests: () => [
      request({
        kind: 'DEBTOR_ACCOUNT',
        changes: ['DEBTOR_ACCOUNT'],
        method: 'BANK',
        debtorAccount: 'DK2',
        debtorAccountNow: '',
        canConfirm: [],
      }),
    ],
  });
  show(<ErpRequests kind="DEBTOR_ACCOUNT" />);
  const found = await panel();
  expect(found).toHaveTextContent('as set in the ERP → DK2');
  expect(found).toHaveTextContent('--without-second-person');
});

test('what waits on another screen is not shown', async () => {
  bend({ erpRequests: () => [request()] });
  show(<ErpRequests kind="DEBTOR_ACCOUNT" />);
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
});
