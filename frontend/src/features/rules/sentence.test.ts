import { expect, test } from 'vitest';
import type { RuleWordsFragment } from '@/generated/graphql';
import type { Notation } from '@/kernel/preferences';
import { preferences } from '@/kernel/preferences';
import { differences } from './differing';
import { action, draftOf, flawOf, inputOf, saidBy } from './ruleForm';
import { actionInWords, sentenceOf, type Condition } from './sentence';
import { wordsOf } from '@/kernel/i18n';
import { builderLabels } from './builderLabels';

const NAMES = { references: { 'ACCOUNT 7': 'Drift · DK50' }, labels: { '3': 'Gebyr' } };
const notation = (language: 'en' | 'da'): Notation => ({
  ...preferences.get(),
  language,
  numberFormat: language === 'da' ? 'da-DK' : 'en-US',
});
const asks = (more: Partial<Condition>): Condition => ({
  field: 'TEXT',
  operator: 'CONTAINS',
  values: ['gebyr'],
  currency: null,
  negated: false,
  ...more,
});
const VERSION: RuleWordsFragment = {
  id: '1',
  number: 1,
  name: 'Fees',
  match: 'ANY',
  note: null,
  restoredFrom: null,
  created: '2026-11-01T08:00:00Z',
  createdBy: 'Dia',
  began: null,
  confirmedBy: null,
  needsSecondPerson: true,
  blocks: [
    {
      match: 'ALL',
      conditions: [
        asks({}),
        asks({ field: 'AMOUNT', operator: 'BETWEEN', values: ['10', '1234.50'], currency: 'DKK' }),
      ],
    },
    {
      match: 'ALL',
      conditions: [asks({ field: 'ACCOUNT', operator: 'ONE_OF', values: ['7'], negated: true })],
    },
  ],
  actions: [
    action('POSTING', { account: '7220', text: 'Bank fees' }),
    action('LABEL', { labelId: '3' }),
  ],
};

test('a rule is one sentence in either language', () => {
  expect(sentenceOf(VERSION, NAMES, notation('en'))).toBe(
    'When (the text contains “gebyr” and the amount lies between 10.00 DKK and 1,234.50 DKK) or the own account is not Drift · DK50: propose account 7220 with the text “Bank fees” and mark it “Gebyr”.',
  );
  expect(sentenceOf(VERSION, NAMES, notation('da'))).toBe(
    'Når (teksten indeholder »gebyr« og beløbet ligger mellem 10,00 DKK og 1.234,50 DKK) eller egen konto ikke er Drift · DK50: foreslå konto 7220 med teksten »Bank fees« og mærk den »Gebyr«.',
  );
});

test('what is named by an id that is gone says so', () => {
  const said = {
    ...VERSION,
    blocks: [
      {
        match: 'ALL' as const,
        conditions: [asks({ field: 'ACCOUNT', operator: 'ONE_OF', values: ['8'] })],
      },
    ],
  };
  expect(sentenceOf(said, NAMES, notation('en'))).toContain('the own account is #8');
});

test.each([
  [
    action('POSTING', { account: '', text: 'Bank fees' }),
    'propose a posting with the text “Bank fees”',
    'foreslå en kontering med teksten »Bank fees«',
  ],
  [action('POSTING', { account: ' ', text: ' ' }), 'propose a posting', 'foreslå en kontering'],
  [action('LABEL'), 'mark it', 'mærk den'],
  [action('APPROVAL', { approvals: 0 }), 'ask for more approvals', 'kræv flere godkendelser'],
  [action('APPROVAL', { approvals: 2 }), 'ask for 2 approvals', 'kræv 2 godkendelser'],
  [action('NOTIFY'), 'tell people', 'giv besked'],
  [
    action('NOTIFY', { role: 'UPLOAD' }),
    'tell those who upload',
    'giv besked til dem, der uploader',
  ],
])(
  'what an action does not say yet is left out of its words: %j',
  (unfinished, english, danish) => {
    expect(actionInWords(unfinished, NAMES, notation('en'))).toBe(english);
    expect(actionInWords(unfinished, NAMES, notation('da'))).toBe(danish);
  },
);

test('a version goes through the form unchanged', () => {
  const draft = draftOf(VERSION, 'TRANSACTION', 'en-US');
  const { match, blocks, actions } = inputOf(draft);
  expect({ match, actions }).toEqual({ match: VERSION.match, actions: VERSION.actions });
  expect(
    blocks.map(({ conditions }) =>
      conditions.map(({ field, values }) => [field, ...(values ?? [])]),
    ),
  ).toEqual([
    [
      ['TEXT', 'gebyr'],
      ['AMOUNT', '10.00', '1234.50'],
    ],
    [['ACCOUNT', '7']],
  ]);
  expect(saidBy(draft).blocks).toHaveLength(2);
});

test('what is wrong is told before the server is asked', () => {
  const words = wordsOf(builderLabels, 'en');
  const draft = draftOf(VERSION, 'TRANSACTION', 'en-US');
  expect(flawOf(draft, words)).toBeNull();
  expect(flawOf({ ...draft, name: ' ' }, words)).toEqual({
    message: words.nameMissing,
    path: 'name',
  });
  expect(flawOf({ ...draft, actions: [] }, words)).toEqual({
    message: words.nothingFollows,
    path: 'actions',
  });
  expect(
    flawOf({ ...draft, actions: [action('HOLD'), action('POSTING', { account: ' ' })] }, words),
  ).toEqual({ message: words.accountMissing, path: 'actions.1.account' });
  const wrong = draft.blocks.map((block) => ({
    ...block,
    conditions: block.conditions.map((one) => ({ ...one, values: ['x'] })),
  }));
  expect(flawOf({ ...draft, blocks: wrong }, words)).toEqual({
    message: words.amountWrong,
    path: 'blocks.0.conditions.1.values',
  });
});

test('only the parts that differ are compared', () => {
  const after = { ...VERSION, name: 'All fees', actions: [VERSION.actions[0] ?? action('HOLD')] };
  expect(differences(VERSION, after, NAMES, notation('en'))).toEqual([
    { part: 'Name', was: 'Fees', now: 'All fees' },
    { part: 'Actions · 2', was: 'mark it “Gebyr”', now: '' },
  ]);
});
