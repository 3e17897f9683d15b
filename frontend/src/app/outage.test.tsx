import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ensureCompany } from '@/kernel/company';
import { OriginUnknown, ProviderSilent, providerSilent } from '@/kernel/provider';
import { sessionEnded, signOutWaits } from '@/kernel/session';
import { pageSettings } from '@/kernel/settings';
import { show } from '@/testing/render';
import { App } from './App';
import { Shell } from './Shell';
import { SignInTrouble } from './SignInTrouble';

const settings = pageSettings({ hostname: 'localhost' }, { identityUrl: 'http://id' });

afterEach(() => {
  vi.useRealTimers();
  cleanup();
  providerSilent.set(false);
  signOutWaits.set(false);
  sessionEnded.set(false);
});

test('a silent provider is told above the page, which stays, and the words go by themselves', () => {
  show(
    <Shell>
      <input aria-label="Remark" defaultValue="typed" />
    </Shell>,
  );
  act(() => providerSilent.set(true));
  expect(screen.getByText('The sign-in service does not answer.')).toBeInTheDocument();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(screen.getByLabelText('Remark')).toHaveValue('typed');
  act(() => providerSilent.set(false));
  expect(screen.queryByText('The sign-in service does not answer.')).not.toBeInTheDocument();
});

test('where sign-in cannot begin, the page says so and goes on when the provider answers', async () => {
  const asked = vi
    .spyOn(globalThis, 'fetch')
    .mockRejectedValueOnce(new TypeError('no network'))
    .mockResolvedValue(new Response('{}'));
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const again = vi.fn();
  show(<SignInTrouble cause={new ProviderSilent()} settings={settings} again={again} />);
  expect(screen.getByRole('alert')).toHaveTextContent('You cannot sign in right now');
  expect(screen.getByRole('button', { name: 'Ask now' })).toBeInTheDocument();
  expect(again).not.toHaveBeenCalled();
  await act(async () => {
    await vi.advanceTimersByTimeAsync(5000);
  });
  await waitFor(() => expect(again).toHaveBeenCalledTimes(1));
  asked.mockRestore();
});

test('an address that is not registered at the provider is told so', () => {
  show(<SignInTrouble cause={new OriginUnknown()} settings={settings} again={() => undefined} />);
  const told = screen.getByRole('alert');
  expect(told).toHaveTextContent('This address is not registered for sign-in');
  expect(told).toHaveTextContent(location.origin);
});

test('a sign-in that failed for another reason waits for the person', async () => {
  const again = vi.fn();
  const { person } = show(
    <SignInTrouble cause={new Error('nonce')} settings={settings} again={again} />,
  );
  expect(screen.getByRole('alert')).toHaveTextContent('Signing in did not work');
  expect(again).not.toHaveBeenCalled();
  await person.click(screen.getByRole('button', { name: 'Sign in again' }));
  expect(again).toHaveBeenCalledTimes(1);
});

test('who signs out while the provider is silent is told what is still to come', () => {
  signOutWaits.set(true);
  show(<App />);
  expect(screen.getByRole('heading', { name: 'Signing out …' })).toBeInTheDocument();
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
});

test('a session that has ended leaves nothing of the product on the page', async () => {
  sessionEnded.set(true);
  show(<App />);
  expect(
    await screen.findByRole('heading', { name: 'Your session has ended' }),
  ).toBeInTheDocument();
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
});

test('an address of no company says so, asks nobody to sign in, and waits for nothing', async () => {
  const asked = vi.spyOn(globalThis, 'fetch').mockImplementation(
    async () =>
      new Response(
        JSON.stringify({
          errors: [{ message: 'No', extensions: { code: 'NOT_FOUND', reason: 'unknown_realm' } }],
        }),
        { status: 404, headers: { 'content-type': 'application/json' } },
      ),
  );
  const cause: unknown = await ensureCompany().catch((error: unknown) => error);
  asked.mockRestore();
  show(<SignInTrouble cause={cause} settings={settings} again={vi.fn()} />);
  expect(screen.getByRole('alert')).toHaveTextContent('There is no company at this address');
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});
