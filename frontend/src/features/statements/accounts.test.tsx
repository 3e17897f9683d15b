import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '@/testing/render';
import { bend } from '@/testing/server';
import { connection } from '@/testing/world/answer';
import { accounts } from '@/testing/world/records';
import { useAccountOptions } from './accounts';

/** What a filter would offer. */
function Offered() {
  return <ul>{useAccountOptions().map(({ value, label }) => <li key={value}>{label}</li>)}</ul>;
}

const offered = () => [...screen.getByRole('list').children].map(({ textContent }) => textContent);

test('the accounts are offered by their names', async () => {
  show(<Offered />);
  await waitFor(() => expect(offered()).toHaveLength(accounts.length));
  expect(offered()).toContain('Operations DKK');
});

test('every account is offered, however many there are', async () => {
  const names = Array.from({ length: 450 }, (_, index) => `Branch ${index}`);
  const many = names.map((name) => ({ ...accounts[0], id: name, name }));
  bend({ accounts: (page: { first?: number; after?: string }) => connection(many, page) });
  show(<Offered />);
  await waitFor(() => expect(offered()).toEqual(names));
});
