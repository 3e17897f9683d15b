import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ReconciliationScreen } from '@/features/reconciliation';
import { forgetChanges, hearChanges } from '@/kernel/live';
import { permissions } from '@/kernel/permissions';
import { show } from '@/testing/render';
import { bend } from '@/testing/server';
import { connection } from '@/testing/world/answer';
import { transactions } from '@/testing/world/records';
import { keeping, unread } from './useOpenEntries';

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

test('who is far down the list stays there when it is read anew', async () => {
  const [model] = transactions;
  let tellNext = () => {};
  const held = new Promise<void>((resolve) => (tellNext = resolve));
  const rows = Array.from({ length: 130 }, (_, at) => ({
    ...model,
    id: `e${at}`,
    reconciliation: { ...entry('t1').reconciliation, state: 'OPEN' },
  }));
  bend({
    transactions: async (asked: { after?: string }) => {
      if (asked.after && matched.size > 0) await held;
      return connection(
        rows.filter(({ id }) => !matched.has(id)),
        asked,
      );
    },
    transaction: ({ id }: { id: string }) => rows.find((row) => row.id === id),
  });
  const { person } = show(
    <main>
      <ReconciliationScreen />
    </main>,
    '/reconciliation',
  );
  const button = await screen.findByRole('button', { name: 'Show more entries' });
  await told();
  await person.click(button);
  await waitFor(() => expect(options()).toHaveLength(100));
  await person.click(options()[60]!);
  matched.add('e3');
  await told();
  const chosen = () => options().flatMap((row) => (row.ariaSelected === 'true' ? row.id : []));
  await waitFor(() => expect(options().map(({ id }) => id)).not.toContain('entry-e3'));
  expect([options().length, ...chosen()]).toEqual([99, 'entry-e60']);
  tellNext();
  await waitFor(() => expect(options()).toHaveLength(100));
  expect(chosen()).toEqual(['entry-e60']);
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

test('what is read anew keeps the pages it has not come to, and no more', () => {
  const rows = (text: string) => text.split('').map((id) => ({ id }));
  const left = (before: string, now: string) => [...unread(rows(before), rows(now))].join('');
  expect(left('abcdef', 'xabc')).toBe('def');
  expect(left('abcdef', 'xabcde')).toBe('');
  expect(left('abcdef', 'xyz')).toBe('');
  expect(left('ab', 'ab')).toBe('');
});
