/** Where calls with a name go: to the product, unless the page's settings say otherwise. */
import { HttpResponse, http } from 'msw';
import { afterEach, expect, test } from 'vitest';
import { server } from '@/testing/server';
import { addressOf, endpoints, setEndpoints } from './endpoints';
import { askEndpoint } from './http';

const unset = endpoints.get();
afterEach(() => endpoints.set(unset));

test('at start every address is empty, and calls go to the product’s own', () => {
  expect(new Set(Object.values(unset))).toEqual(new Set(['']));
  expect(addressOf('validationURL')).toBe('/api/validate');
  expect(addressOf('accountURL', 'a/b', 'roles')).toBe('/api/account/a%2Fb/roles');
});

test('a call goes where the settings of the page say, and what they leave out stays', async () => {
  setEndpoints({ activationURL: 'https://banks.example.com/on' });
  setEndpoints({ renewURL: '/elsewhere/renew' });
  const asked: [string, unknown][] = [];
  server.use(
    http.all('*', async ({ request }) => {
      asked.push([`${request.method} ${request.url}`, await request.json()]);
      return HttpResponse.json({ given: ['upload'] });
    }),
  );
  const done = await askEndpoint('activationURL', { bankId: 'b1' });
  await askEndpoint('renewURL', { bankId: 'b2' });
  await askEndpoint('accountURL', { email: 'x@y.dk' }, { method: 'PATCH', below: ['u1'] });
  expect(done).toEqual({ __typename: 'Success', id: null, told: { given: ['upload'] } });
  expect(asked).toEqual([
    ['POST https://banks.example.com/on', { bankId: 'b1' }],
    [`POST ${location.origin}/elsewhere/renew`, { bankId: 'b2' }],
    [`PATCH ${location.origin}/api/account/u1`, { email: 'x@y.dk' }],
  ]);
});

test.each([
  [409, { code: 'banks.busy', detail: 'Busy', errors: [] }, 'banks.busy', null],
  [
    403,
    { code: 'approvals.passkey_needed', detail: 'A passkey', errors: [] },
    'approvals.passkey_needed',
    null,
  ],
  [
    400,
    { code: 'invalid_input', detail: 'No', errors: [{ path: 'code' }] },
    'invalid_input',
    'code',
  ],
])('a refusal with %i is told where it was asked', async (status, body, code, path) => {
  server.use(
    http.post('*/api/activate', () =>
      Response.json(body, { status, headers: { 'content-type': 'application/problem+json' } }),
    ),
  );
  expect(await askEndpoint('activationURL', {})).toEqual({
    __typename: 'Problem',
    code,
    message: body.detail,
    path,
  });
});

test.each([403, 429, 500])('an answer with %i is a failure, not a refusal', async (status) => {
  server.use(
    http.post('*/api/activate', () =>
      Response.json(
        { code: 'forbidden' },
        { status, headers: { 'content-type': 'application/json' } },
      ),
    ),
  );
  await expect(askEndpoint('activationURL', {})).rejects.toMatchObject({ status });
});
