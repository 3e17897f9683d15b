import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ErpExchangeScreen } from '@/features/erp/screen';
import { permissions } from '@/kernel/permissions';
import { preferLanguage } from '@/kernel/preferences';
import { show } from '@/testing/render';
import { bend } from '@/testing/server';
import { VERBS } from '@/testing/world/answer';
import { AT, exchange, resolvers, round } from '@/testing/world/erpExchange';

const success = { __typename: 'Success', id: '1' };

beforeEach(() => {
  preferLanguage('en');
  permissions.set({ verbs: new Set([...VERBS, 'erp.exchange']) });
});

test('the head tells how the ERP was read, and a payment why it is held', async () => {
  show(<ErpExchangeScreen />);
  expect((await screen.findByText(/Last fetched/)).closest('[role=status]')).toHaveTextContent(
    /Last fetched from Tryton.*12 payments read, 3 new\. Next fetch/,
  );
  expect(screen.getByText('1 failed')).toBeVisible();
  const row = await screen.findByRole('row', { name: /P-77/ });
  expect(row).toHaveTextContent('Skovlund ApS');
  expect(row).toHaveTextContent('HeldAnother payment has its number');
  expect(row).toHaveTextContent('not written yet');
});

test('fetching is asked for, seen, and a failure stands with its remedy', async () => {
  const fetch = vi.fn(() => success);
  bend({ fetchErpPayments: fetch });
  const { person } = show(<ErpExchangeScreen />);
  const button = await screen.findByRole('button', { name: 'Fetch now' });
  bend({
    erpExchange: () => ({
      ...exchange,
      isFetching: true,
      round: { ...round, ended: null },
      failure: {
        code: 'unavailable',
        said: { en: 'No answer', da: 'Intet svar' },
        at: AT,
        remedy: { en: 'Wait', da: 'Vent' },
      },
    }),
  });
  await person.click(button);
  expect(await screen.findByText(/Fetching from Tryton/)).toHaveTextContent('12 payments read');
  expect(fetch).toHaveBeenCalledOnce();
  expect(button).toBeDisabled();
  expect(screen.getByText('No answer').closest('[role=alert]')).toHaveTextContent('Wait');
});

test('a held payment is let go with a reason, never without', async () => {
  const letGo = vi.fn((_asked: object) => success);
  bend({ letErpPaymentGo: letGo });
  const { person } = show(<ErpExchangeScreen />, '/erp/exchange?payment=p1');
  const drawer = await screen.findByRole('dialog', { name: 'Payment P-77' });
  expect(await within(drawer).findByText('Look at both')).toBeVisible();
  await person.click(within(drawer).getByRole('button', { name: 'Release' }));
  const asked = await screen.findByRole('dialog', { name: 'Release payment P-77?' });
  await person.click(within(asked).getByRole('button', { name: 'Release' }));
  expect(await within(asked).findByText('Enter a reason')).toBeVisible();
  expect(letGo).not.toHaveBeenCalled();
  await person.type(within(asked).getByRole('textbox', { name: 'Reason' }), 'Two deliveries');
  await person.click(within(asked).getByRole('button', { name: 'Release' }));
  await waitFor(() =>
    expect(letGo.mock.calls[0]?.[0]).toMatchObject({ id: 'p1', reason: 'Two deliveries' }),
  );
});

test.each([
  ['duplicate', 0],
  ['no_mapping', 1],
  ['no_account', 1],
])('a payment held for %s leads to the mappings %i times', async (reasonCode, times) => {
  bend({ erpPayment: () => ({ ...resolvers.erpPayment(), reasonCode }) });
  show(<ErpExchangeScreen />, '/erp/exchange?payment=p1');
  expect(await screen.findByText('Look at both')).toBeVisible();
  expect(screen.queryAllByRole('link', { name: 'Map payment method' })).toHaveLength(times);
});

test('what the ERP did not take is tried again or left, beside what it said', async () => {
  const retry = vi.fn((_asked: object) => success);
  const skip = vi.fn((_asked: object) => success);
  bend({ retryErpRecord: retry, skipErpRecord: skip });
  const { person } = show(<ErpExchangeScreen />, '/erp/exchange?tab=queue&write=w1');
  const drawer = await screen.findByRole('dialog', { name: 'Order 7' });
  expect(drawer).toHaveTextContent('Period 11 is closed');
  await person.click(within(drawer).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(retry.mock.calls[0]?.[0]).toMatchObject({ id: 'w1' }));
  await person.click(within(drawer).getByRole('button', { name: 'Skip' }));
  const asked = await screen.findByRole('dialog', { name: 'Skip permanently?' });
  expect(asked).toHaveTextContent('Its payments are cancelled');
  await person.type(within(asked).getByRole('textbox', { name: 'Reason' }), 'Booked by hand');
  await person.click(within(asked).getByRole('button', { name: 'Skip' }));
  await waitFor(() =>
    expect(skip.mock.calls[0]?.[0]).toMatchObject({ id: 'w1', reason: 'Booked by hand' }),
  );
});

test('many writes are left for one reason, and what became of each is told', async () => {
  const skip = vi.fn((_asked: object) => ({
    __typename: 'BulkResults',
    total: 1,
    done: 0,
    failed: 0,
    notEligible: 1,
    results: [
      {
        id: 'w1',
        label: 'Order 7',
        outcome: 'NOT_ELIGIBLE',
        code: 'erp.not_waiting',
        message: 'It is written already',
        values: [],
      },
    ],
    next: null,
  }));
  bend({ skipErpRecords: skip });
  const { person } = show(<ErpExchangeScreen />, '/erp/exchange?tab=queue');
  await person.click(await screen.findByRole('checkbox', { name: /Order 7/ }));
  await person.click(screen.getByRole('button', { name: 'Skip' }));
  const asked = await screen.findByRole('dialog', { name: 'Skip 1 write permanently?' });
  await person.click(within(asked).getByRole('button', { name: 'Skip' }));
  expect(await within(asked).findByText('Enter a reason')).toBeVisible();
  expect(skip).not.toHaveBeenCalled();
  await person.type(within(asked).getByRole('textbox', { name: 'Reason' }), 'Booked by hand');
  await person.click(within(asked).getByRole('button', { name: 'Skip' }));
  await waitFor(() =>
    expect(skip.mock.calls[0]?.[0]).toMatchObject({
      selection: { ids: ['w1'] },
      reason: 'Booked by hand',
    }),
  );
  const results = await screen.findByRole('dialog', { name: 'Skip' });
  expect(within(results).getByRole('row', { name: /Order 7/ })).toHaveTextContent(
    'It is written already',
  );
});

const noRows = {
  edges: [],
  pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
  totalCount: 0,
  totalIsExact: true,
};

test('a write is found by its id alone, wherever it stands', async () => {
  bend({ erpOutbox: () => noRows });
  show(<ErpExchangeScreen />, '/erp/exchange?tab=queue&write=w1');
  expect(await screen.findByText('Period 11 is closed')).toBeVisible();
});

test('a write that is not there is told', async () => {
  bend({ erpOutbox: () => noRows, erpWrite: () => null });
  show(<ErpExchangeScreen />, '/erp/exchange?tab=queue&write=w9');
  expect(await screen.findByText('Write not found')).toBeVisible();
});

test('each part has views of its own, which leave the part as it is', async () => {
  bend({
    savedViews: ({ list }: { list: string }) =>
      list === 'erpOutbox'
        ? [
            {
              id: 'v1',
              name: 'For a person',
              shared: false,
              isOwn: true,
              isDefault: false,
              changeable: true,
              owner: 'Anna',
              state: '{"search":"state=FAILED"}',
              version: 1,
              updated: AT,
            },
          ]
        : [],
  });
  const { person, addressNow } = show(<ErpExchangeScreen />, '/erp/exchange?tab=queue');
  await person.click(await screen.findByRole('button', { name: 'Saved views' }));
  await person.click(await screen.findByRole('button', { name: 'For a person' }));
  await waitFor(() =>
    expect(addressNow()).toMatch(/state=FAILED.*tab=queue|tab=queue.*state=FAILED/),
  );
});

test('who only reads has no acts; the findings are a part of their own', async () => {
  permissions.set({ verbs: new Set(['erp.read']) });
  const { person, addressNow } = show(<ErpExchangeScreen />);
  await person.click(await screen.findByRole('tab', { name: 'Findings' }));
  expect(addressNow()).toBe('/?tab=findings');
  expect(await screen.findByRole('row', { name: /P-78/ })).toHaveTextContent('Unreadable payment');
  expect(screen.queryByRole('button', { name: 'Fetch now' })).toBeNull();
});

test('without an ERP it leads to the configuration, in Danish too', async () => {
  bend({ erpExchange: () => null });
  preferLanguage('da');
  show(<ErpExchangeScreen />);
  expect(await screen.findByRole('link', { name: 'Gå til Opsætning' })).toHaveAttribute(
    'href',
    '/erp/configuration',
  );
  expect(screen.getByRole('heading', { level: 1, name: 'ERP-betalinger' })).toBeVisible();
  preferLanguage('en');
});
