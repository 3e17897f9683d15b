// @vitest-environment node
import { expect, test } from 'vitest';
import { keyTarget, treeRows, type Pieces } from './tree';
import { ROOT, XmlIndex } from './xmlIndex';

const index = new XmlIndex('<a><b><c>1</c></b><d>2</d></a>');
const pieces: Pieces = new Map(
  [ROOT, 0, 1].map((parent) => [parent, index.children(parent, 0, 1)]),
);

test('rows are the elements, the children of open ones, and what is left to fetch', () => {
  const rows = treeRows(pieces, new Set([0, 1]));
  expect(rows.map(({ node, depth, left }) => [node?.name ?? `+${left}`, depth])).toEqual([
    ['a', 0],
    ['b', 1],
    ['c', 2],
    ['+1', 1],
  ]);
  expect(treeRows(pieces, new Set()).map(({ key }) => key)).toEqual(['0']);
});

test('arrows walk the tree as trees are walked', () => {
  const open = new Set([0, 1]);
  const rows = treeRows(pieces, open);
  const from = (key: string, at: number) => keyTarget(key, rows, at, open);
  expect([from('ArrowDown', 0), from('ArrowUp', 0), from('End', 0), from('ArrowDown', 3)]).toEqual([
    1, 0, 3, 3,
  ]);
  expect([
    from('ArrowRight', 0),
    from('ArrowLeft', 1),
    from('ArrowLeft', 2),
    from('ArrowRight', 2),
  ]).toEqual([1, 'toggle', 1, null]);
  expect(keyTarget('ArrowRight', treeRows(pieces, new Set()), 0, new Set())).toBe('toggle');
  expect([from('Enter', 2), from('x', 2)]).toEqual(['choose', null]);
});
