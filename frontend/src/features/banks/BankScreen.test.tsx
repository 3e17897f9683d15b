import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { BankScreen } from '@/features/banks/screen';
import { permissions } from '@/kernel/permissions';
import { preferLanguage } from '@/kernel/preferences';
import { show } from '@/testing/render';
import { bend, heardAt } from '@/testing/server';
import { connection, refusal } from '@/testing/world/answer';
import { banks, profile } from '@/testing/world/banks';

const cards = async () =>
  within(await screen.findByRole('list', { name: 'Connections' })).getAllByRole('article');
const open = async (id: string, part = '') => {
  const shown = show(<BankScreen />, `/bank?bank=${id}${part && `&part=${part}`}`);
  await screen.findByRole('tablist', { name: 'Parts of the connection' });
  return shown;
};

describe('the cards', () => {
  test('wait, then tell state, trouble and the days a certificate has left', async () => {
    show(<BankScreen />, '/bank');
    expect(screen.getAllByText('Loading').length).toBeGreaterThan(0);
    const [working, paused, fresh] = await cards();
    expect(working).toHaveTextContent('Active');
    expect(working).toHaveTextContent('300 days left');
    expect(paused).toHaveTextContent('Paused');
    expect(paused).toHaveTextContent('The bank cannot be reached.');
    expect(paused).toHaveTextContent('12 days left');
    expect(fresh).toHaveTextContent('Not activated');
    expect(screen.getByRole('table', { name: 'What each bank can do' })).toBeInTheDocument();
  });

  test('say what to have at hand where no bank is connected', async () => {
    bend({ banks: () => connection([]) });
    show(<BankScreen />, '/bank');
    expect(
      await screen.findByRole('heading', { name: 'No bank is connected yet' }),
    ).toBeInTheDocument();
    expect(screen.getByText(/bank’s letter at hand/)).toBeInTheDocument();
  });

  test('tell a failure with the id that finds it, and a missing permission', async () => {
    bend({
      banks: () => {
        throw refusal('INTERNAL', 'secret stack');
      },
    });
    const { person } = show(<BankScreen />, '/bank');
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('trace-4711');
    bend({
      banks: () => {
        throw refusal('FORBIDDEN', 'no');
      },
    });
    await person.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No access')).toBeInTheDocument();
  });

  test('offer nothing to who may only look', async () => {
    permissions.set({ verbs: new Set(['banks.read']) });
    show(<BankScreen />, '/bank?bank=b1');
    await cards();
    await screen.findByText(/Shown in part/);
    for (const name of [
      'Connect a bank',
      'Pause all banks',
      'Pause',
      'Look now',
      'End the connection',
    ])
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
  });

  test('speak Danish', async () => {
    preferLanguage('da');
    show(<BankScreen />, '/bank');
    expect(screen.getByRole('heading', { level: 1, name: 'Banker' })).toBeInTheDocument();
    expect(await screen.findByText('300 dage tilbage')).toBeInTheDocument();
    expect(screen.getByText(/: Banken kan ikke nås\./)).toBeInTheDocument();
  });
});

describe('connecting', () => {
  test('a simulated bank shows where its letter lies', async () => {
    bend({
      bankProfiles: () => [
        {
          ...profile,
          title: { en: 'Nordea (simulated)', da: 'Nordea (simuleret)' },
          isSimulated: true,
          letterPage: 'http://localhost:8089/',
        },
      ],
    });
    const { person } = show(<BankScreen />, '/bank');
    await person.click(await screen.findByRole('button', { name: 'Connect a bank' }));
    await person.click(await screen.findByRole('radio', { name: /simulated/ }));
    await person.click(screen.getByRole('button', { name: 'Next' }));
    expect(screen.getByRole('link', { name: 'Open the letter in a new tab' })).toHaveAttribute(
      'href',
      'http://localhost:8089/',
    );
  });

  test('checks each number as it is typed, and tells the server’s no at its field', async () => {
    const created = vi.fn((_wish: { bank: { parameters: { name: string; value: string }[] } }) => ({
      __typename: 'Problem',
      code: 'banks.bad_field',
      message: 'This is not how the bank writes it',
      path: 'senderId',
    }));
    bend({ createBank: created });
    const { person } = show(<BankScreen />, '/bank');
    await person.click(await screen.findByRole('button', { name: 'Connect a bank' }));
    const wizard = await screen.findByRole('dialog', { name: 'Connect a bank' });
    expect(await within(wizard).findByRole('radio', { name: /Nordea Sverige/ })).toBeDisabled();
    await person.click(within(wizard).getByRole('radio', { name: /Nordea Danmark/ }));
    await person.click(within(wizard).getByRole('button', { name: 'Next' }));
    const sender = within(wizard).getByRole('textbox', { name: 'Sender ID' });
    await person.type(sender, '104');
    await person.tab();
    expect(sender).toHaveAccessibleDescription(/Written as 10428836015/);
    await person.clear(sender);
    await person.type(sender, '104 2883 6015');
    expect(sender).not.toHaveAccessibleDescription(/Written as/);
    await person.click(within(wizard).getByRole('button', { name: 'Next' }));
    await person.type(within(wizard).getByRole('textbox', { name: 'Accounts' }), 'nonsense');
    await person.click(within(wizard).getByRole('button', { name: 'Create the connection' }));
    expect(await within(wizard).findByRole('alert')).toHaveTextContent(
      '“nonsense” is no account number',
    );
    await person.clear(within(wizard).getByRole('textbox', { name: 'Accounts' }));
    await person.click(within(wizard).getByRole('button', { name: 'Create the connection' }));
    await waitFor(() =>
      expect(
        within(wizard).getByRole('textbox', { name: 'Sender ID' }),
      ).toHaveAccessibleDescription(/not how the bank writes it/),
    );
    expect(created.mock.calls[0]?.[0].bank.parameters).toContainEqual({
      name: 'senderId',
      value: '10428836015',
    });
  });
});

describe('one connection', () => {
  test('says whose environment it is, and that a simulated bank is simulated', async () => {
    bend({ bank: () => ({ ...banks[0], profile: { ...profile, isSimulated: true } }) });
    await open('b1');
    expect(screen.getByText('The bank’s own environment').nextElementSibling).toHaveTextContent(
      'Production, simulated',
    );
  });

  test('shows its letter whole to who may change it, and of the key a fingerprint', async () => {
    await open('b1');
    expect(screen.getByText('10428836015')).toBeInTheDocument();
    expect(screen.getByText(/Kept encrypted and never shown/)).toBeInTheDocument();
  });

  test('has its test step by step, with what failed', async () => {
    await open('b1', 'test');
    const steps = within(screen.getByRole('list', { name: /^Test by/ })).getAllByRole('listitem');
    expect(steps[0]).toHaveTextContent('OKAddress (DNS)');
    expect(steps[1]).toHaveTextContent('FailedSecure line (TLS)');
    expect(steps[1]).toHaveTextContent('Nobody answers at port 443.');
  });

  test('tells in Danish what a test has seen, and why a file was kept aside', async () => {
    preferLanguage('da');
    const { person } = show(<BankScreen />, '/bank?bank=b1&part=test');
    expect(await screen.findByText('Ingen svarer på port 443.')).toBeInTheDocument();
    await person.click(screen.getByRole('tab', { name: /^Modtaget/ }));
    expect(
      screen.getByText('Den gælder konti, som denne forbindelse ikke betjener: DK1'),
    ).toBeInTheDocument();
  });

  test('leaves a new key to a second person', async () => {
    const confirmed = vi.fn(() => ({
      __typename: 'Problem',
      code: 'banks.not_independent',
      message: 'You and who asked count as one',
      path: null,
    }));
    bend({ confirmBankKey: confirmed });
    const { person } = await open('b2', 'certificates');
    expect(screen.getByText('Bo Lund asks for a new key')).toBeInTheDocument();
    await person.click(screen.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(confirmed).toHaveBeenCalled());
  });

  test('pauses with a reason', async () => {
    const paused = vi.fn((_asked: { id: string; reason: string }) => ({
      __typename: 'Success',
      id: 'b1',
    }));
    bend({ pauseBank: paused });
    const { person } = await open('b1');
    await person.click(screen.getByRole('button', { name: 'Pause' }));
    const dialog = await screen.findByRole('dialog', { name: 'Pause Nordea drift?' });
    await person.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Works');
    await person.click(within(dialog).getByRole('button', { name: 'Pause' }));
    await waitFor(() => expect(paused.mock.calls[0]?.[0]).toEqual({ id: 'b1', reason: 'Works' }));
  });

  test('keeps aside what is not ours, and takes it in when somebody says so', async () => {
    const accepted = vi.fn(() => ({ __typename: 'Success', id: 'f2' }));
    bend({ acceptBankFile: accepted });
    const { person } = await open('b1', 'files');
    expect(screen.getByText(/does not serve: DK1/)).toBeInTheDocument();
    await person.click(screen.getByRole('button', { name: 'Import camt.053 2.xml anyway' }));
    await waitFor(() => expect(accepted).toHaveBeenCalled());
  });

  test('is told to be gone when it is', async () => {
    show(<BankScreen />, '/bank?bank=b9');
    expect(await screen.findByText('This connection is not there any more.')).toBeInTheDocument();
    expect(banks).toHaveLength(3);
  });
});

test('a bank that was looked at before anybody saw it answer is connected all the same', async () => {
  heardAt('/api/activate');
  const { person } = await open('b3');
  await person.click(screen.getByRole('button', { name: 'Activate' }));
  await person.type(await screen.findByLabelText('Activation code'), '7392051846');
  const looked = {
    verb: 'bank-fetch',
    state: 'RUNNING',
    stage: null,
    created: '2026-11-02T10:00:00Z',
    finished: null,
    said: null,
  };
  bend({ bank: () => ({ ...banks[2], state: 'ACTIVE', work: looked }) });
  await person.click(
    within(screen.getByRole('dialog', { name: /^Activate/ })).getByRole('button', {
      name: 'Activate',
    }),
  );
  expect(await screen.findByText('Nordea test is connected')).toBeInTheDocument();
});
