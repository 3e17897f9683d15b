import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { ClientsTab } from '@/features/clients';
import { permissions } from '@/kernel/permissions';
import { preferLanguage } from '@/kernel/preferences';
import { show } from '@/testing/render';
import { bend } from '@/testing/server';
import { VERBS, connection, refusal } from '@/testing/world/answer';
import { toasts } from '@/ui';

const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr') as HTMLElement;
const told = () => toasts.get().map(({ text }) => text);

describe('the list of API clients', () => {
  test('says what each may do, whether it may, when it last did and who made it', async () => {
    show(<ClientsTab down={false} />);
    const ledger = await rowOf('Ledger export');
    expect(ledger).toHaveTextContent('Read journals and statementsRead payments');
    expect(ledger).toHaveTextContent('On');
    expect(ledger).toHaveTextContent('by Astrid Holm');
    const payroll = await rowOf('Payroll');
    expect(payroll).toHaveTextContent('Off');
    expect(payroll).toHaveTextContent('Never');
    expect(payroll).toHaveTextContent('changed by Bjarke Lund');
    expect(within(payroll).getByRole('button', { name: 'Switch on Payroll' })).toBeEnabled();
  });

  test('says what it is for while there are none', async () => {
    bend({ apiClients: () => connection([]) });
    show(<ClientsTab down={false} />);
    expect(await screen.findByRole('heading', { name: 'No API clients yet' })).toBeInTheDocument();
  });

  test('a failure is told with the id that finds it', async () => {
    bend({
      apiClients: () => {
        throw refusal('INTERNAL', 'secret stack');
      },
    });
    show(<ClientsTab down={false} />);
    expect(await screen.findByText(/trace-4711/)).toBeInTheDocument();
  });

  test('is read alone by whoever may not change them', async () => {
    permissions.set({ verbs: new Set(VERBS.filter((verb) => verb !== 'clients.change')) });
    show(<ClientsTab down={false} />);
    await rowOf('Ledger export');
    expect(screen.queryByRole('button', { name: 'New API client' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Delete/ })).not.toBeInTheDocument();
  });

  test('switches off and deletes while the sign-in is silent, and nothing else', async () => {
    show(<ClientsTab down />);
    const ledger = within(await rowOf('Ledger export'));
    expect(ledger.getByRole('button', { name: 'Switch off Ledger export' })).toBeEnabled();
    expect(ledger.getByRole('button', { name: 'Delete Ledger export' })).toBeEnabled();
    expect(ledger.getByRole('button', { name: 'Change Ledger export' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Switch on Payroll' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'New API client' })).toBeDisabled();
  });
});

describe('an API client', () => {
  test('is made with what was chosen; its secret is shown once, with where it is for', async () => {
    let asked: unknown;
    bend({
      createApiClient: ({ client }: { client: unknown }) => {
        asked = client;
        return {
          __typename: 'ApiClientSecret',
          clientId: 'giroscope-api-1',
          secret: 'shown-once-3xLq9',
        };
      },
    });
    const { person } = show(<ClientsTab down={false} />);
    await rowOf('Ledger export');
    await person.click(screen.getByRole('button', { name: 'New API client' }));
    const dialog = within(screen.getByRole('dialog', { name: 'New API client' }));
    await person.click(dialog.getByRole('button', { name: 'New API client' }));
    expect(dialog.getAllByText('Choose what it may do')).not.toHaveLength(0);
    await person.type(dialog.getByRole('textbox', { name: 'Name' }), ' Books ');
    await person.click(dialog.getByRole('checkbox', { name: /Upload files/ }));
    await person.click(dialog.getByRole('checkbox', { name: 'Read payments' }));
    await person.click(dialog.getByRole('button', { name: 'New API client' }));
    const secret = within(await screen.findByRole('dialog', { name: 'The secret of Books' }));
    expect(asked).toEqual({
      name: 'Books',
      scopes: ['PAYMENTS_READ', 'UPLOADS_CREATE'],
      expires: null,
    });
    expect(secret.getByText('shown-once-3xLq9')).toBeInTheDocument();
    expect(await secret.findByText(/openid-connect\/token/)).toBeInTheDocument();
    await person.click(secret.getByRole('button', { name: 'I have stored it' }));
    expect(screen.queryByText('shown-once-3xLq9')).not.toBeInTheDocument();
  });

  test('keeps what it was when one thing is changed', async () => {
    let asked: unknown;
    bend({
      changeApiClient: ({ client }: { client: unknown }) => {
        asked = client;
        return { __typename: 'Success', id: '2' };
      },
    });
    const { person } = show(<ClientsTab down={false} />);
    await rowOf('Payroll');
    await person.click(screen.getByRole('button', { name: 'Change Payroll' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Change Payroll' }));
    await person.click(dialog.getByRole('checkbox', { name: 'Read messages' }));
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(asked).toEqual({
        name: 'Payroll',
        scopes: ['MESSAGES_READ', 'UPLOADS_CREATE'],
        expires: '2026-12-31',
      }),
    );
  });

  test.each([
    ['Switch off Ledger export', 'Switch off', 'The API client is switched off.'],
    ['Switch on Payroll', 'Switch on', 'The API client is switched on.'],
    ['Delete Payroll', 'Delete', 'The API client is deleted.'],
  ])('%s asks first', async (name, confirm, done) => {
    const { person } = show(<ClientsTab down={false} />);
    await rowOf('Payroll');
    await person.click(screen.getByRole('button', { name }));
    const dialog = within(screen.getByRole('dialog', { name }));
    await person.click(dialog.getByRole('button', { name: confirm }));
    await waitFor(() => expect(told()).toContain(done));
  });

  test('gets a new secret once somebody knows that the program stops, in Danish too', async () => {
    preferLanguage('da');
    const { person } = show(<ClientsTab down={false} />);
    await rowOf('Payroll');
    const name = 'Opret en ny hemmelighed til Payroll';
    await person.click(screen.getByRole('button', { name }));
    const dialog = within(screen.getByRole('dialog', { name }));
    expect(dialog.getByText(/Programmet standser/)).toBeInTheDocument();
    await person.click(dialog.getByRole('button', { name: 'Ny hemmelighed' }));
    const secret = await screen.findByRole('dialog', { name: 'Hemmeligheden til Payroll' });
    expect(secret).toHaveTextContent('shown-once-3xLq9');
  });

  test('shows why it was refused, and no secret', async () => {
    bend({
      rotateApiClientSecret: () => ({
        __typename: 'Problem',
        code: 'users.no_manager',
        message: 'You are no account manager any more; sign in again to see what has changed.',
        path: null,
      }),
    });
    const { person } = show(<ClientsTab down={false} />);
    await rowOf('Payroll');
    await person.click(screen.getByRole('button', { name: 'Create a new secret for Payroll' }));
    const dialog = within(screen.getByRole('dialog'));
    await person.click(dialog.getByRole('button', { name: 'New secret' }));
    expect(await dialog.findByText(/no account manager any more/)).toBeInTheDocument();
    expect(screen.queryByText(/shown-once/)).not.toBeInTheDocument();
  });
});
