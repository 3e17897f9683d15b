// @vitest-environment node
import { expect, test } from 'vitest';
import { apiOrigin, pageSettings, realmOfHost, uploadLimit } from './settings';

test.each([
  ['acme.giroscope.example', 'acme'],
  ['acme.localhost', 'acme'],
  ['localhost', null],
  ['127.0.0.1', null],
  ['[::1]', null],
  ['www.giroscope.example', 'www'],
  ['10.0.0.12', null],
  ['2001:db8::1', null],
  ['acme-2.giroscope.example', 'acme-2'],
])('the realm of %s is %j', (host, realm) => {
  expect(realmOfHost(host)).toBe(realm);
});

test('the page setting names the realm when the host does not, and a default when neither does', () => {
  expect(pageSettings({ hostname: 'localhost' }, { realm: 'nord' }).realm).toBe('nord');
  expect(pageSettings({ hostname: 'localhost' }).realm).toBe('giroscope');
  expect(pageSettings({ hostname: 'acme.localhost' }, { realm: 'nord' }).realm).toBe('acme');
});

test('what the page says of itself holds; what it leaves out is found out', () => {
  expect(pageSettings({ hostname: 'acme.giroscope.example' })).toEqual({
    identityUrl: 'http://acme.giroscope.example:8088',
    realm: 'acme',
    clientId: 'giroscope-console',
    realmName: 'acme',
    version: '',
    environment: '',
    maxUploadBytes: null,
    erpOrigins: [],
    endpoints: {},
  });
  const given = {
    identityUrl: 'https://id.example',
    clientId: 'own',
    realmName: 'Acme A/S',
    version: '1.2',
    environment: 'test',
    maxUploadBytes: 5,
    erpOrigins: ['https://erp.example'],
    endpoints: { signURL: '/sign' },
  };
  expect(pageSettings({ hostname: 'acme.giroscope.example' }, given)).toEqual({
    ...given,
    realm: 'acme',
  });
});

test('an operator moves the sign-in as any other endpoint', () => {
  const moved = { identityUrl: 'https://id.example', endpoints: { login: 'https://in.example' } };
  expect(pageSettings({ hostname: 'localhost' }, moved).identityUrl).toBe('https://in.example');
});

test('a bare localhost page calls port 8087', () => {
  expect(
    apiOrigin({
      protocol: 'http:',
      hostname: 'localhost',
      port: '5173',
      origin: 'http://localhost:5173',
    }),
  ).toBe('http://localhost:5173');
  expect(
    apiOrigin({ protocol: 'http:', hostname: 'localhost', port: '', origin: 'http://localhost' }),
  ).toBe('http://localhost:8087');
  expect(
    apiOrigin({
      protocol: 'https:',
      hostname: 'acme.example',
      port: '',
      origin: 'https://acme.example',
    }),
  ).toBe('https://acme.example');
});

test('the upload limit is unknown when the page does not say', () => {
  expect(uploadLimit({})).toBeNull();
  expect(uploadLimit({ maxUploadBytes: 10 })).toBe(10);
});
