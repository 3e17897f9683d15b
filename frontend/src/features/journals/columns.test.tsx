import { render } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import type { JournalListQuery } from '@/generated/graphql';
import { wordsOf } from '@/kernel/i18n';
import { Accounts, DocumentChips, journalColumns, StateTag, titleOf } from './columns';
import { labels } from './labels';
import { firstReason } from './steps';

type Row = JournalListQuery['journals']['edges'][number]['node'];
const words = wordsOf(labels, 'en');
const counts = (rejected: number) => ({
  payments: 3,
  accepted: 0,
  rejected,
  pending: 0,
  booked: 3 - rejected,
  returned: 0,
});

test.each([
  ['BOOKED', 1, 'Partly booked'],
  ['RECONCILED', 2, 'Partly reconciled'],
  ['EXECUTED', 1, 'Partly executed'],
  ['BOOKED', 0, 'Booked'],
  ['REJECTED', 3, 'Rejected'],
] as const)('%s with %i refused is told as “%s”', (state, rejected, told) => {
  expect(
    render(<StateTag row={{ state, counts: counts(rejected) }} words={words} />).container
      .textContent,
  ).toBe(told);
});

test('a statement by itself lacks no order and no answer; an order that was not answered lacks its answer', () => {
  const document = { id: 'd1', name: 'day.xml' };
  const told = (row: object) =>
    render(
      <DocumentChips
        row={
          {
            state: 'BOOKED',
            paymentDocument: null,
            statusDocument: null,
            statementDocument: null,
            ...row,
          } as Row
        }
      />,
    ).container.textContent;
  expect(told({ statementDocument: document })).toBe(
    'Paymentnot part of thisStatusnot part of thisStatementreceived',
  );
  expect(told({ paymentDocument: document })).toBe('PaymentreceivedStatusmissingStatementmissing');
});

test('where no account of ours pays, the file’s own number stands, grouped like any other', () => {
  const told = (paidFrom: string | null) =>
    render(<Accounts row={{ account: null, furtherAccounts: 0, paidFrom }} />).container
      .textContent;
  expect(told('DE89370400440532013000')).toBe('DE89 3704 0044 0532 0130 00');
  expect(told('4412345678')).toBe('4412345678');
  expect(told(null)).toBe('–None');
});

test('what of a journal was not paid stands beside its total, in its own currency', () => {
  const amount = journalColumns(words, { numbers: 'en-US', language: 'en' }, () => '/').find(
    ({ key }) => key === 'amount',
  );
  const told = (unpaid: object[]) =>
    render(
      <>
        {amount?.cell({
          totals: [{ currency: 'DKK', amount: '900.00', count: 3 }],
          account: null,
          unpaid,
        } as unknown as Row)}
      </>,
    ).container.textContent;
  expect(told([])).toBe('900.00 DKK');
  expect(told([{ currency: 'DKK', amount: '250.50' }])).toBe('900.00 DKKUnpaid 250.50 DKK');
  expect(
    told([
      { currency: 'DKK', amount: '250.50' },
      { currency: 'EUR', amount: '5.25' },
    ]),
  ).toBe('900.00 DKKUnpaid 250.50 DKK +1 currency');
});

test('what awaits me tells first how many payments call for a look', () => {
  const of = (isMine: boolean) =>
    journalColumns(words, { numbers: 'en-US', language: 'en', isMine }, () => '/');
  expect(of(false).some(({ key }) => key === 'look')).toBe(false);
  const look = of(true).find(({ key }) => key === 'look');
  const cell = (flags: number) =>
    render(<MemoryRouter>{look?.cell({ approval: { flags } } as unknown as Row)}</MemoryRouter>)
      .container.textContent;
  expect([cell(0), cell(1), cell(4)]).toEqual(['None', '1 payment', '4 payments']);
});

test('a file of many currencies is told by its account’s own, so that its row stays low', () => {
  const amount = journalColumns(words, { numbers: 'en-US', language: 'en' }, () => '/').find(
    ({ key }) => key === 'amount',
  );
  const totals = ['EUR', 'DKK', 'NOK'].map((currency, place) => ({
    amount: `${place + 1}000.5`,
    currency,
  }));
  const cell = (count: number) =>
    render(
      <MemoryRouter>
        {amount?.cell({
          totals: totals.slice(0, count),
          unpaid: [],
          account: { currency: 'DKK' },
        } as unknown as Row)}
      </MemoryRouter>,
    ).container;
  expect(cell(2).textContent).toBe('1,000.50 EUR2,000.50 DKK');
  expect(cell(3).textContent).toBe('2,000.50 DKK+2 currencies');
  expect(cell(3).querySelector('[title]')?.getAttribute('title')).toBe(
    '1,000.50 EUR\n3,000.50 NOK',
  );
});

test('a journal is known by its message id, else by the document it began with', () => {
  const row = {
    messageId: null,
    statusDocument: null,
    statementDocument: null,
    correlationId: 'c1',
  };
  expect(titleOf({ ...row, messageId: 'M1' } as Row)).toBe('M1');
  expect(titleOf({ ...row, statementDocument: { name: 'day.xml' } } as Row)).toBe('day.xml');
  expect(titleOf(row as Row)).toBe('c1');
});

test('what keeps a file from leaving is told in the reader’s language', () => {
  const reason = { en: 'The bank did not answer in time.', da: 'Banken svarede ikke i tide.' };
  expect(firstReason({ step: 'HELD', values: [], reason }, 'da')).toBe(reason.da);
  expect(firstReason({ step: 'HELD', values: [], reason }, 'en')).toBe(reason.en);
});

test('the reason of a refused recall is told by its own list, in the reader’s language', () => {
  const values = [
    { name: 'reason', value: 'ARDT' },
    { name: 'meaning', value: 'The payment has been carried out' },
  ];
  expect(firstReason({ step: 'RECALL_REFUSED', values, reason: null }, 'da')).toBe(
    'Betalingen er udført (ARDT)',
  );
  expect(
    firstReason(
      { step: 'REJECTED', values: [{ name: 'reason', value: 'AC04' }], reason: null },
      'da',
    ),
  ).toContain('AC04');
  expect(firstReason({ step: 'REJECTED', values: [], reason: null }, 'da')).toBeNull();
});
