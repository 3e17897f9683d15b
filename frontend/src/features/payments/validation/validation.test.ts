// @vitest-environment node
import { expect, test } from 'vitest';
import { findingsAsCsv, csvName, type CsvWords } from './csv';
import { agrees, groupsOf, severitiesOf, type Counted, type Finding, type Report } from './report';
import { findingsAsText } from './text';

const said = (en: string, da: string) => ({ en, da });

const finding: Finding = {
  key: '0123456789',
  code: 'iban_check_digits',
  severity: 'error',
  message: 'An IBAN’s check digits are wrong.',
  path: 'PmtInf[1]/CdtTrfTxInf[2]/CdtrAcct/Id/IBAN',
  line: 12,
  value: 'DK5850510001322617',
  note: null,
  source: 'ISO 13616',
  journal: null,
  isNew: true,
  payment: {
    position: 2,
    endToEndId: 'INV-2',
    creditor: '=HYPERLINK("x")',
    amount: '1234.50',
    currency: 'DKK',
    batch: 'B-1',
  },
};

const counted: Counted = {
  count: 2,
  sum: '300.75',
  currencies: [{ currency: 'DKK', count: 2, amount: '300.75' }],
};

const report: Report = {
  file: 'løn uge 47.xml',
  sha256: 'ab',
  size: 10,
  format: 'pain.001',
  version: 'pain.001.001.09',
  messageId: 'M-1',
  checked: '2026-11-21T08:00:00+00:00',
  standing: 'invalid',
  counts: { errors: 1, warnings: 0, notes: 0 },
  layers: [],
  totals: { stated: { count: '2', sum: '300.750' }, counted, batches: [], batchCount: 0 },
  groups: [
    {
      code: 'iban_check_digits',
      layer: 'iso',
      severity: 'error',
      title: said('Wrong digits', 'Forkerte cifre'),
      rule: said('A rule', 'En regel'),
      fix: said('Ask.', 'Spørg.'),
      source: 'ISO',
      count: 1,
      payments: 1,
      leftOut: 0,
    },
  ],
  findings: [finding],
  rerun: null,
  token: 't',
};

const words: CsvWords = {
  severity: 'Severity',
  code: 'Code',
  finding: 'Finding',
  payment: 'Payment',
  endToEndId: 'Id',
  payee: 'Payee',
  amount: 'Amount',
  currency: 'Currency',
  value: 'Value',
  comparedWith: 'Compared',
  path: 'Element',
  line: 'Line',
  fix: 'Fix',
  rule: 'Rule',
  source: 'Source',
  severities: { error: 'Error' },
};

test('no text of a payment file becomes a formula of a spreadsheet', () => {
  const evil = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '＝1', ' =1'];
  const findings = evil.map((value) => ({ ...finding, value }));
  const rows = findingsAsCsv({ ...report, findings }, words, 'en', 'en-US')
    .split('\r\n')
    .slice(1, -1);
  expect(rows).toHaveLength(evil.length);
  for (const row of rows) {
    expect(row).toContain(`"'=HYPERLINK(""x"")"`);
    expect(row).toMatch(/,DKK,"?'/);
  }
});

test('a file for a Danish spreadsheet has its separators, language and amounts', () => {
  const text = findingsAsCsv(report, words, 'da', 'da-DK');
  expect(text.startsWith('\uFEFFSeverity;Code;Finding')).toBe(true);
  expect(text).toContain(';Forkerte cifre;2;INV-2;');
  expect(text).toContain(';1234,50;DKK;');
  expect(csvName(report)).toBe('løn-uge-47-findings.csv');
});

test('findings as text name the cause, what to do, and each payment', () => {
  const text = findingsAsText(report, (line) => `line ${line}`, 'en');
  expect(text).toBe(
    'løn uge 47.xml\n\nWrong digits (iban_check_digits, ×1)\n  Ask.\n  - INV-2, =HYPERLINK("x"), 1234.50 DKK · DK5850510001322617 · line 12 · PmtInf[1]/CdtTrfTxInf[2]/CdtrAcct/Id/IBAN',
  );
});

test.each([
  [
    { count: '2', sum: '300.75' },
    { count: true, sum: true },
  ],
  [
    { count: '02', sum: '300.7500' },
    { count: true, sum: true },
  ],
  [
    { count: '3', sum: '300.74' },
    { count: false, sum: false },
  ],
  [
    { count: null, sum: null },
    { count: true, sum: true },
  ],
])('stated figures are compared by value: %o', (stated, same) => {
  expect(agrees(stated, counted)).toEqual(same);
});

test('only known severities narrow the groups', () => {
  expect(groupsOf(report.groups, severitiesOf(['warning']))).toEqual([]);
  expect(groupsOf(report.groups, severitiesOf(['error', 'nonsense']))).toHaveLength(1);
  expect(groupsOf(report.groups, severitiesOf(['nonsense']))).toHaveLength(1);
});
