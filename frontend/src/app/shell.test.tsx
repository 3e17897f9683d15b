import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { permissions } from '@/kernel/permissions';
import { preferences } from '@/kernel/preferences';
import { sessionLost } from '@/kernel/session';
import { show } from '@/testing/render';
import { notify, toasts } from '@/ui';
import { ScreenRoutes } from './ScreenRoutes';
import { Shell } from './Shell';

afterEach(() => sessionLost.set(false));

const console_ = (address = '/messages') => show(<Shell><ScreenRoutes /></Shell>, address);

test('the frame has its landmarks and their names', async () => {
  console_();
  const banner = screen.getByRole('banner');
  expect(within(banner).getByRole('link', { name: 'Giroscope' })).toHaveAttribute('href', '/');
  for (const name of ['Toggle menu', 'Profile', 'Logout', 'Settings']) expect(within(banner).getByRole('button', { name })).toBeInTheDocument();
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
  expect(await screen.findByText('You may not see this')).toBeInTheDocument();
});

test('every menu entry leads to a screen with that heading', async () => {
  const { person } = console_();
  const menu = screen.getByRole('navigation', { name: 'Main menu' });
  for (const name of ['All journals', 'Statement transactions', 'Upload payments', 'Upload Statement']) {
    await person.click(within(menu).getByRole('link', { name }));
    expect(await screen.findByRole('heading', { level: 1, name })).toBeInTheDocument();
  }
});

test('the badge counts the messages and tells the errors in words', async () => {
  console_();
  expect(await screen.findByText('1 error, 4 messages')).toBeInTheDocument();
  expect(toasts.get()).toEqual([]);
});

test('good news leaves after three seconds; trouble stays until closed or until the next page', async () => {
  const { person } = console_();
  await screen.findByRole('heading', { level: 1 });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  act(() => {
    notify({ severity: 'success', title: 'Information', text: 'It went well' });
    notify({ severity: 'error', title: 'Error', text: 'It went badly' });
    notify({ severity: 'error', title: 'Error', text: 'It went badly' });
  });
  expect(screen.getByText('Error ×2')).toBeInTheDocument();
  await act(async () => { await vi.advanceTimersByTimeAsync(3100); });
  expect(screen.queryByText('It went well')).not.toBeInTheDocument();
  expect(screen.getByText('It went badly')).toBeInTheDocument();
  vi.useRealTimers();
  await person.click(screen.getByRole('link', { name: 'All journals' }));
  await waitFor(() => expect(screen.queryByText('It went badly')).not.toBeInTheDocument());
});

test('settings apply at once, and the panel closes on an outside click', async () => {
  const { person } = console_();
  await person.click(screen.getByRole('button', { name: 'Settings' }));
  const panel = screen.getByRole('dialog', { name: 'Settings' });
  await person.click(within(panel).getByRole('button', { name: 'Dansk' }));
  expect(screen.getByRole('navigation', { name: 'Hovedmenu' })).toBeInTheDocument();
  await person.click(within(panel).getByRole('button', { name: 'Mørk' }));
  expect(preferences.get()).toMatchObject({ darkTheme: true, theme: 'lara-dark-indigo', language: 'da' });
  expect(within(panel).getByRole('combobox', { name: 'Tema' }).querySelectorAll('option')).toHaveLength(42);
  await person.click(screen.getByRole('main'));
  expect(screen.queryByRole('dialog', { name: 'Indstillinger' })).not.toBeInTheDocument();
});

test('a lost session asks to sign in again and keeps the page', async () => {
  console_();
  await screen.findByRole('heading', { level: 1, name: 'Messages' });
  act(() => sessionLost.set(true));
  expect(screen.getByRole('dialog', { name: 'Your sign-in could not be renewed' })).toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 1, name: 'Messages', hidden: true })).toBeInTheDocument();
});

test('an address nobody knows says so', async () => {
  console_('/nowhere');
  expect(await screen.findByRole('heading', { level: 1, name: 'No page here' })).toBeInTheDocument();
});
