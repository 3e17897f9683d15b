import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connection, probeConnection, probeDelay, suspectConnection } from './connection';

const answers: (Response | Error)[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => {
      const next = answers.shift() ?? new Response('{}');
      if (next instanceof Error) throw next;
      return next;
    }),
  );
});
afterEach(async () => {
  answers.length = 0;
  await probeConnection();
  await vi.advanceTimersByTimeAsync(5000);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const gone = () => new TypeError('Failed to fetch');

test('one call without an answer alarms nobody while the server is there', async () => {
  suspectConnection();
  await vi.advanceTimersByTimeAsync(0);
  expect(connection.get()).toBe('online');
});

test('a break is told, looked at again ever more slowly, and its end is told for a moment', async () => {
  answers.push(gone(), new Response('', { status: 502 }), gone());
  suspectConnection();
  await vi.advanceTimersByTimeAsync(0);
  expect(connection.get()).toBe('lost');
  await vi.advanceTimersByTimeAsync(2000);
  expect(connection.get()).toBe('lost');
  await vi.advanceTimersByTimeAsync(4000);
  expect(connection.get()).toBe('lost');
  expect(fetch).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(8000);
  expect(connection.get()).toBe('back');
  await vi.advanceTimersByTimeAsync(4000);
  expect(connection.get()).toBe('online');
});

test('the browser’s word is checked at once, in both directions', async () => {
  answers.push(gone());
  dispatchEvent(new Event('offline'));
  await vi.advanceTimersByTimeAsync(0);
  expect(connection.get()).toBe('lost');
  dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(connection.get()).toBe('back');
  // A laptop without any network still reaches a server on itself.
  dispatchEvent(new Event('offline'));
  await vi.advanceTimersByTimeAsync(4000);
  expect(connection.get()).not.toBe('lost');
});

test.each([
  [502, 'lost'],
  [503, 'lost'],
  [504, 'lost'],
  [500, 'online'],
  [404, 'online'],
  [401, 'online'],
])('status %i of the probe means %s', async (status, expected) => {
  answers.push(new Response('', { status }));
  await probeConnection();
  expect(connection.get()).toBe(expected);
});

test('while the server is away a failed call asks nothing of its own, and one probe is enough at a time', async () => {
  answers.push(gone());
  await Promise.all([probeConnection(), probeConnection()]);
  expect(fetch).toHaveBeenCalledTimes(1);
  suspectConnection();
  expect(fetch).toHaveBeenCalledTimes(1);
});

test('what was missed before counts no more once the server was found', async () => {
  answers.push(gone(), gone(), gone());
  await probeConnection();
  await vi.advanceTimersByTimeAsync(2000 + 4000 + 8000);
  expect(connection.get()).toBe('back');
  answers.push(gone());
  await probeConnection();
  expect(connection.get()).toBe('lost');
  await vi.advanceTimersByTimeAsync(2000);
  expect(connection.get()).toBe('back');
});

test('waiting grows to half a minute', () => {
  expect([1, 2, 3, 4, 5, 9].map(probeDelay)).toEqual([2000, 4000, 8000, 10_000, 10_000, 10_000]);
});
