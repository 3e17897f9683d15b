import { expect, test } from 'vitest';
import type { MessageLineFragment } from '@/generated/graphql';
import { severityOf, titleOf } from './announce';
import { NO_MESSAGES, allMessages, clear, receive, restore } from './messageSets';
import { pollDelay } from './poll';

const message = (id: string, changes: Partial<MessageLineFragment> = {}): MessageLineFragment => ({
  id,
  correlationId: null,
  created: `2026-11-20T08:00:0${id}Z`,
  said: { en: `m${id}`, da: `m${id}` },
  level: 'INFO',
  reference: null,
  code: 'x',
  read: false,
  values: [],
  ...changes,
});

test('what was there at sign-in is not announced; what comes later is, once', () => {
  const first = receive(NO_MESSAGES, [message('1'), message('2')]);
  expect(first.announce).toEqual([]);
  const second = receive(first.sets, [message('1'), message('2'), message('3')]);
  expect(second.announce.map(({ id }) => id)).toEqual(['3']);
  expect(receive(second.sets, [message('3')]).announce).toEqual([]);
});

test('an unchanged answer leaves the sets as they are', () => {
  const { sets } = receive(NO_MESSAGES, [message('1')]);
  expect(receive(sets, [message('1')]).sets).toBe(sets);
});

test('clearing moves the current messages into the initial set', () => {
  const { sets } = receive(receive(NO_MESSAGES, [message('1')]).sets, [message('2')]);
  const cleared = clear(sets);
  expect(cleared.current.size).toBe(0);
  expect(receive(cleared, [message('2')]).announce).toEqual([]);
  expect(allMessages(cleared).map(({ id }) => id)).toEqual(['2', '1']);
});

test('what was cleared comes back as it was, and is still not announced', () => {
  const { sets } = receive(receive(NO_MESSAGES, [message('1')]).sets, [message('2')]);
  const back = restore(clear(sets), new Set(['2', 'gone']));
  expect([...back.current.keys()]).toEqual(['2']);
  expect([...(back.initial?.keys() ?? [])]).toEqual(['1']);
  expect(receive(back, [message('2')]).announce).toEqual([]);
});

test('of the same instant the later number comes first, as a number', () => {
  const created = '2026-11-20T08:00:00Z';
  const { sets } = receive(NO_MESSAGES, [message('9', { created }), message('10', { created })]);
  expect(allMessages(sets).map(({ id }) => id)).toEqual(['10', '9']);
});

test('severities and titles are the specification’s', () => {
  expect((['SUCCESS', 'ERROR', 'WARNING', 'INFO', 'DEBUG'] as const).map(severityOf)).toEqual([
    'success',
    'error',
    'warn',
    'info',
    'info',
  ]);
  expect((['SUCCESS', 'ERROR', 'WARNING', 'INFO', 'DEBUG'] as const).map(titleOf)).toEqual([
    'Information',
    'Error',
    'Warning',
    'Information',
    'Information',
  ]);
});

test('the poll slows down with failures, to a bound', () => {
  expect([0, 1, 2, 9].map((failures) => pollDelay(failures))).toEqual([2000, 4000, 8000, 30_000]);
  // What failed is left alone for as long, however long it took to fail.
  expect(pollDelay(1, 1500)).toBe(4000);
});
