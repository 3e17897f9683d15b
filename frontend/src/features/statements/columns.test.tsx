import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { TransactionRowFragment } from '@/generated/graphql';
import { wordsOf } from '@/kernel/i18n';
import { fitting, AS_DECLARED } from '@/ui/list/columnChoice';
import { bankCodes } from './bankCodes';
import { transactionColumns } from './columns';
import { labels } from './labels';

const columns = transactionColumns(wordsOf(labels, 'en'), wordsOf(bankCodes, 'en'), () => '/');
const shownIn = (rem: number) => fitting(columns, AS_DECLARED, rem).map(({ key }) => key);

/** What a list has at these widths of the window, beside the menu and the column of arrows. */
const ROOM = { at1280: 67.6, at1440: 79.6, at1920: 113.6 };

test('an accountant sees account, who, what for, posting, state, amount and balance at 1440', () => {
  expect(shownIn(ROOM.at1440)).toEqual(['booking', 'account', 'counterparty', 'text', 'state', 'posting', 'amount', 'balance']);
});

test('narrower, the posting outlasts state and balance; wider, ids and value date join', () => {
  expect(shownIn(ROOM.at1280)).toEqual(['booking', 'account', 'counterparty', 'text', 'posting', 'amount']);
  expect(shownIn(ROOM.at1920)).toEqual(expect.arrayContaining(['value', 'counterpartyAccount', 'endToEnd']));
});

const row = (said: Pick<TransactionRowFragment, 'posting' | 'labels'>) => said as TransactionRowFragment;
const show = (said: Pick<TransactionRowFragment, 'posting' | 'labels'>) => render(<>{columns.find(({ key }) => key === 'posting')?.cell(row(said))}</>);

test('proposed posting and labels stand in one cell, and whole in its title', () => {
  show({ posting: { account: '6640', text: 'Bank charges', rule: 'Charges', version: 2 }, labels: [{ id: '1', name: 'To look at' }] });
  expect(screen.getByText('6640 · Bank charges').parentElement).toHaveAttribute('title', '6640 · Bank charges\nTo look at\nBy the rule Charges, version 2');
  expect(screen.getByText('To look at')).toBeVisible();
});

test('a row that no rule speaks of says so', () => {
  show({ posting: null, labels: [] });
  expect(screen.getByText('None')).toBeInTheDocument();
});
