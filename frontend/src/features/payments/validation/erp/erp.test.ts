import { beforeEach, expect, test, vi } from 'vitest';
import { say } from '@/testing/identity';
import type { Finding, Group, Report } from '../report';
import { hear, isAccompanied, partner, tell } from './partner';
import { heardOf, verdictOf, type Heard } from './protocol';

const ERP = 'https://erp.example.com';
const OTHER = 'https://other.example.com';

const said = (en: string) => ({ en, da: `${en} (da)` });
const group: Group = {
  code: 'iban_check_digits',
  layer: 'iso',
  severity: 'error',
  title: said('Wrong digits'),
  rule: said('A rule'),
  fix: said('Ask.'),
  source: 'ISO',
  count: 3,
  payments: 3,
  leftOut: 2,
};
const finding: Finding = {
  key: 'aa',
  code: 'iban_check_digits',
  severity: 'error',
  message: 'm',
  path: 'PmtInf[1]/CdtTrfTxInf[2]',
  line: 12,
  value: 'DK585',
  note: said('Paid 500.00 before'),
  source: 'ISO',
  journal: 'j-1',
  isNew: true,
  payment: {
    position: 2,
    endToEndId: 'INV-2',
    creditor: 'Smedjen',
    amount: '1234.50',
    currency: 'DKK',
    batch: 'B-1',
  },
};
const report = {
  file: 'pay.xml',
  sha256: 'ab',
  size: 10,
  format: 'pain.001',
  version: null,
  messageId: 'M-1',
  checked: '2026-11-21T08:00:00+00:00',
  standing: 'invalid',
  counts: { errors: 3, warnings: 0, notes: 0 },
  layers: [],
  totals: {
    stated: { count: null, sum: null },
    counted: { count: 0, sum: '0', currencies: [] },
    batches: [],
    batchCount: 0,
  },
  groups: [group],
  findings: [finding],
  rerun: null,
  token: 'secret-token',
} as const satisfies Report;

/** A page that may be spoken to. */
const page = () => ({ postMessage: vi.fn<(message: unknown, origin: string) => void>() });

beforeEach(() => partner.set({ origin: null, stranger: null }));

test('the verdict names each payment by its own id, and tells no name, no amount, and nothing of other journals', () => {
  const verdict = verdictOf(report, 'run-7');
  expect(verdict).toEqual({
    type: 'giroscope.verdict',
    correlationId: 'run-7',
    verdict: 'invalid',
    counts: report.counts,
    file: { name: 'pay.xml', sha256: 'ab', size: 10, messageId: 'M-1' },
    findings: [
      {
        code: 'iban_check_digits',
        severity: 'error',
        title: said('Wrong digits'),
        fix: said('Ask.'),
        line: 12,
        path: 'PmtInf[1]/CdtTrfTxInf[2]',
        payment: 2,
        endToEndId: 'INV-2',
      },
    ],
    findingsLeftOut: 2,
  });
  expect(JSON.stringify(verdict)).not.toMatch(/Smedjen|1234|500\.00|j-1|secret-token/);
});

test.each([
  ['a file', new File(['<Document/>'], 'x')],
  ['a buffer', new TextEncoder().encode('<Document/>').buffer],
  ['bytes', new TextEncoder().encode('<Document/>')],
])('a file is taken as %s', async (_form, bytes) => {
  const heard = heardOf({
    type: 'giroscope.check',
    correlationId: 'run-7',
    name: ' pay.xml ',
    bytes,
  });
  expect(heard).toMatchObject({ type: 'giroscope.check', correlationId: 'run-7' });
  if (heard?.type !== 'giroscope.check') throw new Error('no file');
  expect(heard.file.name).toBe('pay.xml');
  expect(heard.file.size).toBe(11);
});

test.each([
  [{ correlationId: 'run-7', name: 'pay.xml', bytes: '<Document/>' }, 'run-7'],
  [{ correlationId: 'run-7', name: '', bytes: new ArrayBuffer(1) }, 'run-7'],
  [{ correlationId: 'run-7', name: 'x'.repeat(201), bytes: new ArrayBuffer(1) }, 'run-7'],
  [{ correlationId: 'run 7\n', name: 'pay.xml', bytes: new ArrayBuffer(1) }, null],
  [{ correlationId: 'x'.repeat(65), name: 'pay.xml', bytes: new ArrayBuffer(1) }, null],
  [{ name: 'pay.xml', bytes: new ArrayBuffer(1) }, null],
])(
  'a file that cannot be read is refused by its id where it has one: %o',
  (told, correlationId) => {
    expect(heardOf({ type: 'giroscope.check', ...told })).toEqual({
      type: 'unreadable',
      correlationId,
    });
  },
);

test.each([null, 'giroscope.hello', 7, {}, { type: 'webpackOk' }, { type: 'giroscope.verdict' }])(
  'what is said to others is passed over: %o',
  (data) => {
    expect(heardOf(data)).toBeNull();
  },
);

test('nobody is told anything but pages of listed origins, each by its exact origin', () => {
  const opener = page();
  const self = page();
  const opened = { opener, parent: self, self };
  tell({ type: 'giroscope.closed' }, [], opened);
  expect(opener.postMessage).not.toHaveBeenCalled();
  tell({ type: 'giroscope.closed' }, [ERP, OTHER], opened);
  expect(opener.postMessage.mock.calls.map(([, origin]) => origin)).toEqual([ERP, OTHER]);
  expect(self.postMessage).not.toHaveBeenCalled();
  expect(isAccompanied([], opened)).toBe(false);
  expect(isAccompanied([ERP], opened)).toBe(true);
});

test('a window that nobody opened tells nobody; a framed one tells who frames it', () => {
  const self = page();
  const parent = page();
  tell({ type: 'giroscope.closed' }, [ERP], { opener: null, parent: self, self });
  expect(self.postMessage).not.toHaveBeenCalled();
  expect(isAccompanied([ERP], { opener: null, parent: self, self })).toBe(false);
  tell({ type: 'giroscope.closed' }, [ERP], { opener: page(), parent, self });
  expect(parent.postMessage).toHaveBeenCalledOnce();
});

test('only the page that opened the window is heard, and only from a listed origin; then it alone is told', () => {
  const opener = page();
  const self = page();
  const heard: Heard[] = [];
  const stop = hear((word) => heard.push(word), [ERP, OTHER], { opener, parent: self, self });
  say({ type: 'giroscope.hello' }, ERP, page());
  say({ type: 'webpackOk' }, 'https://elsewhere.example', opener);
  expect(heard).toEqual([]);
  expect(partner.get()).toEqual({ origin: null, stranger: null });
  say({ type: 'giroscope.hello' }, 'https://elsewhere.example', opener);
  expect(heard).toEqual([]);
  expect(partner.get()).toEqual({ origin: null, stranger: 'https://elsewhere.example' });
  say({ type: 'giroscope.hello' }, ERP, opener);
  expect(heard).toEqual([{ type: 'giroscope.hello' }]);
  expect(partner.get()).toEqual({ origin: ERP, stranger: null });
  tell({ type: 'giroscope.closed' }, [ERP, OTHER], { opener, parent: self, self });
  expect(opener.postMessage.mock.calls).toEqual([[{ type: 'giroscope.closed' }, ERP]]);
  stop();
  say({ type: 'giroscope.hello' }, ERP, opener);
  expect(heard).toHaveLength(1);
});

test('an origin that has left the list is told nothing more', () => {
  const opener = page();
  const self = page();
  partner.set({ origin: ERP, stranger: null });
  tell({ type: 'giroscope.closed' }, [OTHER], { opener, parent: self, self });
  expect(opener.postMessage.mock.calls).toEqual([[{ type: 'giroscope.closed' }, OTHER]]);
});
