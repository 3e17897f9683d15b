import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { permissions } from '@/kernel/permissions';
import { bend } from '@/testing/server';
import { show } from '@/testing/render';
import { passkey } from '@/testing/world/approvals';
import { PasskeyScreen } from './PasskeyScreen';

beforeEach(() => permissions.set({ verbs: new Set(['passkeys.use', 'passkeys.confirm']) }));
afterEach(() => Reflect.deleteProperty(navigator, 'credentials'));

const bytes = (...numbers: number[]) => Uint8Array.from(numbers).buffer;

test('one’s own passkeys are listed, and those of others for account managers alone', async () => {
  show(<PasskeyScreen />);
  const own = await screen.findByRole('table', { name: 'My passkeys' });
  expect(own).toHaveTextContent('Confirmed by Niels Krog');
  expect(await screen.findByRole('table', { name: 'All passkeys' })).toHaveTextContent(
    'Pending confirmation',
  );
});

test('who manages no accounts sees nobody else’s', async () => {
  permissions.set({ verbs: new Set(['passkeys.use']) });
  show(<PasskeyScreen />);
  await screen.findByRole('table', { name: 'My passkeys' });
  expect(screen.queryByText('All passkeys')).toBeNull();
});

test('a device is registered under the name it is given', async () => {
  const sent: { name: string; answer: string }[] = [];
  bend({
    finishPasskeyRegistration: (args: { name: string; answer: string }) => {
      sent.push(args);
      return { __typename: 'Success', id: 'k9' };
    },
  });
  const create = vi.fn(() =>
    Promise.resolve({
      id: 'BQY',
      type: 'public-key',
      response: {
        clientDataJSON: bytes(1),
        attestationObject: bytes(2),
        getTransports: () => ['internal'],
      },
    }),
  );
  Object.defineProperty(navigator, 'credentials', { value: { create }, configurable: true });
  const { person } = show(<PasskeyScreen />);
  await person.click(screen.getByRole('button', { name: 'Register passkey' }));
  const dialog = screen.getByRole('dialog', { name: 'Register passkey' });
  const go = within(dialog).getByRole('button', { name: 'Register passkey' });
  await person.click(go);
  expect(within(dialog).getByText('Enter a name')).toBeVisible();
  await person.type(within(dialog).getByRole('textbox', { name: /^Name/ }), 'Work phone');
  await person.click(go);
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.name).toBe('Work phone');
  expect(JSON.parse(sent[0]?.answer ?? '')).toMatchObject({
    id: 'BQY',
    response: { attestationObject: 'Ag', transports: ['internal'] },
  });
  expect(create).toHaveBeenCalledWith({
    publicKey: expect.objectContaining({
      challenge: Uint8Array.from([1, 2]),
      user: expect.objectContaining({ id: Uint8Array.from([3, 4]) }),
    }),
  });
});

test('an account manager confirms after the question, and who counts as one with the owner reads why not', async () => {
  const confirmed: unknown[] = [];
  bend({
    passkeysOfPeople: () => [
      passkey({ id: 'k2' }),
      passkey({
        id: 'k3',
        name: 'Tablet',
        obstacle: {
          code: 'passkeys.manager_not_independent',
          message: 'You and the owner count as one',
        },
      }),
    ],
    confirmPasskey: (args: object) => {
      confirmed.push(args);
      return { __typename: 'Success', id: 'k2' };
    },
  });
  const { person } = show(<PasskeyScreen />);
  const table = await screen.findByRole('table', { name: 'All passkeys' });
  expect(table).toHaveTextContent('You and the owner count as one');
  expect(within(table).queryByRole('button', { name: 'Confirm Tablet of Bo Lind' })).toBeNull();
  await person.click(within(table).getByRole('button', { name: 'Confirm Work phone of Bo Lind' }));
  const dialog = screen.getByRole('dialog', { name: 'Confirm the passkey of Bo Lind?' });
  expect(dialog).toHaveTextContent('Ask the owner in person or by phone');
  await person.click(within(dialog).getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(confirmed).toEqual([{ id: 'k2' }]));
});

test('a passkey is removed with a reason', async () => {
  const removed: unknown[] = [];
  bend({
    removePasskey: (args: object) => {
      removed.push(args);
      return { __typename: 'Success', id: 'k1' };
    },
  });
  const { person } = show(<PasskeyScreen />);
  await person.click(
    await screen.findByRole('button', { name: 'Remove Work phone of Astrid Holm' }),
  );
  const dialog = screen.getByRole('dialog', { name: 'Remove the passkey Work phone?' });
  await person.click(within(dialog).getByRole('button', { name: 'Remove' }));
  expect(within(dialog).getByText('Enter a reason')).toBeVisible();
  await person.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Lost');
  await person.click(within(dialog).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(removed).toEqual([{ id: 'k1', reason: 'Lost' }]));
});
