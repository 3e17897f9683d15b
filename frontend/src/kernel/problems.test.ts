// @vitest-environment node
/** What a failure means for the person who sees it. */
import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';
import { afterEach, expect, test } from 'vitest';
import { HttpProblem, httpProblem, noteTrace, isAway, problemOf, sayRefusals } from './problems';
import { providerSilent } from './provider';

afterEach(() => {
  providerSilent.set(false);
  sayRefusals(({ message }) => message);
});

const refusal = (code: string, extensions: Record<string, unknown> = {}) =>
  new CombinedGraphQLErrors({
    data: null,
    errors: [{ message: 'Said by the server', extensions: { code, ...extensions } }],
  });

test.each([
  ['UNAUTHENTICATED', 'unauthenticated'],
  ['FORBIDDEN', 'forbidden'],
  ['NOT_FOUND', 'missing'],
  ['INVALID_INPUT', 'input'],
  ['TOO_COMPLEX', 'input'],
  ['CONFLICT', 'conflict'],
  ['RATE_LIMITED', 'busy'],
  ['UNAVAILABLE', 'busy'],
])('%s is %s, in the server’s words', (code, kind) => {
  expect(problemOf(refusal(code))).toMatchObject({ kind, detail: 'Said by the server' });
});

test.each([
  [refusal('UNAVAILABLE'), true],
  [refusal('RATE_LIMITED'), false],
  [refusal('INTERNAL'), false],
  [new HttpProblem(503, {}), true],
  [new HttpProblem(429, {}), false],
  [new HttpProblem(500, {}), false],
  [new TypeError('Failed to fetch'), true],
])('a server that is away is told from one that refuses: %s is %s', (error, away) => {
  expect(isAway(error)).toBe(away);
});

test.each(['INTERNAL', 'SOMETHING_NEW', ''])(
  'a fault %j is told by its incident alone, never by its words',
  (code) => {
    expect(problemOf(refusal(code, { incident: 'i1' }))).toEqual({
      kind: 'fault',
      detail: null,
      correlationId: 'i1',
    });
  },
);

test.each([
  [401, 'unauthenticated'],
  [403, 'forbidden'],
  [404, 'missing'],
  [410, 'missing'],
  [409, 'conflict'],
  [429, 'busy'],
  [502, 'busy'],
  [503, 'busy'],
  [504, 'busy'],
  [400, 'input'],
  [413, 'input'],
  [422, 'input'],
  [499, 'input'],
  [500, 'fault'],
  [501, 'fault'],
  [302, 'fault'],
])('status %i is %s, of a plain call and of the graph', (status, kind) => {
  expect(problemOf(new HttpProblem(status, { detail: 'Why' }))).toMatchObject({
    kind,
    detail: 'Why',
  });
  expect(
    problemOf(
      new ServerError('bad', { response: new Response(null, { status: status }), bodyText: '' }),
    ),
  ).toMatchObject({ kind, detail: null });
});

test('signing in again is advised only while somebody can', () => {
  const errors = [refusal('UNAUTHENTICATED'), new HttpProblem(401, { detail: 'Sign in' })];
  expect(errors.map((error) => problemOf(error).kind)).toEqual([
    'unauthenticated',
    'unauthenticated',
  ]);
  providerSilent.set(true);
  expect(errors.map((error) => problemOf(error))).toEqual(
    errors.map(() => ({ kind: 'silent', detail: null, correlationId: null })),
  );
  expect(problemOf(refusal('FORBIDDEN')).kind).toBe('forbidden');
});

test.each([
  [new TypeError('Failed to fetch'), 'offline'],
  [new DOMException('', 'NetworkError'), 'offline'],
  [new DOMException('', 'AbortError'), 'fault'],
  [new Error('x'), 'fault'],
  ['text', 'fault'],
  [null, 'fault'],
])('%s is %s', (error, kind) => {
  expect(problemOf(error)).toEqual({ kind, detail: null, correlationId: null });
});

test('a trace that was noted is told, and what the server named comes first', () => {
  const [offline, named, plain, http] = [
    new TypeError('gone'),
    refusal('CONFLICT', { correlationId: 'named' }),
    refusal('CONFLICT'),
    new HttpProblem(500, {}),
  ];
  for (const error of [offline, named, plain, http]) noteTrace(error, 'noted');
  noteTrace('text', 'noted');
  expect([offline, named, plain, http].map((error) => problemOf(error).correlationId)).toEqual([
    'noted',
    'named',
    'noted',
    'noted',
  ]);
  // On its way up the answer is wrapped anew.
  expect(
    problemOf(new CombinedGraphQLErrors({ data: null, errors: plain.errors })).correlationId,
  ).toBe('noted');
  const told = new HttpProblem(500, { correlationId: 'own' });
  noteTrace(told, 'noted');
  expect(problemOf(told).correlationId).toBe('own');
});

test('refusals are said as the reader’s language has them, by their reason', () => {
  sayRefusals(({ code, message }) => (code === 'payments.sent' ? 'Den er sendt' : message));
  expect(problemOf(refusal('CONFLICT', { reason: 'payments.sent' })).detail).toBe('Den er sendt');
  expect(problemOf(refusal('CONFLICT', { reason: 7 })).detail).toBe('Said by the server');
  expect(
    problemOf(new HttpProblem(409, { code: 'payments.sent', detail: 'It is sent' })).detail,
  ).toBe('Den er sendt');
  expect(problemOf(new HttpProblem(409, {})).detail).toBeNull();
});

test.each([
  ['{"errors":[{"message":"Wait","extensions":{"reason":"too_costly"}}]}', 429, 'Vent lidt'],
  ['{"errors":[{"message":"Wait"}]}', 429, 'Wait'],
  ['{"errors":[{"message":"A fault"}]}', 500, null],
  ['{"errors":[]}', 429, null],
  ['null', 429, null],
  ['<html>', 503, null],
])('a refusal with a status is told in its words: %s', (bodyText, status, detail) => {
  sayRefusals(({ code, message }) => (code === 'too_costly' ? 'Vent lidt' : message));
  const response = new Response(null, { status });
  expect(problemOf(new ServerError('bad', { response, bodyText })).detail).toBe(detail);
});

test('the body of a refusal is read where it is JSON; any other leaves the status', async () => {
  const of = (body: string, type: string) =>
    httpProblem(new Response(body, { status: 409, headers: { 'content-type': type } }));
  expect(await of('{"title":"Short","code":"c"}', 'application/problem+json')).toMatchObject({
    status: 409,
    message: 'Short',
    code: 'c',
  });
  expect(await of('{"title":"Short","detail":"Long"}', 'application/json')).toMatchObject({
    message: 'Long',
  });
  expect(await of('{"title":', 'application/json')).toMatchObject({
    status: 409,
    message: '',
    errors: [],
  });
  expect(await of('<h1>No</h1>', 'text/html')).toMatchObject({ status: 409, message: '' });
});
