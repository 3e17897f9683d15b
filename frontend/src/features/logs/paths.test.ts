import { expect, test } from 'vitest';
import { readFilter } from '@/kernel/urlState';
import { idIn, instantOf, logFilter, statusesOf, toServerFilter } from './paths';

const asked = (search: string) =>
  toServerFilter(readFilter(logFilter, new URLSearchParams(search)), null);

test('what the address says is what the server is asked', () => {
  expect(asked('')).toEqual({});
  expect(asked('direction=IN&q=msg&uri=bank&status=500,404&failed=yes&cause=x')).toEqual({
    directions: ['IN'],
    text: 'msg',
    uri: 'bank',
    statuses: [500, 404],
    failed: true,
    cause: 'x',
  });
  expect(toServerFilter(readFilter(logFilter, new URLSearchParams()), 'ERP')).toEqual({
    types: ['ERP'],
  });
});

test('a moment jumped to ends the span, the earlier of the two', () => {
  expect(asked('at=2026-11-02T10:00:00.000Z')).toEqual({
    created: { to: '2026-11-02T10:00:00.000Z' },
  });
  expect(asked('to=2026-10-01&at=2026-11-02T10:00:00.000Z').created?.to?.slice(0, 7)).toMatch(
    /2026-(09|10)/,
  );
  expect(asked('at=nonsense')).toEqual({});
});

test('a pasted id is known, and nothing else is taken for one', () => {
  expect(idIn(' 6D5A2B34-66c1-4f5e-9f1c-0a3a52f6c1d7 ')).toBe(
    '6d5a2b34-66c1-4f5e-9f1c-0a3a52f6c1d7',
  );
  expect(idIn('msg 6d5a2b34')).toBeNull();
  expect(statusesOf('a 5000 200')).toEqual([200]);
  expect(instantOf('')).toBeNull();
});
