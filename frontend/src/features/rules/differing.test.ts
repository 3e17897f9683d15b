import { expect, test } from 'vitest';
import { preferences } from '@/kernel/preferences';
import { differences } from './differing';

const condition = (value: string) => ({
  field: 'TEXT' as const,
  operator: 'CONTAINS' as const,
  values: [value],
  currency: null,
  negated: false,
});
const hold = {
  kind: 'HOLD' as const,
  account: null,
  text: null,
  labelId: null,
  approvals: null,
  role: null,
};
const said = (more: object = {}) => ({
  __typename: 'RuleVersion' as const,
  id: '1',
  number: 1,
  name: 'Fees',
  match: 'ANY' as const,
  note: null,
  restoredFrom: null,
  created: '',
  createdBy: '',
  began: null,
  confirmedBy: null,
  needsSecondPerson: false,
  blocks: [{ match: 'ALL' as const, conditions: [condition('fee')] }],
  actions: [hold],
  ...more,
});
const names = { references: {}, labels: {} };
const between = (before: object, after: object, language: 'en' | 'da' = 'en') =>
  differences(said(before), said(after), names, { ...preferences.get(), language }).map(
    ({ part, was, now }) => [part, was, now],
  );

test('two versions differ part by part, each called as the form calls it', () => {
  const later = {
    note: 'Asked by Bo',
    match: 'ALL',
    blocks: [
      { match: 'ANY', conditions: [condition('fee'), condition('charge')] },
      { match: 'ALL', conditions: [condition('bank')] },
    ],
    actions: [],
  };
  expect(between({}, later)).toEqual([
    ['Note (why)', '', 'Asked by Bo'],
    ['Between groups', '', 'all groups match'],
    ['Group 1 · Within this group', '', 'one condition holds'],
    ['Group 1 · Condition 2', '', 'the text contains “charge”'],
    ['Group 2 · Condition 1', '', 'the text contains “bank”'],
    ['Actions · 1', 'hold the payment back', ''],
  ]);
  expect(between({ name: 'Gebyrer' }, { name: 'Renter' }, 'da')).toEqual([
    ['Navn', 'Gebyrer', 'Renter'],
  ]);
});

test('how several parts would be joined is no difference where there is one', () => {
  expect(
    between({}, { match: 'ALL', blocks: [{ match: 'ANY', conditions: [condition('fee')] }] }),
  ).toEqual([]);
});
