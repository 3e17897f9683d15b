import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { bend } from '@/testing/server';
import { show } from '@/testing/render';
import { approval } from '@/testing/world/approvals';
import { journals } from '@/testing/world/records';
import { ApprovalPanel } from './ApprovalPanel';

const given = (changes: Record<string, unknown> = {}) =>
  bend({
    journal: () => ({
      ...journals.find((row) => row['correlationId'] === 'c3'),
      heldBack: null,
      approval: approval({ flags: 0, warnings: [], needsPasskey: true, ...changes }),
    }),
  });
const needed = {
  __typename: 'Problem',
  code: 'approvals.passkey_needed',
  message: 'A rule asks for your passkey',
};
const bytes = (...numbers: number[]) => Uint8Array.from(numbers).buffer;

/** A browser whose device answers, or does not. */
const device = (get: (options?: unknown) => Promise<unknown>) =>
  Object.defineProperty(navigator, 'credentials', { value: { get }, configurable: true });

afterEach(() => Reflect.deleteProperty(navigator, 'credentials'));

async function approve() {
  const { person } = show(<ApprovalPanel correlationId="c3" />);
  await person.click(
    within(await screen.findByRole('region', { name: 'Approval' })).getByRole('button', {
      name: 'Approve',
    }),
  );
  const dialog = screen.getByRole('dialog', { name: 'Approve these payments?' });
  await person.click(within(dialog).getByRole('button', { name: 'Approve' }));
  return dialog;
}

test('where a rule asks for it the device signs what was seen, and its answer goes with the approval', async () => {
  const sent: { passkey?: string }[] = [];
  const begun: unknown[] = [];
  given();
  bend({
    approveJournal: (args: { passkey?: string }) => {
      sent.push(args);
      return args.passkey ? { __typename: 'Success', id: 'c3' } : needed;
    },
    beginPasskeyDecision: (args: object) => {
      begun.push(args);
      return {
        __typename: 'PasskeyRequest',
        options:
          '{"challenge":"AQI","allowCredentials":[{"id":"BQY","type":"public-key"}],"userVerification":"required"}',
      };
    },
  });
  const asked: unknown[] = [];
  device((options?: unknown) => {
    asked.push(options);
    return Promise.resolve({
      id: 'BQY',
      type: 'public-key',
      response: {
        clientDataJSON: bytes(1),
        authenticatorData: bytes(251, 255),
        signature: bytes(3),
      },
    });
  });
  await approve();
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(begun).toEqual([{ correlationId: 'c3', sha256: 'abcdef0123456789', decision: 'APPROVE' }]);
  expect(asked).toMatchObject([
    {
      publicKey: {
        challenge: Uint8Array.from([1, 2]),
        allowCredentials: [{ id: Uint8Array.from([5, 6]) }],
        userVerification: 'required',
      },
    },
  ]);
  expect(JSON.parse(sent[1]?.passkey ?? '')).toEqual({
    id: 'BQY',
    rawId: 'BQY',
    type: 'public-key',
    response: { clientDataJSON: 'AQ', authenticatorData: '-_8', signature: 'Aw' },
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('whoever cancels at the device has decided nothing', async () => {
  given();
  bend({ approveJournal: () => needed });
  device(() => Promise.reject(new DOMException('cancelled', 'NotAllowedError')));
  const dialog = await approve();
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(
    'No device responded, or you cancelled. Nothing was decided.',
  );
});

test('whoever has no passkey reads where to register one', async () => {
  given();
  bend({
    approveJournal: () => needed,
    beginPasskeyDecision: () => ({
      __typename: 'Problem',
      code: 'passkeys.none',
      message: 'You have no confirmed passkey here; register one under Passkeys',
    }),
  });
  const dialog = await approve();
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('register one under Passkeys');
});

test('an approval by passkey shows what was signed', async () => {
  const proof = {
    passkey: 'Work phone',
    credentialId: 'BQY',
    statement: '{"decision":"APPROVE"}',
    challenge: 'c0ffee',
    clientData: '01',
    authenticatorData: '02',
    signature: '03',
    publicKey: '04',
    at: '2026-11-20T09:00:00Z',
  };
  given({
    approvals: [
      {
        person: 'Bo Lind',
        at: '2026-11-20T09:00:00Z',
        reason: null,
        forPerson: null,
        isOwn: false,
        proof,
      },
    ],
  });
  const { person } = show(<ApprovalPanel correlationId="c3" />);
  await person.click(await screen.findByText('Passkey Work phone'));
  expect(screen.getByText('{"decision":"APPROVE"}')).toBeVisible();
  expect(screen.getByText('c0ffee')).toBeVisible();
});
