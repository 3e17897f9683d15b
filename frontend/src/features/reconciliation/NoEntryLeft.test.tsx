import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ReconciliationScreen } from '@/features/reconciliation';
import { permissions } from '@/kernel/permissions';
import { show } from '@/testing/render';
import { bend } from '@/testing/server';
import { connection } from '@/testing/world/answer';
import { transactions } from '@/testing/world/records';

let isMatched: boolean;
const entry = () => ({
  ...transactions.find(({ id }) => id === 't1'),
  reconciliation: {
    state: isMatched ? 'MATCHED' : 'OPEN',
    paymentId: null,
    correlationId: null,
    match: null,
  },
});

beforeEach(() => {
  isMatched = false;
  bend({
    transactions: () => connection(isMatched ? [] : [entry()]),
    transaction: entry,
    matchTransaction: () => {
      isMatched = true;
      return { __typename: 'Success', id: 'm1' };
    },
    unmatchTransaction: () => {
      isMatched = false;
      return { __typename: 'Success', id: null };
    },
  });
});
afterEach(() => permissions.set({ verbs: null }));

/** The one entry is matched, and a search is begun that finds nothing. */
async function emptied() {
  permissions.set({ verbs: new Set(['statements.read', 'reconciliation.match']) });
  const { person } = show(
    <main>
      <ReconciliationScreen />
    </main>,
    '/reconciliation',
  );
  await screen.findAllByRole('button', { name: /^Match: / });
  await person.keyboard('{Enter}');
  await waitFor(() => expect(isMatched).toBe(true));
  await person.keyboard('/rent');
  await screen.findByText('Nothing matches these filters');
  await person.tab();
  return person;
}

test('the last match is undone by its key', async () => {
  const person = await emptied();
  await person.keyboard('u');
  await waitFor(() => expect(isMatched).toBe(false));
});

test('a search is begun by its key', async () => {
  const person = await emptied();
  const field = screen.getByRole('searchbox', { name: 'Search' });
  expect(field).not.toHaveFocus();
  await person.keyboard('/');
  expect(field).toHaveFocus();
});
