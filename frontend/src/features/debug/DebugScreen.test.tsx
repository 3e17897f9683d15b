import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { DebugScreen } from '@/features/debug';
import { preferLanguage } from '@/kernel/preferences';
import { show } from '@/testing/render';
import { bend } from '@/testing/server';
import { refusal } from '@/testing/world/answer';
import { health } from '@/testing/world/debug';

const refuse = (code: string) => () => {
  throw refusal(code, 'secret stack');
};
const TABS = [
  ['health', 'debugHealth'],
  ['mails', 'debugMails'],
  ['settings', 'debugSettings'],
  ['clock', 'debugClock'],
] as const;

describe.each(TABS)('the tab %s', (tab, field) => {
  test('is loading, and tells a failure with the id that finds it', async () => {
    bend({ [field]: refuse('INTERNAL') });
    const { person } = show(<DebugScreen />, `/?tab=${tab}`);
    expect(screen.getByRole('heading', { level: 1, name: 'Debug' })).toBeInTheDocument();
    expect(screen.getAllByText('Loading').length).toBeGreaterThan(0);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('trace-4711');
    expect(alert).not.toHaveTextContent('secret stack');
    bend({ [field]: refuse('FORBIDDEN') });
    await person.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No access')).toBeInTheDocument();
  });
});

describe('health', () => {
  test('what has to be mended stands first, with what to do', async () => {
    show(<DebugScreen />);
    expect(await screen.findByText(/One thing has to be mended/)).toBeInTheDocument();
    const rows = within(screen.getByRole('table', { name: 'Health' })).getAllByRole('row');
    expect(rows[1]).toHaveTextContent(
      'MendFree space on disk1.2 GiBFree at least 2 GiB: uploads are stored before they are read.',
    );
    expect(rows[2]).toHaveTextContent('OKPython3.11.7Nothing');
    expect(screen.getByText('SQLite 3.45.1')).toBeInTheDocument();
  });

  test('a bare figure is told with what it counts or measures', async () => {
    const found = (code: string, fact: string, isWell = true) => ({ code, isWell, fact });
    bend({
      debugHealth: () => ({
        ...health,
        checks: [
          found('MASTER_KEY', '600'),
          found('SCHEDULE', '58 s'),
          found('BANKS', '2'),
          found('ERP', 'Nordhavn', false),
          found('TABLES', '9f2c'),
        ],
      }),
    });
    show(<DebugScreen />);
    const rows = within(await screen.findByRole('table', { name: 'Health' })).getAllByRole('row');
    expect(rows[1]).toHaveTextContent('ERP answersNordhavn');
    expect(rows[2]).toHaveTextContent('Master keyFile permissions 600');
    expect(rows[3]).toHaveTextContent('Last looked at 58 s ago');
    expect(rows[4]).toHaveTextContent('2 banks in use');
    expect(rows[5]).toHaveTextContent('Tables are up to date9f2c');
  });

  test('says so when all is well, after looking again', async () => {
    const { person } = show(<DebugScreen />);
    await screen.findByText(/One thing/);
    bend({
      debugHealth: () => ({
        ...health,
        checks: health.checks.map((check) => ({ ...check, isWell: true })),
      }),
    });
    await person.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText(/All is well/)).toBeInTheDocument();
  });

  test('what was read stays while a second look fails, and says how old it is', async () => {
    const { person } = show(<DebugScreen />);
    await screen.findByText(/One thing/);
    bend({ debugHealth: refuse('INTERNAL') });
    await person.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeInTheDocument();
    expect(screen.getByText('Free space on disk')).toBeInTheDocument();
  });

  test('speaks Danish', async () => {
    preferLanguage('da');
    show(<DebugScreen />);
    expect(screen.getByRole('heading', { level: 1, name: 'Fejlsøgning' })).toBeInTheDocument();
    expect(
      await screen.findByText('Frigør mindst 2 GiB: uploads gemmes, før de læses.'),
    ).toBeInTheDocument();
  });
});

describe('mails', () => {
  test('are listed newest first; one opens beside with its text and its link', async () => {
    const { person, addressNow } = show(<DebugScreen />, '/?tab=mails');
    const links = await screen.findAllByRole('link');
    expect(links.map((link) => link.textContent)).toEqual([
      'Vælg en adgangskode til Giroscope',
      'Bekræft din mailadresse',
    ]);
    await person.click(links[0] as HTMLElement);
    const drawer = await screen.findByRole('dialog', { name: 'Vælg en adgangskode til Giroscope' });
    expect(await within(drawer).findByText(/Hej Emil/)).toBeInTheDocument();
    const link = within(drawer).getByRole('link', { name: 'Follow the link' });
    expect(link).toHaveAttribute(
      'href',
      expect.stringContaining('/login-actions/action-token?key='),
    );
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    await person.click(within(drawer).getByRole('button', { name: 'Next record' }));
    expect(
      await screen.findByRole('dialog', { name: 'Bekræft din mailadresse' }),
    ).toBeInTheDocument();
    await person.keyboard('{Escape}');
    expect(addressNow()).toBe('/?tab=mails');
  });

  test.each([
    ['FOLDER', 'No mail yet'],
    ['SERVER', 'Mails go to a mail server'],
    ['KEYCLOAK', 'Keycloak sends the mails'],
    ['WITHHELD', 'Mails are not shown here'],
  ])('where they go %s, says why there are none', async (way, title) => {
    bend({ debugMails: () => ({ way, mails: [] }) });
    show(<DebugScreen />, '/?tab=mails');
    expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument();
    expect(screen.queryAllByRole('button', { name: 'Refresh' })).toHaveLength(
      way === 'FOLDER' ? 1 : 0,
    );
  });
});

describe('settings', () => {
  test('say where they come from, and of a secret only that it is set', async () => {
    show(<DebugScreen />, '/?tab=settings');
    const row = (await screen.findByText('GIROSCOPE_ADMIN_PASSWORD')).closest('tr') as HTMLElement;
    expect(row).toHaveTextContent('Set, not shownEnvironment');
    expect(screen.getByText('GIROSCOPE_DATABASE_URL').closest('tr')).toHaveTextContent(
      'Not setDefault',
    );
    expect(screen.getByText('GIROSCOPE_PORT').closest('tr')).toHaveTextContent('8087Default');
  });

  test('are searched, and a search that leaves nothing can be cleared', async () => {
    const { person } = show(<DebugScreen />, '/?tab=settings');
    await screen.findByText('GIROSCOPE_PORT');
    await person.type(screen.getByRole('searchbox', { name: 'Search settings' }), 'zzzz');
    expect(await screen.findByText('Nothing matches these filters')).toBeInTheDocument();
    await person.click(screen.getAllByRole('button', { name: 'Clear filters' })[0] as HTMLElement);
    expect(await screen.findByText('GIROSCOPE_PORT')).toBeInTheDocument();
  });
});

test('the clocks stand side by side, and a wrong one is named', async () => {
  const { person } = show(<DebugScreen />, '/?tab=clock');
  expect(await screen.findByText('The clocks agree.')).toBeInTheDocument();
  bend({ debugClock: () => new Date(Date.now() - 90_000).toISOString() });
  await person.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(
    await screen.findByText(/so far apart that the server refuses sign-ins/),
  ).toBeInTheDocument();
  await waitFor(() =>
    expect(screen.getByText(/The browser is (90|89)[.,]\d\d s ahead/)).toBeInTheDocument(),
  );
});
