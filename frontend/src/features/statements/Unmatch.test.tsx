import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { permissions } from '@/kernel/permissions';
import { show } from '@/testing/render';
import { bend } from '@/testing/server';
import { transactions } from '@/testing/world/records';
import { toasts } from '@/ui';
import { TransactionListScreen } from './TransactionListScreen';

const ENTRY = '/journals/statements?transaction=e1';
const side = {
  kind: 'PAYMENT', id: 'p1', day: '2026-03-04', name: 'Havnen Byg', number: null,
  correlationId: 'c1', amount: { amount: '40.00', currency: 'DKK' }, openNow: null,
}; // prettier-ignore
const match = {
  matchedBy: 'Uma Larsen', difference: null, erpState: 'TOLD', sides: [side], sideCount: 25,
}; // prettier-ignore
let isMatched = true;

beforeEach(() => {
  isMatched = true;
  bend({
    transaction: () => ({
      ...transactions[1],
      id: 'e1',
      reconciliation: {
        state: isMatched ? 'MATCHED' : 'OPEN',
        paymentId: null,
        correlationId: null,
        match: isMatched ? match : null,
      },
    }),
    unmatchTransaction: ({ id }: { id: string }) => {
      isMatched = id !== 'e1';
      return { __typename: 'Success', id: null };
    },
  });
  permissions.set({ verbs: new Set(['statements.read', 'reconciliation.match']) });
});
afterEach(() => permissions.set({ verbs: null }));

const drawer = () => screen.findByRole('dialog', { name: 'Transaction' });

test('what was matched at another time is unmatched from the entry, after a question', async () => {
  const { person } = show(<TransactionListScreen />, ENTRY);
  await person.click(within(await drawer()).getByRole('button', { name: 'Unmatch' }));
  const question = screen.getByRole('dialog', { name: 'Unmatch this entry?' });
  expect(isMatched).toBe(true);
  await person.click(within(question).getByRole('button', { name: 'Unmatch' }));
  await waitFor(() => expect(toasts.get()).toMatchObject([{ text: 'The match is undone.' }]));
  expect(within(await drawer()).queryByText('Uma Larsen')).toBeNull();
});

test('a month that was closed since says so in the question, which stays', async () => {
  const message = 'The month is closed';
  bend({
    unmatchTransaction: () => ({
      __typename: 'Problem',
      code: 'months.closed',
      message,
      path: null,
    }),
  });
  const { person } = show(<TransactionListScreen />, ENTRY);
  await person.click(within(await drawer()).getByRole('button', { name: 'Unmatch' }));
  const question = screen.getByRole('dialog', { name: 'Unmatch this entry?' });
  await person.click(within(question).getByRole('button', { name: 'Unmatch' }));
  await within(question).findByText(message);
});

test('who may not match reads who matched it, and no more', async () => {
  permissions.set({ verbs: new Set(['statements.read']) });
  show(<TransactionListScreen />, ENTRY);
  await within(await drawer()).findByText('Uma Larsen');
  const sides = within(within(await drawer()).getByRole('list', { name: 'Matched with' }));
  expect(sides.getByRole('link', { name: 'Havnen Byg' })).toHaveAttribute('href', '/journals/c1');
  expect(sides.getByText('and 24 more')).toBeVisible();
  expect(within(await drawer()).getByText('In the ERP')).toBeVisible();
  expect(within(await drawer()).getByText('The ERP has been told')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Unmatch' })).toBeNull();
});

test.each([
  ['600.00', '600.00 DKK still open'],
  ['0.00', 'Settled in full'],
])('a part payment tells what is open of its invoice now: %s', async (amount, told) => {
  const item = { ...side, kind: 'OPEN_ITEM', id: 'i1', number: 'F-1', correlationId: null };
  bend({
    transaction: () => ({
      ...transactions[1],
      id: 'e1',
      reconciliation: {
        state: 'MATCHED',
        paymentId: null,
        correlationId: null,
        match: { ...match, sides: [{ ...item, openNow: { amount, currency: 'DKK' } }] },
      },
    }),
  });
  show(<TransactionListScreen />, ENTRY);
  const sides = within(await drawer()).getByRole('list', { name: 'Matched with' });
  expect(sides).toHaveTextContent(`Open item of the ERP · F-1 · ${told}`);
});
