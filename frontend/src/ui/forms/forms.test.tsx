import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { HttpProblem } from '@/kernel/problems';
import { hasUnsaved } from '@/kernel/unsaved';
import { show } from '@/testing/render';
import { ChoiceField, FileDialog, FormDialog, TextField, neighbours, useForm } from '@/ui';
import { fieldAt, type Flaw } from './flaws';

interface Probe {
  send: (values: { name: string; email: string }) => Promise<readonly Flaw[]>;
  onDone?: () => void;
  onClose?: () => void;
}

const nothing = () => undefined;

function Probe({ send, onDone = nothing, onClose = nothing }: Probe) {
  const form = useForm({
    initial: { name: '', email: 'a@example.com' },
    check: ({ name }) => (name ? [] : [{ path: 'name', message: 'Give a name' }]),
    send,
    onDone,
  });
  return (
    <FormDialog title="Person" confirm="Save" form={form} onClose={onClose}>
      <TextField form={form} name="name" label="Name" help="As on the card" />
      <TextField form={form} name="email" label="Mail" />
    </FormDialog>
  );
}

const name = () => screen.getByRole('textbox', { name: 'Name' });
const save = () => screen.getByRole('button', { name: 'Save' });

test('one flaw stands at its field, which gets the focus, and goes when it is mended', async () => {
  const send = vi.fn(async () => []);
  const { person } = show(<Probe send={send} />);
  await person.click(save());
  expect(name()).toHaveFocus();
  expect(name()).toHaveAccessibleDescription('As on the card Give a name');
  expect(name()).toBeInvalid();
  expect(send).not.toHaveBeenCalled();
  await person.type(name(), 'A');
  expect(name()).toBeValid();
});

test('what the server found stands at its fields and in a summary with the focus, from which one gets there', async () => {
  const errors = [{ path: 'people.0.email', message: 'Somebody has it' }, { message: 'Not today' }];
  const { person } = show(<Probe send={() => Promise.reject(new HttpProblem(400, { errors }))} />);
  await person.type(name(), 'Anna{Enter}');
  const summary = await screen.findByRole('alert');
  await waitFor(() => expect(summary).toHaveFocus());
  expect(summary).toHaveTextContent('2 things to mend');
  expect(summary).toHaveTextContent('Not today');
  await person.click(screen.getByRole('button', { name: 'Somebody has it' }));
  expect(screen.getByRole('textbox', { name: 'Mail' })).toHaveFocus();
  expect(name()).toHaveValue('Anna');
});

test('it is sent once however often one clicks, and what is typed is guarded until then', async () => {
  let answer: (flaws: readonly Flaw[]) => void = () => undefined;
  const send = vi.fn(
    () =>
      new Promise<readonly Flaw[]>((resolve) => {
        answer = resolve;
      }),
  );
  const done = vi.fn();
  const closed = vi.fn();
  const { person } = show(<Probe send={send} onDone={done} onClose={closed} />);
  await person.type(name(), 'Anna');
  expect(hasUnsaved()).toBe(true);
  await person.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(closed).not.toHaveBeenCalled();
  await person.click(screen.getByRole('button', { name: 'Keep writing' }));
  await person.dblClick(save());
  await person.type(name(), '{Enter}');
  expect(send).toHaveBeenCalledTimes(1);
  expect(save()).toBeDisabled();
  answer([]);
  await waitFor(() => expect(done).toHaveBeenCalledTimes(1));
});

test('two clicks that come before the button is drawn busy send it once', async () => {
  const send = vi.fn(() => new Promise<readonly Flaw[]>(() => undefined));
  const { person } = show(<Probe send={send} />);
  await person.type(name(), 'Anna');
  act(() => {
    save().click();
    save().click();
  });
  expect(send).toHaveBeenCalledTimes(1);
});

test('of two flaws the one that is not mended stays', async () => {
  const errors = [
    { path: 'name', message: 'Somebody is called so' },
    { path: 'email', message: 'Somebody has it' },
  ];
  const { person } = show(<Probe send={() => Promise.reject(new HttpProblem(400, { errors }))} />);
  await person.type(name(), 'Anna{Enter}');
  await screen.findByText('2 things to mend');
  await person.type(name(), 'b');
  expect(name()).toBeValid();
  expect(screen.getByRole('textbox', { name: 'Mail' })).toHaveAccessibleDescription(
    'Somebody has it',
  );
});

test('what was refused stays as it is typed and can be sent again; a dialog without anything typed closes at once', async () => {
  const sent: unknown[] = [];
  const [onDone, onClose] = [vi.fn(), vi.fn()];
  const refusals: readonly Flaw[][] = [[{ path: null, message: 'Not today' }], []];
  const { person } = show(
    <Probe
      send={async (values) => {
        sent.push(values);
        return refusals[sent.length - 1] ?? [];
      }}
      onDone={onDone}
      onClose={onClose}
    />,
  );
  await person.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onClose).toHaveBeenCalledTimes(1);
  await person.type(name(), 'Anna{Enter}');
  expect(await screen.findByText('Not today')).toBeVisible();
  expect(onDone).not.toHaveBeenCalled();
  expect(name()).toHaveValue('Anna');
  await person.click(save());
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
  expect(sent).toEqual([
    { name: 'Anna', email: 'a@example.com' },
    { name: 'Anna', email: 'a@example.com' },
  ]);
  expect(screen.queryByText('Not today')).not.toBeInTheDocument();
});

test('what is typed is thrown away only when somebody says so, at Escape too', async () => {
  const onClose = vi.fn();
  const { person } = show(<Probe send={async () => []} onClose={onClose} />);
  await person.type(name(), 'Anna');
  await person.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();
  await person.click(screen.getByRole('button', { name: 'Discard' }));
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('what is typed back to what it was is not held', async () => {
  const onClose = vi.fn();
  const { person } = show(<Probe send={async () => []} onClose={onClose} />);
  await person.type(name(), 'A{Backspace}');
  expect(hasUnsaved()).toBe(false);
  await person.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onClose).toHaveBeenCalledTimes(1);
});

function Choice({ from }: { from: string }) {
  const form = useForm({ initial: { account: from }, send: async () => [], onDone: nothing });
  return (
    <ChoiceField
      form={form}
      name="account"
      label="Account"
      none="Any"
      options={[{ value: 'a1', label: 'Wages' }]}
    />
  );
}

test('what was chosen before stays chosen and in sight, though it could not be chosen now', async () => {
  const { person } = show(<Choice from="gone" />);
  const field = screen.getByRole('combobox', { name: 'Account' });
  expect(field).toHaveDisplayValue('gone');
  await person.selectOptions(field, 'Wages');
  expect(field).toHaveValue('a1');
  await person.selectOptions(field, 'Any');
  expect(field).toHaveValue('');
});

test.each([
  [0, [false, true]],
  [1, [true, true]],
  [2, [true, false]],
  [7, [false, false]],
])('the record at %i has a neighbour before and after: %j', (at, expected) => {
  const open = vi.fn<(row: number) => void>();
  const { onPrevious, onNext } = neighbours([10, 11, 12], (row) => row === 10 + at, open);
  expect([onPrevious !== undefined, onNext !== undefined]).toEqual(expected);
  onPrevious?.();
  onNext?.();
  expect(open.mock.calls.map(([row]) => row)).toEqual(
    [at - 1, at + 1].filter((_, side) => expected[side]).map((place) => 10 + place),
  );
});

test('a server’s path leads to the field it names last', () => {
  const fields = ['name', 'email'];
  expect(
    ['email', 'people.0.email', 'people[0].name', 'other', null].map((path) =>
      fieldAt(path, fields),
    ),
  ).toEqual(['email', 'email', 'name', null, null]);
});

test('a file is asked for, taken in once, and what is wrong in it stands at the field', async () => {
  const answers = [
    {
      __typename: 'Problem' as const,
      code: 'x.bad',
      message: 'That is no file of rules',
      path: 'rules.3',
    },
    { __typename: 'Success' as const, id: '1' },
  ];
  const take = vi.fn(async (_text: string) => answers[take.mock.calls.length - 1]);
  const onClose = vi.fn();
  const { person } = show(
    <FileDialog
      title="Import"
      confirm="Take in"
      help="Each becomes a draft."
      accept=".json"
      take={take}
      done="They are here"
      onClose={onClose}
    />,
  );
  const field = screen.getByLabelText('File');
  await person.click(screen.getByRole('button', { name: 'Take in' }));
  expect(field).toHaveAccessibleDescription('Choose a file');
  expect(take).not.toHaveBeenCalled();
  // jsdom's files have no text().
  const file = Object.assign(new File([], 'rules.json', { type: 'application/json' }), {
    text: async () => '{"rules": []}',
  });
  await person.upload(field, file);
  expect(field).not.toHaveAccessibleDescription();
  await person.click(screen.getByRole('button', { name: 'Take in' }));
  expect(await screen.findByText('That is no file of rules · rules.3')).toBeVisible();
  expect(field).toHaveFocus();
  expect(onClose).not.toHaveBeenCalled();
  await person.click(screen.getByRole('button', { name: 'Take in' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(take).toHaveBeenLastCalledWith('{"rules": []}');
});
