/** Payees: who looks like whom, whose address is to be corrected until when, and who let a change pass. */
import { cleanup, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { prefer } from '@/kernel/preferences';
import { readFilter } from '@/kernel/urlState';
import { show } from '@/testing/render';
import { bend } from '@/testing/server';
import { connection, refusal } from '@/testing/world/answer';
import { PaymentListScreen } from '../list/PaymentListScreen';
import { PayeeListScreen } from './PayeeListScreen';
import { payeeListFilter, toPayeeFilter } from './filter';

const table = (name = 'Payees') => screen.findByRole('table', { name });

test('a payee is shown with trust, look-alikes and what was paid in each currency', async () => {
  show(<PayeeListScreen />);
  const [, first, , third] = within(await table()).getAllByRole('row');
  expect(first).toHaveTextContent('Looks like Havnens Smedie ApS');
  expect(first).toHaveTextContent('New account');
  expect(first).toHaveTextContent('84,250.50 DKK');
  expect(first).toHaveTextContent('310.00 EUR');
  expect(first).not.toHaveTextContent('1,200.00');
  // Who has no name is called by the account.
  expect(third).toHaveTextContent('DK50 0040 0440 1162 43');
});

test('addresses to correct name each bank once for a date, and the payment that it refused', async () => {
  const { person, addressNow } = show(<PayeeListScreen />);
  await table();
  await person.click(await screen.findByRole('button', { name: /^Addresses to correct ?2/ }));
  expect(addressNow()).toBe('/?tab=correct');
  const rows = within(await table())
    .getAllByRole('row')
    .slice(1);
  expect(rows).toHaveLength(2);
  expect(rows[0]).toHaveTextContent(/Nordea: refused since .*2026 \(Cross-border, SEPA\)/);
  expect(rows[0]).toHaveTextContent(/Nordea: refused from .*2027 \(Danish transfer\)/);
  expect(rows[0]).toHaveTextContent('An address has free lines only');
  // What a bank has refused is told by the payment, not by the date from which it will.
  expect(rows[1]).toHaveTextContent(
    /Nordea: payment of .*2026 refused \(Danish transfer\)BE04: The payee’s address/,
  );
  expect(rows[1]).not.toHaveTextContent('2027');
  await person.click(within(rows[1]!).getByRole('link'));
  const drawer = await screen.findByRole('dialog', { name: 'Payee' });
  const addresses = await within(drawer).findByRole('table', { name: /^Address by bank/ });
  expect(within(addresses).getByRole('link', { name: /^payment of .* refused$/ })).toHaveAttribute(
    'href',
    '/journals/c1?tab=payments',
  );
  expect(addresses).toHaveTextContent('Town?');
  expect(addresses).toHaveTextContent('Complete the address and pay again.');
  expect(addresses).toHaveTextContent(/Structured address required from .*2027/);
});

test('a payee tells accounts, amounts and who let a changed account pass, and leads to its payments', async () => {
  show(<PayeeListScreen />, '/?payee=y1');
  const drawer = await screen.findByRole('dialog', { name: 'Payee' });
  const accounts = await within(drawer).findByRole('table', { name: 'Accounts' });
  expect(within(accounts).getAllByRole('row')[1]).toHaveTextContent('New');
  expect(within(accounts).getAllByRole('row')[2]).toHaveTextContent('Known');
  expect(drawer).toHaveTextContent('Approved by Bo Lind on behalf of Astrid Holm');
  expect(drawer).toHaveTextContent('Called them');
  expect(drawer).toHaveTextContent('Signed by Cia Ek');
  expect(within(drawer).getByRole('link', { name: 'Havnens Smedie ApS' })).toHaveAttribute(
    'href',
    '/payees?payee=y2',
  );
  expect(within(drawer).getByRole('link', { name: 'See payments' })).toHaveAttribute(
    'href',
    '/payments?payee=y1',
  );
});

test('the list of payments says whose they are, and leaves them', async () => {
  let asked: unknown;
  bend({
    payments: ({ filter }: { filter: unknown }) => {
      asked = filter;
      return connection([]);
    },
  });
  const { person, addressNow } = show(<PaymentListScreen />, '/?payee=y1');
  expect(await screen.findByText(/Payee: Havnens Smedje ApS/)).toBeVisible();
  expect(asked).toMatchObject({ payeeId: 'y1', outcome: null });
  await person.click(screen.getByRole('button', { name: /Payee/ }));
  expect(addressNow()).toBe('/');
});

test('an empty list, one that cannot be had, and a payee that is gone say so', async () => {
  bend({ payees: () => connection([]) });
  show(<PayeeListScreen />, '/?tab=correct');
  expect(await screen.findByRole('heading', { name: 'No addresses to correct' })).toBeVisible();
  cleanup();
  bend({
    payees: () => {
      throw refusal('INTERNAL', 'Broken');
    },
  });
  show(<PayeeListScreen />);
  expect(await screen.findByRole('alert')).toBeVisible();
  cleanup();
  show(<PayeeListScreen />, '/?payee=nobody');
  expect(await screen.findByText('This payee is no longer here')).toBeVisible();
});

test('everything is said in Danish', async () => {
  prefer({ language: 'da' });
  show(<PayeeListScreen />, '/?tab=correct');
  const rows = within(await table('Betalingsmodtagere'))
    .getAllByRole('row')
    .slice(1);
  expect(rows[0]).toHaveTextContent('Ligner Havnens Smedie ApS');
  expect(rows[0]).toHaveTextContent(/Nordea: afvises siden .*2026 \(Udland, SEPA\)/);
  expect(rows[0]).toHaveTextContent('En adresse består kun af frie linjer');
  expect(rows[1]).toHaveTextContent(/Nordea: betaling af .*2026 afvist \(Dansk overførsel\)BE04/);
});

test.each([
  ['', {}],
  ['tab=correct', { address: ['REFUSED', 'UPCOMING'] }],
  ['tab=correct&address=UPCOMING', { address: ['UPCOMING'] }],
  [
    'trust=NEW&from=2026-11-01&currency=EUR&q=x',
    {
      trust: ['NEW'],
      changed: { from: '2026-11-01', to: null },
      currency: 'EUR',
      text: 'x',
    },
  ],
])('the address %j asks the server for %j', (search, asked) => {
  expect(toPayeeFilter(readFilter(payeeListFilter, new URLSearchParams(search)))).toEqual(asked);
});
