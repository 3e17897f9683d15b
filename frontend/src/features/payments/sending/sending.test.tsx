/** A file on its way to a bank: what can be done with it, by whom, and that nothing is sent twice unasked. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { permissions } from '@/kernel/permissions';
import { readFilter } from '@/kernel/urlState';
import { bend } from '@/testing/server';
import { show } from '@/testing/render';
import type { Answers } from '@/testing/world/answer';
import { banks } from '@/testing/world/banks';
import { SendingAct } from '../NextActs';
import { isOpen, openActs } from './acts';
import { PauseControl } from './PauseControl';
import { queueFilter, toServerFilter } from './queue';
import { SendingCard, SendingPanel } from './SendingPanel';

const barred = (...acts: string[]) =>
  acts.map((act) => ({ act, code: 'sending.too_late', message: 'Too late' }));
const sending = (state: string, obstacles: object[], more: object = {}) => ({
  id: 's1',
  correlationId: 'c1',
  messageId: 'MSG',
  kind: 'PAYMENTS',
  state,
  since: '2026-11-20T08:00:00Z',
  asked: '2026-11-20T08:00:00Z',
  tries: 1,
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
  obstacles,
  ...more,
});
const card = (state: string, obstacles: object[], more: object = {}) =>
  sending(state, obstacles, more) as unknown as Parameters<typeof SendingCard>[0]['sending'];

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

test('what is open is what nothing stands against, the decision first', () => {
  expect(openActs({ obstacles: [] })).toEqual(['DECIDE', 'SEND_AGAIN', 'CANCEL']);
  expect(openActs({ obstacles: barred('SEND_AGAIN') })).toEqual(['DECIDE', 'CANCEL']);
  expect(openActs({ obstacles: barred('SEND_AGAIN', 'DECIDE') })).toEqual(['CANCEL']);
  expect(openActs({ obstacles: barred('SEND_AGAIN', 'DECIDE', 'CANCEL') })).toEqual([]);
  expect(isOpen('CANCEL', { obstacles: barred('DECIDE') })).toBe(true);
});

test.each([
  ['Yes, the bank has it', true],
  ['No, the bank does not have it', false],
])('that “%s” is said, with how one knows', async (answer, hasArrived) => {
  const asked = heard('decideSending');
  const { person } = show(
    <SendingCard
      sending={card('UNKNOWN', barred('SEND_AGAIN', 'CANCEL'))}
      onChanged={() => undefined}
    />,
  );
  await person.click(screen.getByRole('button', { name: 'Decide what happened' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Does the bank have the file?' }));
  expect(dialog.getAllByRole('radio').filter((one) => (one as HTMLInputElement).checked)).toEqual(
    [],
  );
  const decide = dialog.getByRole('button', { name: 'Decide what happened' });
  await person.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Called them');
  await person.click(decide);
  expect(dialog.getByRole('alert')).toHaveTextContent('Choose an answer.');
  expect(asked).toEqual([]);
  await person.click(dialog.getByRole('radio', { name: answer }));
  await person.clear(dialog.getByRole('textbox', { name: 'Reason' }));
  await person.click(decide);
  expect(dialog.getByRole('alert')).toHaveTextContent('Say how you know');
  expect(asked).toEqual([]);
  await person.type(dialog.getByRole('textbox', { name: 'Reason' }), ' Called them ');
  await person.click(decide);
  await waitFor(() =>
    expect(asked).toEqual([
      { correlationId: 'c1', sendingId: null, hasArrived, reason: 'Called them' },
    ]),
  );
});

test('a file is stopped with a reason only, and it is that file', async () => {
  const asked = heard('cancelSending');
  const onChanged = vi.fn();
  const { person } = show(
    <SendingCard
      sending={card('WAITING', barred('SEND_AGAIN', 'DECIDE'), { id: 's7' })}
      sendingId="s7"
      onChanged={onChanged}
    />,
  );
  await person.click(screen.getByRole('button', { name: 'Stop for good' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Stop these payments?' }));
  await person.click(dialog.getByRole('button', { name: 'Stop for good' }));
  expect(dialog.getByRole('alert')).toHaveTextContent('Say how you know');
  expect(asked).toEqual([]);
  await person.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Wrong file');
  await person.click(dialog.getByRole('button', { name: 'Stop for good' }));
  await waitFor(() =>
    expect(asked).toEqual([{ correlationId: 'c1', sendingId: 's7', reason: 'Wrong file' }]),
  );
  await waitFor(() => expect(onChanged).toHaveBeenCalled());
});

test('a file is sent again after a question, once', async () => {
  const asked = heard('sendAgain');
  const { person } = show(
    <SendingCard
      sending={card('NOT_TAKEN', barred('CANCEL', 'DECIDE'))}
      onChanged={() => undefined}
    />,
  );
  await person.click(screen.getByRole('button', { name: 'Send again' }));
  expect(asked).toEqual([]);
  const dialog = within(screen.getByRole('dialog', { name: 'Send this file again?' }));
  expect(dialog.queryByRole('textbox')).not.toBeInTheDocument();
  await person.click(dialog.getByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(asked).toEqual([{ correlationId: 'c1', sendingId: null }]);
});

test('a refusal stays in its question', async () => {
  bend({
    sendAgain: () => ({
      __typename: 'Problem',
      code: 'x.y',
      message: 'The bank has it already',
      path: null,
    }),
  });
  const { person } = show(
    <SendingCard
      sending={card('NOT_TAKEN', barred('CANCEL', 'DECIDE'))}
      onChanged={() => undefined}
    />,
  );
  await person.click(screen.getByRole('button', { name: 'Send again' }));
  await person.click(
    within(screen.getByRole('dialog')).getByRole('button', { name: 'Send again' }),
  );
  expect(await screen.findByRole('alert')).toHaveTextContent('The bank has it already');
});

test('why nothing can be done is told, but not what goes without saying', async () => {
  const why = [
    ...barred('SEND_AGAIN', 'DECIDE'),
    { act: 'CANCEL', code: 'sending.own_upload', message: 'You handed it in' },
  ];
  show(<SendingCard sending={card('WAITING', why)} onChanged={() => undefined} />);
  expect(screen.getByRole('note')).toHaveTextContent('You handed it in');
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test.each([
  ['WAITING', true],
  ['LEAVING', true],
  ['SENT', false],
  ['UNKNOWN', false],
])('a file that is %s is looked at again by itself: %s', async (state, isMoving) => {
  let asked = 0;
  bend({
    journal: () => {
      asked += 1;
      return { correlationId: 'c1', state: 'APPROVED', sending: sending(state, []) };
    },
  });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    show(<SendingPanel correlationId="c1" onChanged={() => undefined} />);
    await screen.findByRole('region', { name: 'Sending' });
    const before = asked;
    await vi.advanceTimersByTimeAsync(6500);
    expect(asked > before).toBe(isMoving);
  } finally {
    vi.useRealTimers();
  }
});

test('the queue is asked for by what the address says, and for all where it says nothing', () => {
  const filterOf = (address: string) =>
    toServerFilter(readFilter(queueFilter, new URLSearchParams(address)));
  expect(filterOf('')).toEqual({});
  expect(filterOf('state=UNKNOWN&state=REFUSED&bank=b1&q=rent')).toEqual({
    states: ['UNKNOWN', 'REFUSED'],
    bank: 'b1',
    text: 'rent',
  });
});

const bank = (paused: object | null) =>
  bend({ bank: () => ({ ...banks[0], id: 'b1', name: 'Fjordbanken', paused }) });

test('a bank is paused with its reason, and that bank alone', async () => {
  bank(null);
  const asked = heard('pauseBank');
  const { person } = show(<PauseControl bankId="b1" />);
  await person.click(await screen.findByRole('button', { name: 'Pause this bank' }));
  expect(asked).toEqual([]);
  const dialog = within(screen.getByRole('dialog', { name: 'Pause this bank?' }));
  await person.type(dialog.getByRole('textbox', { name: 'Reason' }), ' Works ');
  await person.click(dialog.getByRole('button', { name: 'Pause this bank' }));
  await waitFor(() => expect(asked).toEqual([{ id: 'b1', reason: 'Works' }]));
});

test('a pause says whose it is and why, and is ended for that bank alone', async () => {
  bank({ since: '2026-11-02T08:10:00Z', by: 'Bo Lund', reason: 'The bank works' });
  const asked = heard('resumeBank');
  const { person } = show(<PauseControl bankId="b1" />);
  expect(await screen.findByText(/Paused by Bo Lund/)).toHaveTextContent('The bank works');
  expect(screen.queryByRole('button', { name: 'Pause this bank' })).not.toBeInTheDocument();
  await person.click(screen.getByRole('button', { name: 'End the pause' }));
  await waitFor(() => expect(asked).toEqual([{ id: 'b1' }]));
});

test('whoever may not pause banks reads of it, and finds no button', async () => {
  permissions.set({ verbs: new Set(['payments.read']) });
  bank({ since: '2026-11-02T08:10:00Z', by: 'Bo Lund', reason: null });
  show(<PauseControl bankId="b1" />);
  expect(await screen.findByText(/Paused by Bo Lund/)).toBeVisible();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test.each([
  [[], 'Read and decide below'],
  [barred('DECIDE'), 'Read and send again below'],
  [barred('DECIDE', 'SEND_AGAIN'), 'Stop below'],
  [barred('DECIDE', 'SEND_AGAIN', 'CANCEL'), null],
])('a journal’s next step leads to one act, the one that is due first', async (obstacles, name) => {
  bend({
    journal: () => ({
      correlationId: 'c1',
      state: 'APPROVED',
      sending: sending('UNKNOWN', obstacles),
    }),
  });
  show(
    <>
      {(['DECIDE', 'SEND_AGAIN', 'CANCEL'] as const).map((act) => (
        <SendingAct key={act} act={act} correlationId="c1" />
      ))}
      <SendingPanel correlationId="c1" onChanged={() => undefined} />
    </>,
  );
  await screen.findByRole('region', { name: 'Sending' });
  expect(
    screen.queryAllByRole('button', { name: / below$/ }).map(({ textContent }) => textContent),
  ).toEqual(name === null ? [] : [name]);
});
