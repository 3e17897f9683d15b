import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { DashboardScreen } from '@/features/dashboard';
import { JournalListScreen } from '@/features/journals';
import { MessageListScreen } from '@/features/messages/screen';
import { PaymentListScreen } from '@/features/payments/screen';
import { TransactionListScreen } from '@/features/statements';
import { UploadScreen } from '@/features/uploads';
import { permissions } from '@/kernel/permissions';
import { preferLanguage } from '@/kernel/preferences';
import { bend } from '@/testing/server';
import { show } from '@/testing/render';
import { connection, refusal, type Answers } from '@/testing/world/answer';
import { messages } from '@/testing/world/records';
import { toasts } from '@/ui';

// Chart.js needs a canvas, which jsdom has not; the browser tests look at the drawing.
vi.mock('@/features/dashboard/components/BalanceChart', () => ({
  BalanceChart: ({ name }: { name: string }) => <canvas role="img" aria-label={name} />,
}));

const nothing = () => connection([]);
const refuse =
  (code: string, message = 'no') =>
  () => {
    throw refusal(code, message);
  };

interface Case {
  title: string;
  field: keyof Answers;
  element: React.ReactNode;
  filterable: boolean;
  empty: string;
}

const lists: readonly Case[] = [
  {
    title: 'Statement transactions',
    field: 'transactions',
    element: <TransactionListScreen />,
    filterable: true,
    empty: 'No transactions yet',
  },
  {
    title: 'All journals',
    field: 'journals',
    element: <JournalListScreen />,
    filterable: true,
    empty: 'No journals yet',
  },
  {
    title: 'Payments',
    field: 'payments',
    element: <PaymentListScreen />,
    filterable: true,
    empty: 'No payments yet',
  },
  {
    title: 'Messages',
    field: 'messageGroups',
    element: <MessageListScreen />,
    filterable: true,
    empty: 'No messages yet',
  },
  {
    title: 'Upload Statement',
    field: 'uploads',
    element: <UploadScreen kind="STATEMENT" />,
    filterable: false,
    empty: 'Nothing uploaded yet',
  },
];

describe.each(lists)('$title', ({ title, field, element, empty }) => {
  test('is loading, then shows a table named like its heading', async () => {
    show(element);
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeInTheDocument();
    expect(screen.getAllByText('Loading').length).toBeGreaterThan(0);
    const table = await screen.findByRole('table', { name: title });
    expect(within(table).getAllByRole('row').length).toBeGreaterThan(2);
  });

  test('says what it is for when nothing was ever there', async () => {
    bend({ [field]: nothing });
    show(element);
    expect(await screen.findByRole('heading', { name: empty })).toBeInTheDocument();
    expect(screen.queryByRole('table', { name: title })).not.toBeInTheDocument();
  });

  test('tells a failure with the id that finds it, and tries again', async () => {
    bend({ [field]: refuse('INTERNAL', 'secret stack') });
    const { person } = show(element);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Something failed on our side');
    expect(alert).toHaveTextContent('trace-4711');
    expect(alert).not.toHaveTextContent('secret stack');
    bend({ [field]: nothing });
    await person.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(empty)).toBeInTheDocument();
  });

  test('an ended session is never an empty list', async () => {
    bend({ [field]: refuse('UNAUTHENTICATED', 'Sign in first.') });
    show(element);
    expect(await screen.findByText('Your sign-in has ended')).toBeInTheDocument();
    expect(screen.queryByText(empty)).not.toBeInTheDocument();
  });

  test('says so when the person may not see it', async () => {
    bend({ [field]: refuse('FORBIDDEN') });
    show(element);
    expect(await screen.findByText('No access')).toBeInTheDocument();
  });

  test('speaks Danish', async () => {
    preferLanguage('da');
    show(element);
    expect(screen.getByRole('heading', { level: 1 }).textContent).not.toBe(title);
    await screen.findByRole('table');
    expect(screen.queryByText('Loading')).not.toBeInTheDocument();
  });
});

test.each(lists.filter(({ filterable }) => filterable))(
  '$title offers to clear a filter that leaves nothing',
  async ({ title, element }) => {
    const { person, addressNow } = show(element, '/?q=zzzz');
    expect(await screen.findByText('Nothing matches these filters')).toBeInTheDocument();
    await person.click(screen.getAllByRole('button', { name: 'Clear filters' })[0] as HTMLElement);
    expect(await screen.findByRole('table', { name: title })).toBeInTheDocument();
    expect(addressNow()).toBe('/');
  },
);

test.each([
  ['All journals', 'journals', <JournalListScreen key="journals" />],
  ['Statement transactions', 'transactions', <TransactionListScreen key="transactions" />],
  ['Dashboard', 'statementGraphs', <DashboardScreen key="graphs" />],
] as const)(
  '%s leads on from nothing also for who may not upload',
  async (_title, field, element) => {
    permissions.set({ verbs: new Set(['banks.read']) });
    bend({ [field]: field === 'statementGraphs' ? () => [] : nothing });
    show(element);
    expect(await screen.findByRole('link', { name: 'See the banks' })).toHaveAttribute(
      'href',
      '/bank',
    );
    expect(screen.getByRole('link', { name: 'Generate demo data' })).toHaveAttribute(
      'href',
      '/demo',
    );
    expect(screen.queryByRole('link', { name: /^Upload/ })).not.toBeInTheDocument();
  },
);

test('clearing the filters of a quick view leaves the view as it is', async () => {
  const { person, addressNow } = show(
    <JournalListScreen />,
    '/?view=attention&sort=CREATED&q=zzzz',
  );
  expect(await screen.findByText('Nothing matches these filters')).toBeInTheDocument();
  await person.click(
    screen.getAllByRole('button', { name: 'Clear filters' }).at(-1) as HTMLElement,
  );
  await waitFor(() => expect(addressNow()).toBe('/?view=attention&sort=CREATED'));
});

test('a drawer of no list offers no neighbours', async () => {
  show(<TransactionListScreen />, '/?expected=yes');
  const drawer = await screen.findByRole('dialog', { name: 'Statement schedule' });
  expect(within(drawer).queryByRole('button', { name: /record$/ })).not.toBeInTheDocument();
  expect(within(drawer).getByRole('button', { name: 'Close' })).toBeInTheDocument();
});

test('an address of a transaction that is not there says so', async () => {
  bend({ transaction: () => null });
  show(<TransactionListScreen />, '/?transaction=gone');
  expect(
    await screen.findByRole('heading', { name: 'This transaction is not there' }),
  ).toBeInTheDocument();
});

test('a batch expands to its details and says whether they add up', async () => {
  const { person } = show(<TransactionListScreen />);
  const toggle = (
    await screen.findAllByRole('button', { name: 'Show 3 details' })
  )[0] as HTMLElement;
  await person.click(toggle);
  const details = await screen.findByRole('table', { name: 'Details of the batch' });
  expect(within(details).getAllByRole('row')).toHaveLength(4);
  expect(screen.getByText('Sum of details = entry')).toBeInTheDocument();
  expect(toggle).toHaveAttribute('aria-expanded', 'true');
});

test('the strip of a statement says why it does not agree', async () => {
  show(<TransactionListScreen />);
  expect(await screen.findByText('Does not add up')).toBeInTheDocument();
  expect(screen.getByText('The previous statement closed at 1,204,000.00.')).toBeInTheDocument();
  expect(screen.getByText('Cannot be checked: a balance is missing')).toBeInTheDocument();
});

test('a transaction opens beside the list, its address can be sent, and Escape closes it', async () => {
  const { person, addressNow } = show(<TransactionListScreen />);
  const table = await screen.findByRole('table', { name: 'Statement transactions' });
  await person.click(
    within(within(table).getAllByRole('row')[2] as HTMLElement).getAllByRole(
      'link',
    )[0] as HTMLElement,
  );
  expect(addressNow()).toBe('/?transaction=t1');
  const drawer = await screen.findByRole('dialog', { name: 'Transaction' });
  expect(await within(drawer).findByText('0.08791 EUR per 1 SEK')).toBeInTheDocument();
  await person.keyboard('{Escape}');
  await waitFor(() =>
    expect(screen.queryByRole('dialog', { name: 'Transaction' })).not.toBeInTheDocument(),
  );
  expect(addressNow()).toBe('/');
});

test('the order stands in the address, and the count stays in view', async () => {
  const { person, addressNow } = show(<TransactionListScreen />);
  const table = await screen.findByRole('table', { name: 'Statement transactions' });
  expect(screen.getByText('137 rows')).toBeInTheDocument();
  expect(table).toHaveAttribute('aria-rowcount', '138');
  await person.click(within(table).getByRole('button', { name: 'Amount' }));
  expect(addressNow()).toBe('/?sort=-AMOUNT');
  expect(await screen.findByRole('columnheader', { name: 'Amount' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
});

test('a count that is not exact says about', async () => {
  bend({
    messages: () => ({
      ...connection(messages),
      pageInfo: { hasNextPage: true, hasPreviousPage: false, startCursor: '0', endCursor: '3' },
      totalCount: 1_200_000,
      totalIsExact: false,
    }),
  });
  show(<MessageListScreen />, '/?group=NONE');
  expect(await screen.findByText('about 1,200,000 rows')).toBeInTheDocument();
});

test('a journal opens in tabs; its payments say why the bank rejected them', async () => {
  const { person, addressNow } = show(<JournalListScreen />, '/?journal=c1');
  const drawer = await screen.findByRole('dialog', { name: 'Journal' });
  await person.click(await within(drawer).findByRole('tab', { name: /Payments/ }));
  expect(addressNow()).toContain('tab=payments');
  const payments = await within(drawer).findByRole('table', { name: 'Payments' });
  expect(within(payments).getAllByText('AC04: The creditor’s account is closed')).toHaveLength(2);
});

test('the dashboard names each chart by its account and leads from a date to its transactions', async () => {
  show(<DashboardScreen />, '/?from=2026-11-01&to=2026-11-10');
  expect(
    await screen.findByRole('img', { name: /^Operations DKK \(DK5000400440116243\)/ }),
  ).toBeInTheDocument();
  expect(screen.getByRole('img', { name: /^DE89370400440532013000/ })).toBeInTheDocument();
  const table = screen.getByRole('table', { name: /^Operations DKK/ });
  expect(within(table).getAllByRole('row')).toHaveLength(11);
  expect(within(table).getByRole('link', { name: 'Transactions of 11/03/2026' })).toHaveAttribute(
    'href',
    '/journals/statements?account=a1&from=2026-11-03&to=2026-11-03',
  );
  expect(within(table).getAllByText('no statement').length).toBeGreaterThan(0);
});

test('the dashboard without accounts points to the upload, for those who may', async () => {
  bend({ statementGraphs: () => [] });
  show(<DashboardScreen />);
  expect(await screen.findByRole('link', { name: 'Upload a statement' })).toBeInTheDocument();
  permissions.set({ verbs: new Set() });
  await waitFor(() =>
    expect(screen.queryByRole('link', { name: 'Upload a statement' })).not.toBeInTheDocument(),
  );
});

test('an undo that something depends on is refused with the reason', async () => {
  const { person } = show(<UploadScreen kind="STATEMENT" />);
  const row = (await screen.findByText('camt053-ops-321.xml')).closest('tr') as HTMLElement;
  await person.click(within(row).getByRole('button', { name: 'Undo import' }));
  expect(
    await screen.findByText('camt053-ops-322.xml repeats entries of it, undo that one first'),
  ).toBeInTheDocument();
});

test('a refused mutation is told in words and nothing pretends to have happened', async () => {
  bend({
    undoUpload: () => ({
      __typename: 'Problem',
      code: 'conflict',
      message: 'A payment depends on it.',
      path: null,
    }),
  });
  const { person } = show(<UploadScreen kind="STATEMENT" />);
  const row = (
    await screen.findByRole('button', { name: 'Details of camt053-ops-322.xml' })
  ).closest('tr') as HTMLElement;
  await person.click(within(row).getByRole('button', { name: 'Undo import' }));
  const dialog = await screen.findByRole('dialog', { name: 'Undo this import?' });
  await waitFor(() =>
    expect(within(dialog).getByRole('button', { name: 'Undo import' })).toBeEnabled(),
  );
  await person.click(within(dialog).getByRole('button', { name: 'Undo import' }));
  await waitFor(() =>
    expect(toasts.get()).toMatchObject([{ severity: 'error', text: 'A payment depends on it.' }]),
  );
});
