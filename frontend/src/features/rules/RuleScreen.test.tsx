import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { permissions } from '@/kernel/permissions';
import { show } from '@/testing/render';
import { bend } from '@/testing/server';
import { toasts } from '@/ui';
import { RuleScreen } from './RuleScreen';
import { ruleAbout } from './ruleForm';

const words = (more: object = {}) => ({
  id: 'v1',
  number: 1,
  name: 'Fees',
  match: 'ANY',
  note: null,
  restoredFrom: null,
  created: '2026-11-01T08:00:00Z',
  createdBy: 'Dia',
  began: '2026-11-02T08:00:00Z',
  confirmedBy: 'Dan',
  needsSecondPerson: true,
  blocks: [
    {
      match: 'ALL',
      conditions: [
        { field: 'TEXT', operator: 'CONTAINS', values: ['gebyr'], currency: null, negated: false },
      ],
    },
  ],
  parts: [
    {
      block: 0,
      match: 'ALL',
      field: 'TEXT',
      operator: 'CONTAINS',
      values: ['gebyr'],
      currency: null,
      negated: false,
    },
  ],
  actions: [
    { kind: 'POSTING', account: '7220', text: null, labelId: null, approvals: null, role: null },
  ],
  ...more,
});
const rule = (more: object = {}) => ({
  id: 'r1',
  subject: 'TRANSACTION',
  name: 'Fees',
  state: 'ACTIVE',
  revision: 3,
  owner: 'Dia',
  place: 1,
  hits: 12,
  lastHit: '2026-11-20T08:00:00Z',
  overlaps: [{ ruleId: 'r2', name: 'Charges', count: 4 }],
  request: null,
  draft: null,
  current: words(),
  said: words(),
  ...more,
});
const page = (rows: readonly object[]) => ({
  edges: rows.map((node, at) => ({ cursor: String(at), node })),
  pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
  totalCount: rows.length,
  totalIsExact: true,
});
const given = (rows: readonly object[]) => {
  permissions.set({ verbs: new Set(['rules.read', 'rules.change']) });
  bend({
    rules: () => page(rows),
    ruleReferences: () => [],
    ruleFields: () => [{ field: 'TEXT', kind: 'TEXT', operators: ['CONTAINS', 'EMPTY'] }],
    rule: ({ id }: { id: string }) => ({
      ...rows.find((row) => 'id' in row && row.id === id),
      versions: [words()],
    }),
    ruleRuns: () => page([]),
  });
};

const told = async (text: string) =>
  waitFor(() => expect(toasts.get().map((toast) => toast.text)).toContain(text));

test('a rule stands in the list with its sentence, its hits and what it overlaps', async () => {
  given([rule()]);
  show(<RuleScreen />, '/rules');
  expect(
    await screen.findByText('When the text contains “gebyr”: propose account 7220.'),
  ).toBeVisible();
  expect(screen.getByRole('cell', { name: '12' })).toBeVisible();
  expect(screen.getByText('Fits the same as Charges')).toBeVisible();
});

test('where there are none, people begin with a template and finish it', async () => {
  given([]);
  const { person } = show(<RuleScreen />, '/rules');
  await person.click(await screen.findByRole('button', { name: 'Bank fees' }));
  const form = await screen.findByRole('region', { name: 'New rule' });
  expect(within(form).getByLabelText('Name')).toHaveValue('Bank fees');
  await person.clear(within(form).getByLabelText('Name'));
  await person.click(within(form).getByRole('button', { name: 'Save draft' }));
  expect(within(form).getByRole('alert')).toHaveTextContent('The rule needs a name');
  expect(within(form).getByLabelText('Name')).toHaveFocus();
  expect(within(form).getByLabelText('Name')).toHaveAccessibleDescription('The rule needs a name');
  await person.type(within(form).getByLabelText('Name'), 'Fees');
  expect(within(form).queryByRole('alert')).toBeNull();
  await person.click(within(form).getByRole('button', { name: 'Save draft' }));
  expect(within(form).getByLabelText('Account')).toHaveFocus();
  expect(within(form).getByLabelText('Account')).toHaveAccessibleDescription(
    'Say on which account to post',
  );
});

test.each([
  ['blocks.0.conditions.1.values', 'Value', 1],
  ['actions.0.text', 'Text', 0],
])('what the server refuses is told at its field: %s', async (path, label, which) => {
  given([]);
  bend({
    createRule: () => ({
      __typename: 'Problem',
      code: 'rules.bad_value',
      message: 'This value does not fit the field.',
      path,
    }),
  });
  const { person } = show(<RuleScreen />, '/rules');
  await person.click(await screen.findByRole('button', { name: 'Bank fees' }));
  const form = await screen.findByRole('region', { name: 'New rule' });
  await person.type(within(form).getByLabelText('Account'), '7220');
  await person.click(within(form).getByRole('button', { name: 'Save draft' }));
  expect((await within(form).findByRole('alert')).textContent).toBe(
    'This value does not fit the field.',
  );
  const field = within(form).getAllByLabelText(label)[which];
  expect(field).toHaveAccessibleDescription('This value does not fit the field.');
  await waitFor(() => expect(field).toHaveFocus());
});

test('what is wrong with the rule as a whole is told beside its button', async () => {
  given([]);
  bend({
    createRule: () => ({
      __typename: 'Problem',
      code: 'rules.unknown_reference',
      message: 'What the rule names is not there.',
      path: 'blocks',
    }),
  });
  const { person } = show(<RuleScreen />, '/rules');
  await person.click(await screen.findByRole('button', { name: 'Bank fees' }));
  const form = await screen.findByRole('region', { name: 'New rule' });
  await person.type(within(form).getByLabelText('Account'), '7220');
  await person.click(within(form).getByRole('button', { name: 'Save draft' }));
  await waitFor(() => expect(within(form).getByRole('alert')).toHaveFocus());
  expect(within(form).getByRole('alert').textContent).toBe('What the rule names is not there.');
});

test('who asked for a change can withdraw it, and does not confirm it', async () => {
  given([
    rule({
      state: 'DRAFT',
      current: null,
      draft: words({ number: null }),
      said: words({ number: null }),
      request: {
        state: 'ACTIVE',
        askedBy: 'Dia',
        isOwn: true,
        obstacle: {
          code: 'rules.same_person',
          message: 'Somebody else has to confirm this: you asked for it.',
        },
      },
    }),
  ]);
  const { person } = show(<RuleScreen />, '/rules');
  await person.click(await screen.findByRole('button', { name: 'Open Fees' }));
  const drawer = await screen.findByRole('dialog', { name: 'Fees' });
  expect(within(drawer).getByRole('button', { name: 'Withdraw' })).toBeVisible();
  expect(within(drawer).queryByRole('button', { name: 'Confirm' })).toBeNull();
  expect(within(drawer).getByRole('note')).toHaveTextContent('Somebody else has to confirm this');
});

test('a rule is moved past its neighbour, and to a place far away', async () => {
  const moves: object[] = [];
  given([rule(), rule({ id: 'r2', name: 'Rent', place: 2 })]);
  bend({
    moveRule: (asked: object) => {
      moves.push(asked);
      return { __typename: 'Success', id: 'r1' };
    },
  });
  const { person } = show(<RuleScreen />, '/rules');
  expect(await screen.findByRole('button', { name: 'Move Fees up' })).toBeDisabled();
  await person.click(screen.getByRole('button', { name: 'Move Fees down' }));
  await told('“Fees” stands at place 2 now.');
  await person.click(screen.getByRole('button', { name: 'Move Rent from place 2 to another' }));
  const dialog = await screen.findByRole('dialog', { name: 'Where is Rent to stand?' });
  await person.clear(within(dialog).getByLabelText('Place'));
  await person.click(within(dialog).getByRole('button', { name: 'Move' }));
  expect(within(dialog).getByRole('alert')).toHaveTextContent('A place is a whole number from 1');
  await person.type(within(dialog).getByLabelText('Place'), '400');
  await person.click(within(dialog).getByRole('button', { name: 'Move' }));
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Move Rent from place 2 to another' })).toHaveFocus(),
  );
  expect(moves).toEqual([
    expect.objectContaining({ id: 'r1', after: 'r2' }),
    expect.objectContaining({ id: 'r2', place: 400 }),
  ]);
});

test('a version that is restored is compared with the one in force at once', async () => {
  given([rule()]);
  const past = [words({ id: 'v2', number: 2, name: 'Costs' }), words()];
  bend({
    rule: () => ({
      ...rule({ current: past.at(-2), draft: past.length > 2 ? past[0] : null }),
      versions: [...past],
    }),
    restoreRuleVersion: () => {
      past.unshift(words({ id: 'v3', number: null }));
      return { __typename: 'Success', id: 'r1' };
    },
  });
  const { person } = show(<RuleScreen />, '/rules');
  await person.click(await screen.findByRole('button', { name: 'Open Fees' }));
  const drawer = await screen.findByRole('dialog', { name: 'Fees' });
  expect(await within(drawer).findByLabelText('From')).toHaveDisplayValue('Version 1');
  await person.click(within(drawer).getByRole('button', { name: 'Restore' }));
  await waitFor(() => expect(within(drawer).getByLabelText('To')).toHaveDisplayValue('Draft'));
  expect(within(drawer).getByLabelText('From')).toHaveDisplayValue('Version 2');
  expect(within(drawer).getByRole('table', { name: 'Differences' })).toHaveTextContent('CostsFees');
});

test('a file that says what is here already changes nothing, and says so', async () => {
  given([]);
  const said = ['0 0 2', '1 2 3'];
  bend({ importRules: () => ({ __typename: 'Success', id: null, message: said.shift() }) });
  const { person } = show(<RuleScreen />, '/rules');
  const give = async () => {
    await person.click(await screen.findByRole('button', { name: 'Import' }));
    const dialog = await screen.findByRole('dialog', { name: 'Import rules' });
    await person.upload(
      within(dialog).getByLabelText('File'),
      Object.assign(new File([], 'rules.json', { type: 'application/json' }), {
        text: async () => '{}',
      }),
    );
    await person.click(within(dialog).getByRole('button', { name: 'Import' }));
  };
  await give();
  await told('The file says what is here already. Nothing is changed.');
  await give();
  await told('The file is taken in: 1 new and 2 changed as drafts, 3 the same as here.');
});

test('a file that is refused in its second portion says which rule, why, and what was taken in', async () => {
  given([]);
  let calls = 0;
  bend({
    importRules: () => {
      calls += 1;
      return calls === 1
        ? { __typename: 'Success', id: null }
        : {
            __typename: 'Problem',
            code: 'rules.bad_value',
            message: 'This value does not fit the field.',
            path: 'rules.0.blocks',
          };
    },
  });
  const { person } = show(<RuleScreen />, '/rules');
  await person.click(await screen.findByRole('button', { name: 'Import' }));
  const dialog = await screen.findByRole('dialog', { name: 'Import rules' });
  const rules = ['Fees', 'Rent', 'Pay'].map((name) => ({
    key: name,
    name,
    note: 'x'.repeat(100_000),
  }));
  // jsdom's files have no text().
  const file = Object.assign(new File([], 'rules.json', { type: 'application/json' }), {
    text: async () => JSON.stringify({ format: 'giroscope rules', version: 1, rules }),
  });
  await person.upload(within(dialog).getByLabelText('File'), file);
  await person.click(within(dialog).getByRole('button', { name: 'Import' }));
  expect(
    await within(dialog).findByText(
      /^Rule 2 “Rent” · Conditions · This value does not fit the field. · The first 1 of 3 rules are taken in, the others are not/,
    ),
  ).toBeVisible();
  expect(calls).toBe(2);
  expect(within(dialog).queryByRole('progressbar')).toBeNull();
});

test('a rule begins with the party and the direction of an entry, or with its text', async () => {
  given([]);
  const entry = {
    id: 't1', direction: 'DEBIT', counterparty: { name: 'Havnen Byg' }, remittance: 'Faktura 7',
  } as const; // prettier-ignore
  bend({ transaction: () => entry });
  const { person, addressNow } = show(<RuleScreen />, '/rules?entry=t1');
  const form = within(await screen.findByRole('region', { name: 'New rule' }));
  expect(form.getAllByDisplayValue('Havnen Byg')).toHaveLength(2);
  await person.click(form.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(addressNow()).toBe('/rules'));
  expect(screen.queryByRole('region', { name: 'New rule' })).toBeNull();
  const said = (about: Parameters<typeof ruleAbout>[0]) =>
    ruleAbout(about).blocks[0]?.conditions.map(({ field, values }) => [field, ...values]);
  expect(said(entry)).toEqual([
    ['COUNTERPARTY_NAME', 'Havnen Byg'],
    ['DIRECTION', 'DEBIT'],
  ]);
  const nameless = { ...entry, direction: 'CREDIT', counterparty: { name: null } } as const;
  expect(said(nameless)).toEqual([
    ['TEXT', 'Faktura 7'],
    ['DIRECTION', 'CREDIT'],
  ]);
});
