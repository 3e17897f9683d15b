import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { StatementStripFragment } from '@/generated/graphql';
import { permissions } from '@/kernel/permissions';
import { preferLanguage } from '@/kernel/preferences';
import { show } from '@/testing/render';
import { bend } from '@/testing/server';
import { connection, refusal } from '@/testing/world/answer';
import { documents, statements, transactions } from '@/testing/world/records';
import { StatementStrip } from './components/StatementStrip';
import { TransactionListScreen } from './TransactionListScreen';

const base = statements[0] as unknown as StatementStripFragment;
const doc = (id: string, name: string) => ({ ...documents.statement, id, name });
const made = (id: string, changes: Partial<StatementStripFragment>): StatementStripFragment => ({
  ...base,
  id,
  versions: [],
  ...changes,
});
const family = (...versions: StatementStripFragment[]) =>
  versions.map((version) => ({ ...version, versions }));

const removed = {
  bookingDate: '2026-11-02',
  valueDate: '2026-11-02',
  amount: '250.50',
  currency: base.currency,
  counterparty: 'Skagen Energi',
  text: 'Invoice 7',
};
const entry = (id: string, changes: object) => ({
  ...transactions[0],
  id,
  bookingDate: '2026-11-02',
  direction: 'CREDIT',
  details: () => connection([]),
  ...changes,
});
const current = [
  entry('t1', {
    amount: { amount: '300.50', currency: base.currency },
    counterparty: { name: 'Skagen Energi' },
    remittance: 'Invoice 7',
    witnesses: [],
  }),
  entry('t2', {
    amount: { amount: '10.00', currency: base.currency },
    counterparty: { name: 'Hafen Logistik' },
    remittance: 'Freight',
    witnesses: [{ statement: { id: 'v1' } }],
  }),
  entry('t3', {
    direction: 'DEBIT',
    amount: { amount: '5.00', currency: base.currency },
    counterparty: { name: 'Told og Afgift' },
    remittance: 'Duty',
    witnesses: [],
  }),
];
const versions = () =>
  family(
    made('v1', {
      status: 'REPLACED',
      reason: 'CREATED_LATER',
      closing: '1150.25',
      document: doc('d8', 'first.xml'),
    }),
    made('v2', { closing: '1200.25', document: doc('d9', 'corrected.xml') }),
  );
const bendChanges = () =>
  bend({
    statement: () => ({ ...base, id: 'v1', removedEntries: [removed] }),
    transactions: () => connection(current),
  });

test('a usual statement has no version and no status, but its period’s source and its place in the chain', () => {
  show(<StatementStrip statement={base} />);
  const strip = screen.getByRole('article');
  expect(strip).toHaveTextContent('as stated');
  expect(strip).toHaveTextContent('Follows previous');
  expect(strip).not.toHaveTextContent(/Version|Current/);
  expect(within(strip).queryByRole('button')).toBeNull();
});

test.each([
  ['GAP', 'Gap before it', 'The previous statement closed at 1,204,000.00.'],
  [
    'OVERLAPS',
    'Overlaps another',
    'It begins within the days of another statement. That one closed at 1,204,000.00.',
  ],
  ['FIRST', 'First statement', ''],
] as const)('in the chain, %s is told as “%s”', (link, word, why) => {
  show(<StatementStrip statement={made('v9', { link, previousClosing: '1204000.00' })} />);
  expect(screen.getByText(word)).toBeInTheDocument();
  if (why) expect(screen.getByText(why)).toBeInTheDocument();
});

test.each([
  ['BALANCES', 'derived from balances'],
  ['ENTRIES', 'derived from entries'],
  ['CREATED', 'derived from creation time'],
] as const)('a period taken from %s says so', (periodSource, words) => {
  show(<StatementStrip statement={made('v9', { periodSource })} />);
  expect(screen.getByRole('article')).toHaveTextContent(words);
});

test('the second version leads to the first, and says what it changed entry by entry', async () => {
  bendChanges();
  const [, second] = versions();
  const { person } = show(<StatementStrip statement={second as StatementStripFragment} />);
  expect(screen.getByText('Version 2 of 2')).toBeInTheDocument();
  expect(screen.getByText('Current')).toBeInTheDocument();
  const others = screen.getByRole('list', { name: '1 other version' });
  expect(within(others).getByRole('link', { name: 'first.xml' })).toHaveAttribute(
    'href',
    '/journals/c1?tab=statement',
  );
  await person.click(screen.getByRole('button', { name: 'What changed' }));
  const table = await screen.findByRole('table', {
    name: 'What changed from version 1 to version 2',
  });
  const rows = within(table).getAllByRole('row').slice(1);
  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent?.replaceAll(/\s+/g, ' ')),
    ),
  ).toEqual([
    [
      'Changed',
      expect.stringMatching(/^Skagen Energi.*Invoice 7$/),
      `+250.50 ${base.currency}`,
      `+300.50 ${base.currency}`,
    ],
    ['Added', expect.stringMatching(/^Told og Afgift/), '–None', `−5.00 ${base.currency}`],
    ['Changed', 'Closing balance', '1,150.25', '1,200.25'],
  ]);
  expect(screen.getByText('1 changed, 1 added, 0 removed')).toBeInTheDocument();
});

test('a replaced version says why, and leads nowhere as if its entries still counted', () => {
  const [first] = versions();
  show(<StatementStrip statement={first as StatementStripFragment} />);
  expect(screen.getByText('Version 1 of 2')).toBeInTheDocument();
  expect(screen.getByText('Replaced')).toBeInTheDocument();
  expect(screen.getByText('The bank created the other version later.')).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Show its entries' })).toBeNull();
});

test('a failure to read what changed is told and can be tried again', async () => {
  let isDown = true;
  bend({
    transactions: () => {
      if (isDown) throw refusal('INTERNAL', 'no');
      return connection(current);
    },
    statement: () => ({ ...base, id: 'v1', removedEntries: [removed] }),
  });
  const { person } = show(<StatementStrip statement={versions()[1] as StatementStripFragment} />);
  await person.click(screen.getByRole('button', { name: 'What changed' }));
  await screen.findByText('Something failed on our side');
  isDown = false;
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('table', { name: /^What changed/ })).toBeInTheDocument();
});

test.each([
  ['REPEATED', 'SAME_BYTES', 'Repeated'],
  ['SAME', 'SAME_IN_OTHER_FORMAT', 'Same content'],
] as const)('%s is a tag, not a version', (status, reason, word) => {
  const [, repeated] = family(made('v1', {}), made('v2', { status, reason }));
  show(<StatementStrip statement={repeated as StatementStripFragment} />);
  expect(screen.getByText(word)).toBeInTheDocument();
  expect(screen.queryByText(/^Version/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'What changed' })).toBeNull();
});

const dispute = () =>
  family(
    made('v1', { closing: '1150.25', incoming: '250.50', document: doc('d8', 'first.xml') }),
    made('v2', {
      status: 'DISPUTED',
      reason: 'NOBODY_CAN_TELL',
      closing: '1160.25',
      incoming: '260.50',
      document: doc('d9', 'other.xml'),
    }),
  )[1] as StatementStripFragment;

test('two that contradict each other stand side by side with what is apart, and one is chosen with a reason', async () => {
  permissions.set({ verbs: new Set(['statements.read', 'statements.decide', 'uploads.read']) });
  const sent: object[] = [];
  bend({
    decideStatements: (args: object) => {
      sent.push(args);
      return { __typename: 'Success', id: '9' };
    },
  });
  const { person } = show(<StatementStrip statement={dispute()} />);
  const table = await screen.findByRole('table', { name: 'Which statement is right?' });
  // Several wait on one page.
  expect(
    screen.getByRole('region', { name: 'Which statement is right? other.xml' }),
  ).toContainElement(table);
  const closing = within(table).getByRole('row', { name: /^Closing ?\( ?differs ?\)/ });
  expect(
    within(closing)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['1,150.25', '1,160.25', '+10.00']);
  expect(within(table).getByRole('rowheader', { name: 'Opening' })).toBeInTheDocument();
  await person.click(screen.getByRole('button', { name: 'Use this one: other.xml' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Use this statement?' }));
  await person.click(dialog.getByRole('button', { name: 'Use this one' }));
  expect(dialog.getByText('Enter a reason', { selector: 'p' })).toBeInTheDocument();
  await person.type(dialog.getByRole('textbox', { name: 'Reason' }), ' The bank says so. ');
  await person.click(dialog.getByRole('button', { name: 'Use this one' }));
  await waitFor(() =>
    expect(sent).toEqual([
      { leftId: 'v1', rightId: 'v2', verdict: 'RIGHT', reason: 'The bank says so.' },
    ]),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('whoever may not decide sees both, and is told who does', async () => {
  permissions.set({ verbs: new Set(['statements.read']) });
  show(<StatementStrip statement={dispute()} />);
  expect(await screen.findByText('Requires the upload role.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Keep both' })).toBeNull();
});

test('in Danish it is all Danish', async () => {
  preferLanguage('da');
  bendChanges();
  const { person } = show(<StatementStrip statement={versions()[1] as StatementStripFragment} />);
  expect(screen.getByText('Version 2 af 2')).toBeInTheDocument();
  expect(screen.getByText('Gældende')).toBeInTheDocument();
  await person.click(screen.getByRole('button', { name: 'Hvad er ændret' }));
  expect(await screen.findByText('1 ændret, 1 tilføjet, 0 fjernet')).toBeInTheDocument();
});

test('replaced entries are listed by themselves, marked, and opened without what only bookings have', async () => {
  const asked: unknown[] = [];
  const gone = entry('replaced-7', {
    replaced: true,
    amount: { amount: '250.50', currency: base.currency },
    counterparty: { name: 'Skagen Energi', account: null, agent: null },
    remittance: 'Invoice 7',
    batch: false,
    witnesses: [],
    marks: [],
    posting: null,
    parentId: null,
    charges: [],
    instructed: null,
    exchange: null,
    additionalInformation: null,
  });
  bend({
    transactions: ({ filter }) => {
      asked.push(filter);
      return connection([gone]);
    },
    transaction: () => gone,
    possibleDuplicates: ({ filter }) => {
      // The server knows no booking of that name.
      if (filter?.['transactionId']) throw new Error('no id');
      return connection([]);
    },
  });
  const { person } = show(<TransactionListScreen />, '/?replaced=yes');
  const table = within(await screen.findByRole('table', { name: 'Statement transactions' }));
  expect(asked[0]).toMatchObject({ replaced: true });
  expect(await table.findByText('Replaced')).toBeInTheDocument();
  await person.click(table.getAllByRole('link')[0] as HTMLElement);
  const drawer = within(await screen.findByRole('dialog', { name: 'Transaction' }));
  expect(await drawer.findByText(/no longer counts/)).toBeInTheDocument();
  expect(drawer.queryByText('Not reconciled')).toBeNull();
});
