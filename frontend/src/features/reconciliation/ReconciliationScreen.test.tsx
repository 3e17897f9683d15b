import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ReconciliationScreen } from '@/features/reconciliation';
import { permissions } from '@/kernel/permissions';
import { preferLanguage } from '@/kernel/preferences';
import { show } from '@/testing/render';
import { bend } from '@/testing/server';
import { connection, refusal } from '@/testing/world/answer';
import { payments, transactions } from '@/testing/world/records';
import { toasts } from '@/ui';

type Row = Record<string, unknown>;

/** The entries of the desk: the first two and the fourth have candidates. */
const IDS = ['t1', 't5', 't3', 't4'];
let matched: Map<string, string>;
/** The sides of an entry's match. */
let beside: Map<string, Row[]>;
let asked: Row[];

const sides = (...all: Row[]): Row => ({ sideCount: all.length, sides: all });
const side = (kind: string, id: string, amount: string, more: Row = {}): Row => ({
  kind, id, day: '2026-03-04', name: 'Havnen Byg', number: null, correlationId: null,
  amount: { amount, currency: 'DKK' }, ...more,
}); // prettier-ignore

const standing = (row: Row): Row => {
  const by = matched.get(String(row['id']));
  return {
    ...row,
    reconciliation: {
      state: by ? 'MATCHED' : 'OPEN',
      paymentId: null,
      correlationId: by ? 'c1' : null,
      match: by
        ? {
            id: `m-${String(row['id'])}`,
            kind: 'PAYMENT',
            matchedAt: '2026-05-01T09:00:00Z',
            matchedBy: by,
            difference: null,
            erpState: null,
            ...sides(...(beside.get(String(row['id'])) ?? [])),
          }
        : null,
    },
  };
};
const rows = () => IDS.map((id) => standing(transactions.find((row) => row['id'] === id) ?? {}));

beforeEach(() => {
  matched = new Map();
  beside = new Map();
  asked = [];
  permissions.set({ verbs: new Set(['reconciliation.match', 'statements.read']) });
  bend({
    transactions: (args: Row) => {
      asked.push(args['filter'] as Row);
      return connection(rows().filter(({ id }) => !matched.has(String(id))));
    },
    transaction: ({ id }: { id: string }) => rows().find((row) => row['id'] === id) ?? null,
    matchTransaction: ({ id }: { id: string }) => {
      matched.set(id, 'Astrid Holm');
      return { __typename: 'Success', id: 'm1' };
    },
    unmatchTransaction: ({ id }: { id: string }) => {
      matched.delete(id);
      return { __typename: 'Success', id: null };
    },
  });
});
afterEach(() => permissions.set({ verbs: null }));

const list = async () => within(await screen.findByRole('listbox', { name: 'Unmatched entries' }));
const options = async () => (await list()).getAllByRole('option');
const chosen = () =>
  within(screen.getByRole('listbox'))
    .getAllByRole('option', { selected: true })
    .map(({ id }) => id);
const best = async () =>
  (await screen.findAllByRole('button', { name: /^Match: Payment, .*, Score 85 of 100$/ }))[0];

test('unmatched booked entries stand beside what the first may belong to, with reasons', async () => {
  show(<ReconciliationScreen />, '/reconciliation?account=a1&q=rent');
  expect(await options()).toHaveLength(4);
  expect(asked[0]).toMatchObject({
    reconciliation: 'OPEN', state: 'BOOKED', accountIds: ['a1'], text: 'rent',
  }); // prettier-ignore
  expect(chosen()).toEqual(['entry-t1']);
  expect(await best()).toBeVisible();
  const first = screen.getByRole('region', { name: 'Candidates' });
  expect(within(first).getByText('Same amount and currency')).toBeVisible();
  expect(within(first).getByText('Transfer between own accounts')).toBeVisible();
});

test('a day’s work takes the keyboard alone: move, choose, match, undo, search', async () => {
  const { person } = show(<ReconciliationScreen />, '/reconciliation');
  await best();
  await person.keyboard('{ArrowDown}');
  expect(chosen()).toEqual(['entry-t5']);
  await person.keyboard('k');
  expect(chosen()).toEqual(['entry-t1']);
  await person.keyboard('{ArrowRight}');
  expect(
    screen.getAllByRole('listitem', { current: true }).map((item) => item.textContent),
  ).toEqual([expect.stringContaining('Transfer between own accounts')]);
  await person.keyboard('{ArrowLeft}{Enter}');
  await waitFor(() => expect(chosen()).toEqual(['entry-t5']));
  expect(matched.get('t1')).toBe('Astrid Holm');
  expect(within((await options())[0] as HTMLElement).getByText('Matched')).toBeVisible();
  // Undone it stands where it stood, and is chosen.
  await person.keyboard('u');
  await waitFor(() => expect(chosen()).toEqual(['entry-t1']));
  expect(matched.size).toBe(0);
  // Whoever is quicker than the server is waited for.
  await best();
  let answer = () => {};
  const slow = new Promise<void>((resolve) => (answer = resolve));
  bend({
    matchTransaction: async ({ id }: { id: string }) => {
      await slow;
      matched.set(id, 'Astrid Holm');
      return { __typename: 'Success', id: 'm1' };
    },
  });
  const undone = vi.spyOn(matched, 'delete');
  await person.keyboard('{Enter}u');
  expect(undone).not.toHaveBeenCalled();
  answer();
  await waitFor(() => expect(undone).toHaveBeenCalledOnce());
  expect(matched.size).toBe(0);
  await person.keyboard('u');
  expect(toasts.get().map(({ text }) => text)).toContain('There is nothing to undo.');
  await person.keyboard('/j');
  expect(screen.getByRole('searchbox', { name: 'Search' })).toHaveValue('j');
});

test('Enter on an entry without candidates matches nothing', async () => {
  const { person } = show(<ReconciliationScreen />, '/reconciliation');
  await best();
  await person.click((await options())[2] as HTMLElement);
  expect(await screen.findByText('No candidates')).toBeVisible();
  await person.keyboard('{Enter}');
  expect(matched.size).toBe(0);
});

test('who comes second is told, and sees who was first', async () => {
  bend({
    matchTransaction: ({ id }: { id: string }) => {
      matched.set(id, 'Bo Lund');
      return {
        __typename: 'Problem', code: 'reconciliation.already_matched',
        message: 'Bo Lund matched it at 2026-05-01 09:00 UTC; look again', path: null,
      }; // prettier-ignore
    },
  });
  const { person } = show(<ReconciliationScreen />, '/reconciliation');
  await person.click((await best()) as HTMLElement);
  expect(await screen.findByText(/^Matched by Bo Lund/)).toBeVisible();
  expect(chosen()).toEqual(['entry-t1']);
  expect(toasts.get().map(({ text }) => text)).toContain(
    'Bo Lund matched it at 2026-05-01 09:00 UTC; look again',
  );
});

test('who may not match sees what belongs together, and no key matches it', async () => {
  permissions.set({ verbs: new Set(['statements.read']) });
  const { person } = show(<ReconciliationScreen />, '/reconciliation');
  expect(await screen.findByText('Same amount and currency')).toBeVisible();
  expect(screen.getByText(/Matching takes the role Upload/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Match/ })).toBeNull();
  await person.keyboard('{Enter}');
  expect(matched.size).toBe(0);
});

test('nothing left, no match for a filter, and a server that is down each have their words', async () => {
  bend({ transactions: () => connection([]) });
  show(<ReconciliationScreen />, '/reconciliation');
  expect(await screen.findByText('Everything is matched')).toBeVisible();
});

test('the payments of a batch are matched together, and the first few are named', async () => {
  let given: Row = {};
  bend({
    matchCandidates: () => [
      {
        kind: 'BATCH',
        id: 'b7',
        score: 60,
        reasons: [{ en: '7 payments of one batch', da: '7 betalinger i samme samlepost' }],
        payment: null,
        payments: payments.slice(0, 2),
        paymentCount: 7,
        transaction: null,
        openItem: null,
      },
    ],
    matchTransaction: (args: Row) => {
      given = args;
      return { __typename: 'Success', id: 'm1' };
    },
  });
  const { person } = show(<ReconciliationScreen />, '/reconciliation');
  const named = 'Match: Payments of a batch, 7 payments, Score 60 of 100';
  const button = await screen.findByRole('button', { name: named });
  const offered = within(screen.getByRole('region', { name: 'Candidates' }));
  expect(offered.getByRole('link', { name: '7 payments' })).toBeVisible();
  expect(offered.getByText('and 5 more')).toBeVisible();
  await person.click(button);
  await waitFor(() => expect(given).toEqual({ id: 't1', kind: 'BATCH', candidateId: 'b7' }));
});

test('a filter that leaves nothing can be cleared', async () => {
  bend({ transactions: () => connection([]) });
  const { person, addressNow } = show(<ReconciliationScreen />, '/reconciliation?q=zzz');
  await person.click((await screen.findAllByRole('button', { name: /Clear/ }))[0] as HTMLElement);
  expect(addressNow()).toBe('/reconciliation');
});

test('a refusal of the list is shown with its reason', async () => {
  bend({
    transactions: () => {
      throw refusal('INVALID_INPUT', 'The filter does not belong to this list');
    },
  });
  show(<ReconciliationScreen />, '/reconciliation');
  expect(await screen.findByText(/The filter does not belong to this list/)).toBeVisible();
});

test('in Danish every word is Danish', async () => {
  preferLanguage('da');
  show(<ReconciliationScreen />, '/reconciliation');
  expect(await screen.findByText('Samme beløb og valuta')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'Afstemning' })).toBeVisible();
  expect(screen.getByText('Overførsel mellem egne konti')).toBeVisible();
  expect(screen.getByRole('list', { name: 'Taster' })).toHaveTextContent('fortryd');
});

/** A debit of 100.00, and payments of 60.00, 37.50 and 40.00 that no candidate is. */
function aDebit() {
  const debit = {
    ...standing(transactions.find(({ id }) => id === 't1') ?? {}),
    direction: 'DEBIT',
  };
  const money = (amount: string) => ({ amount, currency: 'DKK' });
  const rest = ['60.00', '37.50', '40.00'].map((amount, index) => ({
    ...payments[index], id: `u${index}`, amount: money(amount),
  })); // prettier-ignore
  const given: Row[] = [];
  const entry = () => ({ ...standing(debit), direction: 'DEBIT', amount: money('100.00') });
  bend({
    transactions: () => connection([entry(), ...rows().slice(1)]),
    transaction: ({ id }: { id: string }) => (id === 't1' ? entry() : null),
    matchCandidates: () => [],
    unbookedPayments: () => rest,
    matchPayments: (args: Row) => {
      given.push(args);
      matched.set('t1', 'Astrid Holm');
      return { __typename: 'Success', id: 'm1' };
    },
  });
  return given;
}

const boxes = async () => screen.findAllByRole('checkbox', { name: /^Choose / });
const sum = () => screen.getByRole('form', { name: 'Chosen' });

test('several payments are chosen by Space and matched by Enter once nothing is left', async () => {
  const given = aDebit();
  const { person } = show(<ReconciliationScreen />, '/reconciliation');
  await boxes();
  await person.keyboard(' {ArrowRight}{ArrowRight} ');
  expect(sum()).toHaveTextContent('100.00 DKK');
  expect(sum()).toHaveTextContent(/Remainder\s*0.00 DKK/);
  // Taken out again, something is left, and more than may be.
  await person.keyboard(' ');
  expect(sum()).toHaveTextContent(/Remainder\s*40.00 DKK/);
  expect(sum()).toHaveTextContent('A difference may be 10.00 DKK at most.');
  await person.keyboard('{Enter}');
  expect(given).toEqual([]);
  await person.keyboard(' {Enter}');
  await waitFor(() => expect(chosen()).toEqual(['entry-t5']));
  expect(given).toEqual([
    {
      id: 't1',
      paymentIds: ['u0', 'u2'],
      openItemIds: [],
      beside: [],
      difference: null,
      parts: [],
    },
  ]);
  await person.keyboard('u');
  await waitFor(() => expect(chosen()).toEqual(['entry-t1']));
  expect(matched.size).toBe(0);
});

test('what is left takes a reason, and another one a note, before it is matched', async () => {
  const given = aDebit();
  const { person } = show(<ReconciliationScreen />, '/reconciliation');
  const [first, second] = await boxes();
  await person.click(first as HTMLElement);
  await person.click(second as HTMLElement);
  expect(sum()).toHaveTextContent(/Remainder\s*2.50 DKK/);
  const act = within(sum()).getByRole('button', { name: 'Match with a difference' });
  expect(act).toBeDisabled();
  screen.getByRole('listbox').focus();
  await person.keyboard('{Enter}');
  const reason = within(sum()).getByRole('combobox', { name: 'Reason for the difference' });
  expect(reason).toHaveFocus();
  await person.selectOptions(reason, 'Other');
  expect(act).toBeDisabled();
  await person.type(
    within(sum()).getByRole('textbox', { name: 'Note (required)' }),
    ' Fee {Enter}',
  );
  await waitFor(() =>
    expect(given).toEqual([
      {
        id: 't1', paymentIds: ['u0', 'u1'], openItemIds: [], beside: [],
        difference: { amount: '2.5', reason: 'OTHER', note: 'Fee' }, parts: [],
      },
    ]),
  ); // prettier-ignore
});

test('a difference that was accepted stands with its reason, and nothing is chosen any more', async () => {
  aDebit();
  const difference = {
    amount: { amount: '-2.50', currency: 'DKK' }, reason: 'ROUNDING', note: 'By the clearing',
  }; // prettier-ignore
  const match = {
    id: 'm1', kind: 'CHOSEN', matchedAt: '2026-05-01T09:00:00Z', matchedBy: 'Bo Lund', difference,
    erpState: null, ...sides(),
  }; // prettier-ignore
  const [entry] = rows();
  const reconciliation = { state: 'MATCHED', paymentId: 'u0', correlationId: 'c1', match };
  bend({ transactions: () => connection([{ ...entry, direction: 'DEBIT', reconciliation }]) });
  show(<ReconciliationScreen />, '/reconciliation');
  expect(await screen.findByText(/Rounding – By the clearing/)).toHaveTextContent('−2.50');
  expect(screen.queryByRole('checkbox')).toBeNull();
});

const owed = (id: string, amount: string, more: Row = {}) => ({
  id, side: 'RECEIVABLE', number: `F-${id}`, party: { name: 'Strandens Restaurant', account: null },
  amount: { amount, currency: 'DKK' }, day: '2026-03-01', due: '2026-03-31', references: [], ...more,
}); // prettier-ignore

/** Money that came in, and what the ERP says is owed of it. */
function aCredit(items: Row[]) {
  const given: Row[] = [];
  const money = { amount: '100.00', currency: 'DKK' };
  const entry = () => ({ ...rows()[0], direction: 'CREDIT', amount: money });
  bend({
    transactions: () => connection([entry(), ...rows().slice(1)]),
    transaction: ({ id }: { id: string }) => (id === 't1' ? entry() : null),
    matchCandidates: () => [
      {
        kind: 'OPEN_ITEM', id: '1', score: 65, payment: null, payments: [], paymentCount: 0,
        reasons: [{ en: 'Due 2 days later', da: 'Forfald 2 dage senere' }],
        transaction: null, openItem: owed('1', '100.00', { references: ['RF18'] }),
      },
    ],
    unbookedPayments: () => [],
    openItems: ({ text }: { text: string | null }) => (text === 'zzz' ? [] : items),
    matchTransaction: (args: Row) => {
      given.push(args);
      matched.set('t1', 'Astrid Holm');
      return { __typename: 'Success', id: 'm1' };
    },
    matchPayments: (args: Row) => {
      given.push(args);
      matched.set('t1', 'Astrid Holm');
      return { __typename: 'Success', id: 'm1' };
    },
  }); // prettier-ignore
  return given;
}

test('an open item of the ERP is offered with due date, number and reasons, and matched', async () => {
  const given = aCredit([]);
  const { person } = show(<ReconciliationScreen />, '/reconciliation');
  const named = 'Match: Open item of the ERP, Strandens Restaurant, Score 65 of 100';
  const button = await screen.findByRole('button', { name: named });
  const offered = within(screen.getByRole('region', { name: 'Candidates' }));
  expect(offered.getByText('Receivable · F-1 · RF18')).toBeVisible();
  expect(offered.getByText(/^Due/, { selector: 'span' })).toHaveTextContent('Due 03/31/2026');
  expect(offered.getByText('Due 2 days later')).toBeVisible();
  // Nothing else is owed, so there is nothing to choose from.
  expect(screen.queryByText('To choose from')).toBeNull();
  await person.click(button);
  await waitFor(() => expect(given).toEqual([{ id: 't1', kind: 'OPEN_ITEM', candidateId: '1' }]));
});

test('several open items are chosen by keys, the candidate among them, and settled together', async () => {
  const given = aCredit([owed('1', '100.00'), owed('2', '60.00'), owed('3', '40.00')]);
  const { person } = show(<ReconciliationScreen />, '/reconciliation');
  // What is a candidate already does not stand among the others once more.
  expect(await boxes()).toHaveLength(3);
  await person.keyboard('{ArrowRight} {ArrowRight} ');
  expect(sum()).toHaveTextContent(/Remainder\s*0.00 DKK/);
  expect(sum()).toHaveTextContent('2 chosen');
  await person.keyboard('{Enter}');
  await waitFor(() =>
    expect(given).toEqual([
      {
        id: 't1',
        paymentIds: [],
        openItemIds: ['2', '3'],
        beside: [],
        difference: null,
        parts: [],
      },
    ]),
  );
});

test('an item that is more than the entry is paid in part, and the rest of it stays open', async () => {
  const given = aCredit([owed('2', '60.00'), owed('3', '540.00'), owed('4', '500.00')]);
  const { person } = show(<ReconciliationScreen />, '/reconciliation');
  const [, , larger] = await boxes();
  await person.click(larger as HTMLElement);
  expect(sum()).toHaveTextContent(/Remainder\s*−440.00 DKK/);
  expect(within(sum()).queryByText(/A difference may be/)).toBeNull();
  const act = within(sum()).getByRole('button', { name: /^Match/ });
  expect(act).toBeDisabled();
  screen.getByRole('listbox').focus();
  await person.keyboard('{Enter}');
  const what = within(sum()).getByRole('combobox', { name: 'The remainder is' });
  expect(what).toHaveFocus();
  // Too much for a difference: nothing but a part payment can be said of it.
  expect(
    within(what)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Choose a reason', 'Part payment of F-3']);
  await person.selectOptions(what, 'Part payment of F-3');
  expect(sum()).toHaveTextContent('440.00 DKK of F-3 stays open.');
  await person.click(within(sum()).getByRole('button', { name: 'Match as a part payment' }));
  await waitFor(() =>
    expect(given).toEqual([
      {
        id: 't1', paymentIds: [], openItemIds: ['3'], beside: [], difference: null,
        parts: [{ openItemId: '3', amount: '100' }],
      },
    ]),
  ); // prettier-ignore
});

test('what was said of a part holds no more when something else is chosen', async () => {
  aCredit([owed('3', '104.00'), owed('4', '50.00')]);
  const { person } = show(<ReconciliationScreen />, '/reconciliation');
  const [, first, second] = await boxes();
  await person.click(first as HTMLElement);
  const what = () => within(sum()).getByRole('combobox', { name: 'The remainder is' });
  // As little as this may be a difference as well.
  expect(within(what()).getAllByRole('option')).toHaveLength(6);
  await person.selectOptions(what(), 'Part payment of F-3');
  await person.click(second as HTMLElement);
  expect(what()).toHaveDisplayValue('Part payment of F-3');
  expect(sum()).toHaveTextContent('54.00 DKK of F-3 stays open.');
  await person.click(first as HTMLElement);
  expect(sum()).toHaveTextContent(/Remainder\s*50.00 DKK/);
  expect(sum()).toHaveTextContent('A difference may be 10.00 DKK at most.');
  expect(within(sum()).getByRole('button', { name: /^Match/ })).toBeDisabled();
});

test('a credit note is deducted from what is chosen', async () => {
  const note = owed('5', '60.00', { side: 'PAYABLE', number: 'K-5' });
  const given = aCredit([owed('3', '160.00'), note]);
  const { person } = show(<ReconciliationScreen />, '/reconciliation');
  const [, invoice, credit] = await boxes();
  expect(screen.getByText('Deducted · K-5')).toBeVisible();
  expect(credit).toHaveAccessibleName('Choose Strandens Restaurant, −60.00 DKK');
  await person.click(credit as HTMLElement);
  // It is more than nothing that is left, and no part of it is settled.
  expect(sum()).toHaveTextContent(/Remainder\s*160.00 DKK/);
  await person.click(invoice as HTMLElement);
  expect(sum()).toHaveTextContent(/2 chosen\s*100.00 DKK/);
  await person.click(within(sum()).getByRole('button', { name: 'Match the chosen' }));
  await waitFor(() =>
    expect(given).toEqual([
      {
        id: 't1', paymentIds: [], openItemIds: ['5', '3'], beside: [], difference: null, parts: [],
      },
    ]),
  ); // prettier-ignore
});

test('another entry is chosen beside this one, both are matched, and both are free again', async () => {
  const given = aCredit([owed('2', '130.00')]);
  const other = { ...rows()[1], direction: 'CREDIT', amount: { amount: '30.00', currency: 'DKK' } };
  const looked: unknown[] = [];
  bend({
    openItems: (args: Row) => {
      looked.push(args['beside']);
      return [owed('2', '130.00')];
    },
    entriesToChoose: () => (given.length > 0 ? [] : [other]),
    transaction: ({ id }: { id: string }) => rows().find((row) => row['id'] === id) ?? null,
    matchPayments: (args: Row) => {
      given.push(args);
      for (const id of ['t1', 't5']) {
        matched.set(id, 'Bo Lund');
        beside.set(id, [side('ENTRY', 't1', '100.00'), side('ENTRY', 't5', '30.00')]);
      }
      return { __typename: 'Success', id: 'm1' };
    },
    unmatchTransaction: () => {
      matched.clear();
      return { __typename: 'Success', id: null };
    },
  });
  const { person } = show(<ReconciliationScreen />, '/reconciliation');
  expect(await boxes()).toHaveLength(3);
  expect(screen.getByRole('heading', { name: 'Other entries' })).toBeVisible();
  await person.keyboard('{ArrowRight}{ArrowRight} ');
  expect(sum()).toHaveTextContent(/2 entries together\s*130.00 DKK/);
  expect(sum()).toHaveTextContent('Choose the payment or open item that the entries belong to.');
  expect(within(sum()).getByRole('button', { name: /^Match/ })).toBeDisabled();
  await waitFor(() => expect(looked.at(-1)).toEqual(['t5']));
  await boxes();
  await person.keyboard('{ArrowLeft} ');
  expect(sum()).toHaveTextContent(/1 chosen\s*130.00 DKK/);
  expect(sum()).toHaveTextContent(/Remainder\s*0.00 DKK/);
  await person.keyboard('{Enter}');
  // What was matched with it is passed over.
  await waitFor(() => expect(chosen()).toEqual(['entry-t3']));
  expect(given).toEqual([
    { id: 't1', paymentIds: [], openItemIds: ['2'], beside: ['t5'], difference: null, parts: [] },
  ]);
  const tags = () => screen.queryAllByText('Matched', { selector: '.g-tag, .g-tag *' });
  await waitFor(() => expect(tags()).toHaveLength(2));
  await person.keyboard('u');
  await waitFor(() => expect(tags()).toHaveLength(0));
});

test('a match names its other sides', async () => {
  const all = [
    side('ENTRY', 't1', '-60.00'), side('ENTRY', 't5', '-40.00'),
    side('PAYMENT', 'p9', '100.00', { correlationId: 'c9', name: 'Payee' }),
    side('OPEN_ITEM', '7', '20.00', { number: 'F-7', name: 'Debtor' }),
  ]; // prettier-ignore
  matched.set('t1', 'Bo Lund');
  beside.set('t1', all);
  bend({ transactions: () => connection(rows().slice(0, 1)) });
  show(<ReconciliationScreen />, '/reconciliation');
  const named = within(await screen.findByRole('list', { name: 'Matched with' }));
  expect(named.getAllByRole('listitem')).toHaveLength(3);
  expect(named.getByRole('link', { name: 'Havnen Byg' }).getAttribute('href')).toContain('t5');
  expect(named.getByRole('link', { name: 'Payee' })).toHaveAttribute('href', '/journals/c9');
  expect(named.getByText('Open item of the ERP · F-7')).toBeVisible();
  expect(named.getByText('Debtor')).toBeVisible();
});

test('a match says whether the ERP is told of it, and leads to the queue where it is not', async () => {
  aCredit([]);
  const match = (erpState: string) => ({
    id: 'm1', kind: 'OPEN_ITEM', matchedAt: '2026-05-01T09:00:00Z', matchedBy: 'Bo Lund',
    difference: null, erpState, ...sides(),
  }); // prettier-ignore
  const entry = (erpState: string) => ({
    ...rows()[0],
    reconciliation: {
      state: 'MATCHED', paymentId: null, correlationId: null, match: match(erpState),
    },
  }); // prettier-ignore
  let looked = 0;
  bend({
    transactions: () => connection([entry('DUE')]),
    transaction: () => entry(++looked > 1 ? 'FAILED' : 'ASKED'),
  });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    show(<ReconciliationScreen />, '/reconciliation');
    expect(await screen.findByText(/The ERP is being told/)).toBeVisible();
    await vi.advanceTimersByTimeAsync(7_000);
    expect(await screen.findByText(/The ERP does not take it/)).toBeVisible();
    const link = screen.getByRole('link', { name: 'See why in the queue' });
    expect(link).toHaveAttribute('href', '/erp/exchange?tab=queue&state=FAILED');
  } finally {
    vi.useRealTimers();
  }
});

test('what was looked for and not found leaves the field to look again', async () => {
  aCredit([owed('2', '60.00')]);
  const { person } = show(<ReconciliationScreen />, '/reconciliation');
  await boxes();
  await person.type(screen.getByRole('searchbox', { name: 'Find others' }), 'zzz');
  expect(await screen.findByText('Nothing found')).toBeVisible();
  expect(screen.getByRole('searchbox', { name: 'Find others' })).toHaveValue('zzz');
});

test('the limit is everybody’s to see and an account manager’s to change', async () => {
  let given: Row = {};
  bend({
    changeDifferenceLimit: (args: Row) => {
      given = args;
      return { __typename: 'Success', id: null };
    },
  });
  permissions.set({ verbs: new Set(['statements.read', 'reconciliation.limit']) });
  const { person } = show(<ReconciliationScreen />, '/reconciliation');
  await person.click(await screen.findByRole('button', { name: 'Limit for differences' }));
  const field = screen.getByRole('textbox', { name: 'Largest difference of a match' });
  await person.clear(field);
  await person.type(field, '10000,01{Enter}');
  expect(screen.getAllByText('Type an amount from 0 to 10,000.')[0]).toBeVisible();
  expect(given).toEqual({});
  await person.clear(field);
  await person.type(field, '2,50{Enter}');
  await waitFor(() => expect(given).toEqual({ amount: '2.50', version: 1 }));
});

test('automatic matching is an account manager’s to set, within the limit, and told to all', async () => {
  let given: Row = {};
  let score: number | null = null;
  bend({
    automaticMatching: () => ({ score, charge: '0.00', version: 3 }),
    differenceLimit: () => ({ amount: '5.00', version: 1 }),
    changeAutomaticMatching: (args: Row) => {
      given = args;
      score = args['score'] as number | null;
      return { __typename: 'Success', id: null };
    },
  });
  permissions.set({ verbs: new Set(['statements.read', 'reconciliation.automatic']) });
  const { person } = show(<ReconciliationScreen />, '/reconciliation');
  await person.click(await screen.findByRole('button', { name: 'Automatic matching' }));
  expect(screen.queryByText(/are matched automatically/)).toBeNull();
  const dialog = within(screen.getByRole('dialog'));
  const from = dialog.getByRole('combobox', { name: 'Match automatically' });
  expect(from).toHaveDisplayValue('Off: only people match');
  const field = dialog.getByRole('textbox', { name: 'Accepted bank charge' });
  await person.clear(field);
  await person.type(field, '5,01{Enter}');
  expect(dialog.getAllByText(/Type an amount from 0 to 5/)[0]).toBeVisible();
  expect(given).toEqual({});
  await person.clear(field);
  await person.type(field, '5,00');
  await person.selectOptions(from, 'From a score of 95');
  await person.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(given).toEqual({ score: 95, charge: '5.00', version: 3 }));
  expect(await screen.findByText(/a score of 95 or more are matched automatically/)).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Automatic matching' }));
  const again = within(screen.getByRole('dialog'));
  await person.selectOptions(again.getByRole('combobox'), 'Off: only people match');
  await person.click(again.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(given).toMatchObject({ score: null }));
});

test('whoever changes rules begins one with what the entry says', async () => {
  show(<ReconciliationScreen />, '/reconciliation');
  await best();
  expect(screen.queryByRole('link', { name: 'Make a rule of this' })).toBeNull();
  permissions.set({ verbs: new Set(['statements.read', 'rules.change']) });
  const link = await screen.findByRole('link', { name: 'Make a rule of this' });
  expect(link).toHaveAttribute('href', '/rules?entry=t1');
});

test('the best of all that are shown are matched from a score on, and each outcome is told', async () => {
  let given: Row = {};
  bend({
    matchBest: (args: Row) => {
      given = args;
      matched.set('t1', 'Astrid Holm');
      const result = (id: string, outcome: string, code: string | null) => ({
        id, label: `Entry ${id}`, outcome, code, message: code && 'Look at it yourself', values: [],
      }); // prettier-ignore
      const results = [
        result('t1', 'DONE', null),
        result('t5', 'NOT_ELIGIBLE', 'reconciliation.not_clear'),
      ];
      return {
        __typename: 'BulkResults', total: 2, done: 1, failed: 0, notEligible: 1, results, next: null,
      }; // prettier-ignore
    },
  });
  const { person } = show(<ReconciliationScreen />, '/reconciliation');
  await best();
  await person.click(screen.getByRole('button', { name: 'Match the best' }));
  const dialog = within(screen.getByRole('dialog'));
  await person.selectOptions(dialog.getByRole('combobox', { name: 'Lowest score' }), '75');
  await person.click(dialog.getByRole('button', { name: 'Match the best' }));
  expect(await screen.findByText('Entry t5')).toBeVisible();
  expect(screen.getByText('Look at it yourself')).toBeVisible();
  expect(given).toMatchObject({ selection: { ids: IDS }, score: 75 });
  await person.click(screen.getByRole('button', { name: 'Close' }));
  expect(await within((await options())[0] as HTMLElement).findByText('Matched')).toBeVisible();
  await person.keyboard('u');
  await waitFor(() => expect(matched.size).toBe(0));
});
