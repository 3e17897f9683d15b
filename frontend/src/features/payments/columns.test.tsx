import { expect, test } from 'vitest';
import type { PaymentRowFragment } from '@/generated/graphql';
import { wordsOf } from '@/kernel/i18n';
import { AS_DECLARED, carded, fitting, silentIn } from '@/ui/list/columnChoice';
import { paymentColumns } from './columns';
import { labels } from './labels';

const columns = paymentColumns(wordsOf(labels, 'en'));

/** What the list of a journal has at these widths of the window, beside the menu and the column of boxes. */
const ROOM = { at992: 45.5, at1440: 77.6, at1920: 111.6 };

const plain = {
  debtorAccount: 'DK1',
  flags: [],
  marks: [],
  remittance: 'Invoice 1',
  reference: null,
  endToEndId: 'E1',
} as unknown as PaymentRowFragment;
const flagged = { ...plain, flags: [{ code: 'NEW' }] } as unknown as PaymentRowFragment;
const marked = { ...plain, marks: [{ labelId: '1' }] } as unknown as PaymentRowFragment;
const keys = (shown: readonly { key: string }[]) => shown.map(({ key }) => key);
const shownIn = (room: number, rows: readonly PaymentRowFragment[]) =>
  keys(fitting(columns, AS_DECLARED, room, silentIn(columns, rows)));

test('a reviewer sees payee, what to know, labels, state and amount at 1440', () => {
  expect(shownIn(ROOM.at1440, [flagged, marked])).toEqual([
    'position',
    'creditor',
    'flags',
    'labels',
    'reference',
    'state',
    'amount',
  ]);
  expect(shownIn(ROOM.at1440, [marked])).toEqual([
    'position',
    'creditor',
    'labels',
    'reference',
    'execution',
    'state',
    'amount',
  ]);
  expect(shownIn(ROOM.at1440, [plain])).toEqual([
    'position',
    'creditor',
    'debtor',
    'reference',
    'execution',
    'state',
    'amount',
  ]);
});

test('a narrow table keeps whichever of flags and labels says something; a wide one has all', () => {
  expect(shownIn(ROOM.at992, [flagged])).toEqual(['creditor', 'flags', 'state', 'amount']);
  expect(shownIn(ROOM.at992, [marked])).toEqual(['creditor', 'labels', 'state', 'amount']);
  expect(shownIn(ROOM.at1920, [flagged, marked])).toEqual([
    'position',
    'creditor',
    'debtor',
    'flags',
    'labels',
    'reference',
    'endToEnd',
    'execution',
    'state',
    'amount',
  ]);
});

test('a card tells of flags and labels where there are any', () => {
  expect(keys(carded(columns, AS_DECLARED, silentIn(columns, [flagged])))).toEqual([
    'creditor',
    'flags',
    'state',
    'amount',
  ]);
});
