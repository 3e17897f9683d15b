import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import type { TransactionRowFragment } from '@/generated/graphql';
import { wordsOf } from '@/kernel/i18n';
import { duplicatesPath } from '@/kernel/paths';
import { fitting, silentIn, AS_DECLARED } from '@/ui/list/columnChoice';
import { bankCodes } from './bankCodes';
import { transactionColumns } from './columns';
import { labels } from './labels';

const columns = transactionColumns(wordsOf(labels, 'en'), wordsOf(bankCodes, 'en'), () => '/');
const shownIn = (rem: number, rows: readonly TransactionRowFragment[] = []) =>
  fitting(columns, AS_DECLARED, rem, silentIn(columns, rows)).map(({ key }) => key);

/** What a list has at these widths of the window, beside the menu and the column of arrows. */
const ROOM = { at992: 47.6, at1280: 67.6, at1440: 79.6, at1440Larger: 73, at1920: 113.6 };

test('an accountant sees account, who, what for, posting, state, amount and balance at 1440', () => {
  expect(shownIn(ROOM.at1440)).toEqual([
    'booking',
    'account',
    'counterparty',
    'text',
    'state',
    'posting',
    'amount',
    'balance',
  ]);
});

test('narrower or in larger letters, the balance leaves, then the posting; the state stays, and wider, ids and value date join', () => {
  expect(shownIn(ROOM.at1440Larger)).toEqual([
    'booking',
    'account',
    'counterparty',
    'text',
    'state',
    'posting',
    'amount',
  ]);
  expect(shownIn(ROOM.at1280)).toEqual([
    'booking',
    'account',
    'counterparty',
    'text',
    'state',
    'posting',
    'amount',
  ]);
  expect(shownIn(ROOM.at1920)).toEqual(
    expect.arrayContaining(['value', 'counterpartyAccount', 'endToEnd']),
  );
});

test('on the narrowest screen with a table, who, what for, state and amount are left', () => {
  expect(shownIn(ROOM.at992)).toEqual(['booking', 'counterparty', 'text', 'state', 'amount']);
});

test('a posting that no row has makes room for the balance', () => {
  const bare = {
    ...row({ posting: null, marks: [] }),
    runningBalance: '12.00',
    counterparty: { name: null, account: null, agent: null },
  } as TransactionRowFragment;
  expect(shownIn(ROOM.at1280, [bare])).toEqual([
    'booking',
    'account',
    'counterparty',
    'text',
    'state',
    'amount',
    'balance',
  ]);
});

const row = (said: Pick<TransactionRowFragment, 'posting' | 'marks'>) =>
  said as TransactionRowFragment;
const show = (said: Pick<TransactionRowFragment, 'posting' | 'marks'>) =>
  render(<>{columns.find(({ key }) => key === 'posting')?.cell(row(said))}</>);

test('proposed posting and labels stand in one cell, each whole in its title with the rule behind it', () => {
  show({
    posting: { account: '6640', text: 'Bank charges', rule: 'Charges', version: 2 },
    marks: [{ labelId: '1', label: 'To look at', rule: 'Doubtful', version: 3 }],
  });
  expect(screen.getByText('6640 · Bank charges')).toHaveAttribute(
    'title',
    '6640 · Bank charges\nBy the rule Charges, version 2',
  );
  expect(screen.getByText('To look at')).toHaveAttribute(
    'title',
    'To look at, by the rule Doubtful, version 3',
  );
});

test('a row that may be the same as another says so, and leads to where that is decided', () => {
  const doubted = { id: '7', remittance: 'Invoice 1', possibleDuplicate: true };
  const cell = columns.find(({ key }) => key === 'text')?.cell(doubted as TransactionRowFragment);
  render(<MemoryRouter>{cell}</MemoryRouter>);
  expect(screen.getByRole('link', { name: 'Possible duplicate' })).toHaveAttribute(
    'href',
    duplicatesPath({ of: '7' }),
  );
  expect(screen.getByText('Invoice 1')).toBeInTheDocument();
});

test('a row that no rule speaks of says so', () => {
  show({ posting: null, marks: [] });
  expect(screen.getByText('None')).toBeInTheDocument();
});
