import { expect, test } from 'vitest';
import { changesOf } from './changes';
import { toServerFilter, type AuditUrlFilter } from './paths';

const nothing: AuditUrlFilter = {
  act: [],
  outcome: [],
  who: '',
  trail: '',
  since: null,
  until: null,
};

test('what changed comes first, and what stayed is told too', () => {
  expect(
    changesOf('{"kind":"PAYMENT","state":"FAILED"}', '{"kind":"PAYMENT","job":7,"state":"QUEUED"}'),
  ).toEqual([
    { name: 'state', was: 'FAILED', now: 'QUEUED', changed: true },
    { name: 'job', was: null, now: '7', changed: true },
    { name: 'kind', was: 'PAYMENT', now: 'PAYMENT', changed: false },
  ]);
});

test('values inside each other are named with dots; lists stand in one line', () => {
  expect(
    changesOf(null, '{"limits":{"daily":"1000.00"},"roles":["a","b"],"on":true,"none":null}'),
  ).toEqual([
    { name: 'limits.daily', was: null, now: '1000.00', changed: true },
    { name: 'roles', was: null, now: 'a, b', changed: true },
    { name: 'on', was: null, now: 'true', changed: true },
  ]);
});

test('what cannot be read is shown as it is, and nothing is nothing', () => {
  expect(changesOf('{broken', undefined)).toEqual([
    { name: '', was: '{broken', now: null, changed: true },
  ]);
  expect(changesOf(null, null)).toEqual([]);
});

test('the server is asked for what the address says', () => {
  const filter: AuditUrlFilter = {
    act: ['uploads.move', 'users.invited'],
    outcome: ['REFUSED'],
    who: 'Ann',
    trail: 'a&b',
    since: '2026-11-01',
    until: null,
  };
  expect(toServerFilter(filter)).toEqual({
    verbs: ['uploads.move', 'users.invited'],
    outcomes: ['REFUSED'],
    actor: 'Ann',
    text: 'a&b',
    instant: { from: '2026-11-01', to: null },
  });
  expect(toServerFilter(nothing)).toEqual({});
});
