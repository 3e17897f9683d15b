// @vitest-environment node
import { expect, test } from 'vitest';
import { createHeights } from './heights';

test('rows are as tall as most', () => {
  const heights = createHeights(40);
  expect(heights.top(1000)).toBe(40_000);
  expect(heights.at(40_000)).toBe(1000);
  expect(heights.at(39_999)).toBe(999);
  expect(heights.at(-3)).toBe(0);
});

test('a row measured taller moves all below it, and is news once', () => {
  const heights = createHeights(40);
  expect(heights.measure(3, 100)).toBe(true);
  expect(heights.measure(3, 100)).toBe(false);
  expect([heights.top(3), heights.of(3), heights.top(4)]).toEqual([120, 100, 220]);
  expect([119, 120, 219, 220, 259].map(heights.at)).toEqual([2, 3, 3, 4, 4]);
  expect(heights.measure(3, 40)).toBe(true);
  expect(heights.top(4)).toBe(160);
});

test('place and row agree among many odd heights', () => {
  const heights = createHeights(40);
  for (let rank = 0; rank < 500; rank += 3) heights.measure(rank, 25 + (rank % 60));
  for (let rank = 0; rank < 600; rank += 1) expect(heights.at(heights.top(rank) + 1)).toBe(rank);
});

test('only so many odd rows are remembered, those near the last measured', () => {
  const heights = createHeights(10);
  for (let rank = 0; rank < 9000; rank += 1) heights.measure(rank, 20);
  expect(heights.of(0)).toBe(10);
  expect(heights.of(8999)).toBe(20);
});
