import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { HttpProblem } from '@/kernel/problems';
import { hasUnsaved } from '@/kernel/unsaved';
import { show } from '@/testing/render';
import { FileDialog, FormDialog, TextField, useForm } from '@/ui';
import { fieldAt, type Flaw } from './flaws';

interface Probe {
  send: (values: { name: string; email: string }) => Promise<readonly Flaw[]>;
  onDone?: () => void;
  onClose?: () => void;
}

const nothing = () => undefined;

function Probe({ send, onDone = nothing, onClose = nothing }: Probe) {
  const form = useForm({ initial: { name: '', email: 'a@example.com' }, check: ({ name }) => (name ? [] : [{ path: 'name', message: 'Give a name' }]), send, onDone });
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
  const send = vi.fn(() => new Promise<readonly Flaw[]>((resolve) => { answer = resolve; }));
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

test('a server’s path leads to the field it names last', () => {
  const fields = ['name', 'email'];
  expect(['email', 'people.0.email', 'people[0].name', 'other', null].map((path) => fieldAt(path, fields))).toEqual(['email', 'email', 'name', null, null]);
});

test('a file is asked for, taken in once, and what is wrong in it stands at the field', async () => {
  const answers = [{ __typename: 'Problem' as const, code: 'x.bad', message: 'That is no file of rules', path: 'rules.3' }, { __typename: 'Success' as const, id: '1' }];
  const take = vi.fn(async (_text: string) => answers[take.mock.calls.length - 1]);
  const onClose = vi.fn();
  const { person } = show(<FileDialog title="Import" confirm="Take in" help="Each becomes a draft." accept=".json" take={take} done="They are here" onClose={onClose} />);
  const field = screen.getByLabelText('File');
  await person.click(screen.getByRole('button', { name: 'Take in' }));
  expect(field).toHaveAccessibleDescription('Choose a file');
  expect(take).not.toHaveBeenCalled();
  // jsdom's files have no text().
  const file = Object.assign(new File([], 'rules.json', { type: 'application/json' }), { text: async () => '{"rules": []}' });
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
