import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ReconciliationScreen } from '@/features/reconciliation';
import { forgetChanges, hearChanges } from '@/kernel/live';
import { permissions } from '@/kernel/permissions';
import { show } from '@/testing/render';
import { bend } from '@/testing/server';
import { connection } from '@/testing/world/answer';
import { transactions } from '@/testing/world/records';
import { keeping } from './useOpenEntries';

const IDS = ['t1', 't5', 't4'];
let matched: Set<string>;
let version = 0;

const entry = (id: string) => ({
  ...transactions.find((row) => row['id'] === id),
  reconciliation: {
    state: matched.has(id) ? 'MATCHED' : 'OPEN',
    paymentId: null,
    correlationId: null,
    match: null,
  },
});

beforeEach(() => {
  matched = new Set();
  permissions.set({ verbs: new Set(['statements.read', 'reconciliation.match']) });
  bend({
    transactions: () => connection(IDS.filter((id) => !matched.has(id)).map(entry)),
    transaction: ({ id }: { id: string }) => entry(id),
    matchTransaction: ({ id }: { id: string }) => {
      matched.add(id);
      return { __typename: 'Success', id: 'm1' };
    },
    unmatchTransaction: ({ id }: { id: string }) => {
      matched.delete(id);
      return { __typename: 'Success', id: null };
    },
  });
  forgetChanges();
});
afterEach(() => permissions.set({ verbs: null }));

const told = () =>
  act(async () => {
    version += 1;
    hearChanges([{ topic: 'BALANCES', version: String(version) }]);
    await new Promise((resolve) => setTimeout(resolve, 200));
  });
const options = () =>
  within(screen.getByRole('listbox', { name: 'Unmatched entries' })).getAllByRole('option');
const shown = () => options().map((row) => [row.id, row.textContent.includes('Matched')]);

test('what was matched here stays in its place when the list is read anew, and what others matched leaves', async () => {
  const { person } = show(
    <main>
      <ReconciliationScreen />
    </main>,
    '/reconciliation',
  );
  await screen.findAllByRole('button', { name: /^Match: / });
  const ids = options().map(({ id }) => id);
  await told();
  await person.keyboard('{Enter}');
  await screen.findByText('Matched');
  matched.add('t5');
  await told();
  expect(shown()).toEqual([[ids[0], true], [ids[2], false]]); // prettier-ignore
  await person.keyboard('u');
  await waitFor(() => expect(shown()).toEqual([[ids[0], false], [ids[2], false]])); // prettier-ignore
  await told();
  expect(shown()).toEqual([[ids[0], false], [ids[2], false]]); // prettier-ignore
});

test('rows that stay lie below the neighbour they had, wherever that lies now', () => {
  const rows = (text: string) => text.split('').map((id) => ({ id }));
  const kept = (before: string, now: string, stay: string) =>
    keeping(rows(before), rows(now), (id) => stay.includes(id))
      .map(({ id }) => id)
      .join('');
  expect(kept('abcd', 'bd', 'ac')).toBe('abcd');
  expect(kept('abcd', 'ad', 'bc')).toBe('abcd');
  expect(kept('abcd', 'xbyd', 'c')).toBe('xbcyd');
  expect(kept('abcd', 'bd', '')).toBe('bd');
  expect(kept('abcd', 'a', 'cd')).toBe('acd');
  expect(kept('ab', '', 'ab')).toBe('ab');
});
