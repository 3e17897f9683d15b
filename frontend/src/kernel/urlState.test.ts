import { expect, test } from 'vitest';
import { choice, choices, date, decimal, defineFilter, flag, isFiltered, list, readFilter, readOrder, text, writeFilter } from './urlState';

const fields = defineFilter<{ q: string; from: string | null; min: string | null; account: readonly string[]; state: readonly ('A' | 'B')[]; side: 'IN' | 'OUT' | null; has: boolean | null }>({
  q: text,
  from: date,
  min: decimal,
  account: list,
  state: choices(['A', 'B']),
  side: choice(['IN', 'OUT']),
  has: flag,
});

test('what is written is read again', () => {
  const filter = { q: 'rent', from: '2026-11-01', min: '-12.50', account: ['a1', 'a2'], state: ['B'] as const, side: 'OUT' as const, has: false };
  const search = writeFilter(fields, filter, new URLSearchParams());
  expect(search.toString()).toBe('q=rent&from=2026-11-01&min=-12.50&account=a1&account=a2&state=B&side=OUT&has=no');
  expect(readFilter(fields, search)).toEqual(filter);
});

test('a spoiled address reads as nothing asked', () => {
  const filter = readFilter(fields, new URLSearchParams('from=2026-02-30&min=1e9&state=Z&side=UP&has=maybe'));
  expect(filter).toEqual({ q: '', from: null, min: null, account: [], state: [], side: null, has: null });
  expect(isFiltered(fields, filter)).toBe(false);
});

test('a changed filter starts at the first page and keeps the open record', () => {
  const search = new URLSearchParams('after=xyz&journal=c1&q=old');
  expect(writeFilter(fields, { ...readFilter(fields, search), q: 'new' }, search).toString()).toBe('journal=c1&q=new');
});

test('an unknown order falls back', () => {
  const known = ['DATE', 'AMOUNT'] as const;
  expect(readOrder(new URLSearchParams('sort=AMOUNT'), known, '-DATE')).toEqual({ field: 'AMOUNT', direction: 'ASC' });
  expect(readOrder(new URLSearchParams('sort=-NAME'), known, '-DATE')).toEqual({ field: 'DATE', direction: 'DESC' });
});
