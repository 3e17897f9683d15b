import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { lastDays, today } from '@/kernel/dates';
import { period } from '@/kernel/period';
import { permissions } from '@/kernel/permissions';
import { preferLanguage } from '@/kernel/preferences';
import { bend } from '@/testing/server';
import { show } from '@/testing/render';
import { refusal } from '@/testing/world/answer';
import { statementGraphs } from '@/testing/world/records';
import { DashboardScreen } from './DashboardScreen';

// Chart.js needs a canvas, which jsdom has not; the browser tests look at the drawing.
vi.mock('./components/BalanceChart', () => ({
  BalanceChart: ({ name, active }: { name: string; active: number | null }) => (
    <canvas role="img" aria-label={name} data-active={active} />
  ),
}));

const saved = vi.hoisted(() => ({ blobs: [] as [Blob, string][] }));
vi.mock('@/kernel/http', async (original) => ({
  ...(await original<object>()),
  saveBlob: (blob: Blob, name: string) => saved.blobs.push([blob, name]),
}));

const MARCH = '/dashboard?from=2026-03-02&to=2026-03-13';
const cards = () => screen.findAllByRole('article');

beforeEach(() => {
  saved.blobs.length = 0;
});

const textOf = async (blob: Blob | undefined) =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result));
    reader.readAsText(blob ?? new Blob());
  });

/** The made-up graphs, each changed by its place. */
const changed = (change: (index: number) => Record<string, unknown>) => ({
  statementGraphs: ({ from, to }: { from: string; to: string }) =>
    statementGraphs(from, to).map((graph, index) => ({ ...graph, ...change(index) })),
});

test('accounts are picked by name or number, and the address remembers them', async () => {
  const { person, addressNow } = show(<DashboardScreen />, MARCH);
  const all = (await cards()).length;
  await person.click(screen.getByRole('button', { name: /^Accounts/ }));
  await person.click(await screen.findByRole('checkbox', { name: /Operations DKK/ }));
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1));
  expect(all).toBeGreaterThan(1);
  expect(addressNow()).toContain('account=a1');
});

test('accounts stand in the order and under the names that people gave them', async () => {
  const asked: unknown[] = [];
  bend({
    arrangement: () => ['a2', 'a1'],
    ...changed((index) => (index === 1 ? { nickname: 'Rainy days' } : {})),
    arrange: ({ ids }: { ids: string[] }) => {
      asked.push(ids);
      return { __typename: 'Success', id: null };
    },
    nicknameAccount: (given: { id: string; nickname: string }) => {
      asked.push({ ...given });
      return given.nickname === 'Taken'
        ? {
            __typename: 'Problem',
            code: 'banks.nickname_taken',
            message: 'Taken already',
            path: 'nickname',
          }
        : { __typename: 'Success', id: given.id };
    },
  });
  const { person } = show(<DashboardScreen />, MARCH);
  const [first, second] = await cards();
  expect(first).toHaveAccessibleName(/^Rainy days \(/);
  expect(second).toHaveAccessibleName(/^Operations DKK/);
  await person.click(screen.getByRole('button', { name: 'Arrange accounts' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Arrange accounts' }));
  const rows = () =>
    dialog.getAllByRole('textbox').map((field) => field.getAttribute('id')?.split('-').at(-1));
  expect(rows()).toEqual(['a2', 'a1', 'a3']);
  const down = dialog.getByRole('button', { name: /^Move Operations DKK .* down/ });
  await person.click(down);
  expect(rows()).toEqual(['a2', 'a3', 'a1']);
  // At the end the other button takes the keys, so that they are not lost.
  expect(dialog.getByRole('button', { name: /^Move Operations DKK .* up/ })).toHaveFocus();
  const field = dialog.getByRole('textbox', { name: /^Operations DKK/ });
  await person.type(field, 'Taken');
  await person.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Taken already')).toBeInTheDocument();
  await person.clear(field);
  await person.type(field, 'Daily');
  await person.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked).toEqual([
    { id: 'a1', nickname: 'Taken' },
    { id: 'a1', nickname: 'Daily' },
    ['a2', 'a3', 'a1'],
  ]);
});

test('who may not set up banks arranges without naming', async () => {
  permissions.set({ verbs: new Set(['dashboard.read', 'views.save']) });
  const { person } = show(<DashboardScreen />, MARCH);
  await cards();
  await person.click(screen.getByRole('button', { name: 'Arrange accounts' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Arrange accounts' }));
  expect(dialog.queryByRole('textbox')).toBeNull();
  expect(dialog.getAllByRole('button', { name: /^Move .* up$/ })).toHaveLength(3);
});

test('the line shows opening or closing balances, as the address says', async () => {
  const { person, addressNow } = show(<DashboardScreen />, MARCH);
  expect(
    await screen.findByRole('img', { name: /^Operations DKK .*opening balance/ }),
  ).toBeInTheDocument();
  await person.click(screen.getByRole('button', { name: 'Closing' }));
  expect(
    await screen.findByRole('img', { name: /^Operations DKK .*closing balance/ }),
  ).toBeInTheDocument();
  expect(screen.getByRole('table', { name: /^Operations DKK/ })).toHaveTextContent(
    'Closing balance',
  );
  await person.click(screen.getByRole('button', { name: 'Outgoing below zero' }));
  expect(addressNow()).toContain('balance=closing&outgoing=below');
});

test('totals stand per currency and add up the accounts shown', async () => {
  bend(
    changed((index) => ({
      currency: index === 0 ? 'EUR' : 'DKK',
      totalIncoming: '0.10',
      totalOutgoing: '0.20',
      net: '-0.10',
    })),
  );
  show(<DashboardScreen />, MARCH);
  const rows = within(
    await screen.findByRole('table', { name: 'Totals per currency' }),
  ).getAllByRole('row');
  expect(rows.map((row) => row.textContent).slice(1)).toEqual([
    expect.stringMatching(/^DKK20\.200\.40−0\.20/),
    expect.stringMatching(/^EUR10\.100\.20−0\.10/),
  ]);
});

test('totals are held against those of as many days before', async () => {
  bend({
    statementGraphs: ({ from, to }: { from: string; to: string }) =>
      statementGraphs(from, to)
        .slice(0, 1)
        .map((graph) => ({ ...graph, totalIncoming: from < '2026-03-01' ? '0.30' : '0.10' })),
  });
  const { person, addressNow } = show(<DashboardScreen />, MARCH);
  const table = await screen.findByRole('table', { name: 'Totals per currency' });
  expect(within(table).getAllByRole('row')).toHaveLength(2);
  await person.click(screen.getByRole('button', { name: 'Compare with previous period' }));
  expect(addressNow()).toContain('compare=before');
  await waitFor(() => expect(table).toHaveTextContent('02/18/2026 – 03/01/202610.30'));
  expect(within(table).getAllByRole('row').at(-1)).toHaveTextContent(/^Change−0\.20/);
});

test('the period chosen is the one of the whole console, and a quick range moves along', async () => {
  const { person, addressNow } = show(<DashboardScreen />, '/dashboard');
  await person.click(await screen.findByRole('button', { name: /^Period/ }));
  await person.click(screen.getByRole('button', { name: 'Last 7 days' }));
  expect(addressNow()).toMatch(/from=.*&to=/);
  const { fromDate, toDate } = period();
  expect({ from: fromDate, to: toDate }).toEqual(lastDays(7, today()));
  expect(localStorage.getItem('giroscope.period')).toBe('last7');
});

test('a total that counts an earlier balance says so', async () => {
  bend(changed((index) => (index === 0 ? {} : { missing: ['2026-03-13'] })));
  show(<DashboardScreen />, MARCH);
  const count = (await cards()).length - 1;
  expect(
    await screen.findByText(new RegExp(`Closing balances include ${count} accounts`)),
  ).toBeInTheDocument();
});

test('an account that could not be reckoned says so, and the others are there', async () => {
  bend(
    changed((index) => (index === 0 ? { failed: true, dates: [], balances: [], missing: [] } : {})),
  );
  const { person } = show(<DashboardScreen />, MARCH);
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('could not be reckoned');
  expect(screen.getAllByRole('img').length).toBe((await cards()).length - 1);
  bend(changed(() => ({})));
  await person.click(within(alert).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
});

test('a balance that moved without an entry is told with its amount', async () => {
  bend(changed((index) => ({ unexplained: index === 0 ? '-1234.50' : '0.00' })));
  show(<DashboardScreen />, MARCH);
  expect(
    await screen.findByText(/do not lead to the closing balance: −1,234\.50/),
  ).toBeInTheDocument();
});

test('tiles lead to the lists behind their figures', async () => {
  show(<DashboardScreen />, MARCH);
  expect(await screen.findByRole('link', { name: /Need attention/ })).toHaveAttribute(
    'href',
    '/?view=attention',
  );
  expect(screen.getByRole('link', { name: /Rejected/ })).toHaveAttribute(
    'href',
    '/?state=REJECTED&state=PARTIALLY_ACCEPTED',
  );
  expect(screen.getByRole('link', { name: /Missing statements/ })).toHaveAttribute(
    'href',
    '/dashboard?from=2026-03-02&to=2026-03-13&show=missing',
  );
});

test('months that others propose to close stand with who may confirm them', async () => {
  permissions.set({ verbs: new Set(['statements.decide']) });
  bend({
    accountMonthsToConfirm: () => [
      { month: '2026-02-01', accounts: 2 },
      { month: '2026-03-01', accounts: 3 },
    ],
  });
  show(<DashboardScreen />, MARCH);
  expect(await screen.findByRole('link', { name: 'Months to confirm: 5' })).toHaveAttribute(
    'href',
    '/statements?month=2026-02&show=PROPOSED',
  );
});

test('what was not paid is told in money of each currency, and leads to its list', async () => {
  bend({
    paymentTabs: () => [
      {
        name: 'UNPAID',
        count: 3,
        sums: [
          { currency: 'DKK', amount: '325.50', count: 2 },
          { currency: 'EUR', amount: '5.25', count: 1 },
        ],
      },
    ],
  });
  show(<DashboardScreen />, MARCH);
  const tile = await screen.findByRole('link', { name: /Unpaid/ });
  await waitFor(() => expect(tile).toHaveTextContent('325.50 DKK'));
  expect(tile).toHaveTextContent('5.25 EUR');
  expect(tile).not.toHaveTextContent('330.75');
  expect(tile).toHaveAttribute('href', '/payments?tab=unpaid');
});

test('tiles have their places before their figures come, and a figure of nothing is calm', async () => {
  let count = (_tabs: object[]) => undefined as void;
  bend({
    journalTabs: async () =>
      new Promise((resolve) => {
        count = resolve;
      }),
  });
  show(<DashboardScreen />, MARCH);
  await cards();
  const tiles = screen.getByRole('region', { name: 'What needs work' });
  const names = () =>
    within(tiles)
      .getAllByRole('link')
      .map((tile) => tile.querySelector('.h-tile-name')?.textContent);
  const before = names();
  expect(before).toEqual(
    expect.arrayContaining([
      'Need attention',
      'Rejected',
      'Unpaid',
      'Missing statements',
      'Bank connection errors',
    ]),
  );
  expect(screen.getByRole('link', { name: /Need attention/ })).not.toHaveTextContent(/\d/);
  count([
    { name: 'all', count: 0 },
    { name: 'attention', count: 0 },
  ]);
  await waitFor(() =>
    expect(screen.getByRole('link', { name: /Need attention/ })).toHaveTextContent('0'),
  );
  expect(names()).toEqual(before);
});

test('what is sent and not reconciled stands by age and currency, each sum leading to its journals', async () => {
  show(<DashboardScreen />, MARCH);
  const table = within(
    await screen.findByRole('table', { name: 'Sent and not reconciled, by age' }),
  );
  await table.findByRole('link', { name: /1,250\.50/ });
  expect(table.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    'Currency',
    '0–2 days',
    '3–7 days',
    '8–30 days',
    'Over 30 days',
  ]);
  expect(
    table
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent),
  ).toEqual([
    expect.stringMatching(/^DKK1,250\.503 payments–.*–.*20,000\.002 payments$/),
    expect.stringMatching(/^EUR–.*–.*99\.001 payment–/),
  ]);
  expect(
    table.getByRole('link', { name: '99.00 EUR in 1 payment, 8–30 days: show the journals' }),
  ).toHaveAttribute(
    'href',
    '/?state=SENT&state=ACCEPTED&state=EXECUTED&state=BOOKED&executionFrom=2026-02-11&executionTo=2026-03-05&currency=EUR',
  );
  const tile = screen.getByRole('link', { name: /^3Not reconciled/ });
  expect(tile).toHaveAttribute(
    'href',
    '/?state=SENT&state=ACCEPTED&state=EXECUTED&state=BOOKED&executionTo=2026-03-10',
  );
});

test('only the chosen accounts are asked for what is not reconciled', async () => {
  const asked: unknown[] = [];
  bend({
    unreconciled: (given: object) => {
      asked.push({ ...given });
      return [];
    },
  });
  show(<DashboardScreen />, `${MARCH}&account=a2`);
  expect(await screen.findByText('Every payment that was sent is reconciled.')).toBeInTheDocument();
  expect(asked).toContainEqual({ accountIds: ['a2'] });
  expect(asked).not.toContainEqual({ accountIds: null });
});

test('payments that cannot be counted are told once, and asked again', async () => {
  bend({
    unreconciled: () => {
      throw refusal('UNAVAILABLE', 'no');
    },
  });
  const { person } = show(<DashboardScreen />, MARCH);
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Payments could not be counted');
  expect(screen.queryByRole('table', { name: /not reconciled/ })).toBeNull();
  bend({ unreconciled: () => [] });
  await person.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('table', { name: /not reconciled/ })).toBeInTheDocument();
});

test('journals that cannot be counted leave the charts standing', async () => {
  bend({
    journalTabs: () => {
      throw refusal('UNAVAILABLE', 'no');
    },
  });
  show(<DashboardScreen />, MARCH);
  expect(await screen.findByText('Journals could not be counted')).toBeInTheDocument();
  expect((await screen.findAllByRole('img')).length).toBeGreaterThan(0);
});

test('only accounts with missing statements are shown when asked, until cleared', async () => {
  const { person, addressNow } = show(<DashboardScreen />, `${MARCH}&show=missing`);
  await waitFor(async () => expect(await cards()).toHaveLength(1));
  await person.click(screen.getByRole('button', { name: 'Only accounts with missing statements' }));
  await waitFor(async () => expect((await cards()).length).toBeGreaterThan(1));
  expect(addressNow()).toBe(MARCH);
});

test('a range beyond a year is cut, and says so', async () => {
  show(<DashboardScreen />, '/dashboard?from=2020-01-01&to=2024-12-31');
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'A chart shows 366 days at most, and 1,827 were chosen.',
  );
  expect(screen.getByRole('button', { name: /^Period/ })).toHaveTextContent(
    '01/01/2024 – 12/31/2024',
  );
});

test('the table sorts by any column, exactly', async () => {
  bend(
    changed(() => ({
      incoming: ['2.10', '10.00', '2.09', ...Array<string>(9).fill('0')],
      missing: [],
    })),
  );
  const { person } = show(<DashboardScreen />, MARCH);
  const table = await screen.findByRole('table', { name: /^Operations DKK/ });
  const dates = () =>
    within(table)
      .getAllByRole('rowheader')
      .map((cell) => cell.textContent);
  expect(dates()[0]).toBe('03/13/2026');
  await person.click(within(table).getByRole('button', { name: 'Incoming' }));
  expect(dates().slice(0, 3)).toEqual(['03/03/2026', '03/02/2026', '03/04/2026']);
  expect(within(table).getByRole('columnheader', { name: 'Incoming' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await person.click(within(table).getByRole('button', { name: 'Incoming' }));
  expect(dates().slice(-1)).toEqual(['03/03/2026']);
});

test('keys walk the days, each is read aloud, and Enter opens its transactions', async () => {
  const { person, addressNow } = show(<DashboardScreen />, MARCH);
  const walker = await screen.findByRole('slider', { name: /^Days of Operations DKK/ });
  walker.focus();
  await waitFor(() =>
    expect(screen.getByRole('img', { name: /^Operations DKK/ })).toHaveAttribute(
      'data-active',
      '11',
    ),
  );
  fireEvent.change(walker, { target: { value: '5' } });
  expect(walker).toHaveAttribute(
    'aria-valuetext',
    expect.stringMatching(
      /^03\/07\/2026, no statement, bank closed, Opening balance [\d,.]+ DKK, Incoming 0\.00 DKK/,
    ),
  );
  await person.keyboard('{Enter}');
  expect(addressNow()).toBe('/journals/statements?account=a1&from=2026-03-07&to=2026-03-07');
});

test('figures are saved as a file in the person’s notation', async () => {
  preferLanguage('da');
  const { person } = show(<DashboardScreen />, MARCH);
  await person.click(
    await screen.findByRole('button', { name: /^Tal for Operations DKK .* som CSV/ }),
  );
  const [blob, name] = saved.blobs[0] ?? [];
  expect(name).toBe('DK5000400440116243-DKK-2026-03-02-2026-03-13.csv');
  expect(await textOf(blob)).toContain('DK5000400440116243;DKK;2026-03-02;812000,00;');
});

test('a stale account warns in words, a fresh one does not', async () => {
  bend(changed((index) => (index === 0 ? {} : { latestStatement: '2026-03-10' })));
  show(<DashboardScreen />, MARCH);
  const [fresh, ...others] = await cards();
  expect(fresh).toHaveTextContent(/Statement of/);
  expect(
    others.some((card) =>
      /\d+ banking days? since then without a statement/.test(card.textContent),
    ),
  ).toBe(true);
});
