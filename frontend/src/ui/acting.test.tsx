/** What people do: told as done only when it is, and asked about before it cannot be taken back. */
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ViewerDocument } from '@/generated/graphql';
import { dataClient } from '@/kernel/clients';
import { HttpProblem } from '@/kernel/problems';
import { bend } from '@/testing/server';
import { show } from '@/testing/render';
import { attempt, toasts, useAct, VerbDialog } from '@/ui';
import type { Answer, Ended } from './acting';

const success: Answer = { __typename: 'Success', id: '7' };
const problem: Answer = {
  __typename: 'Problem',
  code: 'x.taken',
  message: 'Somebody has it',
  path: 'name',
};

test.each<[string, () => Promise<Answer | undefined>, Ended]>([
  ['done', async () => success, { id: '7', refused: null }],
  ['done without a record', async () => ({ __typename: 'Success' }), { id: '', refused: null }],
  [
    'refused',
    async () => problem,
    { id: null, refused: { message: 'Somebody has it', path: 'name' } },
  ],
  [
    'refused as a whole',
    async () => ({ ...problem, path: null }),
    { id: null, refused: { message: 'Somebody has it', path: null } },
  ],
  [
    'without an answer',
    async () => undefined,
    {
      id: null,
      refused: { message: 'The server does not answer; nothing was changed.', path: null },
    },
  ],
  [
    'on a line that is down',
    async () => {
      throw new TypeError('gone');
    },
    {
      id: null,
      refused: { message: 'The server does not answer; nothing was changed.', path: null },
    },
  ],
  [
    'failed',
    async () => {
      throw new HttpProblem(409, { detail: 'Too late', correlationId: 'trace-3' });
    },
    { id: null, refused: { message: 'Too late · trace-3', path: null } },
  ],
])('an act that is %s is told so', async (_how, act, ended) => {
  expect(await attempt(act)).toEqual(ended);
});

function Verb({
  act,
  onEnded,
}: {
  act: () => Promise<Answer | undefined>;
  onEnded: (isDone: boolean) => void;
}) {
  const run = useAct();
  return (
    <button type="button" onClick={() => void run(act, 'It is sent').then(onEnded)}>
      Send
    </button>
  );
}

/** Somebody who looks at a question's answer, and how often it was asked. */
function watched() {
  const asked = vi.fn(() => ({ permissions: [] }));
  bend({ viewer: asked });
  const watching = dataClient
    .watchQuery({ query: ViewerDocument, fetchPolicy: 'network-only' })
    .subscribe(() => undefined);
  stop = () => watching.unsubscribe();
  return asked;
}
let stop = () => undefined as void;
afterEach(() => stop());

test.each([
  [success, true, { severity: 'success', title: 'Done', text: 'It is sent' }],
  [problem, false, { severity: 'error', title: 'Not done', text: 'Somebody has it' }],
] as const)(
  'a verb without a question tells how it ended, after what is shown was asked anew',
  async (answer, isDone, notice) => {
    const asked = watched();
    await waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
    const onEnded = vi.fn();
    const { person } = show(<Verb act={async () => answer} onEnded={onEnded} />);
    await person.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(onEnded).toHaveBeenCalledExactlyOnceWith(isDone));
    expect(asked).toHaveBeenCalledTimes(2);
    expect(toasts.get()).toMatchObject([notice]);
  },
);

test('a question stays open with the reason when it is refused, and closes with word of it when it is done', async () => {
  const asked = watched();
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
  const ends: Ended[] = [
    { id: null, refused: { message: 'Not today', path: null } },
    { id: '1', refused: null },
  ];
  const act = vi.fn(async () => ends[act.mock.calls.length - 1] as Ended);
  const [onClose, onDone] = [vi.fn(), vi.fn()];
  const { person } = show(
    <VerbDialog
      title="Recall it?"
      confirm="Recall"
      danger
      done="It is recalled"
      act={act}
      onClose={onClose}
      onDone={onDone}
    >
      It may be too late.
    </VerbDialog>,
  );
  expect(act).not.toHaveBeenCalled();
  await person.click(screen.getByRole('button', { name: 'Recall' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Not today');
  expect([onClose, onDone].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  expect(toasts.get()).toEqual([]);
  expect(screen.getByRole('button', { name: 'Recall' })).toBeEnabled();
  await person.click(screen.getByRole('button', { name: 'Recall' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(onDone).toHaveBeenCalledTimes(1);
  expect(asked).toHaveBeenCalledTimes(2);
  expect(toasts.get()).toMatchObject([{ severity: 'success', text: 'It is recalled' }]);
});

test('a question under way cannot be answered twice, and one that is closed does nothing', async () => {
  const act = vi.fn(() => new Promise<Ended>(() => undefined));
  const onClose = vi.fn();
  const { person } = show(
    <VerbDialog
      title="Recall it?"
      confirm="Recall"
      done="It is recalled"
      act={act}
      onClose={onClose}
    >
      It may be too late.
    </VerbDialog>,
  );
  await person.keyboard('{Escape}');
  await person.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(act).not.toHaveBeenCalled();
  await person.click(screen.getByRole('button', { name: 'Recall' }));
  expect(screen.getByRole('button', { name: 'Recall' })).toBeDisabled();
  await person.click(screen.getByRole('button', { name: 'Recall' }));
  expect(act).toHaveBeenCalledTimes(1);
});
