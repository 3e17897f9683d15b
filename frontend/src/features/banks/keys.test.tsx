/** The way to a bank's key: who may ask for a new one and who decides, the code that is tried once, and which accounts pay. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { BankScreen } from '@/features/banks/screen';
import { permissions } from '@/kernel/permissions';
import { show } from '@/testing/render';
import { bend, heardAt } from '@/testing/server';
import { VERBS, type Answers } from '@/testing/world/answer';
import { banks, profile } from '@/testing/world/banks';
import { accountsOf, flawedLine } from './components/AccountLines';
import { ageTone, hasCome, isAtWork, isBusy, wantsCode } from './states';

const open = async (id: string, part = '') => {
  const shown = show(<BankScreen />, `/bank?bank=${id}${part && `&part=${part}`}`);
  await screen.findByRole('tablist', { name: 'Parts of the connection' });
  return shown;
};

function heard(field: keyof Answers): object[] {
  const asked: object[] = [];
  bend({
    [field]: (args: object) => {
      asked.push(args);
      return { __typename: 'Success', id: 'b1' };
    },
  });
  return asked;
}

const request = (isOwn: boolean) =>
  bend({
    bank: () => ({
      ...banks[1],
      keyRequest: {
        id: 'k1',
        reason: 'A laptop was stolen',
        created: '2026-11-02T08:00:00Z',
        expires: '2026-11-09T08:00:00Z',
        requestedBy: 'Bo Lund',
        isOwn,
        letter: [],
      },
    }),
  });
const decisions = () =>
  ['Confirm', 'Reject', 'Withdraw'].filter(
    (name) => screen.queryByRole('button', { name }) !== null,
  );

test.each<[boolean, string, keyof Answers]>([
  [false, 'Confirm', 'confirmBankKey'],
  [false, 'Reject', 'rejectBankKey'],
  [true, 'Withdraw', 'withdrawBankKey'],
])('a new key, asked for by the reader: %s, is open to “%s”', async (isOwn, name, field) => {
  request(isOwn);
  const others = (['confirmBankKey', 'rejectBankKey', 'withdrawBankKey'] as const)
    .filter((other) => other !== field)
    .map(heard);
  const asked = heard(field);
  const { person } = await open('b2', 'certificates');
  expect(decisions()).toEqual(isOwn ? ['Withdraw'] : ['Confirm', 'Reject']);
  // One at a time: nobody asks for a second key while the first is decided.
  expect(screen.queryByRole('button', { name: 'Replace the key' })).not.toBeInTheDocument();
  await person.click(screen.getByRole('button', { name }));
  await waitFor(() => expect(asked).toEqual([{ requestId: 'k1' }]));
  expect(others).toEqual([[], []]);
});

test('whoever may not change banks decides about no key, and asks for none', async () => {
  permissions.set({ verbs: new Set(['banks.read']) });
  request(false);
  await open('b2', 'certificates');
  expect(screen.getByText('Bo Lund asks for a new key')).toBeVisible();
  expect(decisions()).toEqual([]);
  for (const name of ['Replace the key', 'Renew now'])
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
  permissions.set({ verbs: new Set(VERBS) });
});

test('a new key is asked for with a reason only', async () => {
  const asked = heard('askForBankKey');
  const { person } = await open('b1', 'certificates');
  await person.click(screen.getByRole('button', { name: 'Replace the key' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Ask for a new key of Nordea drift?' }));
  await person.click(dialog.getByRole('button', { name: 'Replace the key' }));
  expect(dialog.getByRole('textbox')).toBeInvalid();
  expect(asked).toEqual([]);
  await person.type(dialog.getByRole('textbox'), 'Lost');
  await person.click(dialog.getByRole('button', { name: 'Replace the key' }));
  await waitFor(() => expect(asked).toEqual([{ id: 'b1', reason: 'Lost' }]));
});

test('a code is sent only when it is written as the bank writes it, blanks apart', async () => {
  const asked = heardAt('/api/activate');
  const { person } = await open('b3');
  await person.click(screen.getByRole('button', { name: 'Activate' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Activate/ }));
  const code = await dialog.findByLabelText('Activation code');
  const send = dialog.getByRole('button', { name: 'Activate' });
  for (const wrong of ['', '739205184', '73920518460', '739205184x']) {
    await person.clear(code);
    if (wrong) await person.type(code, wrong);
    await person.click(send);
    expect(code).toBeInvalid();
  }
  expect(asked).toEqual([]);
  await person.clear(code);
  await person.type(code, ' 73920 51846');
  await person.click(send);
  await waitFor(() => expect(asked).toEqual([{ bankId: 'b3', code: '7392051846' }]));
});

test('a bank is connected where money really moves unless its test is chosen, with its accounts as they are typed', async () => {
  const asked = heard('createBank');
  const { person } = show(<BankScreen />, '/bank');
  await person.click(await screen.findByRole('button', { name: 'Connect a bank' }));
  const wizard = within(await screen.findByRole('dialog', { name: 'Connect a bank' }));
  await person.click(await wizard.findByRole('radio', { name: /Nordea Danmark/ }));
  expect(wizard.getByRole('combobox')).toHaveDisplayValue('Production');
  await person.click(wizard.getByRole('button', { name: 'Next' }));
  await person.type(wizard.getByRole('textbox', { name: 'Sender ID' }), '10428836015');
  await person.click(wizard.getByRole('button', { name: 'Next' }));
  await person.type(
    wizard.getByRole('textbox', { name: 'Accounts' }),
    'DK6129990004281101 Drift{Enter}29990004281102',
  );
  await person.click(wizard.getByRole('checkbox', { name: /29990004281102/ }));
  await person.click(wizard.getByRole('button', { name: 'Create the connection' }));
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]).toMatchObject({
    bank: {
      profile: 'nordea-dk',
      environment: 'PRODUCTION',
      accounts: [
        { number: 'DK6129990004281101', name: 'Drift', pays: true },
        { number: '29990004281102', name: null, pays: false },
      ],
    },
  });
});

test('a connection is ended after a question; one that was never used is removed', async () => {
  const [revoked, removed] = [heard('revokeBank'), heard('deleteBank')];
  const { person } = await open('b1');
  expect(screen.queryByRole('button', { name: 'Remove' })).not.toBeInTheDocument();
  await person.click(screen.getByRole('button', { name: 'End the connection' }));
  expect(revoked).toEqual([]);
  await person.click(
    within(screen.getByRole('dialog', { name: /^End / })).getByRole('button', {
      name: 'End the connection',
    }),
  );
  await waitFor(() => expect(revoked).toEqual([{ id: 'b1' }]));
  expect(removed).toEqual([]);
});

test('a paused bank is not looked at, and goes on when somebody says so', async () => {
  const asked = heard('resumeBank');
  const { person } = await open('b2');
  for (const name of ['Pause', 'Look now'])
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
  await person.click(screen.getByRole('button', { name: 'Resume' }));
  await waitFor(() => expect(asked).toEqual([{ id: 'b2' }]));
});

test('when a bank is looked at is changed as it was seen, with days within reason', async () => {
  const asked = heard('changeBank');
  const { person } = await open('b1', 'schedule');
  await person.click(screen.getByRole('button', { name: 'Change' }));
  const dialog = within(screen.getAllByRole('dialog').at(-1) as HTMLElement);
  const [pace, from, to] = dialog.getAllByRole('combobox') as [
    HTMLElement,
    HTMLElement,
    HTMLElement,
  ];
  expect(
    [from, to]
      .map((hours) =>
        within(hours)
          .getAllByRole('option')
          .map(({ textContent }) => textContent),
      )
      .map((hours) => [hours[0], hours.at(-1)]),
  ).toEqual([
    ['00:00', '19:00'],
    ['07:00', '24:00'],
  ]);
  const days = dialog.getByRole('textbox');
  for (const wrong of ['1', '91', '']) {
    await person.clear(days);
    if (wrong) await person.type(days, wrong);
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    expect(days).toBeInvalid();
  }
  expect(asked).toEqual([]);
  await person.clear(days);
  await person.type(days, '90');
  await person.selectOptions(pace, '60');
  await person.selectOptions(to, '24:00');
  await person.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(asked).toMatchObject([
      {
        id: 'b1',
        version: 3,
        change: {
          schedule: { minutes: 60, fromHour: 6, toHour: 24, weekends: false },
          renewsItself: true,
          renewDaysBefore: 90,
        },
      },
    ]),
  );
});

test('which accounts a bank serves is changed as it was seen', async () => {
  const asked = heard('changeBank');
  const { person } = await open('b1', 'accounts');
  await person.click(screen.getByRole('button', { name: 'Change' }));
  const dialog = within(screen.getAllByRole('dialog').at(-1) as HTMLElement);
  await person.click(dialog.getByRole('checkbox'));
  await person.type(dialog.getByRole('textbox'), '{Enter}nonsense');
  await person.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByRole('alert')).toHaveTextContent('nonsense');
  expect(asked).toEqual([]);
  await person.clear(dialog.getByRole('textbox'));
  await person.type(dialog.getByRole('textbox'), 'DK6129990004281101 Drift');
  await person.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(asked).toMatchObject([
      {
        id: 'b1',
        version: 3,
        change: { accounts: [{ number: 'DK6129990004281101', name: 'Drift', pays: false }] },
      },
    ]),
  );
});

test('an account pays unless it was said to receive alone', () => {
  const text = 'DK6129990004281101 Drift\n29990004281102';
  expect(accountsOf({ text, receiving: ['29990004281102'] })).toEqual([
    { number: 'DK6129990004281101', name: 'Drift', pays: true },
    { number: '29990004281102', name: null, pays: false },
  ]);
  expect(flawedLine({ text, receiving: [] })).toBeNull();
  expect(flawedLine({ text: `${text}\nDK6229990004281101`, receiving: [] })).toBe(
    'DK6229990004281101',
  );
});

const states = [
  'NEW',
  'KEY_CREATED',
  'ACTIVATING',
  'ACTIVE',
  'EXPIRING',
  'RENEWING',
  'EXPIRED',
  'REVOKED',
] as const;

test('a state says whether a bank works, waits for its code, or is busy', () => {
  expect(states.filter(isAtWork)).toEqual(['ACTIVE', 'EXPIRING', 'RENEWING']);
  expect(states.filter(wantsCode)).toEqual(['NEW', 'KEY_CREATED', 'EXPIRED']);
  expect(states.filter((state) => isBusy({ state, work: null }))).toEqual([
    'ACTIVATING',
    'RENEWING',
  ]);
  const work = (state: string) =>
    ({ verb: 'bank-fetch', state }) as unknown as NonNullable<Parameters<typeof isBusy>[0]['work']>;
  expect(
    ['QUEUED', 'RUNNING', 'CANCELLING', 'SUCCEEDED', 'FAILED'].filter((state) =>
      isBusy({ state: 'ACTIVE', work: work(state) }),
    ),
  ).toEqual(['QUEUED', 'RUNNING', 'CANCELLING']);
});

test('the end of a certificate presses from sixty days, and hard from seven', () => {
  expect([0, 7, 8, 60, 61].map(ageTone)).toEqual(['bad', 'bad', 'warn', 'warn', 'good']);
});

test('a moment has come once it is now', () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') });
  expect(
    [
      '2026-11-20T11:59:59Z',
      '2026-11-20T12:00:00Z',
      '2026-11-20T12:00:01Z',
      '2026-11-20T12:59:00+01:00',
    ].map(hasCome),
  ).toEqual([true, true, false, true]);
  vi.useRealTimers();
});

const byHostKey = {
  ...banks[0],
  state: 'KEY_CREATED',
  certificates: [],
  key: null,
  pendingKey: {
    fingerprint: 'AA:BB',
    algorithm: 'RSA 3072',
    public: 'ssh-rsa AAAAB3 giroscope',
    created: '2026-11-02T08:00:00Z',
    createdBy: 'Astrid Holm',
    asked: null,
  },
  profile: {
    ...profile,
    protocol: { ...profile.protocol, activation: 'CONFIRMATION', hasCertificate: false },
  },
};

test('a bank known by its host key shows the key for the bank, and asks a second person', async () => {
  bend({ bank: () => byHostKey });
  const asked = heard('askForBankConfirmation');
  const { person } = await open('b1', 'certificates');
  expect(screen.getByRole('tab', { name: 'Keys' })).toBeInTheDocument();
  expect(screen.getAllByText('Waits for confirmation').length).toBeGreaterThan(0);
  expect(screen.getByText('ssh-rsa AAAAB3 giroscope')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Renew the certificate' })).not.toBeInTheDocument();
  await person.click(screen.getByRole('button', { name: 'Ask for confirmation' }));
  const dialog = await screen.findByRole('dialog', { name: /confirmed\?/ });
  await person.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'A new bank');
  await person.click(within(dialog).getByRole('button', { name: 'Ask for confirmation' }));
  await waitFor(() => expect(asked).toMatchObject([{ id: 'b1', reason: 'A new bank' }]));
});

test('who confirms reads what is to be confirmed', async () => {
  bend({
    bank: () => ({
      ...byHostKey,
      keyRequest: {
        id: 'k1',
        reason: 'A new bank',
        created: '2026-11-02T08:00:00Z',
        expires: '2026-11-09T08:00:00Z',
        requestedBy: 'Bo Lund',
        isOwn: false,
        letter: [
          { name: 'host', label: { en: 'Server', da: 'Server' }, value: 'sftp.bank.example' },
        ],
      },
    }),
  });
  await open('b1', 'certificates');
  expect(screen.getByText(/Bo Lund asks to confirm this connection/)).toBeInTheDocument();
  expect(screen.getByText('sftp.bank.example')).toBeInTheDocument();
  expect(decisions()).toEqual(['Confirm', 'Reject']);
  expect(screen.queryByRole('button', { name: 'Ask for confirmation' })).not.toBeInTheDocument();
});
