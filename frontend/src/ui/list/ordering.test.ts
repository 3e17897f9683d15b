// @vitest-environment node
import { expect, test } from 'vitest';
import { inOrderOf, moved } from './ordering';

test.each([
  [0, 2, 'bca'],
  [2, 0, 'cab'],
  [1, 1, 'abc'],
  [0, 3, 'abc'],
  [0, -1, 'abc'],
  [-1, 0, 'abc'],
])('the row at %i comes to stand at %i', (from, to, after) => {
  expect(moved(['a', 'b', 'c'], from, to).join('')).toBe(after);
});

test('what nobody put in order follows as it stands, and what is gone does no harm', () => {
  const inOrder = (...keys: string[]) =>
    inOrderOf(['a', 'b', 'c', 'd'], keys, (key) => key).join('');
  expect([inOrder(), inOrder('d', 'b'), inOrder('x', 'd'), inOrder('d', 'c', 'b', 'a')]).toEqual([
    'abcd',
    'dbac',
    'dabc',
    'dcba',
  ]);
});
