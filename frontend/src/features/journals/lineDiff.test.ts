// @vitest-environment node
/** Differences of two documents are told line by line, nothing else is, and soon. */
import { expect, test } from 'vitest';
import { aroundChanges, diffOf, linesOf, Rows, type Row, type Run } from './lineDiff';

const MARKS = { same: ' ', removed: '-', added: '+', apart: '!', gap: '~' } as const;

function rowsOf(
  left: readonly string[],
  right: readonly string[],
  shown: readonly Run[] = diffOf(left, right),
): readonly Row[] {
  const rows = new Rows(shown, left, right);
  return Array.from({ length: rows.length }, (_, at) => rows.at(at)).filter((row) => row !== null);
}

const told = (left: string, right: string) =>
  rowsOf(linesOf(left), linesOf(right)).map(({ kind, text }) => `${MARKS[kind]}${text}`);
const many = (count: number, make: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => make(at));

/** Both texts, put together again from what is told. */
function putTogether(rows: readonly Row[]) {
  return {
    left: rows.filter(({ kind }) => kind === 'same' || kind === 'removed').map(({ text }) => text),
    right: rows.filter(({ kind }) => kind === 'same' || kind === 'added').map(({ text }) => text),
  };
}

test('what is alike stands once, what differs twice', () => {
  expect(told('a\nb\nc', 'a\nB\nc')).toEqual([' a', '-b', '+B', ' c']);
  expect(told('a\nc', 'a\nb\nc')).toEqual([' a', '+b', ' c']);
  expect(told('a\nb\nc', 'a\nc')).toEqual([' a', '-b', ' c']);
  expect(told('a', 'a')).toEqual([' a']);
});

test('every line keeps its number in both', () => {
  const rows = rowsOf(['x', 'a', 'b'], ['a', 'c', 'b']);
  expect(rows.map(({ left, right }) => [left, right])).toEqual([
    [1, null],
    [2, 1],
    [null, 2],
    [3, 3],
  ]);
});

test('XML on one line is cut at its elements, a text is not', () => {
  expect(linesOf(`<a>${'<b>1</b>'.repeat(60)}</a>`)).toHaveLength(62);
  expect(linesOf('one\r\ntwo')).toEqual(['one', 'two']);
});

test('only what differs is shown, with what stands around it', () => {
  const left = many(40, String);
  const right = left.map((line) => (line === '5' || line === '30' ? `${line}!` : line));
  const shown = rowsOf(left, right, aroundChanges(diffOf(left, right), 1));
  expect(shown.map(({ kind, text }) => (kind === 'gap' ? null : text))).toEqual([
    '4',
    '5',
    '5!',
    '6',
    null,
    '29',
    '30',
    '30!',
    '31',
  ]);
  expect(shown.at(-1)).toMatchObject({ left: 32, right: 32 });
  expect(aroundChanges(diffOf(left, left))).toEqual([]);
});

test('large texts are aligned at the lines that stand once in both', () => {
  const left = many(60_000, (at) => (at % 3 === 0 ? '<Ntry>' : `<Ref>${at}</Ref>`));
  const right = left.flatMap((line, at) =>
    at % 10 === 0 ? [] : at % 7 === 0 ? [`${line}!`] : [line],
  );
  const began = performance.now();
  const rows = rowsOf(left, right);
  expect(performance.now() - began).toBeLessThan(5_000);
  expect(rows.filter(({ kind }) => kind === 'apart')).toEqual([]);
  expect(putTogether(rows)).toEqual({ left, right });
  expect(rows.filter(({ kind }) => kind === 'removed').length).toBeLessThan(20_000);
});

test('what has nothing in common is shown unaligned, whole, and says so', () => {
  const [left, right] = [
    ['<a>', ...many(9_000, (at) => `l${at}`), '</a>'],
    ['<a>', ...many(8_000, (at) => `r${at}`), '</a>'],
  ];
  const rows = rowsOf(left, right);
  expect(rows[0]).toMatchObject({ kind: 'same', text: '<a>' });
  expect(rows[1]).toMatchObject({ kind: 'apart', left: 9_000, right: 8_000 });
  expect(putTogether(rows)).toEqual({ left, right });
});

test.each([1, 2, 3, 4, 5])('whatever differs, both texts can be read from it (%i)', (seed) => {
  let state = seed;
  const next = (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  const left = many(400, () => `line ${next(60)}`);
  const right = left.flatMap(
    (line) => [[line], [], [line, `new ${next(9)}`], [`line ${next(60)}`]][next(4)] ?? [],
  );
  expect(putTogether(rowsOf(left, right))).toEqual({ left, right });
});

test('a place beyond the end has no row', () => {
  const rows = new Rows(diffOf(['a'], ['b']), ['a'], ['b']);
  expect([rows.length, rows.at(2), rows.at(-1)]).toEqual([2, null, null]);
});
