import { expect, test } from 'vitest';
import type { MessageLineFragment } from '@/generated/graphql';
import { readFilter } from '@/kernel/urlState';
import {
  messageFilter,
  toServerFilter,
  bankOf,
  monthOf,
  ruleOf,
  uploadOf,
  wouldMatch,
} from './paths';

const read = (search: string) => readFilter(messageFilter, new URLSearchParams(search));
const message: MessageLineFragment = {
  id: '7',
  correlationId: 'c1',
  created: '2026-11-20T08:00:00Z',
  said: { en: 'A.xml was refused', da: 'A.xml blev afvist' },
  level: 'ERROR',
  reference: 'upload:7',
  code: 'x',
  read: false,
  values: [],
};

test('what the address asks is what the server is asked; the rest is left out', () => {
  expect(toServerFilter(read(''))).toEqual({});
  expect(
    toServerFilter(
      read(
        'level=ERROR&q=a&reference=upload:7&correlation=c1&same=4&unread=yes&acknowledged=no&resolved=yes&from=2026-11-01',
      ),
    ),
  ).toEqual({
    levels: ['ERROR'],
    text: 'a',
    reference: 'upload:7',
    correlationId: 'c1',
    sameTextAs: '4',
    unread: true,
    acknowledged: false,
    resolved: true,
    created: { from: '2026-11-01', to: null },
  });
  expect(toServerFilter(read('same=drop+table&unread=no'))).toEqual({});
});

test.each([
  ['', true],
  ['level=ERROR', true],
  ['level=INFO', false],
  ['q=a.XML', true],
  ['q=LOAD:7', true],
  ['q=nothing', false],
  ['reference=upload:7', true],
  ['reference=upload:71', false],
  ['correlation=c2', false],
  ['unread=yes', true],
  ['resolved=no', true],
  ['resolved=yes', false],
  ['acknowledged=yes', false],
  ['from=2026-11-20&to=2026-11-20', true],
  ['from=2026-11-21', false],
  ['to=2026-11-19', false],
])('whether a new message would be in a list narrowed by “%s”: %s', (search, expected) => {
  expect(wouldMatch(read(search), message)).toBe(expected);
});

test('a reference names an upload, a bank or a rule only when it is one', () => {
  expect(uploadOf('upload:12')).toBe('12');
  expect(bankOf('bank:3')).toBe('3');
  expect(bankOf('upload:12')).toBeNull();
  expect(monthOf('month:2026-03:7')).toEqual({ month: '2026-03', account: '7' });
  expect(monthOf('account:7')).toBeNull();
  expect(ruleOf('rule:4')).toBe('4');
  expect(ruleOf('bank:4')).toBeNull();
  expect(uploadOf('PSR-2026-1')).toBeNull();
  expect(uploadOf(null)).toBeNull();
});
