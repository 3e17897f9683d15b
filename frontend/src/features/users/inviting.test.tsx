/** Inviting many at once, and acting on many: how many, with which roles, and by whom. */
import { fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { UserScreen } from '@/features/users';
import { permissions } from '@/kernel/permissions';
import { show } from '@/testing/render';
import { bend } from '@/testing/server';
import { VERBS } from '@/testing/world/answer';
import { useUserActs } from './bulk';

async function invited(mails: string) {
  const asked: { people: object[] }[] = [];
  bend({
    inviteUsers: (args: { people: object[] }) => {
      asked.push(args);
      return {
        __typename: 'Invitations',
        results: [
          { email: 'a@x.dk', outcome: 'INVITED', requested: [], problem: null, user: null },
        ],
      };
    },
  });
  const { person } = show(<UserScreen />);
  await person.click(await screen.findByRole('button', { name: 'Invite people' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Invite people' }));
  fireEvent.change(dialog.getByLabelText('Mail addresses'), { target: { value: mails } });
  return { person, dialog, asked };
}

const many = (count: number) =>
  Array.from({ length: count }, (_, index) => `Anna Berg <anna${index}@x.dk>`).join('\n');

test.each([
  [50, true],
  [51, false],
])('%i are invited at once: %s', async (count, isSent) => {
  const { person, dialog, asked } = await invited(many(count));
  await person.click(dialog.getByRole('button', { name: `Send ${count} invitations` }));
  if (isSent) await waitFor(() => expect(asked[0]?.people).toHaveLength(50));
  else
    expect(dialog.getByLabelText('Mail addresses')).toHaveAccessibleDescription(
      /At most 50 people at once\.$/,
    );
  expect(asked).toHaveLength(isSent ? 1 : 0);
});

test('each is invited by name, with the roles and the language that were chosen', async () => {
  const { person, dialog, asked } = await invited('Anna Berg <Anna@X.dk>, "Lund, Bo" <bo@x.dk>');
  await person.click(dialog.getByRole('checkbox', { name: /^Upload/ }));
  await person.click(dialog.getByRole('checkbox', { name: /^Logs/ }));
  await person.selectOptions(dialog.getByRole('combobox'), 'da');
  await person.click(dialog.getByRole('button', { name: 'Send 2 invitations' }));
  const rest = { roles: ['UPLOAD', 'LOGS'], language: 'da' };
  await waitFor(() =>
    expect(asked).toMatchObject([
      {
        people: [
          { email: 'anna@x.dk', givenName: 'Anna', familyName: 'Berg', ...rest },
          { email: 'bo@x.dk', givenName: 'Bo', familyName: 'Lund', ...rest },
        ],
      },
    ]),
  );
});

test.each([
  ['users.invite', ['resend', 'revoke']],
  ['users.unlock', ['unlock']],
  ['users.disable', ['enable', 'disable']],
  ['users.sessions', ['signOut']],
  ['users.read', []],
])('whoever has %s is offered for many people: %j', (verb, acts) => {
  permissions.set({ verbs: new Set([verb]) });
  expect(renderHook(() => useUserActs(false)).result.current.map(({ key }) => key)).toEqual(acts);
  permissions.set({ verbs: new Set(VERBS) });
});

test('while the identity provider is silent nothing is offered', () => {
  expect(renderHook(() => useUserActs(true)).result.current).toEqual([]);
});
