/** Each verb over a person does that and nothing else, to that person, after a question. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { UserScreen } from '@/features/users';
import { setEndpoints } from '@/kernel/endpoints';
import { permissions } from '@/kernel/permissions';
import { session } from '@/kernel/session';
import { show } from '@/testing/render';
import { heardAt, heardOfAccounts } from '@/testing/server';
import { VERBS } from '@/testing/world/answer';

test.each<[string, string, object]>([
  ['u5', 'Send invitation again', { action: 'resend-invitation' }],
  ['u5', 'Take invitation back', { action: 'revoke-invitation' }],
  ['u4', 'Send password reset', { action: 'ask', steps: ['change-password'], by: 'mail' }],
  ['u4', 'Reset second factor', { action: 'reset-second-factor' }],
  ['u6', 'Unlock', { action: 'unlock' }],
  ['u4', 'Disable', { action: 'disable' }],
  ['u7', 'Enable', { action: 'enable' }],
  ['u4', 'Sign out everywhere', { action: 'sign-out' }],
])('of %s: “%s”', async (id, name, sent) => {
  const asked = heardOfAccounts();
  const { person } = show(<UserScreen />, `/?person=${id}`);
  await person.click(await screen.findByRole('button', { name }));
  expect(asked).toEqual([]);
  await person.click(
    within(screen.getByRole('dialog', { name: /\?$/ })).getByRole('button', { name }),
  );
  await waitFor(() => expect(asked).toEqual([[`POST ${id}/actions`, sent]]));
});

test('the account calls go where the page’s settings have moved them', async () => {
  const asked = heardAt('/moved/people/u4/actions');
  setEndpoints({ accountURL: '/api/moved/people' });
  const { person } = show(<UserScreen />, '/?person=u4');
  await person.click(await screen.findByRole('button', { name: 'Disable' }));
  await person.click(
    within(screen.getByRole('dialog', { name: /\?$/ })).getByRole('button', { name: 'Disable' }),
  );
  await waitFor(() => expect(asked).toEqual([{ action: 'disable' }]));
  setEndpoints({ accountURL: '' });
});

test('somebody is asked for what was chosen only, and for something at all', async () => {
  const asked = heardOfAccounts();
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
      ['POST u4/actions', { action: 'ask', steps: ['set-up-second-factor'], by: 'next-sign-in' }],
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
