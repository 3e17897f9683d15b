import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { server } from '@/testing/server';
import { faultReport, followFaults, forgetFaults, reportFault, type FaultReport } from './faults';
import { session } from './session';

const INCIDENT = '0af7651916cd43dd8448eb211c80319c';
const page = { pathname: '/journals/statements', hostname: 'localhost' };
let reports: { body: FaultReport; bearer: string | null }[] = [];

beforeEach(() => {
  reports = [];
  forgetFaults();
  session.set({ ...session.get(), isAuthenticated: true, accessToken: 'token' });
  server.use(
    http.post('*/api/console-faults', async ({ request }) => {
      reports.push({
        body: (await request.json()) as FaultReport,
        bearer: request.headers.get('authorization'),
      });
      return new HttpResponse(null, { status: 204 });
    }),
  );
});

afterEach(() => {
  vi.restoreAllMocks();
});

function failure(message: string, stack: string): Error {
  return Object.assign(new TypeError(message), { stack });
}

test('a report has places in the program, and neither message nor origin nor query', () => {
  const error = failure(
    'No account DK5000440116243\n at my desk',
    [
      'TypeError: No account DK5000440116243',
      ' at my desk',
      '    at Fragile (https://acme.example.com/assets/index-Dk3.js?v=typed:12:345)',
      'row@https://acme.example.com/assets/index-Dk3.js:7:1',
    ].join('\n'),
  );
  const report = faultReport(
    INCIDENT,
    error,
    '\n    at List (https://acme.example.com/assets/list.js:1:2)',
    page,
  );
  expect(report).toEqual({
    incident: INCIDENT,
    error: 'TypeError',
    screen: '/journals/statements',
    release: '',
    places: [
      'at Fragile (/assets/index-Dk3.js:12:345)',
      'row@/assets/index-Dk3.js:7:1',
      'at List (/assets/list.js:1:2)',
    ],
  });
});

test('a message that looks like a place in the program is none', () => {
  const message = 'read\n    at DK5000440116243 (/kept.xml:1:2)';
  const report = faultReport(
    INCIDENT,
    failure(
      message,
      `TypeError: ${message}\n    at Fragile (https://acme.example.com/assets/a.js:3:4)`,
    ),
    '',
    page,
  );
  expect(report.places).toEqual(['at Fragile (/assets/a.js:3:4)']);
});

test('an error is reported once, signed in', async () => {
  const error = failure('boom', '');
  await reportFault(INCIDENT, error);
  await reportFault('another', error);
  expect(reports).toHaveLength(1);
  expect(reports[0]).toMatchObject({
    bearer: 'Bearer token',
    body: { incident: INCIDENT, error: 'TypeError' },
  });
});

test('a page that fails for ever stops reporting', async () => {
  for (let count = 0; count < 9; count += 1) await reportFault(INCIDENT, failure('boom', ''));
  expect(reports).toHaveLength(4);
});

test('a report that fails is no new fault', async () => {
  server.use(http.post('*/api/console-faults', () => HttpResponse.error()));
  await expect(reportFault(INCIDENT, failure('boom', ''))).resolves.toBeUndefined();
});

test('who is not signed in reports nothing', async () => {
  session.set({ ...session.get(), isAuthenticated: false, accessToken: '' });
  await reportFault(INCIDENT, failure('boom', ''));
  expect(reports).toHaveLength(0);
});

test('what nobody caught is reported; what was broken off or never left is not', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const heard = new EventTarget();
  followFaults(heard);
  const reject = (reason: unknown) =>
    heard.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
  reject(new DOMException('', 'AbortError'));
  reject(new TypeError('Failed to fetch'));
  reject('a word');
  reject(failure('boom', ''));
  heard.dispatchEvent(Object.assign(new Event('error'), { error: new RangeError('far') }));
  await vi.waitFor(() =>
    expect(reports.map(({ body }) => body.error)).toEqual(['TypeError', 'RangeError']),
  );
});
