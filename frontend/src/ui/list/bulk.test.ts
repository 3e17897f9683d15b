/** One act on many rows: portion by portion, to the end, to a stop, or to a failure. */
import { expect, test, vi } from 'vitest';
import { ReimportJournalsDocument } from '@/generated/graphql';
import { bend } from '@/testing/server';
import { runBulk, type BulkAction } from './bulk';

const action: BulkAction = {
  key: 'again',
  label: 'Import again',
  icon: 'replay',
  help: 'Each is read anew.',
  document: ReimportJournalsDocument,
};
const result = (id: string, outcome: string) => ({
  id,
  label: `Row ${id}`,
  outcome,
  code: null,
  message: null,
  values: [],
});
const portion = (results: object[], next: string | null, total: number | null = 5) => ({
  __typename: 'BulkResults',
  total,
  done: 0,
  failed: 0,
  notEligible: 0,
  results,
  next,
});
const always = { onProgress: () => undefined, isStopped: () => false };

test('an act goes on from where each portion ended, until there is no further one', async () => {
  const selections: unknown[] = [];
  bend({
    reimportJournals: ({ selection }: { selection: { after?: string } }) => {
      selections.push(selection);
      if (selections.length > 2) throw new Error('asked again');
      return selection.after
        ? portion([result('c', 'DONE')], null, 99)
        : portion([result('a', 'DONE'), result('b', 'FAILED')], 'b');
    },
  });
  const told: unknown[] = [];
  const { results, interrupted } = await runBulk(
    action,
    { matching: { attention: true }, expectedCount: 5 },
    { onProgress: (progress) => told.push(progress), isStopped: () => false },
  );
  expect(results.map(({ id, outcome }) => [id, outcome])).toEqual([
    ['a', 'DONE'],
    ['b', 'FAILED'],
    ['c', 'DONE'],
  ]);
  expect(interrupted).toBeUndefined();
  expect(selections).toMatchObject([
    { matching: { attention: true }, expectedCount: 5 },
    { matching: { attention: true }, expectedCount: 5, after: 'b' },
  ]);
  expect(told).toEqual([
    { reached: 2, total: 5 },
    { reached: 3, total: 5 },
  ]);
});

test('an act is stopped after the portion under way, and an act of one portion is asked once', async () => {
  const reached = vi.fn(() => {
    if (reached.mock.calls.length > 1) throw new Error('asked again');
    return portion([result('a', 'DONE')], 'a');
  });
  bend({ reimportJournals: reached });
  expect(
    (await runBulk(action, { ids: ['a', 'b'] }, { ...always, isStopped: () => true })).results,
  ).toHaveLength(1);
  expect(reached).toHaveBeenCalledTimes(1);
});

test('what was reached before a failure is told with it; a failure before anything is thrown', async () => {
  let calls = 0;
  bend({
    reimportJournals: () => {
      calls += 1;
      if (calls > 1) throw new Error('down');
      return portion([result('a', 'DONE')], 'a');
    },
  });
  const { results, interrupted } = await runBulk(action, { ids: ['a', 'b'] }, always);
  expect(results.map(({ id }) => id)).toEqual(['a']);
  expect(interrupted).toBeInstanceOf(Error);
  bend({
    reimportJournals: () => {
      throw new Error('down');
    },
  });
  await expect(runBulk(action, { ids: ['a'] }, always)).rejects.toThrow();
});

test('a refusal of the whole is thrown with its reason', async () => {
  bend({
    reimportJournals: () => ({
      __typename: 'Problem',
      code: 'selection_changed',
      message: 'Other rows match now',
      path: null,
    }),
  });
  await expect(runBulk(action, { ids: ['a'] }, always)).rejects.toMatchObject({
    refused: { code: 'selection_changed', message: 'Other rows match now' },
  });
});

test('an act that takes no selection is given what it takes', async () => {
  const seen: unknown[] = [];
  bend({
    reimportJournals: ({ selection }: { selection: unknown }) => {
      seen.push(selection);
      return portion([result('a', 'DONE')], null);
    },
  });
  await runBulk(
    { ...action, variables: (after) => ({ selection: { ids: [`own ${after}`] } }) },
    { ids: ['a'] },
    always,
  );
  expect(seen).toMatchObject([{ ids: ['own null'] }]);
});
