/** Each verb over a person does that and nothing else, to that person, after a question. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { UserScreen } from '@/features/users';
import { permissions } from '@/kernel/permissions';
import { session } from '@/kernel/session';
import { show } from '@/testing/render';
import { bend, heardAt } from '@/testing/server';
import { VERBS, type Answers } from '@/testing/world/answer';

const FIELDS = [
  'resendInvitation',
  'revokeInvitation',
  'askUser',
  'resetSecondFactor',
  'unlockUser',
  'disableUser',
  'enableUser',
  'signOutUser',
] as const satisfies readonly (keyof Answers)[];

/** Every mutation of a person, in the order they were asked. */
function heard(): [string, object][] {
  const asked: [string, object][] = [];
  for (const field of FIELDS) {
    bend({
      [field]: (args: object) => {
        asked.push([field, args]);
        return { __typename: 'Success', id: null };
      },
    });
  }
  return asked;
}

test.each<[string, string, string, object]>([
  ['u5', 'Send invitation again', 'resendInvitation', { id: 'u5' }],
  ['u5', 'Take invitation back', 'revokeInvitation', { id: 'u5' }],
  ['u4', 'Send password reset', 'askUser', { id: 'u4', steps: ['CHANGE_PASSWORD'], by: 'MAIL' }],
  ['u4', 'Reset second factor', 'resetSecondFactor', { id: 'u4' }],
  ['u6', 'Unlock', 'unlockUser', { id: 'u6' }],
  ['u4', 'Disable', 'disableUser', { id: 'u4' }],
  ['u7', 'Enable', 'enableUser', { id: 'u7' }],
  ['u4', 'Sign out everywhere', 'signOutUser', { id: 'u4', sessionId: null }],
])('of %s: “%s”', async (id, name, field, args) => {
  const asked = heard();
  const { person } = show(<UserScreen />, `/?person=${id}`);
  await person.click(await screen.findByRole('button', { name }));
  expect(asked).toEqual([]);
  await person.click(
    within(screen.getByRole('dialog', { name: /\?$/ })).getByRole('button', { name }),
  );
  await waitFor(() => expect(asked).toEqual([[field, args]]));
});

test('somebody is asked for what was chosen only, and for something at all', async () => {
  const asked = heard();
  const { person } = show(<UserScreen />, '/?person=u4');
  await person.click(await screen.findByRole('button', { name: 'Ask for something…' }));
  const dialog = screen.getAllByRole('dialog').at(-1) as HTMLElement;
  const send = within(dialog).getAllByRole('button').at(-1) as HTMLElement;
  await person.click(send);
  expect(asked).toEqual([]);
  await person.click(within(dialog).getAllByRole('checkbox')[1] as HTMLElement);
  await person.click(within(dialog).getAllByRole('radio')[1] as HTMLElement);
  await person.click(send);
  await waitFor(() =>
    expect(asked).toEqual([
      ['askUser', { id: 'u4', steps: ['SET_UP_SECOND_FACTOR'], by: 'NEXT_SIGN_IN' }],
    ]),
  );
});

test('of somebody’s names and address only what differs is changed, and no address that is none', async () => {
  const asked = heardAt('/api/account/u4');
  const { person } = show(<UserScreen />, '/?person=u4');
  await person.click(await screen.findByRole('button', { name: 'Edit' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Change Ditte Krogh' }));
  const mail = dialog.getByRole('textbox', { name: 'Mail' });
  await person.clear(mail);
  await person.type(mail, 'ditte@');
  await person.click(dialog.getByRole('button', { name: 'Save' }));
  expect(mail).toBeInvalid();
  expect(asked).toEqual([]);
  await person.type(mail, 'x.dk ');
  await person.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(asked).toEqual([{ email: 'ditte@x.dk' }]));
});

test('whoever changes their own name is called so at once', async () => {
  heardAt('/api/account/u4');
  const before = session.get();
  session.set({ ...before, isAuthenticated: true, id: 'u4', name: 'Ditte Krogh' });
  const { person } = show(<UserScreen />, '/?person=u4');
  await person.click(await screen.findByRole('button', { name: 'Edit' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Change Ditte Krogh' }));
  const family = dialog.getByRole('textbox', { name: 'Family name' });
  await person.clear(family);
  await person.type(family, 'Holm');
  await person.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(session.get().name).toBe('Ditte Holm'));
  session.set(before);
});

test('who may not give roles changes neither them nor the rule about duties', async () => {
  permissions.set({ verbs: new Set(['users.read']) });
  show(<UserScreen />, '/?tab=roles');
  expect(await screen.findByRole('radio', { name: 'Refuse the conflict' })).toBeDisabled();
  permissions.set({ verbs: new Set(VERBS) });
});
