import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { say as hear } from '@/testing/identity';
import { show } from '@/testing/render';
import { server } from '@/testing/server';
import { forget } from './check';
import { partner } from './erp/partner';
import type { Report } from './report';
import { ValidationScreen } from './ValidationScreen';

const said = (en: string) => ({ en, da: `${en} (da)` });

const report = (changes: Partial<Report> = {}): Report => ({
  file: 'pay.xml',
  sha256: 'ab',
  size: 10,
  format: 'pain.001',
  version: 'pain.001.001.09',
  messageId: 'M-1',
  checked: '2026-11-21T08:00:00+00:00',
  standing: 'warnings',
  counts: { errors: 0, warnings: 1, notes: 0 },
  layers: [
    {
      layer: 'file',
      name: said('File'),
      light: 'passed',
      errors: 0,
      warnings: 0,
      notes: 0,
      rules: 1,
      reason: null,
    },
    {
      layer: 'bank',
      name: said('Bank'),
      light: 'notRun',
      errors: 0,
      warnings: 0,
      notes: 0,
      rules: 1,
      reason: said('No profile is known.'),
    },
  ],
  totals: {
    stated: { count: '1', sum: '9.00' },
    counted: {
      count: 1,
      sum: '10.00',
      currencies: [{ currency: 'DKK', count: 1, amount: '10.00' }],
    },
    batches: [],
    batchCount: 0,
  },
  groups: [
    {
      code: 'payee_new',
      layer: 'own',
      severity: 'warning',
      title: said('A payee is new'),
      rule: said('A rule'),
      fix: said('Look.'),
      source: 'Us',
      count: 1,
      payments: 1,
      leftOut: 0,
    },
  ],
  findings: [
    {
      key: 'aa',
      code: 'payee_new',
      severity: 'warning',
      message: 'm',
      path: 'PmtInf[1]',
      line: 4,
      value: 'v',
      note: null,
      source: 'Us',
      journal: 'j-1',
      isNew: false,
      payment: {
        position: 1,
        endToEndId: 'E-1',
        creditor: 'Smedjen',
        amount: '10.00',
        currency: 'DKK',
        batch: 'B',
      },
    },
  ],
  rerun: null,
  token: 'token-of-before',
  ...changes,
});

const file = (name = 'pay.xml') => new File(['<Document/>'], name, { type: 'application/xml' });
const input = () => document.querySelector('input[type=file]') as HTMLInputElement;

beforeEach(forget);

test('the verdict comes first, with a light and a reason for each layer', async () => {
  server.use(http.post('*/api/validate', () => HttpResponse.json(report())));
  const { person } = show(<ValidationScreen />);
  await person.upload(input(), file());
  expect(
    await screen.findByRole('heading', { name: 'Valid, but look at the findings' }),
  ).toBeInTheDocument();
  const lights = screen.getByRole('list', { name: 'Layers of the check' });
  expect(within(lights).getByText('No profile is known.')).toBeInTheDocument();
  expect(screen.getByText('differs: 9.00 stated')).toBeInTheDocument();
  expect(
    screen.getByRole('link', { name: 'Open the earlier journal (opens in a new tab)' }),
  ).toHaveAttribute('href', '/journals/j-1');
});

test('the next file carries the token of the report before it', async () => {
  const append = vi.spyOn(FormData.prototype, 'append');
  const previous = () =>
    append.mock.calls.filter(([name]) => name === 'previous').map(([, token]) => token);
  let asked = 0;
  server.use(
    http.post('*/api/validate', () => {
      asked += 1;
      return HttpResponse.json(
        report(
          asked > 1
            ? {
                standing: 'valid',
                groups: [],
                findings: [],
                rerun: {
                  mended: [{ code: 'payee_new', title: said('A payee is new'), count: 2 }],
                  mendedCount: 2,
                  newCount: 0,
                },
              }
            : {},
        ),
      );
    }),
  );
  const { person } = show(<ValidationScreen />);
  await person.upload(input(), file());
  await screen.findByRole('heading', { name: 'Valid, but look at the findings' });
  await person.click(screen.getByRole('button', { name: 'Check again' }));
  expect(await screen.findByText('2 findings are mended; nothing new.')).toBeInTheDocument();
  expect(previous()).toEqual(['token-of-before']);
  await person.click(screen.getByRole('button', { name: 'Start over' }));
  await waitFor(() => expect(screen.queryByText(/mended/)).not.toBeInTheDocument());
});

test('a refusal is told in its own words and the file can be tried again', async () => {
  server.use(
    http.post('*/api/validate', () =>
      HttpResponse.json(
        {
          status: 413,
          code: 'too_large',
          title: 'Too large',
          detail: 'The file is larger than 250 MB.',
        },
        { status: 413 },
      ),
    ),
  );
  const { person } = show(<ValidationScreen />);
  await person.upload(input(), file('big.xml'));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('big.xml was not checked');
  expect(alert).toHaveTextContent('The file is larger than 250 MB.');
  expect(within(alert).getByRole('button', { name: 'Check again' })).toBeEnabled();
});

describe('with an accounting system', () => {
  const ERP = 'https://erp.example.com';
  const erp = { postMessage: vi.fn<(message: { type: string }, origin: string) => void>() };
  const told = () => erp.postMessage.mock.calls.map(([message]) => message);
  const say = (data: unknown, origin = ERP) => act(() => hear(data, origin, erp));
  const bytes = () => new TextEncoder().encode('<Document/>');

  beforeEach(() => {
    erp.postMessage.mockReset();
    partner.set({ origin: null, stranger: null });
    vi.stubGlobal('opener', erp);
    vi.stubGlobal('giroscope', { erpOrigins: [ERP] });
  });
  afterEach(() => vi.unstubAllGlobals());

  test('a file that it hands over is checked at once, under its own id, and it is told the verdict', async () => {
    const ids: (string | null)[] = [];
    server.use(
      http.post('*/api/validate', ({ request }) => {
        ids.push(request.headers.get('x-request-id'));
        return HttpResponse.json(report());
      }),
    );
    show(<ValidationScreen />);
    expect(told()[0]).toMatchObject({
      type: 'giroscope.ready',
      version: 1,
      formats: ['pain.001'],
      maxBytes: 250_000_000,
    });
    say({ type: 'giroscope.check', correlationId: 'run-7', name: 'pay.xml', bytes: bytes() });
    await screen.findByRole('heading', { name: 'Valid, but look at the findings' });
    expect(screen.getByText(/Opened by erp\.example\.com/)).toBeInTheDocument();
    expect(told().at(-1)).toMatchObject({
      type: 'giroscope.verdict',
      correlationId: 'run-7',
      verdict: 'warnings',
      counts: { warnings: 1 },
    });
    expect(erp.postMessage.mock.calls.at(-1)?.[1]).toBe(ERP);
    expect(ids).toEqual(['run-7']);
  });

  test('one file is checked at a time, and one that was stopped is told of', async () => {
    server.use(http.post('*/api/validate', () => new Promise<never>(() => undefined)));
    const { person } = show(<ValidationScreen />);
    say({ type: 'giroscope.check', correlationId: 'run-1', name: 'pay.xml', bytes: bytes() });
    await screen.findByRole('button', { name: 'Cancel' });
    say({ type: 'giroscope.check', correlationId: 'run-2', name: 'pay.xml', bytes: bytes() });
    say({ type: 'giroscope.check', correlationId: 'run-3', name: 'pay.xml', bytes: 'no bytes' });
    await person.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(told().filter(({ type }) => type === 'giroscope.refused')).toEqual([
      { type: 'giroscope.refused', correlationId: 'run-2', reason: 'busy', message: null },
      { type: 'giroscope.refused', correlationId: 'run-3', reason: 'unreadable', message: null },
      { type: 'giroscope.refused', correlationId: 'run-1', reason: 'cancelled', message: null },
    ]);
  });

  test('a refusal of the server is told with its sentence', async () => {
    server.use(
      http.post('*/api/validate', () =>
        HttpResponse.json(
          {
            status: 413,
            code: 'too_large',
            title: 'Too large',
            detail: 'The file is larger than 250 MB.',
          },
          { status: 413 },
        ),
      ),
    );
    show(<ValidationScreen />);
    say({ type: 'giroscope.check', correlationId: 'run-1', name: 'pay.xml', bytes: bytes() });
    await screen.findByRole('alert');
    expect(told().at(-1)).toEqual({
      type: 'giroscope.refused',
      correlationId: 'run-1',
      reason: 'not_checked',
      message: 'The file is larger than 250 MB.',
    });
  });

  test('a page that is not on the list is told nothing, and the person is told so', async () => {
    const asked = vi.fn();
    server.use(http.post('*/api/validate', asked));
    show(<ValidationScreen />);
    erp.postMessage.mockReset();
    say(
      { type: 'giroscope.check', correlationId: 'run-1', name: 'pay.xml', bytes: bytes() },
      'https://evil.example',
    );
    expect(
      await screen.findByText(/A page at https:\/\/evil\.example opened this window/),
    ).toBeInTheDocument();
    expect(erp.postMessage).not.toHaveBeenCalled();
    expect(asked).not.toHaveBeenCalled();
  });

  test('who is done closes the window, and the accounting system is told', async () => {
    const close = vi.spyOn(window, 'close').mockReturnValue(undefined);
    const { person } = show(<ValidationScreen />);
    await person.click(screen.getByRole('button', { name: 'Close' }));
    expect(close).toHaveBeenCalledOnce();
    dispatchEvent(new Event('pagehide'));
    expect(told().at(-1)).toEqual({ type: 'giroscope.closed' });
    close.mockRestore();
  });
});
