// @vitest-environment node
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { handCounted, handListed, mistranslated, untranslated, walk, type Node } from './words.ts';

const found = (source: string, rule: (node: Node) => string | null) =>
  [...walk(parseSync('probe.tsx', source).program)].flatMap((node) => rule(node) ?? []);

test.each([
  ['<p>Hello there</p>', ['Hello there']],
  ["<p>{'Hello there'}</p>", ['Hello there']],
  ["<p>{open ? 'Open' : words.closed}</p>", ['Open']],
  ["<p>{busy && 'Working'}</p>", ['Working']],
  ['<p>{`${count} rows`}</p>', ['rows']],
  ["<button aria-label={'Close it'} />", ['Close it']],
  ['<img alt="A chart" />', ['A chart']],
  ['<p>{words.hello} · {count}</p>', []],
  ["<p className={open ? 'is-open' : 'is-shut'}>Giroscope</p>", []],
])('%s shows words outside a catalogue: %j', (source, expected) => {
  expect(found(source, untranslated)).toEqual(expected);
});

test.each([
  ["const l = { a: { en: 'Rows', da: 'Rækker' } }", 0],
  ["const l = { a: { en: 'Status', da: 'Status' } }", 0],
  ["const l = { a: { en: 'Rows', da: 'Rows' } }", 1],
  ["const l = { a: { en: 'Rows', da: '' } }", 1],
  ["const l = { a: { en: 'Rows' } }", 1],
  ["const l = { a: { en: 'All of the rows', da: 'Alle of the rækker' } }", 1],
  ["const l = { a: { en: 'Remove “this”', da: 'Fjern “dette”' } }", 1],
  ["const l = { a: { en: 'Remove “this”', da: 'Fjern »the«' } }", 0],
  ['const l = { a: { en: (n: string) => `${n} rows`, da: (n: string) => `${n} rows` } }', 1],
  ['const l = { a: { en: (n: string) => `${n} rows`, da: (n: string) => `${n} rækker` } }', 0],
])('%s has %i mistakes', (source, count) => {
  expect(found(source, mistranslated)).toHaveLength(count);
});

test('a list with “and” is the language’s to write', () => {
  expect(found("names.join(' and ')", handListed)).toHaveLength(1);
  expect(found("names.join(' og ')", handListed)).toHaveLength(1);
  expect(found("names.join(' ')", handListed)).toEqual([]);
});

test('singular and plural are the language’s to choose', () => {
  expect(found("const rows = (n: number) => (n === 1 ? 'row' : 'rows')", handCounted)).toHaveLength(
    1,
  );
  expect(
    found('const rows = (n: string) => `${n} ${n !== "1" ? "rows" : "row"}`', handCounted),
  ).toHaveLength(1);
  expect(found("const rows = (n: number) => plural.en(n, 'row', 'rows')", handCounted)).toEqual([]);
  expect(found('const top = size === 1 ? first : second', handCounted)).toEqual([]);
});
