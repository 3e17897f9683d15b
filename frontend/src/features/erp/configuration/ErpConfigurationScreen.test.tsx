import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { permissions } from '@/kernel/permissions';
import { prefer } from '@/kernel/preferences';
import { hasUnsaved } from '@/kernel/unsaved';
import { show } from '@/testing/render';
import { bend } from '@/testing/server';
import { VERBS, refusal } from '@/testing/world/answer';
import { active, books, draft } from '@/testing/world/erp';
import { ErpConfigurationScreen } from '@/features/erp/screen';

const success = { __typename: 'Success', id: 'v2' };
const withDraft = (more: object = {}) =>
  bend({
    erpConfiguration: () => ({ active, draft: { ...draft, ...more }, versions: [active], books }),
  });
const section = (name: string) => screen.findByRole('region', { name });

beforeEach(() => permissions.set({ verbs: new Set(VERBS) }));

describe('the configuration', () => {
  test('shows what is in use, every value with where it comes from, and of the secret only who set it', async () => {
    show(<ErpConfigurationScreen />, '/erp/configuration');
    expect(screen.getByRole('heading', { level: 1, name: 'Configuration' })).toBeVisible();
    const connection = await section('Connection');
    expect(connection).toHaveTextContent('https://tryton.example');
    expect(connection).toHaveTextContent(/Set on .* by Bo Lund/);
    expect(await section('Schedule')).toHaveTextContent('every 15 minutes Default');
    expect(await section('Active')).toHaveTextContent('Tested against the real ERP');
  });

  test('says what it is for when nothing was ever set up, and chooses an ERP with its evidence in sight', async () => {
    const saved = vi.fn((_asked: object) => success);
    bend({
      erpConfiguration: () => ({ active: null, draft: null, versions: [], books: null }),
      saveErpDraft: saved,
    });
    const { person } = show(<ErpConfigurationScreen />);
    await person.click(await screen.findByRole('button', { name: 'Connect an ERP' }));
    const dialog = screen.getByRole('dialog', { name: 'Connect an ERP' });
    await person.click(within(dialog).getByRole('button', { name: 'Continue' }));
    expect(within(dialog).getByRole('alert')).toHaveTextContent('Choose an ERP');
    expect(within(dialog).getByRole('radio', { name: /e-conomic/ })).toHaveAccessibleName(
      /not run against the vendor/,
    );
    await person.click(within(dialog).getByRole('radio', { name: /Tryton/ }));
    await person.click(within(dialog).getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(saved.mock.calls[0]?.[0]).toMatchObject({ kind: 'tryton' }));
  });

  test('a reader sees it and can change nothing', async () => {
    permissions.set({ verbs: new Set(['erp.read']) });
    withDraft();
    show(<ErpConfigurationScreen />);
    await section('Connection');
    for (const name of [/^Change/, 'Validate', 'Activate', /Discard/, /^Test/])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });

  test('a failure is told with the id that finds it', async () => {
    bend({
      erpConfiguration: () => {
        throw refusal('INTERNAL', 'secret stack');
      },
    });
    show(<ErpConfigurationScreen />);
    expect(await screen.findByRole('alert')).toHaveTextContent('Something failed on our side');
  });
});

describe('a section', () => {
  test('is changed in the draft: only what differs is sent, the secret goes in and never comes out', async () => {
    const saved = vi.fn((_asked: object) => success);
    withDraft();
    bend({ saveErpDraft: saved });
    const { person } = show(<ErpConfigurationScreen />);
    await person.click(
      within(await section('Connection')).getByRole('button', { name: 'Edit Connection' }),
    );
    const dialog = screen.getByRole('dialog', { name: 'Edit Connection' });
    const key = within(dialog).getByRole('textbox', { name: 'New key' });
    expect(key).toHaveValue('');
    expect(key).toHaveAccessibleDescription(/never shown again/);
    await person.type(key, 'another-secret');
    expect(hasUnsaved()).toBe(true);
    await person.click(within(dialog).getByRole('button', { name: 'Save draft' }));
    await waitFor(() =>
      expect(saved.mock.calls[0]?.[0]).toMatchObject({
        values: [],
        secrets: [{ name: 'key', value: 'another-secret' }],
        revision: 4,
      }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('what the server refuses stands at its field, and what was typed stays', async () => {
    withDraft();
    bend({
      saveErpDraft: () => ({
        __typename: 'Problem',
        code: 'erp.bad_setting',
        message: 'address: An address such as https://erp.example.com',
        path: 'address',
      }),
    });
    const { person } = show(<ErpConfigurationScreen />);
    await person.click(
      within(await section('Connection')).getByRole('button', { name: 'Edit Connection' }),
    );
    const address = screen.getByRole('textbox', { name: 'address' });
    await person.clear(address);
    await person.type(address, 'nowhere');
    await person.click(screen.getByRole('button', { name: 'Save draft' }));
    await waitFor(() => expect(address).toBeInvalid());
    expect(address).toHaveValue('nowhere');
    expect(address).toHaveFocus();
  });

  test('a failed check leads to the field that mends it', async () => {
    withDraft();
    show(<ErpConfigurationScreen />, '/erp/configuration?section=connection&setting=key');
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'New key' })).toHaveFocus());
  });

  test('is tested, and shows what was found last', async () => {
    const tested = vi.fn((_asked: object) => success);
    bend({ testErpSection: tested });
    const { person } = show(<ErpConfigurationScreen />);
    const connection = await section('Connection');
    expect(
      await within(connection).findByText('The ERP does not accept the secret.'),
    ).toBeVisible();
    await person.click(within(connection).getByRole('button', { name: 'Test Connection' }));
    await waitFor(() =>
      expect(tested.mock.calls[0]?.[0]).toMatchObject({ section: 'CONNECTION', of: 'ACTIVE' }),
    );
  });
});

describe('the draft', () => {
  test('is put to use after its impact was read, and only when it is valid', async () => {
    const activated = vi.fn((_asked: object) => success);
    withDraft();
    bend({ activateErpConfiguration: activated });
    const { person } = show(<ErpConfigurationScreen />);
    await person.click(await screen.findByRole('button', { name: 'Activate' }));
    const dialog = screen.getByRole('dialog', { name: 'Activate this draft?' });
    expect(dialog).toHaveTextContent('Calls go to https://tryton.example.');
    await person.click(within(dialog).getByRole('button', { name: 'Activate' }));
    await waitFor(() => expect(activated.mock.calls[0]?.[0]).toMatchObject({ revision: 4 }));
  });

  test.each(['DRAFT', 'STALE', 'INVALID', 'UNKNOWN', 'VALIDATING'])(
    'that is %s is not',
    async (validity) => {
      withDraft({ validity });
      show(<ErpConfigurationScreen />);
      expect(await screen.findByRole('button', { name: 'Activate' })).toBeDisabled();
      expect(screen.getByText('Validate the draft before activating it.')).toBeVisible();
    },
  );

  test('that somebody else has changed is refused in the reader’s language', async () => {
    prefer({ language: 'da' });
    withDraft();
    bend({
      activateErpConfiguration: () => ({
        __typename: 'Problem',
        code: 'erp.changed_meanwhile',
        message: 'Somebody has changed it',
        path: null,
      }),
    });
    const { person } = show(<ErpConfigurationScreen />);
    await person.click(await screen.findByRole('button', { name: 'Aktivér' }));
    const dialog = screen.getByRole('dialog', { name: 'Aktivér denne kladde?' });
    await person.click(within(dialog).getByRole('button', { name: 'Aktivér' }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(
      'Nogen har ændret opsætningen imens',
    );
    prefer({ language: 'en' });
  });
});

test('the history compares any two versions and gives one back as a draft', async () => {
  const restored = vi.fn((_asked: object) => success);
  bend({ restoreErpVersion: restored });
  const { person } = show(<ErpConfigurationScreen />, '/erp/configuration?history=open');
  const drawer = await screen.findByRole('dialog', { name: 'History' });
  const table = await within(drawer).findByRole('table', { name: 'Differences' });
  expect(table).toHaveTextContent('https://old.example');
  expect(table).toHaveTextContent('another secret');
  await person.click(within(drawer).getByRole('button', { name: 'Restore version 0 as a draft' }));
  await waitFor(() => expect(restored.mock.calls[0]?.[0]).toMatchObject({ id: 'v0' }));
});

describe('the window in the accounting system', () => {
  const theWindow = () => section('Window in the accounting system');
  beforeEach(() => permissions.set({ verbs: new Set([...VERBS, 'erp.window']) }));

  test('shows its address, and who may show it; one more is added, a refusal stands at its field', async () => {
    const allowed = vi.fn((_asked: object): object => success);
    bend({ allowErpWindow: allowed });
    const { person } = show(<ErpConfigurationScreen />);
    expect(await theWindow()).toHaveTextContent(`${location.origin}/journal-validation`);
    expect(
      within(await theWindow()).getByRole('list', { name: 'Allowed accounting systems' }),
    ).toHaveTextContent('https://erp.example.com');
    await person.click(
      within(await theWindow()).getByRole('button', { name: 'Add accounting system' }),
    );
    const dialog = screen.getByRole('dialog', { name: 'Add accounting system' });
    const field = within(dialog).getByRole('textbox', { name: 'Origin' });
    const confirm = within(dialog).getByRole('button', { name: 'Add accounting system' });
    await person.click(confirm);
    await waitFor(() => expect(field).toHaveAccessibleDescription(/Required/));
    allowed.mockReturnValueOnce({
      __typename: 'Problem',
      code: 'erp.origin_not_secure',
      message: 'The pages of an accounting system have to come by https.',
      path: 'origin',
    });
    await person.type(field, 'http://erp.example.com');
    await person.click(confirm);
    await waitFor(() => expect(field).toHaveAccessibleDescription(/have to come by https/));
    await person.clear(field);
    await person.type(field, 'https://erp2.example.com');
    await person.click(confirm);
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(allowed.mock.calls.map(([asked]) => asked)).toEqual([
      { origin: 'http://erp.example.com' },
      { origin: 'https://erp2.example.com' },
    ]);
  });

  test('is taken from an accounting system after a question', async () => {
    const forbidden = vi.fn((_asked: object) => success);
    bend({ forbidErpWindow: forbidden });
    const { person } = show(<ErpConfigurationScreen />);
    await person.click(
      within(await theWindow()).getByRole('button', { name: 'Remove https://erp.example.com' }),
    );
    await person.click(
      within(screen.getByRole('dialog', { name: 'Remove the accounting system?' })).getByRole(
        'button',
        { name: 'Remove' },
      ),
    );
    await waitFor(() =>
      expect(forbidden.mock.calls.map(([asked]) => asked)).toEqual([
        { origin: 'https://erp.example.com' },
      ]),
    );
  });

  test('is there before any ERP is connected, and a reader changes nothing of it', async () => {
    permissions.set({ verbs: new Set(['erp.read']) });
    bend({
      erpConfiguration: () => ({ active: null, draft: null, versions: [], books: null }),
      erpWindowOrigins: () => [],
    });
    show(<ErpConfigurationScreen />);
    expect(await theWindow()).toHaveTextContent('No accounting system is allowed');
    expect(within(await theWindow()).queryByRole('button', { name: /^Add/ })).toBeNull();
  });
});
