/** One session in several tabs and windows: who ends it ends it for all, and tokens go only to who waits for them. */
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { identity, settings } from '@/testing/identity';
import { providerSilent } from './provider';
import {
  accessToken,
  session,
  sessionEnded,
  sessionLost,
  signedOutElsewhere,
  signInHere,
  signOut,
  signOutWaits,
  startSession,
  type IdentityClient,
} from './session';
import type { Word } from './tabs';
import { offerTyped, typedBefore } from './typed';
import { hasUnsaved, useUnsaved } from './unsaved';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('{}'));
});
afterEach(() => {
  vi.mocked(fetch).mockRestore();
  vi.useRealTimers();
  sessionStorage.clear();
  providerSilent.set(false);
  signOutWaits.set(false);
  sessionLost.set(false);
  sessionEnded.set(false);
  signedOutElsewhere.set(false);
  history.replaceState(null, '', '/');
});

/** Another tab of the same browser, as this one hears it. */
function otherTab() {
  const channel = new BroadcastChannel('giroscope.session');
  const heard: Word[] = [];
  channel.addEventListener('message', (event: MessageEvent<Word>) => heard.push(event.data));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
  return { heard, say: (word: Word) => channel.postMessage(word), close: () => channel.close() };
}

test('a refresh that answers 400 signs out at the provider too, and nothing stays', async () => {
  const forget = vi.fn(async () => undefined);
  const client = identity();
  const { idToken } = client;
  await startSession(settings, forget, () => client);
  history.replaceState(null, '', '/messages?level=ERROR');
  delete client.idToken;
  client.onAuthLogout?.();
  await vi.waitFor(() => expect(client.logout).toHaveBeenCalledTimes(1));
  expect(client.idToken).toBe(idToken);
  expect(client.login).not.toHaveBeenCalled();
  expect(session.get().isAuthenticated).toBe(false);
  expect(forget).toHaveBeenCalledTimes(1);
  expect(sessionStorage.getItem('giroscope.return')).toBe('/messages?level=ERROR');
  // The provider leads back to the start of the console, which asks for sign-in once more.
  history.replaceState(null, '', '/');
  await startSession(settings, forget, () => identity());
  expect(location.pathname + location.search).toBe('/messages?level=ERROR');
});

test('what is typed does not keep a session that has ended; the text alone is offered after sign-in', async () => {
  const typed = renderHook(() => useUnsaved(true));
  document.body.innerHTML = `
    <label>Note <textarea id="note"></textarea></label>
    <label>Key <textarea id="key" data-secret></textarea></label>
    <label>Pin <input id="pin" type="password"></label>`;
  for (const field of document.querySelectorAll<HTMLInputElement>('textarea, input')) {
    field.value = `typed ${field.id}`;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  const client = identity();
  await startSession(
    settings,
    async () => undefined,
    () => client,
  );
  sessionStorage.setItem('draft', 'secret');
  client.onAuthLogout?.();
  expect(session.get()).toMatchObject({ isAuthenticated: false, name: '', accessToken: '' });
  await vi.waitFor(() => expect(client.logout).toHaveBeenCalledTimes(1));
  expect(sessionEnded.get()).toBe(true);
  expect(hasUnsaved()).toBe(false);
  expect(Object.keys(sessionStorage).toSorted()).toEqual([
    'giroscope.ended',
    'giroscope.return',
    'giroscope.typed',
  ]);
  offerTyped('u1');
  expect(typedBefore.get()).toEqual([{ label: 'Note', text: 'typed note' }]);
  offerTyped('somebody else');
  expect([typedBefore.get(), sessionStorage.getItem('giroscope.typed')]).toEqual([[], null]);
  document.body.innerHTML = '';
  typed.unmount();
});

test('signing in again happens beside a page whose renewed token the server refuses', async () => {
  const clients = [identity(), identity({ token: 'fresh' })];
  const [first, second] = clients as [IdentityClient, IdentityClient];
  let made = 0;
  await startSession(
    settings,
    async () => undefined,
    () => clients[made++] as IdentityClient,
  );
  const popup = vi.spyOn(window, 'open').mockReturnValue(window);
  sessionLost.set(true);
  await signInHere();
  expect(first.login).not.toHaveBeenCalled();
  const nonce =
    new URL(String(popup.mock.calls[0]?.[0]), location.origin).searchParams.get('signin') ?? '';
  const tab = otherTab();
  const tokens = { id: 'u1', token: 't', refreshToken: 'r', idToken: 'i' };
  tab.say({ kind: 'signed-in', nonce: 'of another tab', ...tokens });
  tab.say({ kind: 'signed-in', nonce, ...tokens });
  await vi.waitFor(() => expect(sessionLost.get()).toBe(false));
  expect(second.init).toHaveBeenCalledTimes(1);
  expect(second.init).toHaveBeenCalledWith(
    expect.objectContaining({ token: 't', refreshToken: 'r', idToken: 'i' }),
  );
  expect(session.get().accessToken).toBe('fresh');
  popup.mockRestore();
  tab.close();
});

test('somebody else who signs in beside it takes nothing over of what is here', async () => {
  const forget = vi.fn(async () => undefined);
  const clients = [identity(), identity({ token: 'of somebody else' })];
  let made = 0;
  await startSession(settings, forget, () => clients[made++] as IdentityClient);
  sessionStorage.setItem('draft', 'secret');
  const popup = vi.spyOn(window, 'open').mockReturnValue(window);
  await signInHere();
  const nonce =
    new URL(String(popup.mock.calls[0]?.[0]), location.origin).searchParams.get('signin') ?? '';
  const tab = otherTab();
  tab.say({ kind: 'signed-in', nonce, id: 'u2', token: 't', refreshToken: 'r', idToken: 'i' });
  await vi.waitFor(() => expect(forget).toHaveBeenCalledTimes(1));
  expect(session.get().isAuthenticated).toBe(false);
  expect(sessionStorage.length).toBe(0);
  expect(clients[1]?.init).not.toHaveBeenCalled();
  popup.mockRestore();
  tab.close();
});

test('what signing in beside it has said once is not taken a second time', async () => {
  const makeClient = vi.fn(() => identity());
  await startSession(settings, async () => undefined, makeClient);
  const popup = vi.spyOn(window, 'open').mockReturnValue(window);
  await signInHere();
  const nonce =
    new URL(String(popup.mock.calls[0]?.[0]), location.origin).searchParams.get('signin') ?? '';
  const tab = otherTab();
  for (const token of ['t', 'replayed'])
    tab.say({ kind: 'signed-in', nonce, id: 'u1', token, refreshToken: 'r', idToken: 'i' });
  tab.say({ kind: 'signing-out' });
  await vi.waitFor(() => expect(signedOutElsewhere.get()).toBe(true));
  expect(makeClient).toHaveBeenCalledTimes(2);
  popup.mockRestore();
  tab.close();
});

test('where the browser opens no window the page itself goes to sign in', async () => {
  const client = identity();
  await startSession(
    settings,
    async () => undefined,
    () => client,
  );
  const popup = vi.spyOn(window, 'open').mockReturnValue(null);
  await signInHere();
  expect(client.login).toHaveBeenCalledTimes(1);
  popup.mockRestore();
});

test('a tab that begins sends nobody to sign in who has not signed out', async () => {
  const client = identity();
  await startSession(
    settings,
    async () => undefined,
    () => client,
  );
  const tab = otherTab();
  tab.say({ kind: 'starting' });
  tab.say({ kind: 'signing-out' });
  await vi.waitFor(() => expect(signedOutElsewhere.get()).toBe(true));
  expect(client.login).not.toHaveBeenCalled();
  tab.close();
});

test('a window that another page of ours has opened gives it the tokens, and pages of elsewhere nothing', async () => {
  const close = vi.spyOn(window, 'close').mockReturnValue(undefined);
  const heard = vi.fn<(word: unknown, target: string) => void>();
  vi.stubGlobal('opener', { postMessage: heard });
  history.replaceState(null, '', '/?signin=n2');
  await startSession(
    settings,
    async () => undefined,
    () => identity(),
  );
  expect(heard).toHaveBeenCalledExactlyOnceWith(
    {
      kind: 'signed-in',
      nonce: 'n2',
      id: 'u1',
      token: 'access',
      refreshToken: 'refresh',
      idToken: 'id',
    },
    'http://localhost:3000',
  );
  vi.stubGlobal('opener', undefined);
  close.mockRestore();
});

test('a tab that waits for no sign-in takes tokens from nobody', async () => {
  const client = identity();
  const makeClient = vi.fn(() => client);
  await startSession(settings, async () => undefined, makeClient);
  const tab = otherTab();
  const tokens = { token: 'planted', refreshToken: 'r', idToken: 'i' };
  tab.say({ kind: 'signed-in', nonce: '', id: 'u1', ...tokens });
  tab.say({ kind: 'signed-in', nonce: '', id: 'u2', ...tokens });
  // Words are heard in their order: when this one is, the two before it were.
  tab.say({ kind: 'signing-out' });
  await vi.waitFor(() => expect(signedOutElsewhere.get()).toBe(true));
  expect(makeClient).toHaveBeenCalledTimes(1);
  expect(client.init).toHaveBeenCalledTimes(1);
  tab.close();
});

test.each([
  ['/?signin=', []],
  ['/?signin=n1', ['n1']],
])('tokens are handed over only to a tab that is named: %s', async (address, nonces) => {
  const close = vi.spyOn(window, 'close').mockReturnValue(undefined);
  const tab = otherTab();
  history.replaceState(null, '', address);
  expect(
    await startSession(
      settings,
      async () => undefined,
      () => identity(),
    ),
  ).toBe(nonces.length === 0);
  await signOut();
  await vi.waitFor(() => expect(tab.heard.at(-1)?.kind).toBe('signing-out'));
  expect(tab.heard.flatMap((word) => (word.kind === 'signed-in' ? [word.nonce] : []))).toEqual(
    nonces,
  );
  expect(close).toHaveBeenCalledTimes(nonces.length);
  close.mockRestore();
  tab.close();
});

test('signing out in one tab empties the others, which go to sign-in when it is done', async () => {
  const client = identity();
  await startSession(
    settings,
    async () => undefined,
    () => client,
  );
  const tab = otherTab();
  tab.say({ kind: 'signing-out' });
  await vi.waitFor(() => expect(signedOutElsewhere.get()).toBe(true));
  expect(session.get().isAuthenticated).toBe(false);
  expect(await accessToken()).toBeNull();
  expect(client.login).not.toHaveBeenCalled();
  tab.say({ kind: 'starting' });
  await vi.waitFor(() => expect(client.login).toHaveBeenCalledTimes(1));
  tab.close();
});

test('signing out is told to the other tabs', async () => {
  const tab = otherTab();
  await startSession(
    settings,
    async () => undefined,
    () => identity(),
  );
  await signOut();
  await vi.waitFor(() =>
    expect(tab.heard.map(({ kind }) => kind)).toEqual(['starting', 'signing-out']),
  );
  tab.close();
});
