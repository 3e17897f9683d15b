// @vitest-environment node
import { expect, test } from 'vitest';
import {
  NONE_CHOSEN,
  allMatching,
  chosenCount,
  isChosen,
  toggled,
  withRows,
  withoutRows,
} from './selection';

const some = (...keys: string[]) => ({ keys: new Set(keys), matching: null });

test('a row is chosen and given back, and the others stay as they are', () => {
  expect(toggled(NONE_CHOSEN, 'a')).toEqual(some('a'));
  expect(toggled(some('a', 'b'), 'a')).toEqual(some('b'));
  expect(toggled(some('a', 'b'), 'c')).toEqual(some('a', 'b', 'c'));
  expect(NONE_CHOSEN.keys.size).toBe(0);
});

test('several rows come and go together, each counted once', () => {
  expect(withRows(some('a'), ['a', 'b'])).toEqual(some('a', 'b'));
  expect(withoutRows(some('a', 'b', 'c'), ['a', 'c', 'x'])).toEqual(some('b'));
  expect([NONE_CHOSEN, some('a', 'b'), allMatching(1420)].map(chosenCount)).toEqual([0, 2, 1420]);
});

test('all that match are chosen until a single row is: then it is that one alone', () => {
  const all = allMatching(3);
  expect([
    isChosen(all, 'whatever'),
    isChosen(NONE_CHOSEN, 'a'),
    isChosen(some('a'), 'a'),
    isChosen(some('a'), 'b'),
  ]).toEqual([true, false, true, false]);
  expect(toggled(all, 'a')).toEqual(some('a'));
  expect(withRows(all, ['a'])).toEqual(some('a'));
  expect(withoutRows(all, ['a'])).toEqual(some());
});
