import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { permissions } from '@/kernel/permissions';
import { preferLanguage } from '@/kernel/preferences';
import { show } from '@/testing/render';
import { bend } from '@/testing/server';
import { connection, refusal } from '@/testing/world/answer';
import { statements, transactions } from '@/testing/world/records';
import { toasts } from '@/ui';
import { TransactionListScreen } from './TransactionListScreen';

const QUEUE = '/journals/statements?view=duplicates';
const one: Record<string, unknown> = {
  ...transactions[0],
  id: 'e1',
  endToEndId: 'E2E-1',
  details: () => connection([]),
};
const other = {
  ...one,
  id: 'e2',
  endToEndId: 'E2E-2',
  remittance: 'Membership',
  statement: { id: 's9', sequence: null, bankId: 'N-2' },
};
const pair = (more: object = {}) => ({
  id: 'p1',
  reason: 'CONTRADICTING',
  left: one,
  right: other,
  ...more,
});
const decider = () =>
  permissions.set({ verbs: new Set(['statements.read', 'statements.decide', 'uploads.read']) });
const decision = (more: object = {}) => ({
  id: 'l1',
  subject: 'ENTRY',
  about: '2026-11-19 100.00 DKK Alma · 2026-11-19 100.00 DKK Alma',
  verdict: 'DIFFERENT',
  reason: 'Two members',
  decidedAt: '2026-11-20T08:00:00Z',
  decidedBy: 'Oskar Operator',
  undoneAt: null,
  undoneBy: null,
  ...more,
});
const open = (address = QUEUE) => show(<TransactionListScreen />, address);
const card = () => screen.findByRole('article', { name: /^Possible duplicate: / });

test('the list leads to what waits for a decision, with its number', async () => {
  bend({ possibleDuplicates: () => connection([pair()]) });
  const { person, addressNow } = show(<TransactionListScreen />);
  await person.click(await screen.findByRole('link', { name: 'Possible duplicates (1)' }));
  expect(addressNow()).toBe(QUEUE);
  expect(screen.queryByRole('link', { name: /^Disputed/ })).toBeNull();
});

test('both entries stand side by side, what differs is marked, and the reason names it', async () => {
  bend({ possibleDuplicates: () => connection([pair()]) });
  open();
  const shown = await card();
  expect(shown).toHaveTextContent(
    'Same account, amount and day, but not the same: text and end-to-end id.',
  );
  const headers = within(shown)
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent);
  expect(headers).toEqual(
    expect.arrayContaining([
      'Booking date',
      'Counterparty',
      'Text (differs)',
      'End-to-end id (differs)',
      'Source',
    ]),
  );
  expect(within(shown).getByRole('row', { name: /^Text/ })).toHaveTextContent('Membership');
  expect(within(shown).getByRole('link', { name: 'Open Entry 2' })).toHaveAttribute(
    'href',
    '/journals/statements?transaction=e2',
  );
});

test('a decision needs a reason, is sent with it, and the pair leaves', async () => {
  decider();
  const sent: object[] = [];
  let isDecided = false;
  bend({
    possibleDuplicates: () => connection(isDecided ? [] : [pair()]),
    decideEntries: (args: object) => {
      sent.push(args);
      return { __typename: 'Success', id: '7' };
    },
    job: () => {
      isDecided = true;
      return { id: '7', state: 'SUCCEEDED', said: null };
    },
  });
  const { person } = open();
  await person.click(within(await card()).getByRole('button', { name: 'Different payments' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Are these different payments?' }));
  await person.click(dialog.getByRole('button', { name: 'Different payments' }));
  expect(sent).toEqual([]);
  expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeInvalid();
  await person.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Two members');
  await person.click(dialog.getByRole('button', { name: 'Different payments' }));
  expect(await screen.findByText('No possible duplicates')).toBeInTheDocument();
  expect(screen.getByRole('group', { name: 'Possible duplicates' })).toHaveFocus();
  expect(sent).toEqual([{ leftId: 'e1', rightId: 'e2', same: false, reason: 'Two members' }]);
  await waitFor(() =>
    expect(toasts.get()).toEqual([
      expect.objectContaining({
        severity: 'success',
        text: 'Decided. The entries follow the decision.',
      }),
    ]),
  );
});

test('a decision that the ledger could not follow yet brings the pair back and says so', async () => {
  decider();
  bend({
    possibleDuplicates: () => connection([pair()]),
    job: () => ({ id: '7', state: 'FAILED', said: null }),
  });
  const { person } = open();
  await person.click(within(await card()).getByRole('button', { name: 'Same payment' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Are these the same payment?' }));
  await person.type(dialog.getByRole('textbox', { name: 'Reason' }), 'One transfer');
  await person.click(dialog.getByRole('button', { name: 'Same payment' }));
  await waitFor(() => expect(toasts.get().map(({ severity }) => severity)).toEqual(['error']));
  expect(await card()).toBeInTheDocument();
});

test('a batch and its payments are told by their amounts, and one decision is for all', async () => {
  decider();
  const batch = { ...one, amount: { amount: '300.00', currency: 'DKK' } };
  const first = { ...other, amount: { amount: '120.00', currency: 'DKK' } };
  bend({
    possibleDuplicates: () => connection([pair({ reason: 'BATCH', left: batch, right: first })]),
  });
  open();
  const shown = await card();
  expect(shown).toHaveTextContent('One is a batch.');
  const amounts = within(shown).getByRole('row', { name: /^Amount/ });
  expect(amounts).toHaveTextContent(/differs.*300\.00.*120\.00/);
});

test('a refusal stays in the dialog, in the reader’s language', async () => {
  preferLanguage('da');
  decider();
  bend({
    possibleDuplicates: () => connection([pair()]),
    decideEntries: () => ({
      __typename: 'Problem',
      code: 'ledger.both_booked',
      message: 'Balances hold both of them.',
      path: null,
    }),
  });
  const { person } = open();
  const shown = await screen.findByRole('article', { name: /^Mulig dublet: / });
  await person.click(within(shown).getByRole('button', { name: 'Samme betaling' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Er det samme betaling?' }));
  await person.type(dialog.getByRole('textbox', { name: 'Begrundelse' }), 'Samme');
  await person.click(dialog.getByRole('button', { name: 'Samme betaling' }));
  expect(
    await dialog.findByText('Begge indgår i saldi på kontoudtog, så det er to posteringer.'),
  ).toBeInTheDocument();
  expect(dialog.getByRole('textbox', { name: 'Begrundelse' })).toHaveValue('Samme');
});

test('whoever may only read sees the pair and is told who decides', async () => {
  permissions.set({ verbs: new Set(['statements.read']) });
  bend({ possibleDuplicates: () => connection([pair({ reason: 'EQUAL_WITHOUT_REFERENCE' })]) });
  open();
  const shown = await card();
  expect(shown).toHaveTextContent('no reference tells them apart');
  expect(shown).toHaveTextContent('Requires the upload role.');
  expect(within(shown).queryByRole('button', { name: 'Same payment' })).toBeNull();
});

test('empty, narrowed to nothing, failed and not allowed are four things', async () => {
  const { person, addressNow } = open(`${QUEUE}&account=a1`);
  await person.click(await screen.findByRole('button', { name: /^Clear/ }));
  expect(addressNow()).toBe(QUEUE);
  expect(await screen.findByText('No possible duplicates')).toBeInTheDocument();
});

test('a failure is told and can be tried again', async () => {
  bend({
    possibleDuplicates: () => {
      throw refusal('INTERNAL', 'no');
    },
  });
  open();
  expect(await screen.findByText('Something failed on our side')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
});

test('no permission is told as such', async () => {
  bend({
    possibleDuplicates: () => {
      throw refusal('FORBIDDEN', 'no');
    },
  });
  open();
  expect(await screen.findByText('No access')).toBeInTheDocument();
});

test('statements that contradict each other have a place of their own in the queue', async () => {
  const kept = { ...statements[0], id: 'v1' };
  const row = { ...statements[0], id: 'v2', status: 'DISPUTED', reason: 'NOBODY_CAN_TELL' };
  bend({
    statements: ({ filter }: { filter?: { status?: string } }) =>
      connection(filter?.status === 'DISPUTED' ? [{ ...row, versions: [kept, row] }] : []),
  });
  const { person } = open();
  await person.click(await screen.findByRole('tab', { name: /^Disputed statements/ }));
  expect(
    await screen.findByRole('table', { name: 'Which statement is right?' }),
  ).toBeInTheDocument();
});

test('what was decided says who, when and why, and is undone', async () => {
  decider();
  let isUndone = false;
  const asked: object[] = [];
  bend({
    ledgerDecisions: () =>
      connection([
        decision(isUndone ? { undoneAt: '2026-11-21T08:00:00Z', undoneBy: 'Agnes Admin' } : {}),
        decision({
          id: 'l2',
          subject: 'STATEMENT',
          verdict: 'BOTH',
          undoneAt: '2026-11-21T08:00:00Z',
          undoneBy: 'Agnes Admin',
        }),
      ]),
    undoLedgerDecision: (args: object) => {
      asked.push(args);
      isUndone = true;
      return { __typename: 'Success', id: '8' };
    },
  });
  const { person } = open(`${QUEUE}&part=decisions`);
  const table = await screen.findByRole('table', { name: 'Decisions' });
  const [, first, second] = within(table).getAllByRole('row') as [
    HTMLElement,
    HTMLElement,
    HTMLElement,
  ];
  expect(first).toHaveTextContent(
    /Different payments.*100\.00 DKK Alma.*Two members.*Oskar Operator/,
  );
  expect(second).toHaveTextContent(/Both statements kept.*Undone by Agnes Admin/);
  expect(within(second).queryByRole('button')).toBeNull();
  await person.click(within(first).getByRole('button', { name: /^Undo: Different payments/ }));
  await waitFor(() => expect(within(table).getAllByText(/^Undone by Agnes Admin/)).toHaveLength(2));
  expect(asked).toEqual([{ id: 'l1' }]);
});

test('where nothing was decided, it says what will be here', async () => {
  open(`${QUEUE}&part=decisions`);
  expect(await screen.findByText('No decisions yet')).toBeInTheDocument();
});

const witness = {
  statement: { id: 's7', sequence: '14', bankId: null },
  kind: 'NOTIFICATION',
  state: 'INFORMATION',
  bookingDate: one.bookingDate,
  valueDate: one.valueDate,
  text: 'Advice of credit',
  reportedAt: '2026-11-19T11:00:00',
};

test('an entry lists every report that tells of it, with its words where they differ', async () => {
  const itself = { ...witness, statement: one['statement'] };
  bend({
    transaction: () => ({ ...one, witnesses: [itself, witness] }),
    possibleDuplicates: () => connection([pair()]),
  });
  open('/journals/statements?transaction=e1');
  const drawer = within(await screen.findByRole('dialog', { name: 'Transaction' }));
  const sources = await drawer.findByRole('region', { name: 'Sources' });
  const [own, told, ...others] = within(sources).getAllByRole('listitem');
  expect(others).toEqual([]);
  await waitFor(() => expect(own).toHaveTextContent(/^Statement.*shown here/));
  expect(told).toHaveTextContent(
    /^Notification#14Information.*Reported.*11:00.*Text: Advice of credit/,
  );
  expect(within(told as HTMLElement).getByRole('link', { name: '#14' })).toHaveAttribute(
    'href',
    '/journals/statements?statement=s7',
  );
  expect(within(sources).queryByText(/^Provisional/)).toBeNull();
  expect(drawer.getByRole('link', { name: 'Compare' })).toHaveAttribute(
    'href',
    '/journals/statements?view=duplicates&of=e1',
  );
});

test('a report whose entries stand on another one says so, and is shown', async () => {
  bend({
    transactions: () => connection([]),
    statement: () => ({ ...statements[0], kind: 'NOTIFICATION' }),
  });
  open('/journals/statements?statement=s7');
  expect(await screen.findByText(/listed on the statement that counts\.$/)).toBeInTheDocument();
  expect(await screen.findByRole('article', { name: /^Statement/ })).toHaveTextContent(
    'Notification',
  );
});

test('an entry that no statement books yet says that it is provisional', async () => {
  bend({ transaction: () => one, statement: () => ({ ...statements[0], kind: 'NOTIFICATION' }) });
  open('/journals/statements?transaction=e1');
  expect(await screen.findByText('Provisional – not yet on a statement')).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Compare' })).toBeNull();
});
