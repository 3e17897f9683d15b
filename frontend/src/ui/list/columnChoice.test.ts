// @vitest-environment node
import { expect, test } from 'vitest';
import type { Column } from './Column';
import {
  AS_DECLARED,
  carded,
  fitting,
  isUntouched,
  ordered,
  readChoice,
  silentIn,
  stillSilent,
  widthOf,
  withMoved,
  withShown,
  withWidth,
} from './columnChoice';

const column = (key: string, more: Partial<Column<string>> = {}): Column<string> => ({
  key,
  header: key,
  width: 10,
  cell: () => key,
  ...more,
});
const columns = [
  column('date'),
  column('text', { priority: 1 }),
  column('state', { priority: 2 }),
  column('amount'),
  column('id', { hidden: true }),
];
const keys = (list: readonly Column<string>[]) => list.map(({ key }) => key).join(' ');

test('the least dear columns leave a narrow list', () => {
  expect(keys(fitting(columns, AS_DECLARED, null))).toBe('date text state amount');
  expect(keys(fitting(columns, AS_DECLARED, 35))).toBe('date state amount');
  expect(keys(fitting(columns, AS_DECLARED, 5))).toBe('date amount');
});

test('a column with nothing in the rows read leaves before those that say something', () => {
  const says = (row: string) => row.includes('!');
  const some = [
    column('date', { says }),
    column('text', { priority: 1 }),
    column('labels', { priority: 3, says, onCards: true }),
    column('amount'),
  ];
  const silent = silentIn(some, ['a', 'b']);
  expect(keys(fitting(some, AS_DECLARED, null, silent))).toBe('date text labels amount');
  expect(keys(fitting(some, AS_DECLARED, 30, silent))).toBe('date text amount');
  expect(keys(fitting(some, AS_DECLARED, 30, silentIn(some, ['a', 'b!'])))).toBe(
    'date labels amount',
  );
  expect(keys(fitting(some, AS_DECLARED, 30, silentIn(some, [])))).toBe('date labels amount');
  expect([keys(carded(some, AS_DECLARED, silent)), keys(carded(some, AS_DECLARED))]).toEqual([
    'date amount',
    'date labels amount',
  ]);
});

test('a column that once had something stays while others are read', () => {
  const first = stillSilent(null, new Set(['labels', 'flags']));
  expect(stillSilent(first, new Set(['labels', 'flags', 'text']))).toBe(first);
  const then = stillSilent(first, new Set(['flags']));
  expect([...then]).toEqual(['flags']);
  expect(stillSilent(then, new Set(['labels', 'flags']))).toBe(then);
});

test('a choice of columns is kept however narrow it is', () => {
  const chosen = withShown(AS_DECLARED, columns[4] as Column<string>, true);
  expect(keys(fitting(columns, chosen, 5))).toBe('date text state amount id');
  expect(keys(fitting(columns, withShown(chosen, columns[1] as Column<string>, false), null))).toBe(
    'date state amount id',
  );
  expect(isUntouched(withShown(chosen, columns[4] as Column<string>, false))).toBe(false);
});

test('columns move, and new ones stand behind in their own order', () => {
  const moved = withMoved(AS_DECLARED, columns, 'amount', 0);
  expect(keys(ordered(columns, moved))).toBe('amount date text state id');
  expect(withMoved(moved, columns, 'amount', -1)).toBe(moved);
  expect(keys(ordered([...columns, column('new')], moved))).toBe('amount date text state id new');
});

test('widths stay within reason', () => {
  expect(widthOf(columns[0] as Column<string>, withWidth(AS_DECLARED, 'date', 1))).toBe(3);
  expect(widthOf(columns[0] as Column<string>, withWidth(AS_DECLARED, 'date', 12.34))).toBe(12.25);
});

test('a spoiled choice counts as none', () => {
  expect(isUntouched(readChoice('x'))).toBe(true);
  expect(readChoice({ order: [1], hidden: ['a'], widths: { a: 'wide', b: 8, c: 9999 } })).toEqual({
    order: [],
    hidden: ['a'],
    shown: [],
    widths: { b: 8 },
  });
});

test('a card has what no table leaves out and what its room wants there, and not what was put away', () => {
  const wide = [
    column('date'),
    column('account', { priority: 3, onCards: true }),
    column('balance', { priority: 3 }),
    column('id', { hidden: true }),
  ];
  expect(keys(carded(wide, AS_DECLARED))).toBe('date account');
  expect(keys(carded(wide, { ...AS_DECLARED, hidden: ['account'], shown: ['id'] }))).toBe(
    'date id',
  );
});
