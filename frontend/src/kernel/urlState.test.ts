import { act, renderHook } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { expect, test } from 'vitest';
import {
  choice,
  choices,
  date,
  decimal,
  defineFilter,
  flag,
  isFiltered,
  list,
  readFilter,
  readOrder,
  text,
  useUrlFilter,
  useUrlValue,
  writeFilter,
} from './urlState';

const fields = defineFilter<{
  q: string;
  from: string | null;
  min: string | null;
  account: readonly string[];
  state: readonly ('A' | 'B')[];
  side: 'IN' | 'OUT' | null;
  has: boolean | null;
}>({
  q: text,
  from: date,
  min: decimal,
  account: list,
  state: choices(['A', 'B']),
  side: choice(['IN', 'OUT']),
  has: flag,
});

test('what is written is read again', () => {
  const filter = {
    q: 'rent',
    from: '2026-11-01',
    min: '-12.50',
    account: ['a1', 'a2'],
    state: ['B'] as const,
    side: 'OUT' as const,
    has: false,
  };
  const search = writeFilter(fields, filter, new URLSearchParams());
  expect(search.toString()).toBe(
    'q=rent&from=2026-11-01&min=-12.50&account=a1&account=a2&state=B&side=OUT&has=no',
  );
  expect(readFilter(fields, search)).toEqual(filter);
});

test('a spoiled address reads as nothing asked', () => {
  const filter = readFilter(
    fields,
    new URLSearchParams('from=2026-02-30&min=1e9&state=Z&side=UP&has=maybe'),
  );
  expect(filter).toEqual({
    q: '',
    from: null,
    min: null,
    account: [],
    state: [],
    side: null,
    has: null,
  });
  expect(isFiltered(fields, filter)).toBe(false);
});

test('a changed filter starts at the first page and keeps the open record', () => {
  const search = new URLSearchParams('after=xyz&before=abc&journal=c1&q=old');
  expect(writeFilter(fields, { ...readFilter(fields, search), q: 'new' }, search).toString()).toBe(
    'journal=c1&q=new',
  );
});

test.each([
  ['min=5', { min: '5' }],
  ['min=-0.01', { min: '-0.01' }],
  ['min=1,5', { min: null }],
  ['min=.5', { min: null }],
  ['min=1.', { min: null }],
  ['min=', { min: null }],
  ['q=%20rent%20', { q: 'rent' }],
  ['has=yes', { has: true }],
  ['has=no', { has: false }],
  ['has=', { has: null }],
  ['side=IN', { side: 'IN' }],
  ['side=in', { side: null }],
  ['state=B&state=A&state=Z', { state: ['A', 'B'] }],
  ['account=&account=a1', { account: ['a1'] }],
  ['from=2024-02-29', { from: '2024-02-29' }],
])('the address %s is read as %j', (address, expected) => {
  expect(readFilter(fields, new URLSearchParams(address))).toMatchObject(expected);
});

test.each([
  { q: 'x' },
  { from: '2026-11-01' },
  { min: '0' },
  { account: ['a1'] },
  { state: ['A'] as const },
  { side: 'IN' as const },
  { has: false },
  { has: true },
])('%j narrows a list', (asked) => {
  const nothing = readFilter(fields, new URLSearchParams());
  expect(isFiltered(fields, { ...nothing, ...asked })).toBe(true);
  expect(isFiltered(fields, nothing)).toBe(false);
});

test('what is cleared leaves the address, what is changed keeps the other fields', () => {
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(
      MemoryRouter,
      { initialEntries: ['/?q=old&side=IN&journal=c1&after=x'] },
      children,
    );
  const { result } = renderHook(
    () => ({
      ...useUrlFilter(fields),
      address: useLocation().search,
      record: useUrlValue('journal'),
    }),
    { wrapper },
  );
  expect(result.current.filtered).toBe(true);
  act(() => result.current.change({ q: 'new' }));
  expect(result.current.address).toBe('?journal=c1&q=new&side=IN');
  act(() => result.current.clear());
  expect(result.current.address).toBe('?journal=c1');
  expect(result.current.filtered).toBe(false);
  expect(result.current.record[0]).toBe('c1');
  act(() => result.current.record[1]('c/2'));
  expect(result.current.address).toBe('?journal=c%2F2');
  act(() => result.current.record[1](null));
  expect(result.current.address).toBe('');
});

test('an unknown order falls back', () => {
  const known = ['DATE', 'AMOUNT'] as const;
  expect(readOrder(new URLSearchParams('sort=-AMOUNT'), known, 'DATE')).toEqual({
    field: 'AMOUNT',
    direction: 'DESC',
  });
  expect(readOrder(new URLSearchParams(), known, 'DATE')).toEqual({
    field: 'DATE',
    direction: 'ASC',
  });
  expect(readOrder(new URLSearchParams(), known, '-DATE')).toEqual({
    field: 'DATE',
    direction: 'DESC',
  });
  expect(readOrder(new URLSearchParams('sort=NAME'), known, 'DATE')).toEqual({
    field: 'DATE',
    direction: 'ASC',
  });
  expect(readOrder(new URLSearchParams('sort=AMOUNT'), known, '-DATE')).toEqual({
    field: 'AMOUNT',
    direction: 'ASC',
  });
  expect(readOrder(new URLSearchParams('sort=-NAME'), known, '-DATE')).toEqual({
    field: 'DATE',
    direction: 'DESC',
  });
});
