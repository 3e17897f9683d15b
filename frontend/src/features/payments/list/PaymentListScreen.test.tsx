/** All payments: tabs with their money, totals by currency, and one payment opened beside them. */
import { http, HttpResponse } from 'msw';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { permissions } from '@/kernel/permissions';
import { readFilter } from '@/kernel/urlState';
import { show } from '@/testing/render';
import { bend, server } from '@/testing/server';
import { connection } from '@/testing/world/answer';
import { payments } from '@/testing/world/records';
import { PaymentListScreen } from './PaymentListScreen';
import { paymentListFilter, toListFilter } from './filter';

afterEach(() => permissions.set({ verbs: null }));

const table = () => screen.findByRole('table', { name: 'Payments' });
const totals = () => screen.getByLabelText('Total');

test('tabs say how many payments stand under them, and what was not paid in each currency', async () => {
  show(<PaymentListScreen />);
  await table();
  const unpaid = await screen.findByRole('button', { name: /^Unpaid/ });
  await waitFor(() => expect(unpaid).toHaveTextContent('2'));
  expect(unpaid).toHaveTextContent('2,712.00');
  expect(unpaid).toHaveTextContent('DKK');
  expect(unpaid).not.toHaveTextContent('EUR');
  expect(screen.getByRole('button', { name: /^All/ })).toHaveAttribute('aria-pressed', 'true');
});

test('totals are of what is shown, and no sum has two currencies', async () => {
  const { person, addressNow } = show(<PaymentListScreen />);
  await table();
  await waitFor(() => expect(totals()).toHaveTextContent('Total DKK'));
  expect(totals()).toHaveTextContent('20 payments');
  expect(totals()).toHaveTextContent('Total EUR');
  await person.click(screen.getByRole('button', { name: /^Unpaid/ }));
  expect(addressNow()).toBe('/?tab=unpaid');
  await waitFor(() => expect(totals()).toHaveTextContent('2 payments'));
  expect(totals()).not.toHaveTextContent('EUR');
  expect(within(await table()).getAllByText('Rejected')).toHaveLength(2);
  expect(await table()).toHaveTextContent('AC04: The creditor’s account is closed');
});

test('a payment is opened with its reason and what to do, its file and its bank entry', async () => {
  const { person, addressNow } = show(<PaymentListScreen />, '/?tab=unpaid');
  const [first] = within(await table()).getAllByRole('link', { name: /./ });
  await person.click(first as HTMLElement);
  expect(addressNow()).toBe('/?tab=unpaid&payment=p0');
  const drawer = await screen.findByRole('dialog', { name: 'Payment' });
  expect(await within(drawer).findByText('Ask the payee for another account.')).toBeVisible();
  expect(within(drawer).getByRole('link', { name: 'Open journal' })).toHaveAttribute(
    'href',
    '/journals/c1',
  );
  expect(
    within(drawer).getByRole('link', {
      name: (payments[0] as { creditor: { name: string } }).creditor.name,
    }),
  ).toHaveAttribute('href', '/payees?payee=y1');
});

test('a booked payment leads to the entry that books it', async () => {
  show(<PaymentListScreen />, '/?payment=p5');
  const drawer = await screen.findByRole('dialog', { name: 'Payment' });
  expect(await within(drawer).findByRole('link', { name: 'See the bank entry' })).toHaveAttribute(
    'href',
    `/journals/statements?transaction=${String(payments[5]?.['transactionId'])}`,
  );
});

test('a payment that was paid in parts names the entries it is matched with, each with its amount', async () => {
  const side = (kind: string, id: string, amount: string) => ({
    __typename: 'MatchedSide',
    kind,
    id,
    amount: { amount, currency: 'DKK' },
    day: '2026-04-30',
  });
  const sides = [
    side('ENTRY', 't1', '-60'),
    side('ENTRY', 't2', '-40'),
    side('PAYMENT', 'p5', '100'),
  ];
  bend({
    transaction: ({ id }: { id: string }) => ({
      __typename: 'Transaction',
      id,
      reconciliation: { match: { __typename: 'EntryMatch', sides } },
    }),
  });
  show(<PaymentListScreen />, '/?payment=p5');
  const drawer = await screen.findByRole('dialog', { name: 'Payment' });
  const entries = await within(drawer).findAllByRole('listitem');
  expect(entries.map(({ textContent }) => textContent)).toEqual([
    '04/30/2026 −60.00 DKK',
    '04/30/2026 −40.00 DKK',
  ]);
  expect(entries.map((entry) => within(entry).getByRole('link').getAttribute('href'))).toEqual([
    '/journals/statements?transaction=t1',
    '/journals/statements?transaction=t2',
  ]);
});

test('what one tab asked of states is not asked of the next', async () => {
  const { person, addressNow } = show(<PaymentListScreen />, '/?tab=unpaid&state=REJECTED&q=a');
  const tabs = await screen.findByRole('group', { name: 'Payments by outcome' });
  await person.click(within(tabs).getByRole('button', { name: /^Paid/ }));
  expect(addressNow()).toBe('/?q=a&tab=paid');
});

test('clearing filters stays under the tab', async () => {
  const { person, addressNow } = show(<PaymentListScreen />, '/?tab=unpaid&q=zzzz');
  expect(await screen.findByText('Nothing matches these filters')).toBeInTheDocument();
  await person.click(screen.getAllByRole('button', { name: 'Clear filters' })[0] as HTMLElement);
  expect(addressNow()).toBe('/?tab=unpaid');
  expect(await table()).toBeInTheDocument();
});

test('an empty tab says what would stand there', async () => {
  bend({ payments: () => connection([]) });
  show(<PaymentListScreen />, '/?tab=unpaid');
  expect(await screen.findByRole('heading', { name: 'Nothing is unpaid' })).toBeInTheDocument();
});

test.each([
  ['', {}],
  ['tab=unpaid', { outcome: 'UNPAID' }],
  ['tab=inFlight&state=SENT', { outcome: 'IN_FLIGHT', progress: ['SENT'] }],
  [
    'tab=paid&min=10&currency=EUR',
    { outcome: 'PAID', amount: { from: '10', to: null }, currency: 'EUR' },
  ],
  ['tab=returned&state=BOOKED', { progress: ['RETURNED'] }],
  [
    'from=2026-01-01&account=3&label=7&q=x',
    {
      executionDate: { from: '2026-01-01', to: null },
      accountIds: ['3'],
      labelIds: ['7'],
      text: 'x',
    },
  ],
])('the address %j asks the server for %j', (search, asked) => {
  expect(toListFilter(readFilter(paymentListFilter, new URLSearchParams(search)))).toEqual(asked);
});

test('whoever reads the audit trail takes a payment’s evidence pack, and nobody else', async () => {
  const asked: unknown[] = [];
  server.use(
    http.post('*/api/export/evidence', async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json({ detail: 'Event 4 was changed' }, { status: 409 });
    }),
  );
  permissions.set({ verbs: new Set(['payments.read', 'audit.read']) });
  const { person } = show(<PaymentListScreen />, '/?tab=unpaid&payment=p0');
  await person.click(await screen.findByRole('button', { name: 'Evidence pack' }));
  await waitFor(() => expect(asked).toEqual([{ payment: 'p0', locale: 'en' }]));
  permissions.set({ verbs: new Set(['payments.read']) });
  await waitFor(() => expect(screen.queryByRole('button', { name: /Evidence/ })).toBeNull());
});
