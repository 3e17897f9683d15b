// @vitest-environment node
/** What is news in a list, and what only moved. */
import { expect, test } from 'vitest';
import { newsBetween } from './news';
import { PAGE_ROWS } from './plan';

interface Row {
  id: string;
  state?: string;
}

const page = (...ids: string[]): Row[] => ids.map((id) => ({ id }));
const full = (from: number): Row[] =>
  Array.from({ length: PAGE_ROWS }, (_, index) => ({ id: `r${from + index}` }));
const between = (before: [number, Row[]][], now: [number, Row[]][]) =>
  Object.fromEntries(newsBetween(new Map(before), new Map(now), ({ id }) => id));

test('a row that comes in is new, and one that says something else has changed', () => {
  expect(between([[0, page('b', 'c')]], [[0, page('a', 'b', 'c')]])).toEqual({ a: 'new' });
  expect(between([[0, page('b')]], [[0, page('b', 'z')]])).toEqual({ z: 'new' });
  expect(between([[0, page('a', 'b')]], [[0, [{ id: 'a', state: 'SENT' }, { id: 'b' }]]])).toEqual({
    a: 'changed',
  });
});

test('rows that only moved, went, or were not read before are no news', () => {
  expect(between([[0, page('a', 'b', 'c')]], [[0, page('c', 'a')]])).toEqual({});
  const first = full(0);
  expect(
    between(
      [[0, first]],
      [
        [0, first],
        [1, full(PAGE_ROWS)],
      ],
    ),
  ).toEqual({});
});

test('a row that fills up the end of a page, or is pushed in from above it, was there before', () => {
  const isGone = [...full(0).slice(1), { id: `r${PAGE_ROWS}` }];
  expect(between([[0, full(0)]], [[0, isGone]])).toEqual({});
  const isPushed = [{ id: 'r199' }, ...full(PAGE_ROWS).slice(0, -1)];
  expect(between([[1, full(PAGE_ROWS)]], [[1, isPushed]])).toEqual({});
  expect(
    between(
      [
        [0, full(0)],
        [1, full(PAGE_ROWS)],
      ],
      [
        [0, [{ id: 'x' }, ...full(0).slice(0, -1)]],
        [1, [full(0).at(-1) as Row, ...full(PAGE_ROWS).slice(0, -1)]],
      ],
    ),
  ).toEqual({ x: 'new' });
});
