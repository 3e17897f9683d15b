// @vitest-environment node
import { expect, test } from 'vitest';
import { PAGE_ROWS, pagesOf, wayTo } from './plan';

const known = (...pages: number[]) =>
  new Map(pages.map((page) => [page, { start: `s${page}`, end: `e${page}` }]));
const exactly = (count: number) => ({ count, isExact: true });

test('the first page is asked for from the start, whatever is known', () => {
  expect(wayTo(0, known(1), exactly(1000))).toEqual({ first: PAGE_ROWS });
});

test('the next page begins after the one before it', () => {
  expect(wayTo(3, known(0, 2, 7), exactly(9000))).toEqual({ first: PAGE_ROWS, after: 'e2' });
});

test('the page before is asked for backwards', () => {
  expect(wayTo(6, known(0, 7), exactly(9000))).toEqual({ last: PAGE_ROWS, before: 's7' });
});

test('a far page is leapt to from the nearest cursor', () => {
  expect(wayTo(20, known(0, 17), exactly(90_000))).toEqual({
    first: PAGE_ROWS,
    after: 'e17',
    skip: 400,
  });
});

test('the last page of a counted list comes from its end, no longer than it is', () => {
  expect(wayTo(499, known(0), exactly(99_850))).toEqual({ last: 50 });
  expect(wayTo(498, known(0), exactly(99_850))).toEqual({ last: 200, skip: 50 });
});

test('a last page that is full comes from the end as a whole, and one past it is not looked for there', () => {
  expect(wayTo(499, known(0), exactly(100_000))).toEqual({ last: 200 });
  expect(wayTo(500, known(0), exactly(100_001))).toEqual({ last: 1 });
  expect(wayTo(500, known(0), exactly(100_000))).toEqual({
    first: PAGE_ROWS,
    after: 'e0',
    skip: 499 * PAGE_ROWS,
  });
});

test('of two ways as short as each other a cursor is trusted before the distance from the end', () => {
  expect(wayTo(2, known(1), exactly(600))).toEqual({ first: PAGE_ROWS, after: 'e1' });
  expect(wayTo(1, known(2), exactly(400))).toEqual({ last: PAGE_ROWS, before: 's2' });
});

test('an estimated list has no end to count from', () => {
  expect(wayTo(499, known(0), { count: 99_850, isExact: false })).toEqual({
    first: PAGE_ROWS,
    after: 'e0',
    skip: 498 * PAGE_ROWS,
  });
});

test('ranks lie on pages', () => {
  expect(pagesOf(190, 210)).toEqual([0, 1]);
  expect(pagesOf(-5, 3)).toEqual([0]);
  expect([pagesOf(0, 199), pagesOf(0, 200), pagesOf(200, 200), pagesOf(199, 600)]).toEqual([
    [0],
    [0, 1],
    [1],
    [0, 1, 2, 3],
  ]);
});
