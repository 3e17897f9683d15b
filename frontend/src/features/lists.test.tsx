import { act, screen, waitFor, within } from '@testing-library/react';
import { Link, Route, Routes } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { JournalListScreen } from '@/features/journals';
import { TransactionListScreen } from '@/features/statements';
import { forgetChanges, hearChanges } from '@/kernel/live';
import { prefer } from '@/kernel/preferences';
import { bend } from '@/testing/server';
import { show } from '@/testing/render';
import { connection, refusal } from '@/testing/world/answer';
import { transactions } from '@/testing/world/records';
import { toasts } from '@/ui';

const view = (changes: object = {}) => ({
  id: 'v1',
  name: 'Incoming only',
  shared: false,
  isOwn: true,
  isDefault: false,
  changeable: true,
  owner: 'Astrid Holm',
  version: 1,
  state: JSON.stringify({
    search: 'direction=CREDIT',
    columns: { order: [], hidden: ['account'], shown: [], widths: {} },
    density: 'comfortable',
  }),
  ...changes,
});
const headers = () =>
  screen
    .getAllByRole('columnheader')
    .map((header) => header.textContent)
    .filter((text) => text !== '' && text !== 'Details');
const table = () => screen.findByRole('table', { name: 'Statement transactions' });

beforeEach(() => {
  localStorage.clear();
  forgetChanges();
});

test('j and k walk the rows, Enter opens, and the drawer goes on to the neighbours', async () => {
  const { person, addressNow } = show(<TransactionListScreen />);
  await table();
  await person.keyboard('jjj');
  expect(document.activeElement?.closest('tr')).toHaveAttribute('aria-rowindex', '4');
  await person.keyboard('k{Enter}');
  expect(addressNow()).toBe('/?transaction=t1');
  await screen.findByRole('dialog', { name: 'Transaction' });
  await person.keyboard(']');
  await waitFor(() => expect(addressNow()).toBe('/?transaction=t2'));
  await person.keyboard('[[');
  await waitFor(() => expect(addressNow()).toBe('/?transaction=t1'));
  await person.keyboard('[[');
  await waitFor(() => expect(addressNow()).toBe('/?transaction=t0'));
  await person.keyboard('{Escape}');
  expect(addressNow()).toBe('/');
  await waitFor(() =>
    expect(document.activeElement?.closest('tr')).toHaveAttribute('aria-rowindex', '2'),
  );
});

test('the focus has moved before the next key comes, so that Enter never opens the row that was left', async () => {
  const { person } = show(<TransactionListScreen />);
  await table();
  await person.keyboard('jj');
  act(() => {
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'k', bubbles: true, cancelable: true }),
    );
    expect(document.activeElement?.closest('tr')).toHaveAttribute('aria-rowindex', '2');
  });
});

test('single keys are silent when switched off; arrows are not', async () => {
  prefer({ shortcuts: false });
  const { person } = show(<TransactionListScreen />);
  const rows = within(await table()).getAllByRole('row');
  await person.keyboard('j');
  expect(document.body).toHaveFocus();
  within(rows[1] as HTMLElement)
    .getAllByRole('link')[0]
    ?.focus();
  await person.keyboard('{ArrowDown}');
  expect(document.activeElement?.closest('tr')).toHaveAttribute('aria-rowindex', '3');
});

test('a slash leads to the search field', async () => {
  const { person } = show(<TransactionListScreen />);
  await table();
  await person.keyboard('/');
  expect(screen.getByRole('searchbox', { name: 'Search transactions' })).toHaveFocus();
  await person.keyboard('/j');
  expect(screen.getByRole('searchbox', { name: 'Search transactions' })).toHaveValue('/j');
});

test('an opened record is marked as seen', async () => {
  const { person } = show(<TransactionListScreen />);
  await table();
  await person.keyboard('j{Enter}');
  await person.keyboard('{Escape}');
  expect(within(await table()).getAllByRole('row')[1]).toHaveClass('gl-seen');
});

test('columns are shown, hidden and moved by keyboard, and remembered', async () => {
  const { person } = show(<TransactionListScreen />);
  await table();
  expect(headers().slice(0, 2)).toEqual(['Booking date', 'Value date']);
  await person.click(screen.getByRole('button', { name: 'Layout' }));
  await person.click(screen.getByRole('button', { name: 'Columns' }));
  const dialog = screen.getByRole('dialog', { name: 'Columns' });
  await person.click(within(dialog).getByRole('checkbox', { name: 'Bank reference' }));
  await person.click(within(dialog).getByRole('checkbox', { name: 'Value date' }));
  within(dialog).getByRole('button', { name: 'Move Account up' }).focus();
  await person.keyboard('{Enter}');
  within(dialog).getByRole('button', { name: 'Move Account up' }).focus();
  await person.keyboard('{Enter}');
  await person.click(within(dialog).getByRole('button', { name: 'Done' }));
  expect(headers()[0]).toBe('Account');
  expect(headers()).toContain('Bank reference');
  expect(headers()).not.toContain('Value date');
  expect(JSON.parse(localStorage.getItem('giroscope.columns.transactions') ?? '')).toMatchObject({
    hidden: ['value'],
    shown: ['bankReference'],
  });
});

test('a set filter is taken back alone', async () => {
  const { person, addressNow } = show(<TransactionListScreen />, '/?direction=CREDIT&min=10&row=3');
  await table();
  await person.click(screen.getByRole('button', { name: 'Remove the filter “Amount”' }));
  expect(addressNow()).toContain('direction=CREDIT');
  expect(addressNow()).not.toContain('min=');
  expect(
    screen.queryByRole('button', { name: 'Remove the filter “Account”' }),
  ).not.toBeInTheDocument();
});

test('filters asked for less often come on demand, and while they are set', async () => {
  const { person } = show(<TransactionListScreen />);
  await table();
  expect(screen.queryByText('Currency')).not.toBeInTheDocument();
  await person.click(screen.getByRole('button', { name: 'More filters' }));
  expect(screen.getByText('Currency')).toBeInTheDocument();
});

test('a saved view brings its filter and columns, and says when it was changed', async () => {
  bend({
    savedViews: () => [
      view(),
      view({
        id: 'v2',
        name: 'Theirs',
        isOwn: false,
        shared: true,
        changeable: false,
        owner: 'Bo Lund',
      }),
    ],
  });
  const { person, addressNow } = show(<TransactionListScreen />);
  await table();
  await person.click(await screen.findByRole('button', { name: 'Saved views' }));
  expect(screen.getByRole('group', { name: 'Shared' })).toHaveTextContent('shared by Bo Lund');
  expect(screen.queryByRole('button', { name: 'Delete Theirs' })).not.toBeInTheDocument();
  await person.click(screen.getByRole('button', { name: 'Incoming only' }));
  expect(addressNow()).toBe('/?direction=CREDIT&saved=v1');
  await waitFor(() => expect(headers()).not.toContain('Account'));
  await person.click(screen.getByRole('button', { name: 'Remove the filter “Direction”' }));
  expect(await screen.findByRole('button', { name: /Incoming only \*/ })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Save changes' })).toBeInTheDocument();
});

test('the default view begins the list, and only a list nobody asked anything of', async () => {
  bend({ savedViews: () => [view({ isDefault: true })] });
  const first = show(<TransactionListScreen />);
  await waitFor(() => expect(first.addressNow()).toBe('/?direction=CREDIT&saved=v1'));
});

test('an address that asks for something is not overruled by the default view', async () => {
  bend({ savedViews: () => [view({ isDefault: true })] });
  const { person, addressNow } = show(<TransactionListScreen />, '/?direction=DEBIT');
  await table();
  await person.click(await screen.findByRole('button', { name: 'Saved views' }));
  // Once it can be chosen it is known to be the default.
  await screen.findByRole('button', { name: 'Rename Incoming only' });
  expect(addressNow()).toBe('/?direction=DEBIT');
});

/** A page that links to the list, where a default view is for credits. */
function showLink(to: string) {
  bend({ savedViews: () => [view({ isDefault: true })] });
  return show(
    <>
      <Link to={to}>There</Link>
      <Routes>
        <Route path="/list" element={<TransactionListScreen />} />
        <Route path="*" element={null} />
      </Routes>
    </>,
    '/',
  );
}

test('a link to a list begins with the default view', async () => {
  const { person, addressNow } = showLink('/list');
  await person.click(screen.getByRole('link', { name: 'There' }));
  await waitFor(() => expect(addressNow()).toBe('/list?direction=CREDIT&saved=v1'));
});

test('a link that asks for something is not overruled by the default view', async () => {
  const { person, addressNow } = showLink('/list?direction=DEBIT');
  await person.click(screen.getByRole('link', { name: 'There' }));
  await table();
  await person.click(await screen.findByRole('button', { name: 'Saved views' }));
  await screen.findByRole('button', { name: 'Rename Incoming only' });
  expect(addressNow()).toBe('/list?direction=DEBIT');
});

test('saving a view keeps what is shown, and a refusal stays with its reason', async () => {
  const saved: unknown[] = [];
  bend({
    saveView: ({ view: given }: { view: unknown }) => {
      saved.push(given);
      return saved.length === 1
        ? {
            __typename: 'Problem',
            code: 'views.name_taken',
            message: 'You have a view of this name already',
            path: null,
          }
        : { __typename: 'Success', id: 'v1' };
    },
  });
  const { person, addressNow } = show(
    <TransactionListScreen />,
    '/?direction=CREDIT&transaction=t0',
  );
  await table();
  await person.keyboard('{Escape}');
  await person.click(await screen.findByRole('button', { name: 'Saved views' }));
  await person.click(screen.getByRole('button', { name: 'Save this view…' }));
  await person.type(screen.getByLabelText('Name'), 'Incoming');
  await person.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'You have a view of this name already',
  );
  bend({ savedViews: () => [view({ name: 'Incoming' })] });
  await person.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(addressNow()).toContain('saved=v1'));
  expect(JSON.parse((saved[1] as { state: string }).state)).toMatchObject({
    search: 'direction=CREDIT',
  });
  // Nobody else sees it unless that is said.
  expect(saved[1]).toMatchObject({ name: 'Incoming', shared: false });
});

test('chosen rows are acted on after a question, and each one’s outcome is told', async () => {
  const { person } = show(<JournalListScreen />);
  await screen.findByRole('table', { name: 'All journals' });
  await person.keyboard('jx');
  expect(screen.getByText('1 row chosen')).toBeInTheDocument();
  await person.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  expect(screen.getByText('3 rows chosen')).toBeInTheDocument();
  await person.click(screen.getByRole('button', { name: 'Import again' }));
  const question = screen.getByRole('dialog', { name: 'Import again: 3 rows?' });
  await person.click(within(question).getByRole('button', { name: 'Import again' }));
  const results = await screen.findByRole('table', { name: 'What became of each row' });
  expect(screen.getByText('1 done, 1 failed, 1 not possible')).toBeInTheDocument();
  expect(within(results).getAllByRole('row')[1]).toHaveTextContent('The document is gone');
  await person.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByText('3 rows chosen')).not.toBeInTheDocument());
});

test('all that match are chosen apart from those in view, by filter and count', async () => {
  const asked: unknown[] = [];
  bend({
    reimportJournals: ({ selection }: { selection: unknown }) => {
      asked.push(selection);
      return {
        __typename: 'Problem',
        code: 'selection.changed',
        message: 'Other rows match now',
        path: null,
      };
    },
  });
  const { person } = show(<JournalListScreen />, '/?view=attention');
  await screen.findByRole('table', { name: 'All journals' });
  await person.keyboard('jx');
  await person.click(screen.getByRole('button', { name: /^Choose all \d+ matching$/ }));
  expect(screen.getByText(/^All \d+ matching rows are chosen$/)).toBeInTheDocument();
  await person.click(screen.getByRole('button', { name: 'Import again' }));
  await person.click(
    within(screen.getByRole('dialog', { name: /^Import again/ })).getByRole('button', {
      name: 'Import again',
    }),
  );
  expect(await screen.findByRole('alert')).toHaveTextContent('Other rows match now');
  expect(asked).toEqual([
    expect.objectContaining({
      ids: null,
      matching: expect.objectContaining({ attention: true }),
      expectedCount: 2,
    }),
  ]);
});

test('why a row was refused is said in the reader’s language', async () => {
  const blocked = [
    { name: 'repeats', value: '12' },
    { name: 'answers', value: 'svar.xml' },
    { name: 'later', value: 'x' },
  ];
  const refused = (id: string, code: string, message: string, values: object[] = []) => ({
    id,
    label: id,
    outcome: 'NOT_ELIGIBLE',
    code,
    message,
    values,
  });
  bend({
    reimportJournals: () => ({
      __typename: 'BulkResults',
      total: 3,
      done: 0,
      failed: 0,
      notEligible: 3,
      next: null,
      results: [
        refused('a', 'journals.undo_blocked', 'It cannot be undone.', blocked),
        refused('b', 'messages.already_resolved', 'It is resolved.'),
        refused('c', 'rooms.unheard_of', 'Nobody knows why.'),
      ],
    }),
  });
  prefer({ language: 'da' });
  const { person } = show(<JournalListScreen />);
  await screen.findByRole('table', { name: 'Alle journaler' });
  await person.keyboard('jx');
  await person.click(screen.getByRole('button', { name: 'Importér igen' }));
  await person.click(
    within(screen.getByRole('dialog')).getByRole('button', { name: 'Importér igen' }),
  );
  const results = await screen.findByRole('table', { name: 'Hvad der skete med hver række' });
  expect(results).toHaveTextContent(
    'Importen kan ikke fortrydes: kontoudtoget 12 gentager posteringer fra den, så fortryd det først; svar.xml er svar på dens betalinger.',
  );
  expect(results).toHaveTextContent('Meddelelsen er allerede løst.');
  expect(results).toHaveTextContent('Nobody knows why.');
});

test('a failed refresh keeps the rows and says how old they are', async () => {
  const { person } = show(<TransactionListScreen />);
  await table();
  bend({
    transactions: () => {
      throw refusal('UNAVAILABLE', 'busy');
    },
  });
  await person.click(screen.getByRole('button', { name: 'Layout' }));
  await person.click(screen.getByRole('button', { name: 'Read anew' }));
  expect(await screen.findByText(/Could not refresh/)).toBeInTheDocument();
  expect(within(await table()).getAllByRole('row').length).toBeGreaterThan(2);
  bend({
    transactions: () =>
      connection(transactions.slice(0, 2).map((row) => ({ ...row, details: connection([]) }))),
  });
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('2 rows')).toBeInTheDocument();
  expect(screen.queryByText(/Could not refresh/)).not.toBeInTheDocument();
});

test('a list the server had no time for is read anew with the next answer of the poll', async () => {
  show(<TransactionListScreen />);
  await table();
  hearChanges([{ topic: 'BALANCES', version: '1' }]);
  bend({
    transactions: () => {
      throw refusal('RATE_LIMITED', 'busy');
    },
  });
  hearChanges([{ topic: 'BALANCES', version: '2' }]);
  expect(await screen.findByText(/Could not refresh/)).toBeInTheDocument();
  const asked = vi.fn(() => {
    throw refusal('INVALID_INPUT', 'no');
  });
  bend({ transactions: asked });
  hearChanges([{ topic: 'BALANCES', version: '2' }]);
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
  await screen.findByText(/Could not refresh/);
  // What was refused for another reason would be refused again.
  hearChanges([{ topic: 'BALANCES', version: '2' }]);
  await new Promise((resolve) => {
    setTimeout(resolve, 20);
  });
  expect(asked).toHaveBeenCalledTimes(1);
});

test('an act that cannot be told how it went is told so', async () => {
  bend({
    reimportJournals: () => {
      throw refusal('UNAVAILABLE', 'Not now');
    },
  });
  const { person } = show(<JournalListScreen />);
  await screen.findByRole('table', { name: 'All journals' });
  await person.keyboard('jx');
  await person.click(screen.getByRole('button', { name: 'Import again' }));
  await person.click(
    within(screen.getByRole('dialog', { name: /^Import again/ })).getByRole('button', {
      name: 'Import again',
    }),
  );
  expect(await screen.findByRole('alert')).toHaveTextContent('Not now');
  // It can be tried again, or left.
  expect(
    within(screen.getByRole('dialog', { name: /^Import again/ })).getByRole('button', {
      name: 'Import again',
    }),
  ).toBeEnabled();
  await person.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await vi.waitFor(() => expect(toasts.get()).toEqual([]));
});
