import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { AskRecallDocument } from '@/generated/graphql';
import { permissions } from '@/kernel/permissions';
import { show } from '@/testing/render';
import { bend } from '@/testing/server';
import { type Answers } from '@/testing/world/answer';
import { journals } from '@/testing/world/records';
import { RecallMany } from './RecallMany';
import { RecallPanel } from './RecallPanel';

const row = journals.find(({ correlationId }) => correlationId === 'c1');

/** A page that learns that the payments have left. */
function Page() {
  const [state, setState] = useState<'APPROVED' | 'SENT'>('APPROVED');
  return (
    <>
      <button type="button" onClick={() => setState('SENT')}>
        They leave
      </button>
      <RecallPanel correlationId="c1" state={state} onChanged={() => undefined} />
    </>
  );
}

test('payments that have just been sent can be called back without loading the page again', async () => {
  let hasLeft = false;
  let asked = 0;
  bend({
    journal: () => {
      asked += 1;
      return {
        ...row,
        recalls: [],
        state: hasLeft ? 'SENT' : 'APPROVED',
        recallable: hasLeft
          ? { bank: 'Fjordbanken', code: null, message: null }
          : { bank: null, code: 'recalls.not_sent', message: 'They have not been sent' },
      };
    },
  });
  const { person } = show(<Page />);
  await expect.poll(() => asked).toBe(1);
  expect(screen.queryByRole('button', { name: 'Recall payments' })).toBeNull();
  hasLeft = true;
  await person.click(screen.getByRole('button', { name: 'They leave' }));
  expect(await screen.findByRole('button', { name: 'Recall payments' })).toBeVisible();
  expect(asked).toBe(2);
});

const bank = { bank: 'Fjordbanken', code: null, message: null };
const given = (changes: object = {}) =>
  bend({ journal: () => ({ ...row, state: 'SENT', recallable: bank, recalls: [], ...changes }) });
const panel = () => <RecallPanel correlationId="c1" state="SENT" onChanged={() => undefined} />;
const recall = (changes: object = {}) => ({
  id: 'r1',
  state: 'ASKED',
  bank: 'Fjordbanken',
  isWhole: false,
  payments: 2,
  reason: 'DUPL',
  note: 'Paid last week',
  asked: '2026-11-20T08:00:00Z',
  askedBy: 'Bo Lind',
  decided: null,
  decidedBy: null,
  decision: null,
  answered: null,
  answers: [],
  obstacles: [],
  sending: null,
  ...changes,
});

function heard(field: keyof Answers): object[] {
  const asked: object[] = [];
  bend({
    [field]: (args: object) => {
      asked.push(args);
      return { __typename: 'Success', id: null };
    },
  });
  return asked;
}

test('all that can be had is asked back with a reason for the bank and a note for the second person', async () => {
  given();
  const asked = heard('askRecall');
  const { person } = show(panel());
  await person.click(await screen.findByRole('button', { name: 'Recall payments' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Recall payments?' }));
  const ask = dialog.getByRole('button', { name: 'Request recall' });
  await person.type(dialog.getByRole('textbox'), 'Paid twice');
  await person.click(ask);
  expect(dialog.getByRole('alert')).toHaveTextContent('Choose a reason');
  await person.selectOptions(dialog.getByRole('combobox'), 'Paid twice');
  await person.clear(dialog.getByRole('textbox'));
  await person.type(dialog.getByRole('textbox'), '  ');
  await person.click(ask);
  expect(dialog.getByRole('alert')).toHaveTextContent('Say what happened');
  expect(asked).toEqual([]);
  await person.type(dialog.getByRole('textbox'), 'In October too ');
  await person.click(ask);
  await waitFor(() =>
    expect(asked).toEqual([
      { correlationId: 'c1', reason: 'DUPL', note: 'In October too', selection: null },
    ]),
  );
});

test.each([
  [{ ids: ['p1', 'p2'] }, { ids: ['p1', 'p2'] }],
  [
    { matching: { states: ['BOOKED'] }, expectedCount: 2 },
    { matching: { states: ['BOOKED'] }, expectedCount: 2 },
  ],
])('chosen payments are called back alone: %j', async (chosen, selection) => {
  given();
  const asked = heard('askRecall');
  const action = {
    key: 'recall',
    label: 'Call back',
    icon: 'undo',
    help: '',
    document: AskRecallDocument,
  };
  const { person } = show(
    <RecallMany
      action={action}
      chosen={chosen}
      count={2}
      correlationId="c1"
      onClose={() => undefined}
      onEnded={() => undefined}
    />,
  );
  expect(await screen.findByText('2 payments are asked back from Fjordbanken.')).toBeVisible();
  await person.selectOptions(screen.getByRole('combobox'), 'Suspected fraud');
  await person.type(screen.getByRole('textbox'), 'Call from the bank');
  await person.click(screen.getByRole('button', { name: 'Request recall' }));
  await waitFor(() =>
    expect(asked).toMatchObject([
      { correlationId: 'c1', reason: 'FRAD', note: 'Call from the bank', selection },
    ]),
  );
});

test('where a bank takes no requests that is told instead of asked', async () => {
  given({
    recallable: { bank: null, code: 'recalls.no_way', message: 'This bank takes no recalls' },
  });
  const action = {
    key: 'recall',
    label: 'Call back',
    icon: 'undo',
    help: '',
    document: AskRecallDocument,
  };
  show(
    <RecallMany
      action={action}
      chosen={{ ids: ['p1'] }}
      count={1}
      correlationId="c1"
      onClose={() => undefined}
      onEnded={() => undefined}
    />,
  );
  expect(await screen.findByRole('alert')).toHaveTextContent('This bank takes no recalls');
  expect(screen.queryByRole('button', { name: 'Request recall' })).not.toBeInTheDocument();
});

test.each<[string, object]>([
  ['the payments have ended', { state: 'REJECTED' }],
  ['they were cancelled', { state: 'CANCELLED' }],
  [
    'the bank takes none',
    { recallable: { bank: null, code: 'recalls.not_sent', message: 'Not sent' } },
  ],
  ['a request for all waits already', { recalls: [recall({ isWhole: true })] }],
  [
    'a request for all is at the bank',
    { recalls: [recall({ isWhole: true, state: 'CONFIRMED' })] },
  ],
])('nothing is offered to call back where %s', async (_why, changes) => {
  given({ recalls: [recall()], ...changes });
  show(panel());
  await screen.findByRole('region', { name: 'Recall' });
  expect(screen.queryByRole('button', { name: 'Recall payments' })).not.toBeInTheDocument();
});

test.each<[string, object]>([
  ['only some were asked for', recall()],
  ['the request for all was declined', recall({ isWhole: true, state: 'DECLINED' })],
  [
    'the request for all was stopped on its way',
    recall({
      isWhole: true,
      state: 'CONFIRMED',
      sending: {
        id: 's2',
        correlationId: 'c1',
        state: 'CANCELLED',
        since: '2026-11-20T08:00:00Z',
        asked: '2026-11-20T08:00:00Z',
        tries: 0,
        nextTry: null,
        held: null,
        sent: null,
        proof: null,
        bankCode: null,
        bankSaid: null,
        heldSaid: null,
        decided: null,
        decidedBy: null,
        reason: null,
        attempts: [],
        obstacles: [],
      },
    }),
  ],
  [
    'the bank refused some of all',
    recall({
      isWhole: true,
      state: 'CONFIRMED',
      answered: '2026-11-21T08:00:00Z',
      answers: [
        {
          answer: 'REJECTED',
          code: 'CUST',
          text: null,
          meaning: null,
          adviceCode: null,
          advice: null,
          count: 1,
        },
      ],
    }),
  ],
])('it is offered again where %s', async (_why, one) => {
  given({ recalls: [one] });
  show(panel());
  expect(await screen.findByRole('button', { name: 'Recall payments' })).toBeVisible();
});

test('whoever may not ask is offered nothing', async () => {
  permissions.set({ verbs: new Set(['payments.read']) });
  given({
    recalls: [
      recall({
        obstacles: ['CONFIRM', 'DECLINE', 'WITHDRAW'].map((act) => ({
          act,
          code: 'forbidden',
          message: 'No',
        })),
      }),
    ],
  });
  show(panel());
  const shown = await screen.findByRole('region', { name: 'Recall' });
  expect(within(shown).queryByRole('button')).not.toBeInTheDocument();
  expect(within(shown).queryByRole('note')).not.toBeInTheDocument();
});

test.each<[string, string, keyof Answers]>([
  ['Confirm and send', 'Send this request to the bank?', 'confirmRecall'],
  ['Withdraw', 'Withdraw your request?', 'withdrawRecall'],
])('“%s” does that and nothing else, after a question', async (name, title, field) => {
  given({ recalls: [recall()] });
  const others = (['confirmRecall', 'withdrawRecall', 'declineRecall'] as const)
    .filter((other) => other !== field)
    .map(heard);
  const asked = heard(field);
  const { person } = show(panel());
  await person.click(await screen.findByRole('button', { name }));
  expect(asked).toEqual([]);
  await person.click(
    within(screen.getByRole('dialog', { name: title })).getByRole('button', { name }),
  );
  await waitFor(() => expect(asked).toEqual([{ id: 'r1' }]));
  expect(others).toEqual([[], []]);
});

test('a request is declined with a reason only', async () => {
  given({ recalls: [recall()] });
  const asked = heard('declineRecall');
  const { person } = show(panel());
  await person.click(await screen.findByRole('button', { name: 'Decline' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Decline this request?' }));
  await person.click(dialog.getByRole('button', { name: 'Decline' }));
  expect(dialog.getByRole('alert')).toHaveTextContent('Say why');
  expect(asked).toEqual([]);
  await person.type(dialog.getByRole('textbox'), 'It is owed');
  await person.click(dialog.getByRole('button', { name: 'Decline' }));
  await waitFor(() => expect(asked).toEqual([{ id: 'r1', reason: 'It is owed' }]));
});

test('who asked finds no way to confirm, and reads why', async () => {
  given({
    recalls: [
      recall({
        obstacles: [
          { act: 'CONFIRM', code: 'recalls.own_request', message: 'Somebody else confirms it' },
        ],
      }),
    ],
  });
  show(panel());
  expect(await screen.findByRole('note')).toHaveTextContent('Somebody else confirms it');
  expect(screen.queryByRole('button', { name: 'Confirm and send' })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Withdraw' })).toBeVisible();
});

test('a request that was decided offers no decision any more', async () => {
  given({
    recalls: [
      recall({
        state: 'DECLINED',
        decidedBy: 'Alba Holm',
        decided: '2026-11-21T08:00:00Z',
        decision: 'It is owed',
      }),
    ],
  });
  show(panel());
  const shown = await screen.findByRole('article', { name: 'Declined' });
  expect(shown).toHaveTextContent('It is owed');
  expect(within(shown).queryByRole('button')).not.toBeInTheDocument();
});
