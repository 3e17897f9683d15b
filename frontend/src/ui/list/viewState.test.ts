import { expect, test } from 'vitest';
import { AS_DECLARED } from './columnChoice';
import { isSameView, keptSearch, readView, writeView } from './viewState';

test('a view keeps filters and order, not the place, the record or its own name', () => {
  const address = new URLSearchParams(
    'sort=-AMOUNT&q=fisk&row=400&transaction=9&saved=3&account=b&account=a',
  );
  expect(keptSearch(address, ['row', 'transaction'])).toBe(
    'account=b&account=a&q=fisk&sort=-AMOUNT',
  );
});

test('a view is read as it was written', () => {
  const state = {
    search: 'q=fisk',
    columns: { ...AS_DECLARED, hidden: ['text'], widths: { amount: 9 } },
    density: 'comfortable' as const,
  };
  expect(readView(writeView(state))).toEqual(state);
  expect(isSameView(readView(writeView(state)), state)).toBe(true);
  expect(isSameView(state, { ...state, search: '' })).toBe(false);
});

test('a spoiled view is an empty one', () => {
  expect(readView('{nonsense')).toEqual({ search: '', columns: AS_DECLARED, density: 'compact' });
  expect(readView('{"search":7,"columns":[],"density":"huge"}')).toEqual({
    search: '',
    columns: AS_DECLARED,
    density: 'compact',
  });
});
