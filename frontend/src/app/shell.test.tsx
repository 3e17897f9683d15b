import { ApolloProvider } from '@apollo/client/react';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import { MemoryRouter, useNavigate, type NavigateFunction } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { dataClient } from '@/kernel/clients';
import { connection } from '@/kernel/connection';
import { chooseDays } from '@/kernel/period';
import { loadPermissions, permissions } from '@/kernel/permissions';
import { DEFAULTS, prefer, preferences } from '@/kernel/preferences';
import { newRelease } from '@/kernel/release';
import { session, sessionLost } from '@/kernel/session';
import { typedBefore } from '@/kernel/typed';
import { useUnsaved } from '@/kernel/unsaved';
import { show } from '@/testing/render';
import { notify, toasts } from '@/ui';
import { ErrorBoundary } from './ErrorBoundary';
import { ScreenRoutes } from './ScreenRoutes';
import { Shell } from './Shell';

afterEach(() => {
  sessionLost.set(false);
  connection.set('online');
  newRelease.set(false);
});

const ENTRIES = [
  'Dashboard',
  'All journals',
  'Statement transactions',
  'Banks',
  'Rules',
  'Upload payments',
  'Upload Statement',
  'Generate data',
  'Configuration',
  'Configuration Validation',
  'Payment Method Mapping',
  /^Messages/,
  'Subscriptions',
  'Invoices',
  'User management',
  'Communication logs',
  'Debug',
] as const;

const console_ = (address = '/messages') =>
  show(
    <Shell>
      <ScreenRoutes />
    </Shell>,
    address,
  );

test('the frame has its landmarks and their names', async () => {
  console_();
  const banner = screen.getByRole('banner');
  expect(within(banner).getByRole('link', { name: 'Giroscope' })).toHaveAttribute('href', '/');
  for (const name of ['Toggle menu', 'Profile', 'Logout', 'Settings'])
    expect(within(banner).getByRole('button', { name })).toBeInTheDocument();
  expect(within(banner).getByText('Astrid Holm')).toBeInTheDocument();
  expect(screen.getByRole('navigation', { name: 'Main menu' })).toBeInTheDocument();
  expect(screen.getByRole('region', { name: 'Notifications' })).toBeInTheDocument();
  expect(screen.getByRole('contentinfo')).toBeInTheDocument();
  expect(await screen.findByRole('heading', { level: 1, name: 'Messages' })).toBeInTheDocument();
});

test('a person without the upload role has neither the entries nor the pages', async () => {
  permissions.set({ verbs: new Set() });
  console_('/upload');
  expect(screen.queryByRole('link', { name: 'Upload payments' })).not.toBeInTheDocument();
  expect(await screen.findByRole('heading', { name: 'No page here' })).toBeInTheDocument();
  expect(screen.queryByText('No access')).not.toBeInTheDocument();
});

test('whose role was taken is told so at a page they had', async () => {
  await loadPermissions();
  permissions.set({ verbs: new Set() });
  console_('/upload');
  expect(await screen.findByText('No access')).toBeInTheDocument();
  // Another person at the same browser never had it.
  cleanup();
  session.set({ ...session.get(), id: 'u2' });
  console_('/upload');
  expect(await screen.findByRole('heading', { name: 'No page here' })).toBeInTheDocument();
  localStorage.clear();
});

test('every menu entry leads to a screen with that heading', async () => {
  const { person } = console_();
  const menu = screen.getByRole('navigation', { name: 'Main menu' });
  for (const name of ENTRIES) {
    await person.click(within(menu).getByRole('link', { name }));
    // By its element: to ask every part of every screen for its role takes ten times as long.
    await screen.findByText(typeof name === 'string' ? name : 'Messages', { selector: 'h1' });
    expect(document.querySelectorAll('h1')).toHaveLength(1);
  }
});

test('the badge counts the messages and tells the errors in words', async () => {
  console_();
  expect(await screen.findByText('1 error, 3 messages')).toBeInTheDocument();
  expect(toasts.get()).toEqual([]);
});

test('notices go with a change of route, errors too unless they are kept', async () => {
  const { person } = console_();
  await screen.findByRole('heading', { level: 1 });
  const tell = () =>
    act(() => {
      notify({ severity: 'success', title: 'Information', text: 'It went well' });
      notify({ severity: 'error', title: 'Error', text: 'It went badly' });
      notify({ severity: 'error', title: 'Error', text: 'It went badly' });
    });
  tell();
  expect(screen.getByText('×2')).toBeInTheDocument();
  await person.click(screen.getByRole('link', { name: 'All journals' }));
  expect(
    await screen.findByRole('heading', { level: 1, name: 'All journals' }),
  ).toBeInTheDocument();
  expect(toasts.get()).toEqual([]);
  act(() => prefer({ keepErrors: true }));
  tell();
  await person.click(screen.getByRole('link', { name: /^Messages/ }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Messages' })).toBeInTheDocument();
  expect(toasts.get().map(({ text }) => text)).toEqual(['It went badly']);
  await person.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText('It went badly')).not.toBeInTheDocument();
});

async function openSettings(person: ReturnType<typeof console_>['person']) {
  await person.click(screen.getByRole('button', { name: 'Settings' }));
  return screen.findByRole('dialog', { name: 'Settings' });
}

test('settings apply at once, and the panel closes on an outside click', async () => {
  const { person, addressNow } = console_();
  const panel = await openSettings(person);
  await person.click(within(panel).getByRole('button', { name: 'Dansk' }));
  expect(screen.getByRole('navigation', { name: 'Hovedmenu' })).toBeInTheDocument();
  await person.click(within(panel).getByRole('button', { name: 'Mørk' }));
  expect(preferences.get()).toMatchObject({
    darkTheme: true,
    theme: 'lara-dark-indigo',
    language: 'da',
  });
  expect(document.querySelector('.s-topbar [data-logo]')).toHaveAttribute('data-logo', 'white');
  // The click that closes it does nothing else; the next one does.
  await person.click(screen.getByRole('link', { name: 'Banker' }));
  expect(screen.queryByRole('dialog', { name: 'Indstillinger' })).not.toBeInTheDocument();
  expect(addressNow()).toBe('/messages');
  await person.click(screen.getByRole('link', { name: 'Banker' }));
  expect(addressNow()).toBe('/bank');
});

test('the settings’ own button closes them, and Escape gives it the focus back', async () => {
  const { person } = console_();
  await openSettings(person);
  await person.click(screen.getByRole('button', { name: 'Settings' }));
  expect(screen.queryByRole('dialog', { name: 'Settings' })).not.toBeInTheDocument();
  await openSettings(person);
  await person.keyboard('{Escape}');
  expect(screen.queryByRole('dialog', { name: 'Settings' })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Settings' })).toHaveFocus();
});

test('every theme is a radio of its family, and the arrow keys go through them', async () => {
  const { person } = console_();
  const panel = await openSettings(person);
  const grid = within(panel).getByRole('radiogroup', { name: 'Theme' });
  expect(within(grid).getAllByRole('radio')).toHaveLength(42);
  const counts = within(grid)
    .getAllByRole('group')
    .map((family) => [
      family.querySelector('legend')?.textContent,
      within(family).getAllByRole('radio').length,
    ]);
  expect(Object.fromEntries(counts)).toEqual({
    Lara: 16,
    Bootstrap: 4,
    Material: 8,
    Tailwind: 1,
    Fluent: 1,
    Saga: 4,
    Vela: 4,
    Arya: 4,
  });
  expect(within(grid).getByRole('radio', { name: 'Lara light indigo' })).toBeChecked();
  await person.click(
    within(grid).getByRole('radio', { name: 'Material dark deep purple compact' }),
  );
  expect(preferences.get()).toMatchObject({ theme: 'mdc-dark-deeppurple', darkTheme: true });
  expect(document.documentElement.dataset['palette']).not.toBe('');
  expect(
    within(within(panel).getByRole('group', { name: 'Ripple effect' })).getByRole('button', {
      name: 'On',
    }),
  ).toBeDisabled();
});

test('each choice is kept under its key, and all are forgotten together', async () => {
  const { person } = console_();
  const panel = await openSettings(person);
  const press = async (group: string, name: string) =>
    person.click(
      within(within(panel).getByRole('group', { name: group })).getByRole('button', { name }),
    );
  await press('Input style', 'Filled');
  await press('Ripple effect', 'Off');
  await press('Menu type', 'Overlay');
  await press('Component scale', 'Larger');
  await press('Reduced motion', 'On');
  await press('High contrast', 'On');
  await press('Single-key shortcuts', 'Off');
  await press('Week starts on', 'Monday');
  const zone = within(panel).getByRole('combobox', { name: 'Time zone' });
  await person.click(zone);
  await person.selectOptions(zone, 'Pacific/Auckland');
  const kept = Object.fromEntries(
    Object.keys(localStorage).map((key) => [key, localStorage.getItem(key)]),
  );
  expect(kept).toMatchObject({
    inputStyle: 'filled',
    ripple: 'false',
    'giroscope.menuType': 'overlay',
    'giroscope.scale': '15',
    'giroscope.reducedMotion': 'on',
    'giroscope.highContrast': 'on',
    'giroscope.shortcuts': 'false',
    'giroscope.weekStart': '1',
    'giroscope.timeZone': 'Pacific/Auckland',
  });
  await person.click(within(panel).getByRole('button', { name: 'Reset all settings' }));
  expect(preferences.get()).toEqual(DEFAULTS);
  expect(
    Object.keys(localStorage).filter(
      (key) => key.startsWith('giroscope.') && !key.startsWith('giroscope.messages.'),
    ),
  ).toEqual([]);
});

test('the settings lead to what one is mailed of, and close', async () => {
  const { person } = show(<Shell>content</Shell>, '/');
  const panel = await openSettings(person);
  await person.click(within(panel).getByRole('link', { name: 'Choose what you are mailed' }));
  expect(screen.getByTestId('address')).toHaveTextContent('/messages?tab=mail');
  expect(screen.queryByRole('dialog', { name: 'Settings' })).not.toBeInTheDocument();
});

test('the settings close when the address leads to another record', async () => {
  let go: NavigateFunction = () => undefined;
  function Guide() {
    go = useNavigate();
    return null;
  }
  const { person } = show(
    <Shell>
      <Guide />
    </Shell>,
    '/',
  );
  await openSettings(person);
  act(() => void go('/?journal=8d0e'));
  expect(screen.queryByRole('dialog', { name: 'Settings' })).not.toBeInTheDocument();
  await openSettings(person);
  act(() => void go('/?journal=8d0e', { replace: true }));
  expect(screen.getByRole('dialog', { name: 'Settings' })).toBeInTheDocument();
  act(() => void go('/journals/8d0e'));
  expect(screen.queryByRole('dialog', { name: 'Settings' })).not.toBeInTheDocument();
});

test('the menu is searched, and Enter goes to the first that is found', async () => {
  const { person, addressNow } = console_();
  const search = screen.getByRole('searchbox', { name: 'Search menu' });
  const menu = screen.getByRole('navigation', { name: 'Main menu' });
  await person.type(search, 'upload');
  expect(
    within(menu)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(['Upload payments', 'Upload Statement']);
  await person.clear(search);
  await person.type(search, 'zzz');
  expect(screen.getByText('Nothing in the menu matches “zzz”.')).toBeInTheDocument();
  await person.clear(search);
  await person.type(search, 'review{Enter}');
  expect(addressNow()).toBe('/account-management/users?tab=review');
  expect(search).toHaveValue('');
  expect(within(menu).getByRole('link', { name: 'Access review' })).toHaveAttribute(
    'aria-current',
    'page',
  );
});

test('a floating menu gives the focus back to its button', async () => {
  prefer({ menuType: 'overlay' });
  const { person } = console_();
  const button = screen.getByRole('button', { name: 'Toggle menu' });
  await person.click(button);
  within(screen.getByRole('navigation', { name: 'Main menu' }))
    .getByRole('link', { name: 'Dashboard' })
    .focus();
  await person.keyboard('{Escape}');
  expect(button).toHaveAttribute('aria-expanded', 'false');
  expect(button).toHaveFocus();
});

test('pages below an entry are shown on demand', async () => {
  const { person } = console_();
  const toggle = screen.getByRole('button', { name: 'Pages below User management' });
  expect(toggle).toHaveAttribute('aria-expanded', 'false');
  expect(screen.queryByRole('link', { name: 'Requests' })).not.toBeInTheDocument();
  await person.click(toggle);
  expect(screen.getByRole('link', { name: 'Requests' })).toBeInTheDocument();
});

test('without a connection uploads wait, and the person is told', async () => {
  console_();
  act(() => connection.set('lost'));
  expect(await screen.findByText('The server does not answer.')).toBeInTheDocument();
  const entry = screen.getByRole('link', { name: /^Upload payments/ });
  expect(entry).toHaveAttribute('aria-disabled', 'true');
  expect(entry).not.toHaveAttribute('href');
  expect(entry).toHaveTextContent('needs a connection to the server');
  act(() => connection.set('back'));
  expect(screen.getByText(/Connected again/)).toBeInTheDocument();
  act(() => connection.set('online'));
  expect(screen.getByRole('link', { name: 'Upload payments' })).toHaveAttribute('href', '/upload');
});

test('a new version asks to reload, but never over something typed', async () => {
  function Form({ dirty }: { dirty: boolean }) {
    useUnsaved(dirty);
    return null;
  }
  const form = (dirty: boolean) => (
    <Shell>
      <Form dirty={dirty} />
    </Shell>
  );
  const { rerender } = render(
    <ApolloProvider client={dataClient}>
      <MemoryRouter>{form(true)}</MemoryRouter>
    </ApolloProvider>,
  );
  act(() => newRelease.set(true));
  expect(screen.queryByText('A new version of Giroscope is ready.')).not.toBeInTheDocument();
  rerender(
    <ApolloProvider client={dataClient}>
      <MemoryRouter>{form(false)}</MemoryRouter>
    </ApolloProvider>,
  );
  expect(await screen.findByText('A new version of Giroscope is ready.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Reload' })).toBeInTheDocument();
});

test('a screen that breaks leaves the shell, gives an id that the server knows, and can be tried again', async () => {
  const asked = vi.spyOn(globalThis, 'fetch');
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let broken = true;
  function Fragile() {
    if (broken) throw new Error('boom');
    return <h1>Whole again</h1>;
  }
  const { person } = show(
    <ErrorBoundary>
      <Fragile />
    </ErrorBoundary>,
  );
  expect(
    screen.getByRole('heading', { level: 1, name: 'This screen stopped working' }),
  ).toBeInTheDocument();
  const shown = screen.getByText(/^[0-9a-f]{8}/).textContent;
  await vi.waitFor(() =>
    expect(asked).toHaveBeenCalledWith(
      expect.objectContaining({ pathname: '/api/console-faults' }),
      expect.objectContaining({ keepalive: true }),
    ),
  );
  const report = asked.mock.calls.at(-1)?.[1]?.body;
  expect(typeof report === 'string' && report.includes(`"incident":"${shown.slice(0, 8)}`)).toBe(
    true,
  );
  broken = false;
  await person.click(screen.getByRole('button', { name: 'Load again' }));
  expect(screen.getByRole('heading', { level: 1, name: 'Whole again' })).toBeInTheDocument();
});

test('a screen that could not be fetched asks to reload', () => {
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('', { status: 502 }));
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  function Missing(): never {
    throw new TypeError('Failed to fetch dynamically imported module: /assets/users-1.js');
  }
  show(
    <ErrorBoundary>
      <Missing />
    </ErrorBoundary>,
  );
  expect(
    screen.getByRole('heading', { level: 1, name: 'This screen could not be loaded' }),
  ).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Reload' })).toBeInTheDocument();
});

test('a lost session asks to sign in again and keeps the page', async () => {
  console_();
  await screen.findByRole('heading', { level: 1, name: 'Messages' });
  act(() => sessionLost.set(true));
  expect(
    screen.getByRole('dialog', { name: 'Your sign-in could not be renewed' }),
  ).toBeInTheDocument();
  expect(
    screen.getByRole('heading', { level: 1, name: 'Messages', hidden: true }),
  ).toBeInTheDocument();
});

test('what was typed when an earlier session ended is offered until it is discarded', async () => {
  const { person } = console_();
  act(() => typedBefore.set([{ label: 'Note', text: 'checked by phone' }]));
  expect(await screen.findByText('checked by phone')).toBeInTheDocument();
  await person.click(screen.getByRole('button', { name: 'Discard' }));
  expect(screen.queryByText('checked by phone')).not.toBeInTheDocument();
});

test('an address nobody knows says so', async () => {
  console_('/nowhere');
  expect(
    await screen.findByRole('heading', { level: 1, name: 'No page here' }),
  ).toBeInTheDocument();
});

test('the menu leads to lists in the period that was chosen', async () => {
  console_();
  const link = (name: string) => screen.getByRole('link', { name });
  act(() => chooseDays('2026-03-01', '2026-03-31'));
  expect(link('Statement transactions')).toHaveAttribute(
    'href',
    '/journals/statements?from=2026-03-01&to=2026-03-31',
  );
  expect(link('Banks')).toHaveAttribute('href', '/bank');
});

test('the menu leaves the place of another page to Back, and begins the open one at its top', async () => {
  const scrolled: string[] = [];
  const { person, addressNow } = console_();
  const menu = await screen.findByRole('navigation', { name: 'Main menu' });
  vi.spyOn(window, 'scrollTo').mockImplementation(() => scrolled.push(addressNow()));
  await person.click(within(menu).getByRole('link', { name: 'Rules' }));
  // By the time anything scrolls the page that was left is gone.
  expect(scrolled).not.toContain('/messages');
  scrolled.length = 0;
  await person.click(within(menu).getByRole('link', { name: 'Rules' }));
  expect(scrolled).toHaveLength(1);
});
