import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { JournalOrigin } from '@/features/erp/screen';
import { permissions } from '@/kernel/permissions';
import { preferLanguage } from '@/kernel/preferences';
import { show } from '@/testing/render';
import { bend } from '@/testing/server';
import { VERBS } from '@/testing/world/answer';

beforeEach(() => {
  preferLanguage('en');
  permissions.set({ verbs: new Set([...VERBS, 'erp.exchange']) });
});

test('a journal tells whose it is, what its ERP was told, and what proves it there', async () => {
  show(<JournalOrigin correlationId="j1" />);
  const panel = await screen.findByRole('region', { name: 'From the ERP' });
  expect(await within(panel).findByText('Havnens Handel ApS · Tryton')).toBeVisible();
  expect(panel).toHaveTextContent('1 of 2 payments');
  expect(within(panel).getByText('1 failed')).toBeVisible();
  const row = await within(panel).findByRole('row', { name: /P-80/ });
  expect(row).toHaveTextContent(/Booked.*written/);
  expect(within(row).getByRole('link', { name: /Open in Tryton/ })).toHaveAttribute(
    'href',
    'https://tryton.example/#books/model/account.payment/77',
  );
  expect(within(row).getByRole('link', { name: 'P-80' })).toHaveAttribute(
    'href',
    '/erp/exchange?payment=p2',
  );
  expect(panel).toHaveTextContent('1 payment of this journal booked');
});

test('the account it was paid from goes by the name people gave it', async () => {
  bend({
    accounts: () => ({
      edges: [
        {
          cursor: '1',
          node: {
            id: 'a9',
            number: 'DK50',
            iban: null,
            name: 'Kto 9',
            nickname: 'Wages',
            owner: null,
            currency: 'DKK',
            servicer: null,
          },
        },
      ],
      pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
      totalCount: 1,
      totalIsExact: true,
    }),
  });
  show(<JournalOrigin correlationId="j1" />);
  expect(await screen.findByText('Wages')).toHaveTextContent('WagesDK50');
});

test('what the ERP did not take is tried again from the journal', async () => {
  const retry = vi.fn((_asked: object) => ({ __typename: 'Success', id: 'w1' }));
  bend({ retryErpRecord: retry });
  const { person } = show(<JournalOrigin correlationId="j1" />);
  expect(await screen.findByText('Period 11 is closed')).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(retry.mock.calls[0]?.[0]).toMatchObject({ id: 'w1' }));
});

test('a journal of a file that the ERP dropped says so, in Danish too', async () => {
  bend({ erpJournal: () => null });
  preferLanguage('da');
  show(<JournalOrigin correlationId="j1" />);
  expect(await screen.findByText(/Modtaget som fil fra ERP-systemet/)).toBeVisible();
  expect(screen.getByRole('region', { name: 'Fra ERP-systemet' })).toBeVisible();
  preferLanguage('en');
});
