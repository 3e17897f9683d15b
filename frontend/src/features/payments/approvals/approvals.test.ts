import { expect, test } from 'vitest';
import type { ApprovalCardFragment } from '@/generated/graphql';
import { wordsOf } from '@/kernel/i18n';
import { actsOf, needsReason, obstacleOf } from './acts';
import { policyLabels } from './policyLabels';
import {
  bindingOf,
  conditionsOf,
  draftOf,
  emptyDraft,
  flawOf,
  inputOf,
  personsOf,
  type Named,
} from './ruleForm';
import { seenOf, sumsOf } from './seen';

const words = wordsOf(policyLabels, 'en');
const named: Named = {
  active: null,
  proposed: null,
  approvers: [
    { id: 'a', name: 'Alba', isSelf: false },
    { id: 'b', name: 'Bo', isSelf: true },
  ],
  accounts: [{ number: 'DK1', name: 'Wages' }],
  connections: [{ id: '7', name: 'Fjordbanken' }],
};
const rule = {
  name: 'Large',
  amountFrom: '1000000.00',
  currency: 'DKK',
  accounts: ['DK1', 'DK2'],
  newPayee: true,
  changedPayee: false,
  connections: ['7', '9'],
  inOrder: true,
  steps: [['a', 'b'], []],
  needsPasskey: true,
  signInMinutes: 15,
};

test('sums are exact, and currencies are never added together', () => {
  const totals = (currency: string, amount: string) => ({ totals: [{ currency, amount }] });
  expect(
    sumsOf([
      totals('EUR', '0.10'),
      totals('DKK', '1234567890123.45678'),
      totals('EUR', '0.20'),
      totals('DKK', '0.00002'),
    ]),
  ).toEqual([
    { currency: 'DKK', amount: '1234567890123.4568' },
    { currency: 'EUR', amount: '0.30' },
  ]);
  expect(sumsOf([totals('DKK', '-1.50'), totals('DKK', '1')])).toEqual([
    { currency: 'DKK', amount: '-0.50' },
  ]);
  expect(sumsOf([])).toEqual([]);
  expect(sumsOf([totals('DKK', '-1.50'), totals('DKK', '-0.00001')])).toEqual([
    { currency: 'DKK', amount: '-1.50001' },
  ]);
  expect(sumsOf([totals('DKK', '7'), totals('DKK', '0.5'), totals('JPY', '-0')])).toEqual([
    { currency: 'DKK', amount: '7.50' },
    { currency: 'JPY', amount: '0.00' },
  ]);
});

test('what was seen is named by its hash', () => {
  expect(
    seenOf([
      { correlationId: 'c1', approval: { sha256: 'f00' }, totals: [] },
      { correlationId: 'c2', approval: null, totals: [] },
    ]),
  ).toEqual([
    { correlationId: 'c1', sha256: 'f00' },
    { correlationId: 'c2', sha256: '' },
  ]);
});

test('a rule is told in a sentence', () => {
  expect(conditionsOf(rule, named, words, 'en-US')).toBe(
    'from 1,000,000.00 DKK, paid from Wages (DK1) and DK2, sent via Fjordbanken and 9 and with a new beneficiary account',
  );
  expect(
    conditionsOf(
      {
        ...rule,
        amountFrom: null,
        currency: 'EUR',
        accounts: [],
        connections: [],
        newPayee: false,
      },
      named,
      words,
      'en-US',
    ),
  ).toBe('in EUR');
  expect(
    conditionsOf(
      { ...rule, amountFrom: null, currency: null, accounts: [], connections: [], newPayee: false },
      named,
      words,
      'en-US',
    ),
  ).toBe('for every file');
  expect(personsOf(['a', 'x'], named, words)).toBe('Alba / x');
  expect(personsOf(['b'], named, words)).toBe('Bo');
  expect(personsOf([], named, words)).toBe('any payment approver');
});

test('what binds a decision to the person is told with the rule, and minutes are checked', () => {
  expect(bindingOf({ needsPasskey: true, signInMinutes: 15 }, words)).toBe('with a passkey');
  expect(bindingOf({ needsPasskey: false, signInMinutes: 15 }, words)).toBe(
    'with a passkey, or signed in within 15 min',
  );
  expect(bindingOf({ needsPasskey: false, signInMinutes: null }, words)).toBeNull();
  const typed = { ...emptyDraft(1), name: 'Large' };
  expect(flawOf([{ ...typed, signInMinutes: '15' }], words)).toBeNull();
  expect(flawOf([{ ...typed, signInMinutes: '0' }], words)).toBe(
    'Large: Enter a number from 1 to 720',
  );
  expect(inputOf({ ...typed, signInMinutes: '15' })).toMatchObject({
    signInMinutes: 15,
    needsPasskey: false,
  });
});

test('a rule is the same after it stood in the form', () => {
  expect(inputOf(draftOf(rule, 1, 'da-DK'))).toEqual({
    ...rule,
    amountFrom: expect.stringMatching(/^1000000(\.0+)?$/),
  });
  const typed = { ...emptyDraft(3), name: 'Large', steps: [['a'], []] };
  expect(inputOf({ ...typed, amountFrom: '1.000.000,00', currency: ' DKK ' })).toMatchObject({
    amountFrom: '1000000.00',
    currency: 'DKK',
    inOrder: false,
    steps: [['a'], []],
  });
  expect(inputOf({ ...typed, amountFrom: '100,000', inOrder: true })).toMatchObject({
    amountFrom: '100000',
    inOrder: true,
  });
  expect(inputOf({ ...emptyDraft(2), name: ' One ', inOrder: true })).toEqual({
    name: 'One',
    amountFrom: null,
    currency: null,
    accounts: [],
    connections: [],
    newPayee: false,
    changedPayee: false,
    inOrder: false,
    steps: [[]],
    needsPasskey: false,
    signInMinutes: null,
  });
});

test('what is wrong is told before it is sent', () => {
  expect(flawOf([emptyDraft(1)], words)).toBe('Enter a name');
  expect(flawOf([{ ...emptyDraft(1), name: 'Large', amountFrom: 'much' }], words)).toBe(
    'Large: Enter a valid amount',
  );
  expect(flawOf([{ ...emptyDraft(1), name: 'Large', amountFrom: '1.000,50' }], words)).toBeNull();
});

const card = (changes: Partial<ApprovalCardFragment>) =>
  ({
    state: 'OPEN',
    flags: 0,
    canApprove: false,
    canReject: false,
    canUndo: false,
    canSign: false,
    canReopen: false,
    why: [],
    ...changes,
  }) as unknown as ApprovalCardFragment;

test('the acts that are open come in the order of their weight, with a reason where one is due', () => {
  expect(actsOf(card({ canReject: true, canApprove: true, canSign: true }))).toEqual([
    'sign',
    'approve',
    'reject',
  ]);
  expect(needsReason('approve', card({ flags: 1 }))).toBe(true);
  expect(needsReason('approve', card({}))).toBe(false);
  expect(needsReason('reject', card({}))).toBe(true);
  for (const act of ['sign', 'undo', 'reopen'] as const)
    expect(needsReason(act, card({ flags: 3 }))).toBe(false);
  expect(
    (['canApprove', 'canReject', 'canUndo', 'canSign', 'canReopen'] as const).map((open) =>
      actsOf(card({ [open]: true })),
    ),
  ).toEqual([['approve'], ['reject'], ['undo'], ['sign'], ['reopen']]);
  expect(
    actsOf(
      card({ canReopen: true, canUndo: true, canReject: true, canApprove: true, canSign: true }),
    ),
  ).toEqual(['sign', 'approve', 'reject', 'undo', 'reopen']);
});

test('the obstacle told is the one against what comes next', () => {
  const why = [
    { act: 'APPROVE', code: 'a', message: 'A' },
    { act: 'SIGN', code: 's', message: 'S' },
  ];
  expect(obstacleOf(card({ why }))?.code).toBe('a');
  expect(obstacleOf(card({ why, state: 'APPROVED' }))?.code).toBe('s');
  expect(obstacleOf(card({ why, state: 'RELEASED' }))).toBeNull();
});
