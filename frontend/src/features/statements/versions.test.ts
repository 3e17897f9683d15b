import { expect, test } from 'vitest';
import type { StatementVersionFragment } from '@/generated/graphql';
import { bankMoment, changesBetween, comparisonOf, placeOf, type ComparedEntry } from './versions';

const entry = (changes: Partial<ComparedEntry>): ComparedEntry => ({
  bookingDate: '2026-11-02',
  valueDate: '2026-11-02',
  amount: '100.00',
  currency: 'DKK',
  counterparty: 'Skagen Energi',
  text: 'Invoice 7',
  ...changes,
});
const version = (id: string, status: StatementVersionFragment['status']) =>
  ({ id, status }) as StatementVersionFragment;

test('an entry whose amount was corrected is one that changed, from the old amount to the new', () => {
  const [was, now] = [entry({ amount: '250.50' }), entry({ amount: '300.50' })];
  expect(changesBetween([was], [now])).toEqual([{ was, now }]);
});

test('an entry that both list alike is no change, and each is paired once', () => {
  expect(changesBetween([entry({})], [entry({ text: 'INVOICE 7', amount: '100' })])).toEqual([]);
  expect(changesBetween([entry({})], [entry({}), entry({})])).toEqual([
    { was: null, now: entry({}) },
  ]);
});

test('of several entries of one counterparty, the one with the same text is the one that changed', () => {
  const was = entry({ amount: '10.00', text: 'Invoice 8' });
  const other = entry({ amount: '20.00', text: 'Invoice 9' });
  const now = entry({ amount: '11.00', text: 'invoice  8' });
  expect(changesBetween([was], [other, now])).toEqual([
    { was, now },
    { was: null, now: other },
  ]);
});

test('an entry of the same amount and day under another name changed, too', () => {
  const was = entry({ counterparty: 'Skagen', text: null });
  const now = entry({ amount: '100', text: 'Invoice 7' });
  expect(changesBetween([was], [now])).toEqual([{ was, now }]);
});

test('what came in is not what went out, and entries that share nothing were removed and added', () => {
  const was = entry({ amount: '100.00' });
  const now = entry({ amount: '-40.00' });
  expect(changesBetween([was], [now])).toHaveLength(2);
  const stranger = entry({ counterparty: 'Hafen Logistik', text: 'Freight', amount: '7.00' });
  expect(changesBetween([was], [stranger])).toEqual([
    { was, now: null },
    { was: null, now: stranger },
  ]);
});

test('changes stand in the order of their days', () => {
  const [late, early] = [
    entry({ bookingDate: '2026-11-09', text: 'A', counterparty: null }),
    entry({
      bookingDate: null,
      valueDate: '2026-11-01',
      text: 'B',
      counterparty: null,
      amount: '1.00',
    }),
  ];
  expect(changesBetween([], [late, early]).map(({ now }) => now)).toEqual([early, late]);
});

test('versions are counted among those that say something of their own', () => {
  const versions = [version('1', 'REPLACED'), version('2', 'REPEATED'), version('3', 'CURRENT')];
  expect(placeOf({ id: '3', versions })).toEqual({ number: 2, of: 2 });
  expect(placeOf({ id: '2', versions })).toBeNull();
  expect(
    placeOf({ id: '3', versions: [version('2', 'SAME'), version('3', 'CURRENT')] }),
  ).toBeNull();
});

test('a replaced version is compared with the one that counts, and that one with the last it replaced', () => {
  const versions = [version('1', 'REPLACED'), version('2', 'REPLACED'), version('3', 'CURRENT')];
  const compared = (id: string) => {
    const found = comparisonOf({
      id,
      status: versions.find((each) => each.id === id)?.status ?? 'CURRENT',
      versions,
    });
    return found && [found.old.id, found.current.id];
  };
  expect(compared('1')).toEqual(['1', '3']);
  expect(compared('3')).toEqual(['2', '3']);
  expect(
    comparisonOf({ id: '3', status: 'CURRENT', versions: [version('3', 'CURRENT')] }),
  ).toBeNull();
});

test('a moment is told as the bank writes it, in the reader’s order of days', () => {
  expect(bankMoment('2026-11-02T20:00:00+01:00', 'dd-mm-yy')).toBe('02-11-2026 20:00');
  expect(bankMoment('2026-11-02', 'yy-mm-dd')).toBe('2026-11-02');
  expect(bankMoment('02.11.26 kl. 8', 'yy-mm-dd')).toBe('02.11.26 kl. 8');
  expect(bankMoment(null, 'yy-mm-dd')).toBeNull();
});
