/** Plain calls: what they carry, when one is sent again, and what a refusal becomes. */
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { identity, settings } from '@/testing/identity';
import { server } from '@/testing/server';
import { connection } from './connection';
import { callApi, postJson, saveBlob, sendForm } from './http';
import { HttpProblem, problemOf } from './problems';
import { providerSilent } from './provider';
import { startSession } from './session';

const published = http.get('http://id/*', () => HttpResponse.json({}));
let seen: Request[] = [];

/** A server that gives these answers, one call after another, and keeps what it was asked. */
function answering(...answers: (() => Response)[]): void {
  seen = [];
  server.use(
    http.all('*/api/thing', async ({ request }) => {
      seen.push(request.clone());
      const next = answers.length > 1 ? answers.shift() : answers[0];
      return next?.();
    }),
  );
}

const refused =
  (status: number, body: object = {}) =>
  () =>
    Response.json(body, { status, headers: { 'content-type': 'application/problem+json' } });
const bearers = () => seen.map(({ headers }) => headers.get('authorization'));

/** Somebody signed in, whose refresh brings a new token unless told otherwise. */
async function signedIn(updateToken: () => Promise<boolean>) {
  const client = identity({ updateToken: vi.fn(updateToken) });
  await startSession(
    settings,
    async () => undefined,
    () => client,
  );
  return client;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  server.use(published);
});
afterEach(() => {
  vi.useRealTimers();
  providerSilent.set(false);
  connection.set('online');
});

test('a call carries the token and a trace', async () => {
  await signedIn(async () => true);
  answering(() => Response.json({ well: true }));
  expect(await (await callApi('/api/thing')).json()).toEqual({ well: true });
  expect(bearers()).toEqual(['Bearer access']);
  expect(seen[0]?.headers.get('traceparent')).toMatch(/^00-/);
});

test('a refused token is renewed in earnest, and the call sent again with the new one', async () => {
  const client = await signedIn(async () => {
    client.token = 'renewed';
    return true;
  });
  answering(refused(401), () => Response.json({}));
  await callApi('/api/thing', { method: 'POST', headers: { 'x-own': 'kept' } });
  expect(bearers()).toEqual(['Bearer access', 'Bearer renewed']);
  expect(seen.map(({ method, headers }) => [method, headers.get('x-own')])).toEqual([
    ['POST', 'kept'],
    ['POST', 'kept'],
  ]);
  expect(client.updateToken).toHaveBeenCalledExactlyOnceWith(-1);
});

test('a call that is refused again reaches whoever asked', async () => {
  await signedIn(async () => true);
  answering(refused(401));
  await expect(callApi('/api/thing')).rejects.toMatchObject({ status: 401 });
  expect(seen).toHaveLength(2);
});

test.each([
  ['1', 2],
  ['60', 1],
])('what the server has no time for, to come in %s s, is sent %i times', async (seconds, times) => {
  vi.useFakeTimers();
  await signedIn(async () => true);
  const busy = () => new Response('', { status: 429, headers: { 'retry-after': seconds } });
  answering(busy, () => Response.json({}));
  const ended = callApi('/api/thing', { method: 'POST' }).then(
    () => 'done',
    () => 'refused',
  );
  await vi.advanceTimersByTimeAsync(900);
  expect(seen).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(seen).toHaveLength(times);
  await vi.advanceTimersByTimeAsync(5000);
  expect(await ended).toBe(times === 2 ? 'done' : 'refused');
});

test('nothing is sent again while the sign-in cannot be renewed', async () => {
  await signedIn(async () => {
    throw new TypeError('no network');
  });
  answering(refused(401));
  await expect(callApi('/api/thing')).rejects.toMatchObject({ status: 401 });
  expect(seen).toHaveLength(1);
});

test.each([400, 403, 404, 409, 413, 422, 429, 500, 503])(
  'status %i is told with what the server said, and asked once',
  async (status) => {
    const client = await signedIn(async () => true);
    answering(
      refused(status, {
        title: 'Refused',
        detail: 'Not like this',
        code: 'uploads.strange',
        correlationId: 'trace-1',
        errors: [{ message: 'here', line: 3 }],
      }),
    );
    const told: unknown = await callApi('/api/thing').catch((error: unknown) => error);
    expect(told).toBeInstanceOf(HttpProblem);
    expect(told).toMatchObject({
      status,
      message: 'Not like this',
      code: 'uploads.strange',
      correlationId: 'trace-1',
      errors: [{ message: 'here', line: 3 }],
    });
    expect(seen).toHaveLength(1);
    expect(client.updateToken).not.toHaveBeenCalled();
  },
);

test('a refusal without an id is found by the trace of its call, and a page that is no answer leaves the status', async () => {
  await signedIn(async () => true);
  answering(
    () =>
      new Response('<h1>Bad gateway</h1>', {
        status: 502,
        headers: { 'content-type': 'text/html' },
      }),
  );
  const told: unknown = await callApi('/api/thing').catch((error: unknown) => error);
  const trace = seen[0]?.headers.get('traceparent')?.split('-')[1];
  expect(problemOf(told)).toEqual({ kind: 'busy', detail: null, correlationId: trace });
});

test('a call that nobody answers makes the console look whether the server is there', async () => {
  await signedIn(async () => true);
  answering(() => HttpResponse.error());
  server.use(http.get('*/healthz/ready', () => HttpResponse.error()));
  const told: unknown = await callApi('/api/thing').catch((error: unknown) => error);
  expect(problemOf(told).kind).toBe('offline');
  await vi.waitFor(() => expect(connection.get()).toBe('lost'));
  server.use(http.get('*/healthz/ready', () => HttpResponse.json({})));
  dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(connection.get()).toBe('back'));
});

test.each([
  [503, 'lost'],
  [429, 'online'],
])(
  'after status %i of a call, and no word that it is ready, the server is %s',
  async (status, is) => {
    await signedIn(async () => true);
    answering(() => Response.json({ code: 'database_away', detail: 'Not now' }, { status }));
    server.use(http.get('*/healthz/ready', () => HttpResponse.json({}, { status: 503 })));
    await callApi('/api/thing').catch(() => undefined);
    await vi.waitFor(() => expect(connection.get()).toBe(is));
    server.use(http.get('*/healthz/ready', () => HttpResponse.json({})));
    dispatchEvent(new Event('online'));
    await vi.waitFor(() => expect(connection.get()).not.toBe('lost'));
  },
);

test('a value is posted as JSON, and the answer read', async () => {
  answering(() => Response.json({ id: 7 }));
  expect(await postJson('/api/thing', { amount: '1.00' })).toEqual({ id: 7 });
  expect([seen[0]?.method, seen[0]?.headers.get('content-type'), await seen[0]?.text()]).toEqual([
    'POST',
    'application/json',
    '{"amount":"1.00"}',
  ]);
});

const nothing = () => undefined;
const form = () => {
  const made = new FormData();
  made.append('kind', 'PAYMENT');
  return made;
};

test('a form is sent with the token, its own headers and a trace, and its answer is read', async () => {
  await signedIn(async () => true);
  answering(() => Response.json({ jobs: 1 }, { status: 202 }));
  expect(await sendForm('/api/thing', form(), { 'idempotency-key': 'k1' }, nothing).result).toEqual(
    { jobs: 1 },
  );
  const [request] = seen;
  expect([
    request?.method,
    request?.headers.get('authorization'),
    request?.headers.get('idempotency-key'),
  ]).toEqual(['POST', 'Bearer access', 'k1']);
  expect(request?.headers.get('traceparent')).toMatch(/^00-/);
  expect((await request?.formData())?.get('kind')).toBe('PAYMENT');
});

test.each([
  [
    refused(409, {
      detail: 'It is here already',
      code: 'uploads.duplicate',
      correlationId: 'trace-2',
    }),
    {
      status: 409,
      message: 'It is here already',
      code: 'uploads.duplicate',
      correlationId: 'trace-2',
    },
  ],
  [refused(422, { title: 'Not well formed' }), { status: 422, message: 'Not well formed' }],
  [refused(500), { status: 500, message: '' }],
  [
    () => new Response('<h1>Too large</h1>', { status: 413 }),
    { status: 413, message: '', code: '' },
  ],
])('a form that is refused is not done', async (answer, told) => {
  answering(answer);
  const error: unknown = await sendForm('/api/thing', form(), {}, nothing).result.catch(
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(HttpProblem);
  expect(error).toMatchObject(told);
  if (!('correlationId' in told))
    expect(problemOf(error).correlationId).toBe(seen[0]?.headers.get('traceparent')?.split('-')[1]);
});

test('a form on a line that breaks is told as one, not as a refusal', async () => {
  answering(() => HttpResponse.error());
  const probed = vi.fn(() => HttpResponse.json({}));
  server.use(http.get('*/healthz/ready', probed));
  const error: unknown = await sendForm('/api/thing', form(), {}, nothing).result.catch(
    (reason: unknown) => reason,
  );
  expect(problemOf(error).kind).toBe('offline');
  expect(problemOf(error).correlationId).toMatch(/^[0-9a-f]{32}$/);
  await vi.waitFor(() => expect(probed).toHaveBeenCalledOnce());
});

test('a form that is taken back at once is never sent', async () => {
  answering(() => Response.json({}));
  const transfer = sendForm('/api/thing', form(), {}, nothing);
  transfer.abort();
  await expect(transfer.result).rejects.toMatchObject({ name: 'AbortError' });
  expect(seen).toHaveLength(0);
});

test('a form that is taken back on its way is broken off', async () => {
  let arrived: () => void = nothing;
  const under = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  server.use(
    http.post('*/api/thing', async () => {
      arrived();
      return new Promise<Response>(() => undefined);
    }),
  );
  const transfer = sendForm('/api/thing', form(), {}, nothing);
  await under;
  transfer.abort();
  await expect(transfer.result).rejects.toMatchObject({ name: 'AbortError' });
});

test('a file is kept for the browser until it has read it', () => {
  vi.useFakeTimers();
  const revoked = vi.fn<typeof URL.revokeObjectURL>();
  URL.createObjectURL = () => 'blob:one';
  URL.revokeObjectURL = revoked;
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    expect([this.href, this.download]).toEqual(['blob:one', 'statement.xml']);
  });
  saveBlob(new Blob(['x']), 'statement.xml');
  expect(clicked).toHaveBeenCalledOnce();
  expect(revoked).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10_000);
  expect(revoked).toHaveBeenCalledExactlyOnceWith('blob:one');
});
