// @vitest-environment node
import type { KeycloakLoginOptions } from 'keycloak-js';
import { expect, test, vi } from 'vitest';
import { asFresh, untilFresh } from './signInFresh';

const asked = async (search: string) => {
  const client = {
    createLoginUrl: (options?: KeycloakLoginOptions) =>
      Promise.resolve(JSON.stringify(options ?? {})),
  };
  return JSON.parse(await asFresh(client, search).createLoginUrl({ scope: 'openid' })) as object;
};

test('the window for a fresh sign-in asks the provider for one, any other takes what there is', async () => {
  expect(await asked('?signin=n&fresh=1')).toEqual({ scope: 'openid', maxAge: 1 });
  expect(await asked('?signin=n')).toEqual({ scope: 'openid' });
});

test('a fresh sign-in ends the waiting at once, and a window that was closed without one a moment later', async () => {
  vi.useFakeTimers();
  let fresh = false;
  let tell = (): void => undefined;
  const opened = { closed: false };
  const wait = async () =>
    untilFresh(
      opened as Window,
      () => fresh,
      (heard) => {
        tell = heard;
        return () => undefined;
      },
    );
  const closed = wait();
  opened.closed = true;
  await vi.advanceTimersByTimeAsync(3000);
  expect(await closed).toBe(false);
  opened.closed = false;
  const done = wait();
  tell();
  fresh = true;
  tell();
  expect(await done).toBe(true);
  vi.useRealTimers();
});
