import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { show } from '@/testing/render';
import { server } from '@/testing/server';
import { forget } from './check';
import type { Report } from './report';
import { ValidationScreen } from './ValidationScreen';

const said = (en: string) => ({ en, da: `${en} (da)` });

const report = (changes: Partial<Report> = {}): Report => ({
  file: 'pay.xml', sha256: 'ab', size: 10, format: 'pain.001', version: 'pain.001.001.09', messageId: 'M-1', checked: '2026-11-21T08:00:00+00:00', standing: 'warnings',
  counts: { errors: 0, warnings: 1, notes: 0 },
  layers: [
    { layer: 'file', name: said('File'), light: 'passed', errors: 0, warnings: 0, notes: 0, rules: 1, reason: null },
    { layer: 'bank', name: said('Bank'), light: 'notRun', errors: 0, warnings: 0, notes: 0, rules: 1, reason: said('No profile is known.') },
  ],
  totals: { stated: { count: '1', sum: '9.00' }, counted: { count: 1, sum: '10.00', currencies: [{ currency: 'DKK', count: 1, amount: '10.00' }] }, batches: [], batchCount: 0 },
  groups: [{ code: 'payee_new', layer: 'own', severity: 'warning', title: said('A payee is new'), rule: said('A rule'), fix: said('Look.'), source: 'Us', count: 1, payments: 1, leftOut: 0 }],
  findings: [{ key: 'aa', code: 'payee_new', severity: 'warning', message: 'm', path: 'PmtInf[1]', line: 4, value: 'v', note: null, source: 'Us', journal: 'j-1', isNew: false, payment: { position: 1, endToEndId: 'E-1', creditor: 'Smedjen', amount: '10.00', currency: 'DKK', batch: 'B' } }],
  rerun: null, token: 'token-of-before', ...changes,
});

const file = (name = 'pay.xml') => new File(['<Document/>'], name, { type: 'application/xml' });
const input = () => document.querySelector('input[type=file]') as HTMLInputElement;

beforeEach(forget);

test('the verdict comes first, with a light and a reason for each layer', async () => {
  server.use(http.post('*/api/validate', () => HttpResponse.json(report())));
  const { person } = show(<ValidationScreen />);
  await person.upload(input(), file());
  expect(await screen.findByRole('heading', { name: 'Valid, but look at the findings' })).toBeInTheDocument();
  const lights = screen.getByRole('list', { name: 'Layers of the check' });
  expect(within(lights).getByText('No profile is known.')).toBeInTheDocument();
  expect(screen.getByText('differs: 9.00 stated')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Open the earlier journal' })).toHaveAttribute('href', '/journals/j-1');
});

test('the next file carries the token of the report before it', async () => {
  const append = vi.spyOn(FormData.prototype, 'append');
  const previous = () => append.mock.calls.filter(([name]) => name === 'previous').map(([, token]) => token);
  let asked = 0;
  server.use(http.post('*/api/validate', () => {
    asked += 1;
    return HttpResponse.json(report(asked > 1 ? { standing: 'valid', groups: [], findings: [], rerun: { mended: [{ code: 'payee_new', title: said('A payee is new'), count: 2 }], mendedCount: 2, newCount: 0 } } : {}));
  }));
  const { person } = show(<ValidationScreen />);
  await person.upload(input(), file());
  await screen.findByRole('heading', { name: 'Valid, but look at the findings' });
  await person.click(screen.getByRole('button', { name: 'Check again' }));
  expect(await screen.findByText('2 findings are mended; nothing new.')).toBeInTheDocument();
  expect(previous()).toEqual(['token-of-before']);
  await person.click(screen.getByRole('button', { name: 'Begin anew' }));
  await waitFor(() => expect(screen.queryByText(/mended/)).not.toBeInTheDocument());
});

test('a refusal is told in its own words and the file can be tried again', async () => {
  server.use(http.post('*/api/validate', () => HttpResponse.json({ status: 413, code: 'too_large', title: 'Too large', detail: 'The file is larger than 250 MB.' }, { status: 413 })));
  const { person } = show(<ValidationScreen />);
  await person.upload(input(), file('big.xml'));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('big.xml was not checked');
  expect(alert).toHaveTextContent('The file is larger than 250 MB.');
  expect(within(alert).getByRole('button', { name: 'Check again' })).toBeEnabled();
});
