import type { ApolloClient } from '@apollo/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  BankListDocument,
  JournalListDocument,
  type MessageLineFragment,
} from '@/generated/graphql';
import { onTold } from '@/kernel/live';
import { toasts } from '@/ui';
import { NO_MESSAGES } from './messageSets';
import { clearMessages, messageSets, messageSummary, pollFailing, startPoll } from './poll';

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

/** A client whose answers the test gives, one by one or always the same. */
function fakeClient(answer: () => Promise<readonly MessageLineFragment[]>) {
  const query = vi.fn(async () => ({
    data: { systemMessages: await answer(), messageSummary: null, changes: [] },
  }));
  return { query, client: { query } as unknown as ApolloClient };
}

/** Web Locks as far as the duty needs them: one holder by name, the rest wait in turn. */
function fakeLocks() {
  const queues = new Map<string, Promise<unknown>>();
  return {
    request(name: string, { signal }: { signal: AbortSignal }, hold: () => Promise<void>) {
      const turn = (queues.get(name) ?? Promise.resolve()).then(() =>
        signal.aborted ? undefined : hold(),
      );
      queues.set(name, turn);
      return turn;
    },
  };
}

let hidden = false;
const hide = (now: boolean) => {
  hidden = now;
  document.dispatchEvent(new Event('visibilitychange'));
};
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
/** What tabs say to each other takes a turn of the real loop. */
const hearsay = async () => {
  for (let turn = 0; turn < 5; turn += 1)
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
};
const running: (() => void)[] = [];
const start = (client: ApolloClient, person: string) => {
  const stop = startPoll(client, person);
  running.push(stop);
  return stop;
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
  hidden = false;
  messageSets.set(NO_MESSAGES);
  localStorage.clear();
});

afterEach(async () => {
  for (const stop of running.splice(0)) stop();
  vi.useRealTimers();
  // The words of notices may come late; what they announce belongs to this test.
  await vi.dynamicImportSettled();
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'locks');
});

test('every two seconds, and never a call before the last has ended', async () => {
  let give: (() => void) | undefined;
  const { client, query } = fakeClient(
    () =>
      new Promise((resolve) => {
        give = () => resolve([]);
      }),
  );
  start(client, 'a');
  await pass(9000);
  expect(query).toHaveBeenCalledTimes(1);
  give?.();
  await pass(1900);
  expect(query).toHaveBeenCalledTimes(1);
  await pass(200);
  expect(query).toHaveBeenCalledTimes(2);
  expect(query).toHaveBeenLastCalledWith(
    expect.objectContaining({ variables: { read: true, page: 0, size: 200 } }),
  );
});

test('a call begins two seconds after the last one began, and a slow server has its rest', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  let takes = 300;
  const { client, query } = fakeClient(async () => {
    await new Promise((resolve) => {
      setTimeout(resolve, takes);
    });
    return [];
  });
  start(client, 'slow');
  await pass(1999);
  expect(query).toHaveBeenCalledTimes(1);
  takes = 3000;
  await pass(1);
  expect(query).toHaveBeenCalledTimes(2);
  await pass(3499);
  expect(query).toHaveBeenCalledTimes(2);
  await pass(1);
  expect(query).toHaveBeenCalledTimes(3);
});

test('it rests while the page is hidden and asks at once when it is seen again', async () => {
  const { client, query } = fakeClient(async () => []);
  start(client, 'b');
  await pass(100);
  hide(true);
  await pass(20_000);
  expect(query).toHaveBeenCalledTimes(1);
  hide(false);
  await pass(10);
  expect(query).toHaveBeenCalledTimes(2);
});

test('after errors it slows down, says so, and recovers', async () => {
  let broken = true;
  const { client, query } = fakeClient(async () => {
    if (broken) throw new Error('down');
    return [];
  });
  start(client, 'c');
  await pass(10);
  await pass(4000);
  expect(query).toHaveBeenCalledTimes(2);
  expect(pollFailing.get()).toBe(false);
  await pass(8000);
  expect(query).toHaveBeenCalledTimes(3);
  expect(pollFailing.get()).toBe(true);
  broken = false;
  await pass(16_000);
  expect(pollFailing.get()).toBe(false);
  await pass(2000);
  expect(query).toHaveBeenCalledTimes(5);
});

test('one tab asks for all; what it finds the others hear; the next takes over', async () => {
  Object.defineProperty(navigator, 'locks', { configurable: true, value: fakeLocks() });
  const first = fakeClient(async () => [message('1')]);
  const second = fakeClient(async () => [message('1'), message('2')]);
  const stopFirst = start(first.client, 'd');
  await pass(10);
  start(second.client, 'd');
  await pass(6000);
  await hearsay();
  expect(first.query).toHaveBeenCalledTimes(4);
  expect(second.query).not.toHaveBeenCalled();
  stopFirst();
  await pass(10);
  expect(second.query).toHaveBeenCalledTimes(1);
  expect([...messageSets.get().current.keys()]).toEqual(['2']);
});

test('a tab that has just come is told what is known', async () => {
  Object.defineProperty(navigator, 'locks', { configurable: true, value: fakeLocks() });
  const { client } = fakeClient(async () => [message('1')]);
  start(client, 'e');
  await pass(10);
  messageSets.set(NO_MESSAGES);
  const other = new BroadcastChannel('giroscope.messages.e');
  const heard: unknown[] = [];
  other.addEventListener('message', ({ data }) => heard.push(data));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
  other.postMessage({ kind: 'newcomer' });
  await hearsay();
  await vi.waitFor(() =>
    expect(heard).toEqual([
      {
        kind: 'found',
        word: {
          failing: false,
          told: { systemMessages: [message('1')], messageSummary: null, changes: [] },
        },
      },
    ]),
  );
  other.close();
});

test('the first answer is not announced; later ones are, once, with the way to each', async () => {
  let known = [message('1', { level: 'ERROR' })];
  const { client } = fakeClient(async () => known);
  start(client, 'f');
  await pass(10);
  expect(toasts.get()).toEqual([]);
  known = [message('2', { level: 'WARNING' }), message('3', { level: 'SUCCESS' }), ...known];
  await pass(6100);
  // The words of notices are a chunk of their own.
  await vi.waitFor(() => expect(toasts.get()).toHaveLength(2));
  expect(toasts.get().map(({ severity, title, text, to }) => [severity, title, text, to])).toEqual([
    ['success', 'Information', 'm3', '/messages?message=3'],
    ['warn', 'Warning', 'm2', '/messages?message=2'],
  ]);
  const undo = clearMessages();
  expect(toasts.get()).toEqual([]);
  expect(messageSets.get().current.size).toBe(0);
  undo();
  expect([...messageSets.get().current.keys()]).toEqual(['2', '3']);
});

test('what counts and what changed is told with the messages, and the first answer changes nothing', async () => {
  const heard: string[] = [];
  const leave = onTold((isAbout) =>
    heard.push(
      [JournalListDocument, BankListDocument].map((asked) => String(isAbout(asked))).join(),
    ),
  );
  const summary = { total: 361, errors: 4, warnings: 2, maximumLevel: 'ERROR' as const };
  let changes = [{ topic: 'JOURNALS', version: '1.0' }];
  const query = vi.fn(async () => ({
    data: { systemMessages: [], messageSummary: summary, changes },
  }));
  start({ query } as unknown as ApolloClient, 'counting');
  await pass(10);
  expect(messageSummary.get()).toEqual(summary);
  expect(heard).toEqual([]);
  await pass(2000);
  expect(heard).toEqual([]);
  changes = [{ topic: 'JOURNALS', version: '2.0' }];
  await pass(2000);
  expect(heard).toEqual(['true,false']);
  // A topic nobody had told of has changed; one that is told of no more has not.
  changes = [{ topic: 'BANKS', version: '3.0' }];
  await pass(2000);
  expect(heard).toEqual(['true,false', 'false,true']);
  leave();
});

test('another person at the same page begins anew', async () => {
  const { client } = fakeClient(async () => [message('1')]);
  const stop = start(client, 'g');
  await pass(10);
  stop();
  start(fakeClient(async () => [message('2')]).client, 'h');
  await pass(10);
  expect(toasts.get()).toEqual([]);
  expect([...(messageSets.get().initial?.keys() ?? [])]).toEqual(['2']);
});
