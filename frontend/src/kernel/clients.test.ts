import { gql } from '@apollo/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  MessageListDocument,
  SystemMessagePollDocument,
  ViewerDocument,
} from '@/generated/graphql';
import { identity, settings } from '@/testing/identity';
import { noteChange } from './changes';
import { clearCaches, dataClient, publicClient } from './clients';
import { problemOf } from './problems';
import { providerSilent } from './provider';
import { session, sessionLost, startSession, type IdentityClient } from './session';

const answer = async () => Response.json({ data: { messages: null } });
const ask = (text = '') =>
  dataClient
    .query({
      query: MessageListDocument,
      variables: text ? { filter: { text } } : {},
      fetchPolicy: 'network-only',
    })
    .catch(() => undefined);

const refusedInBody = (code: string) => () =>
  Response.json({ data: null, errors: [{ message: 'No', extensions: { code } }] });
const refusedByStatus = () => new Response('', { status: 401 });
const refusedAsEnded = () =>
  Response.json(
    { errors: [{ extensions: { code: 'UNAUTHENTICATED', reason: 'session_ended' } }] },
    { status: 401 },
  );
const viewer = () =>
  Response.json({ data: { viewer: { __typename: 'Viewer', permissions: ['uploads.create'] } } });

const addressOf = (asked: Parameters<typeof fetch>[0]) =>
  asked instanceof Request ? asked.url : asked.toString();

/** What went to the graph, apart from what is asked of the provider. */
let sent: { method: string; bearer: string | null; url: string; asked: string[] }[] = [];

/** A server that gives these answers in turn, the last one for ever. */
function answering(...answers: (() => Response)[]): void {
  sent = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    if (!addressOf(url).includes('/graphql')) return new Response('{}');
    sent.push({
      method: init?.method ?? '',
      bearer: new Headers(init?.headers).get('authorization'),
      url: addressOf(url),
      asked:
        typeof init?.body === 'string'
          ? Object.keys(JSON.parse(init.body) as object)
          : [...new URL(addressOf(url), location.href).searchParams.keys()],
    });
    const next = answers.length > 1 ? answers.shift() : answers[0];
    return next?.() ?? new Response('');
  });
}

async function signedIn(changes: Partial<IdentityClient> = {}): Promise<IdentityClient> {
  const client = identity(changes);
  await startSession(
    settings,
    async () => undefined,
    () => client,
  );
  return client;
}

const renewing = () => {
  const client: { held?: IdentityClient } = {};
  const updateToken = vi.fn(async () => {
    if (client.held) client.held.token = 'renewed';
    return true;
  });
  return signedIn({ updateToken }).then((held) => (client.held = held));
};

/** What was refused twice is asked once more, a second later. */
async function throughTheNextSecond(): Promise<void> {
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  await vi.advanceTimersByTimeAsync(1000);
  await vi.waitFor(() => expect(sent).toHaveLength(3));
}

const whoAmI = () => dataClient.query({ query: ViewerDocument, fetchPolicy: 'no-cache' });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
  providerSilent.set(false);
  sessionLost.set(false);
});
afterEach(clearCaches);

test('what is asked while the same is on its way is sent once', async () => {
  const { waiting, count } = slowly();
  const first = count();
  await vi.waitFor(() => expect(waiting).toHaveLength(1));
  const second = count();
  waiting[0]?.(1);
  expect(await Promise.all([first, second])).toEqual([1, 1]);
  expect(waiting).toHaveLength(1);
});

/** What is asked, answered one by one by the test. */
function slowly() {
  const waiting: ((count: number) => void)[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    () =>
      new Promise((resolve) => {
        waiting.push((count) =>
          resolve(Response.json({ data: { counted: { __typename: 'Counted', count } } })),
        );
      }),
  );
  const query = gql`
    query Count {
      counted {
        count
      }
    }
  `;
  const count = async (fetchPolicy: 'cache-first' | 'network-only' = 'network-only') =>
    (await dataClient.query<{ counted: { count: number } }>({ query, fetchPolicy })).data?.counted
      .count;
  return { waiting, count, query };
}

test('an answer from before a change is asked for again, for all who wait for it', async () => {
  const { waiting, count } = slowly();
  const before = count();
  await vi.waitFor(() => expect(waiting).toHaveLength(1));
  noteChange();
  const after = count();
  waiting[0]?.(1);
  await vi.waitFor(() => expect(waiting).toHaveLength(2));
  waiting[1]?.(2);
  expect(await Promise.all([before, after])).toEqual([2, 2]);
});

test('where changes never end the third answer is given', async () => {
  const { waiting, count } = slowly();
  const asked = count();
  for (const turn of [0, 1, 2]) {
    await vi.waitFor(() => expect(waiting).toHaveLength(turn + 1));
    noteChange();
    waiting[turn]?.(turn);
  }
  expect(await asked).toBe(2);
});

test('what was read is not asked for again until something changes that it tells of', async () => {
  const { waiting, count } = slowly();
  const first = count('cache-first');
  await vi.waitFor(() => expect(waiting).toHaveLength(1));
  waiting[0]?.(1);
  expect(await first).toBe(1);
  expect(await count('cache-first')).toBe(1);
  noteChange((field) => field === 'journals');
  expect(await count('cache-first')).toBe(1);
  noteChange((field) => field === 'counted');
  const again = count('cache-first');
  await vi.waitFor(() => expect(waiting).toHaveLength(2));
  waiting[1]?.(2);
  expect(await again).toBe(2);
});

test('what is on screen stays there while something changes', async () => {
  const { waiting, query } = slowly();
  const shown: unknown[] = [];
  const watched = dataClient
    .watchQuery<{ counted: { count: number } }>({ query })
    .subscribe(({ data }) => shown.push(data?.counted?.count));
  await vi.waitFor(() => expect(waiting).toHaveLength(1));
  waiting[0]?.(1);
  await vi.waitFor(() => expect(shown.at(-1)).toBe(1));
  noteChange();
  expect(dataClient.readQuery({ query })).toMatchObject({ counted: { count: 1 } });
  watched.unsubscribe();
  noteChange();
  expect(dataClient.readQuery({ query })).toBeNull();
  expect(waiting).toHaveLength(1);
});

test('two questions at once are two where anything about them differs', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(answer);
  await Promise.all([ask('rent'), ask('wages')]);
  expect(fetched).toHaveBeenCalledTimes(2);
});

test('a change is never taken for the one before it', async () => {
  const fetched = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () =>
      Response.json({ data: { readMessages: { __typename: 'Success' } } }),
    );
  const change = () =>
    dataClient.mutate({
      mutation: gql`
        mutation Again {
          readMessages {
            __typename
          }
        }
      `,
    });
  await Promise.all([change(), change()]);
  expect(fetched).toHaveBeenCalledTimes(2);
});

test.each([
  ['with a status', refusedByStatus],
  ['in its answer', refusedInBody('UNAUTHENTICATED')],
])(
  'a token that the server refuses %s is renewed in earnest, and the question asked again',
  async (_how, refused) => {
    answering(viewer);
    const client = await renewing();
    answering(refused, viewer);
    expect((await whoAmI()).data?.viewer.permissions).toEqual(['uploads.create']);
    expect(sent.map(({ bearer }) => bearer)).toEqual(['Bearer access', 'Bearer renewed']);
    expect(client.updateToken).toHaveBeenCalledExactlyOnceWith(-1);
    expect(sessionLost.get()).toBe(false);
  },
);

test('a question refused again is told, and that only signing in helps', async () => {
  answering(viewer);
  await renewing();
  answering(refusedByStatus);
  const told = whoAmI().catch((error: unknown) => problemOf(error).kind);
  await throughTheNextSecond();
  expect(await told).toBe('unauthenticated');
  expect(sessionLost.get()).toBe(true);
});

test('a token made in the second of an end is refused, and one of the next second is not', async () => {
  answering(viewer);
  const client = await renewing();
  answering(refusedByStatus, refusedByStatus, viewer);
  const asked = whoAmI();
  await throughTheNextSecond();
  expect((await asked).data?.viewer.permissions).toEqual(['uploads.create']);
  expect(client.updateToken).toHaveBeenCalledTimes(2);
  expect(sessionLost.get()).toBe(false);
});

test('a session that the server counts as ended ends at the provider too, which goes on renewing it', async () => {
  answering(viewer);
  const client = await renewing();
  answering(refusedAsEnded);
  const told = whoAmI().catch((error: unknown) => problemOf(error).kind);
  await throughTheNextSecond();
  expect(await told).toBe('unauthenticated');
  await vi.waitFor(() =>
    expect(client.logout).toHaveBeenCalledExactlyOnceWith({
      redirectUri: 'http://localhost:3000/',
    }),
  );
  expect(client.login).not.toHaveBeenCalled();
  expect([session.get().isAuthenticated, sessionLost.get()]).toEqual([false, false]);
});

test('a question that nobody answers after a renewal is told as a broken line, with the trace of the last try', async () => {
  answering(viewer);
  await renewing();
  const traces: (string | undefined)[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    if (!addressOf(url).includes('/graphql')) return new Response('{}');
    traces.push(new Headers(init?.headers).get('traceparent')?.split('-')[1]);
    if (traces.length === 1) return refusedByStatus();
    throw new TypeError('Failed to fetch');
  });
  const told: unknown = await whoAmI().catch((error: unknown) => error);
  expect(problemOf(told)).toEqual({ kind: 'offline', detail: null, correlationId: traces[1] });
  expect(fetch).toHaveBeenCalledWith(
    expect.objectContaining({ pathname: '/healthz/ready' }),
    expect.anything(),
  );
  expect(sessionLost.get()).toBe(false);
});

test.each(['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'INTERNAL'])(
  'a refusal for another reason, %s, is no lost sign-in',
  async (code) => {
    answering(viewer);
    const client = await renewing();
    answering(refusedInBody(code));
    await expect(whoAmI()).rejects.toThrow();
    expect(sent).toHaveLength(1);
    expect(client.updateToken).not.toHaveBeenCalled();
    expect(sessionLost.get()).toBe(false);
  },
);

test('a sign-in that the provider does not renew is lost; one that it cannot renew now waits', async () => {
  const refused = Object.assign(new Error('refused'), {
    response: new Response(null, { status: 400 }),
  });
  answering(viewer);
  await signedIn({
    updateToken: vi.fn(async () => {
      throw refused;
    }),
  });
  answering(refusedByStatus);
  await expect(whoAmI()).rejects.toThrow();
  expect([sent.length, sessionLost.get()]).toEqual([1, true]);
  sessionLost.set(false);
  answering(viewer);
  const client = await signedIn({
    updateToken: vi.fn(async () => {
      throw new TypeError('no network');
    }),
  });
  answering(refusedByStatus);
  await expect(whoAmI()).rejects.toThrow();
  expect([sent.length, sessionLost.get(), providerSilent.get()]).toEqual([1, false, true]);
  // From now on the session asks the provider, not each question.
  await expect(whoAmI()).rejects.toThrow();
  expect(client.updateToken).toHaveBeenCalledTimes(1);
});

test('what was refused while the provider was silent is asked again once it answers', async () => {
  answering(viewer);
  const watched = dataClient
    .watchQuery({ query: ViewerDocument })
    .subscribe({ next: () => undefined, error: () => undefined });
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  providerSilent.set(true);
  expect(sent).toHaveLength(1);
  providerSilent.set(false);
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  watched.unsubscribe();
});

test('the data client carries the token where there is one, the public one never', async () => {
  answering(viewer);
  await renewing();
  await publicClient.query({ query: ViewerDocument, fetchPolicy: 'no-cache' });
  await whoAmI();
  expect(sent.map(({ bearer, url }) => [bearer, new URL(url).pathname])).toEqual([
    [null, '/api/public/graphql'],
    ['Bearer access', '/api/data/graphql'],
  ]);
});

test('whoever is not signed in sends no empty token', async () => {
  vi.resetModules();
  const { dataClient: fresh } = await import('./clients');
  answering(viewer);
  await fresh.query({ query: ViewerDocument, fetchPolicy: 'no-cache' });
  expect(sent.map(({ bearer }) => bearer)).toEqual([null]);
});

test('the poll is asked for so that a browser can keep the answer; nothing else is', async () => {
  answering(() => Response.json({ data: { systemMessages: [], messages: null } }));
  await dataClient
    .query({ query: SystemMessagePollDocument, fetchPolicy: 'no-cache' })
    .catch(() => undefined);
  await ask();
  expect(sent.map(({ method }) => method)).toEqual(['GET', 'POST']);
});

test('a call names its operation, its variables and its question, and tells nothing else', async () => {
  answering(() => Response.json({ data: { systemMessages: [], messages: null } }));
  for (const query of [SystemMessagePollDocument, ViewerDocument])
    await dataClient.query({ query, fetchPolicy: 'no-cache' }).catch(() => undefined);
  await publicClient
    .query({ query: ViewerDocument, fetchPolicy: 'no-cache' })
    .catch(() => undefined);
  expect(sent.map(({ asked }) => asked.toSorted())).toEqual(
    Array.from({ length: 3 }, () => ['operationName', 'query', 'variables']),
  );
});

test('what was read is forgotten by both clients, and not asked for again', async () => {
  answering(viewer);
  for (const client of [dataClient, publicClient]) {
    await client.query({ query: ViewerDocument });
    expect(client.readQuery({ query: ViewerDocument })).not.toBeNull();
  }
  await clearCaches();
  expect(
    [dataClient, publicClient].map((client) => client.readQuery({ query: ViewerDocument })),
  ).toEqual([null, null]);
  expect(sent).toHaveLength(2);
  expect(session.get().isAuthenticated).toBe(true);
});

const tooMuch = (seconds: string) => () =>
  Response.json(
    { errors: [{ message: 'Wait a moment', extensions: { code: 'RATE_LIMITED' } }] },
    { status: 429, headers: { 'retry-after': seconds } },
  );
const acted = () => Response.json({ data: { act: true } });
const act = () => dataClient.mutate({ mutation: gql('mutation Act { act }') });

test.each([
  ['a question', () => whoAmI(), viewer],
  ['an act', act, acted],
])('%s that the server had no time for is asked again when it says so', async (_, run, done) => {
  vi.useFakeTimers();
  answering(tooMuch('2'), tooMuch('1'), done);
  await signedIn();
  const answered = run();
  await vi.advanceTimersByTimeAsync(1900);
  expect(sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(sent).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1000);
  expect((await answered).error).toBeUndefined();
  expect(sent).toHaveLength(3);
});

test.each([
  ['later than anybody waits', tooMuch('60'), 1],
  ['at no time', () => new Response('', { status: 429 }), 1],
  ['again and again', tooMuch('1'), 4],
  [
    'for another reason',
    () => new Response('', { status: 503, headers: { 'retry-after': '1' } }),
    1,
  ],
])('who is to come %s is told', async (_, refusal, times) => {
  vi.useFakeTimers();
  answering(refusal);
  await signedIn();
  const failed = act().catch((error: unknown) => problemOf(error).kind);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await failed).toBe('busy');
  expect(sent).toHaveLength(times);
});

test('the poll, which comes again by itself, does not wait', async () => {
  answering(tooMuch('1'));
  await signedIn();
  const polled = dataClient.query({
    query: SystemMessagePollDocument,
    variables: { read: true, page: 0, size: 1 },
    fetchPolicy: 'no-cache',
  });
  await expect(polled).rejects.toThrow();
  expect(sent).toHaveLength(1);
});
