import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { AccountNameFragment } from '@/generated/graphql';
import { show } from '@/testing/render';
import { bend } from '@/testing/server';
import { connection } from '@/testing/world/answer';
import { accounts } from '@/testing/world/records';
import { useAccountOptions } from './accounts';
import { AccountName } from './components/AccountName';
import { OwnAccount } from './components/OwnAccount';

/** What a filter would offer. */
function Offered() {
  return (
    <ul>
      {useAccountOptions().map(({ value, label }) => (
        <li key={value}>{label}</li>
      ))}
    </ul>
  );
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

test('a number is shown by the name people gave its account, and grouped where it has none', async () => {
  const [first, second] = accounts;
  bend({
    accounts: (page: { first?: number; after?: string }) =>
      connection(
        [
          { ...first, name: 'Bank’s name', nickname: null, currency: 'EUR' },
          { ...first, id: 'b', nickname: 'Wages' },
          { ...second, nickname: null, name: null },
        ],
        page,
      ),
  });
  show(
    <p>
      <AccountName number="dk50 0040 0440116243" />
      <AccountName number="DE89370400440532013000" />
      <AccountName number="NO9386011117947" />
      <AccountName number="3000-0123456" />
    </p>,
  );
  expect(await screen.findByText(/^Wages/)).toHaveTextContent(
    'WagesDK50 0040 0440 1162 43DE89 3704 0044 0532 0130 00NO93 8601 1117 9473000-0123456',
  );
});

test.each([
  [
    'a bank’s name for it stands with its last digits',
    { name: 'Driftskonto', nickname: null },
    'Driftskonto ··6243',
  ],
  ['a nickname is nobody else’s', { name: 'Driftskonto', nickname: 'Wages' }, 'Wages'],
  ['without a name the number tells it', { name: null, nickname: null }, 'DK50 0040 0440 1162 43'],
])('of one’s own accounts, %s', (_rule, names, told) => {
  show(<OwnAccount account={{ ...(accounts[0] as unknown as AccountNameFragment), ...names }} />);
  expect(screen.getByTitle('DK50 0040 0440 1162 43')).toHaveTextContent(new RegExp(`^${told}$`));
});
