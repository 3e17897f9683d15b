import { http, HttpResponse } from 'msw';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MonthScreen } from '@/features/months';
import { permissions } from '@/kernel/permissions';
import { preferLanguage } from '@/kernel/preferences';
import { toasts } from '@/ui';
import { show } from '@/testing/render';
import { bend, server } from '@/testing/server';
import { connection, refusal } from '@/testing/world/answer';
import { accountMonths } from '@/testing/world/months';

// March 2026 begins on a Sunday.
const MARCH = '/statements?month=2026-03';
const lines = () => screen.findByRole('table', { name: 'Accounts in March 2026' });
const calendar = () => screen.findByRole('table', { name: 'Calendar of statements' });
const line = async (name: RegExp) => within(await lines()).getByRole('row', { name });

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-05-01T09:00:00Z'), toFake: ['Date'] });
});
afterEach(() => vi.useRealTimers());

test('a line for each account tells whether all is here, adds up, is matched and closes', async () => {
  show(<MonthScreen />, MARCH);
  const told = async (name: RegExp) =>
    within(await line(name))
      .getAllByRole('cell')
      .slice(0, 6)
      .map(({ textContent }) => textContent);
  expect(await told(/^Operations/)).toEqual([
    'All here', 'Add up', expect.stringMatching(/^\d+$/), '0', '812,000.50 DKK', 'Open',
  ]); // prettier-ignore
  expect((await told(/^DE89/)).slice(0, 2)).toEqual(['1 day missing', 'Do not add up']);
  expect((await told(/^Payroll/)).slice(0, 2)).toEqual(['Not all here', 'Cannot be checked']);
  // What is unmatched leads to where it is matched.
  expect(within(await line(/^DE89/)).getByRole('link', { name: '1' })).toHaveAttribute(
    'href',
    '/reconciliation?account=a2&from=2026-03-01&to=2026-03-31',
  );
});

test('the calendar tells each banking day in words, and leads to its entries', async () => {
  show(<MonthScreen />, MARCH);
  const table = await calendar();
  // Of 31 days nine are of weekends.
  expect(within(table).getAllByRole('columnheader')).toHaveLength(1 + 22);
  const link = (name: string) => within(table).getByRole('link', { name });
  expect(
    link('03/05/2026: Gap before it, Possible duplicate, Received, 5 entries'),
  ).toHaveAttribute('href', '/journals/statements?account=a2&from=2026-03-05&to=2026-03-05');
  expect(link('03/12/2026: Disputed, Received, 12 entries')).toHaveAttribute(
    'href',
    '/journals/statements?view=duplicates&part=disputed',
  );
  expect(within(table).getByText('Missing').closest('a')).toBeNull();
  const legend = screen.getByRole('list', { name: 'What the signs mean' });
  const shapes = within(legend)
    .getAllByRole('listitem')
    .map((item) => item.querySelector('path')?.getAttribute('d'))
    .filter(Boolean);
  const gap = within(legend).getByText('Gap before it').querySelector('path');
  expect(
    link('03/05/2026: Gap before it, Possible duplicate, Received, 5 entries').querySelector(
      'path',
    ),
  ).toHaveAttribute('d', gap?.getAttribute('d'));
  expect(new Set(shapes).size).toBe(10);
  expect(shapes).toHaveLength(10);
});

test('a weekend day is there when something is booked on it', async () => {
  bend({
    accountMonths: ({ month }: { month: string }) => {
      const [first, ...rest] = accountMonths(month);
      const days = ((first?.['days'] ?? []) as { date: string }[]).map((day) =>
        day.date === '2026-03-07' ? { ...day, state: 'RECEIVED', entries: 2 } : day,
      );
      return connection([{ ...first, days }, ...rest]);
    },
  });
  show(<MonthScreen />, MARCH);
  const table = await calendar();
  expect(within(table).getByRole('columnheader', { name: /Saturday.* 7/ })).toBeVisible();
  expect(within(table).queryByRole('columnheader', { name: /Sunday/ })).toBeNull();
});

test('the calendar is one stop for Tab, and arrows go from day to day', async () => {
  const { person } = show(<MonthScreen />, MARCH);
  const table = await calendar();
  const stops = () =>
    within(table)
      .getAllByRole('link')
      .filter(({ tabIndex }) => tabIndex === 0);
  expect(stops()).toHaveLength(1);
  stops()[0]?.focus();
  const at = () => document.activeElement?.getAttribute('data-place');
  expect(at()).toBe('a1 2026-03-02');
  await person.keyboard('{ArrowDown}{ArrowRight}');
  expect(at()).toBe('a2 2026-03-03');
  // The fourth is missing, so there is nothing to open.
  await person.keyboard('{ArrowRight}');
  expect(at()).toBe('a2 2026-03-05');
  await person.keyboard('{End}');
  expect(at()).toBe('a2 2026-03-31');
  await person.keyboard('{ArrowDown}{ArrowRight}');
  expect(at()).toBe('a2 2026-03-31');
  await person.keyboard('{Home}');
  expect(at()).toBe('a2 2026-03-02');
  expect(stops()).toEqual([document.activeElement]);
});

test('the month of yesterday is shown until another is chosen', async () => {
  const { person, addressNow } = show(<MonthScreen />, '/statements');
  expect(await screen.findByRole('table', { name: 'Accounts in April 2026' })).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Previous month' }));
  expect(addressNow()).toBe('/statements?month=2026-03');
  expect(await lines()).toBeVisible();
  await person.selectOptions(screen.getByRole('combobox', { name: 'Month' }), 'May 2026');
  expect(addressNow()).toBe('/statements?month=2026-05');
  expect(screen.getByRole('button', { name: 'Next month' })).toBeDisabled();
});

test('only accounts with something left to do, and none of them', async () => {
  const { person } = show(<MonthScreen />, `${MARCH}&show=MISSING`);
  expect(within(await lines()).getAllByRole('row')).toHaveLength(3);
  await person.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Does not add up');
  await waitFor(async () => expect(within(await lines()).getAllByRole('row')).toHaveLength(2));
  bend({
    accountMonths: ({ month }: { month: string }) => connection(accountMonths(month).slice(0, 1)),
  });
  await person.click(screen.getByRole('button', { name: 'Previous month' }));
  expect(await screen.findByText('Nothing matches these filters')).toBeVisible();
  await person.click(screen.getAllByRole('button', { name: /^Clear/ })[0] as HTMLElement);
  expect(await screen.findByRole('table', { name: 'Accounts in February 2026' })).toBeVisible();
});

test('all accounts come, also those beyond the first page', async () => {
  bend({
    accountMonths: ({ month, ...page }: { month: string }) => {
      const [one] = accountMonths(month);
      const many = Array.from({ length: 101 }, (_, n) => ({
        ...one,
        account: { ...(one?.['account'] as object), id: `m${n}`, name: `Account ${n}` },
      }));
      return connection(many, page);
    },
  });
  const { person } = show(<MonthScreen />, MARCH);
  await person.click(await screen.findByText('Show 51 more accounts'));
  expect(await screen.findAllByText('Account 100')).toHaveLength(2);
});

test('nothing yet, a failure with a way on, and no permission', async () => {
  permissions.set({ verbs: new Set(['uploads.create']) });
  bend({ accountMonths: () => connection([]) });
  const first = show(<MonthScreen />, MARCH);
  expect(await screen.findByRole('heading', { name: 'No statements yet' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Upload a statement' })).toBeVisible();
  bend({
    accountMonths: () => {
      throw refusal('INTERNAL', 'secret stack');
    },
  });
  await first.person.click(screen.getByRole('button', { name: 'Previous month' }));
  const alert = await screen.findByRole('alert');
  expect(alert).not.toHaveTextContent('secret stack');
  bend({
    accountMonths: () => {
      throw refusal('FORBIDDEN', 'no');
    },
  });
  await first.person.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No access')).toBeVisible();
});

test('it speaks Danish', async () => {
  preferLanguage('da');
  show(<MonthScreen />, MARCH);
  const table = await screen.findByRole('table', { name: 'Konti i marts 2026' });
  expect(within(table).getByText('1 dag mangler')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'Kontoudtog' })).toBeVisible();
  expect(
    screen.getByRole('columnheader', { name: /^mandag den 2\.|mandag.*2\. marts/ }),
  ).toBeVisible();
});

const CLOSED = { closedAt: '2026-04-02T08:00:00Z', closedBy: 'Astrid Holm', closing: '812000.50' };
/** The made-up months, where the first account's is closed so. */
const closedSo = (closed: object) => ({
  accountMonths: ({ month }: { month: string }) => {
    const [first, ...rest] = accountMonths(month);
    return connection([{ ...first, closed }, ...rest]);
  },
});
const mayDecide = () => permissions.set({ verbs: new Set(['statements.decide']) });

test('a month is closed by who may, at once where all is here and with a reason where not', async () => {
  mayDecide();
  const sent: object[] = [];
  bend({
    closeMonths: (asked: object) => {
      sent.push(asked);
      return { __typename: 'Success', id: null };
    },
  });
  const { person } = show(<MonthScreen />, MARCH);
  await person.click(await screen.findByRole('button', { name: 'Close month: Operations DKK' }));
  const dialog = screen.getByRole('dialog', { name: 'Close March 2026 for Operations DKK?' });
  expect(within(dialog).queryByRole('textbox')).toBeNull();
  await person.click(within(dialog).getByRole('button', { name: 'Close month' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  await person.click(screen.getByRole('button', { name: /^Close month: DE89/ }));
  await person.click(
    within(screen.getByRole('dialog')).getByRole('button', { name: 'Close month' }),
  );
  const reason = screen.getByRole('textbox', { name: 'Reason' });
  expect(reason).toBeInvalid();
  await person.type(reason, 'The bank has none');
  await person.click(
    within(screen.getByRole('dialog')).getByRole('button', { name: 'Close month' }),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual([
    { accountIds: ['a1'], month: '2026-03-01', reason: '' },
    { accountIds: ['a2'], month: '2026-03-01', reason: 'The bank has none' },
  ]);
});

test('all that is whole is closed in one go, and a refusal stays in sight', async () => {
  mayDecide();
  let sent: object = {};
  bend({
    accountMonths: ({ month }: { month: string }) =>
      connection(accountMonths(month).map((one) => ({ ...one, isComplete: true, addsUp: true }))),
    closeMonths: (asked: object) => {
      sent = asked;
      return { __typename: 'Problem', code: 'months.closed', message: 'It is closed already.' };
    },
  });
  const { person } = show(<MonthScreen />, MARCH);
  await person.click(await screen.findByRole('button', { name: 'Close month for 3 accounts' }));
  await person.click(
    within(screen.getByRole('dialog')).getByRole('button', { name: 'Close month' }),
  );
  expect(await screen.findByText('It is closed already.')).toBeVisible();
  expect(sent).toEqual({ accountIds: ['a1', 'a2', 'a3'], month: '2026-03-01', reason: '' });
});

test('a closed month tells who closed it, and when something came since; it is reopened with a reason', async () => {
  mayDecide();
  bend(closedSo({ ...CLOSED, reason: null, isChanged: true }));
  const sent: object[] = [];
  bend({
    reopenMonth: (asked: object) => {
      sent.push(asked);
      return { __typename: 'Success', id: null };
    },
  });
  const { person } = show(<MonthScreen />, MARCH);
  const row = await line(/^Operations/);
  expect(row).toHaveTextContent(/Changed since closingAstrid Holm, 04\/02\/2026/);
  await person.click(within(row).getByRole('button', { name: 'Reopen month: Operations DKK' }));
  await person.type(screen.getByRole('textbox', { name: 'Reason' }), 'A fee came');
  await person.click(
    within(screen.getByRole('dialog')).getByRole('button', { name: 'Reopen month' }),
  );
  await waitFor(() =>
    expect(sent).toEqual([{ accountId: 'a1', month: '2026-03-01', reason: 'A fee came' }]),
  );
});

test('who may not decide sees the state alone', async () => {
  permissions.set({ verbs: new Set(['statements.read']) });
  bend(closedSo({ ...CLOSED, reason: 'None will come', isChanged: false }));
  show(<MonthScreen />, MARCH);
  expect(await line(/^Operations/)).toHaveTextContent(/Closed.*None will come/);
  expect(screen.queryByRole('button', { name: /^(Close|Reopen) month/ })).toBeNull();
});

test('a month that is not over is closed by nobody', async () => {
  mayDecide();
  show(<MonthScreen />, '/statements?month=2026-05');
  expect(await screen.findByRole('table', { name: 'Accounts in May 2026' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Close month/ })).toBeNull();
});

const PROPOSED = {
  proposed: '2026-04-02T08:00:00Z', proposedBy: 'Astrid Holm', reason: null, entries: 353,
  unmatched: 0, total: '100.00', closing: '812000.50', isComplete: true, addsUp: true,
  isOwn: false, obstacle: null,
}; // prettier-ignore
/** The made-up months, where two close them and those of these accounts are proposed so. */
const proposedSo = (...proposals: object[]) => ({
  accountMonthRule: () => ({ needsSecond: true, proposed: null }),
  accountMonths: ({ month }: { month: string }) =>
    connection(
      accountMonths(month).map((one, at) => ({
        ...one,
        isComplete: true,
        addsUp: true,
        proposed: proposals[at]
          ? { ...PROPOSED, entries: one['entries'], unmatched: one['unmatched'],
              closing: one['closing'], differences: one['differences'],
              difference: one['difference'], ...proposals[at] }
          : null,
      })),
    ),
}); // prettier-ignore

test('where two close a month it is proposed, and nobody is offered to close it alone', async () => {
  mayDecide();
  const sent: object[] = [];
  bend({
    ...proposedSo(),
    proposeMonths: (asked: object) => {
      sent.push(asked);
      return { __typename: 'Success', id: null };
    },
  });
  const { person } = show(<MonthScreen />, MARCH);
  await person.click(
    await screen.findByRole('button', { name: 'Propose to close month for 3 accounts' }),
  );
  expect(screen.queryByRole('button', { name: /^Close month/ })).toBeNull();
  await person.click(
    within(screen.getByRole('dialog')).getByRole('button', { name: 'Propose to close' }),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual([{ accountIds: ['a1', 'a2', 'a3'], month: '2026-03-01', reason: '' }]);
});

test('a proposal is confirmed as it is seen, and what changed since is told first', async () => {
  mayDecide();
  const sent: object[] = [];
  bend({
    ...proposedSo({}, { entries: 1, total: '90.00', closing: '12.00' }),
    confirmMonths: (asked: object) => {
      sent.push(asked);
      return { __typename: 'Problem', code: 'months.moved', message: 'It has changed.' };
    },
  });
  const { person } = show(<MonthScreen />, `${MARCH}&show=PROPOSED`);
  const row = await line(/^DE89/);
  expect(row).toHaveTextContent(/Awaiting confirmationProposed by Astrid Holm.*Changed since/);
  expect(within(await lines()).getAllByRole('row')).toHaveLength(3);
  // Of two one has changed: none are confirmed at once.
  expect(screen.queryByRole('button', { name: /^Confirm month for/ })).toBeNull();
  await person.click(within(row).getByRole('button', { name: /^Confirm and close: DE89/ }));
  const dialog = screen.getByRole('dialog');
  const changed = within(dialog).getByRole('table', {
    name: /^Changed since it was proposed: DE89/,
  });
  expect(
    within(changed)
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringMatching(/^Entries1\d+$/),
    expect.stringMatching(/^Sum of entries90\.00 EUR100\.00 EUR$/),
    expect.stringMatching(/^Closing balance12\.00 EUR/),
  ]);
  // What somebody else did meanwhile does not take the refusal away.
  bend(proposedSo());
  await person.click(within(dialog).getByRole('button', { name: 'Confirm and close' }));
  expect(await screen.findByText('Nothing matches these filters')).toBeVisible();
  expect(screen.getByText('It has changed.')).toBeVisible();
  expect(sent).toEqual([
    { months: [{ accountId: 'a2', seen: '1' }], month: '2026-03-01', reason: '' },
  ]);
});

test('of one’s own proposal nothing is left but to withdraw it, and another rejects with a reason', async () => {
  mayDecide();
  const sent: object[] = [];
  const done = (asked: object) => {
    sent.push(asked);
    return { __typename: 'Success', id: null };
  };
  const own = { code: 'months.own_proposal', message: 'Yours.' };
  bend({
    ...proposedSo(
      { isOwn: true, obstacle: own },
      {},
      { obstacle: { ...own, code: 'months.not_independent', message: 'You count as one.' } },
    ),
    withdrawMonth: done,
    rejectMonth: done,
  });
  const { person } = show(<MonthScreen />, MARCH);
  const acts = async (name: RegExp) =>
    within(await line(name))
      .queryAllByRole('button')
      .map(({ title }) => title);
  expect(await acts(/^Operations/)).toEqual(['Withdraw']);
  expect(await acts(/^DE89/)).toEqual(['Confirm and close', 'Reject']);
  expect(await acts(/^Payroll/)).toEqual([]);
  expect(await line(/^Payroll/)).toHaveTextContent('You count as one.');
  await person.click(screen.getByRole('button', { name: /^Withdraw: Operations/ }));
  await person.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Withdraw' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await person.click(screen.getByRole('button', { name: /^Reject: DE89/ }));
  await person.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Reject' }));
  await person.type(screen.getByRole('textbox', { name: 'Reason' }), 'A fee is open');
  await person.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Reject' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual([
    { accountId: 'a1', month: '2026-03-01' },
    { accountId: 'a2', month: '2026-03-01', reason: 'A fee is open' },
  ]);
});

test('who closes a month is changed by an account manager, and another one confirms', async () => {
  permissions.set({ verbs: new Set(['statements.closers']) });
  const sent: object[] = [];
  const done = (asked: object) => {
    sent.push(asked);
    return { __typename: 'Success', id: '7' };
  };
  bend({ proposeMonthRule: done, confirmMonthRule: done });
  const { person } = show(<MonthScreen />, MARCH);
  const rule = await screen.findByRole('region', { name: 'Who closes a month' });
  expect(rule).toHaveTextContent('One person closes a month.');
  bend({
    accountMonthRule: () => ({
      needsSecond: false,
      proposed: {
        version: 7, needsSecond: true, proposed: '2026-04-02T08:00:00Z',
        proposedBy: 'Max Lund', isOwn: false, obstacle: null,
      },
    }),
  }); // prettier-ignore
  await person.click(within(rule).getByRole('button', { name: 'Let two people close' }));
  await person.click(
    within(screen.getByRole('dialog')).getByRole('button', { name: 'Let two people close' }),
  );
  expect(await within(rule).findByText(/Max Lund proposes that two people close/)).toBeVisible();
  expect(within(rule).queryByRole('button', { name: /^Let|^Withdraw/ })).toBeNull();
  await person.click(within(rule).getByRole('button', { name: 'Confirm' }));
  await person.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(sent).toEqual([{ needsSecond: true }, { version: 7 }]));
});

test('who cannot change who closes a month is told only where two do', async () => {
  mayDecide();
  show(<MonthScreen />, MARCH);
  await lines();
  expect(screen.queryByRole('region', { name: 'Who closes a month' })).toBeNull();
  bend(proposedSo());
  show(<MonthScreen />, '/statements?month=2026-02');
  const rule = await screen.findByRole('region', { name: 'Who closes a month' });
  expect(rule).toHaveTextContent('Two people close a month');
  expect(within(rule).queryByRole('button')).toBeNull();
});

test('whoever reads the audit trail takes a month’s evidence pack', async () => {
  const asked: unknown[] = [];
  server.use(
    http.post('*/api/export/evidence', async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json({ detail: 'Event 4 was changed' }, { status: 409 });
    }),
  );
  permissions.set({ verbs: new Set(['statements.read', 'audit.read']) });
  const { person } = show(<MonthScreen />, MARCH);
  const operations = await line(/^Operations/);
  expect(within(operations).queryByRole('button', { name: /Close month/ })).toBeNull();
  await person.click(within(operations).getByRole('button', { name: /^Evidence pack: / }));
  await waitFor(() =>
    expect(toasts.get()).toMatchObject([{ severity: 'error', text: 'Event 4 was changed' }]),
  );
  expect(asked).toEqual([{ account: 'a1', month: '2026-03', locale: 'en' }]);
  permissions.set({ verbs: new Set(['statements.read']) });
  await waitFor(() => expect(screen.queryByRole('button', { name: /Evidence/ })).toBeNull());
});
