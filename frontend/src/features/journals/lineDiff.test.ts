/** Differences of two documents are told line by line, and nothing else is. */
import { expect, test } from 'vitest';
import { aroundChanges, diffOf, linesOf, MOST_LINES } from './lineDiff';

const told = (left: string, right: string) => diffOf(linesOf(left), linesOf(right))?.map(({ kind, text }) => `${{ same: ' ', removed: '-', added: '+' }[kind]}${text}`);

test('what is alike stands once, what differs twice', () => {
  expect(told('a\nb\nc', 'a\nB\nc')).toEqual([' a', '-b', '+B', ' c']);
  expect(told('a\nc', 'a\nb\nc')).toEqual([' a', '+b', ' c']);
  expect(told('a\nb\nc', 'a\nc')).toEqual([' a', '-b', ' c']);
  expect(told('a', 'a')).toEqual([' a']);
});

test('every line keeps its number in both', () => {
  const lines = diffOf(['x', 'a', 'b'], ['a', 'c', 'b']);
  expect(lines?.map(({ left, right }) => [left, right])).toEqual([[1, null], [2, 1], [null, 2], [3, 3]]);
});

test('XML on one line is cut at its elements, a text is not', () => {
  expect(linesOf(`<a>${'<b>1</b>'.repeat(60)}</a>`)).toHaveLength(62);
  expect(linesOf('one\r\ntwo')).toEqual(['one', 'two']);
});

test('only what differs is shown, with what stands around it', () => {
  const left = Array.from({ length: 40 }, (_, at) => String(at));
  const right = left.map((line) => (line === '5' || line === '30' ? `${line}!` : line));
  const shown = aroundChanges(diffOf(left, right) ?? [], 1);
  expect(shown.map((line) => line && line.text)).toEqual(['4', '5', '5!', '6', null, '29', '30', '30!', '31']);
});

test('what differs altogether is not compared line by line', () => {
  const many = (mark: string) => Array.from({ length: MOST_LINES + 1 }, (_, at) => `${mark}${at}`);
  expect(diffOf(many('a'), many('b'))).toBeNull();
});
