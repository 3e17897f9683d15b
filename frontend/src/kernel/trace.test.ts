import { expect, test } from 'vitest';
import { mayCarryTrace, newTrace, traceHeaders } from './trace';

const page = 'https://acme.giroscope.test/journals?journal=1';

test('a trace is new each time and is what W3C trace context asks for', () => {
  const [one, other] = [newTrace(), newTrace()];
  expect(one.header).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  expect(one.header).toContain(one.id);
  expect(one.id).not.toBe(other.id);
});

test.each([
  ['/api/data/graphql', true],
  ['https://acme.giroscope.test/api/upload', true],
  ['https://acme.giroscope.test:8443/api/upload', false],
  ['http://acme.giroscope.test/api/upload', false],
  ['https://other.giroscope.test/api/upload', false],
])('without permission, %s carries the header: %s', (url, carries) => {
  expect(mayCarryTrace(url, page)).toBe(carries);
});

test.each([
  ['https://api.example/v1', true],
  ['https://api.example/v1/payments?x=1', true],
  ['https://api.example/v10/payments', false],
  ['https://api.example/', false],
  ['https://api.example.evil.test/v1/payments', false],
  ['https://api.example@evil.test/v1/payments', false],
])('an allowed address is a folder, not a beginning of text: %s %s', (url, carries) => {
  expect(mayCarryTrace(url, page, ['https://api.example/v1'])).toBe(carries);
});

test('a spoiled permission allows nobody', () => {
  expect(mayCarryTrace('https://api.example/', page, ['', 'https', '*'])).toBe(false);
});

test('the API is told, also where a page without a port calls it on port 8087; nobody else is', () => {
  const trace = newTrace();
  const bare = {
    protocol: 'http:',
    hostname: 'localhost',
    port: '',
    origin: 'http://localhost',
    href: 'http://localhost/messages',
  };
  expect(traceHeaders('/api/upload', trace)).toEqual({ traceparent: trace.header });
  expect(traceHeaders('http://localhost:8087/api/upload', trace, bare)).toEqual({
    traceparent: trace.header,
  });
  expect(traceHeaders('http://localhost:8088/realms/giroscope', trace, bare)).toEqual({});
});
