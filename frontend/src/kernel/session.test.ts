import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { identity, settings } from '@/testing/identity';
import { ProviderSilent, providerSilent } from './provider';
import { accessToken, hasRole, openProfile, pathAhead, refreshSession, session, sessionLost, sessionOf, signedOutElsewhere, signInHere, signOut, signOutWaits, startSession, type IdentityClient } from './session';
import type { Word } from './tabs';
import { useUnsaved } from './unsaved';

/** What the provider publishes, or does not. */
const published = vi.fn<typeof fetch>();
const answers = (status = 200) => published.mockImplementation(async () => new Response('{}', { status }));
const isDown = () => published.mockImplementation(async () => { throw new TypeError('no network'); });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  answers();
  vi.spyOn(globalThis, 'fetch').mockImplementation(published);
});
afterEach(() => {
  vi.mocked(fetch).mockRestore();
  vi.useRealTimers();
  sessionStorage.clear();
  providerSilent.set(false);
  signOutWaits.set(false);
  sessionLost.set(false);
  signedOutElsewhere.set(false);
  history.replaceState(null, '', '/');
});

test('sign-in is asked for as the specification says', async () => {
  const client = identity();
  expect(await startSession(settings, async () => undefined, () => client)).toBe(true);
  expect(client.init).toHaveBeenCalledWith({ onLoad: 'login-required', checkLoginIframe: false, pkceMethod: 'S256', responseMode: 'fragment', redirectUri: 'http://localhost:3000/', locale: 'en' });
  expect(session.get()).toMatchObject({ isAuthenticated: true, id: 'u1', name: 'astrid', roles: ['giroscope-upload'] });
  expect(hasRole(session.get(), 'upload')).toBe(true);
  expect(hasRole(session.get(), 'billing')).toBe(false);
});

test('without an id token nobody is signed in', () => {
  expect(sessionOf(identity({ idToken: undefined as never })).isAuthenticated).toBe(false);
});

test('the deep link is restored after the way through sign-in', async () => {
  history.replaceState(null, '', '/journals/statements?account=a1');
  await startSession(settings, async () => undefined, () => identity({ init: vi.fn(async () => { history.replaceState(null, '', '/'); return true; }) }));
  expect(location.pathname + location.search).toBe('/journals/statements?account=a1');
});

test('a page that is loaded again while its answer is exchanged still knows where it was', async () => {
  sessionStorage.setItem('giroscope.return', '/messages?level=ERROR');
  history.replaceState(null, '', '/#state=1&code=2');
  const seen: string[] = [];
  await startSession(settings, async () => undefined, () => identity({ init: vi.fn(async () => { seen.push(location.pathname + location.search + location.hash); return true; }) }));
  expect(seen).toEqual(['/messages?level=ERROR#state=1&code=2']);
});

test('an address of another site is never restored', async () => {
  history.replaceState(null, '', '/#state=1&code=2');
  sessionStorage.setItem('giroscope.return', '//evil.example/');
  await startSession(settings, async () => undefined, () => identity());
  expect(location.host).toBe('localhost:3000');
  expect(location.pathname).toBe('/');
});

test('the token is looked after every five seconds with fifteen seconds’ validity', async () => {
  const client = identity();
  await startSession(settings, async () => undefined, () => client);
  await vi.advanceTimersByTimeAsync(5000);
  expect(client.updateToken).toHaveBeenCalledWith(15);
});

test('callers share one refresh', async () => {
  const client = identity({ updateToken: vi.fn(async () => true) });
  await startSession(settings, async () => undefined, () => client);
  await Promise.all([refreshSession(), refreshSession(), refreshSession()]);
  expect(client.updateToken).toHaveBeenCalledTimes(1);
});

test('before sign-in a provider that is down is told, and nobody is sent to it', async () => {
  for (const trouble of [isDown, () => answers(503)]) {
    trouble();
    history.replaceState(null, '', '/journals/statements?account=a1');
    const client = identity();
    await expect(startSession(settings, async () => undefined, () => client)).rejects.toThrow(ProviderSilent);
    expect(client.init).not.toHaveBeenCalled();
    expect(location.pathname + location.search).toBe('/journals/statements?account=a1');
  }
  expect(published).toHaveBeenCalledWith('http://id/realms/giroscope/.well-known/openid-configuration', expect.anything());
});

test('a provider that refuses the question answers all the same', async () => {
  answers(404);
  expect(await startSession(settings, async () => undefined, () => identity())).toBe(true);
});

test.each([
  ['that went down meanwhile', isDown, ProviderSilent],
  ['that answers with something else', answers, TypeError],
])('a provider %s leaves the address asked for', async (_name, state, told) => {
  sessionStorage.setItem('giroscope.return', '/messages?level=ERROR');
  history.replaceState(null, '', '/#state=1&code=2');
  state();
  const init = vi.fn(async () => { throw new TypeError('no tokens'); });
  await expect(startSession(settings, async () => undefined, () => identity({ init }))).rejects.toThrow(told);
  expect(location.pathname + location.search).toBe('/messages?level=ERROR');
});

test('an outage keeps the session, is asked about in earnest, and ends by itself', async () => {
  let up = false;
  const client = identity({ updateToken: vi.fn(async () => { if (!up) throw new TypeError('no network'); return true; }), isTokenExpired: () => true });
  await startSession(settings, async () => undefined, () => client);
  expect(await refreshSession()).toBe(false);
  expect(providerSilent.get()).toBe(true);
  expect(sessionLost.get()).toBe(false);
  expect(session.get().isAuthenticated).toBe(true);
  // Calls wait for nothing: the server decides about the token there is.
  expect(await accessToken()).toBe('access');
  expect(client.updateToken).toHaveBeenCalledTimes(1);
  up = true;
  client.token = 'renewed';
  await vi.advanceTimersByTimeAsync(5000);
  expect(client.updateToken).toHaveBeenLastCalledWith(-1);
  expect(providerSilent.get()).toBe(false);
  expect(session.get().accessToken).toBe('renewed');
});

test.each([502, 503, 429])('status %i of a refresh is an outage, not a refusal', async (status) => {
  const busy = Object.assign(new Error('busy'), { response: new Response(null, { status }) });
  const client = identity({ updateToken: vi.fn(async () => { throw busy; }) });
  await startSession(settings, async () => undefined, () => client);
  await refreshSession();
  expect(providerSilent.get()).toBe(true);
  expect(client.login).not.toHaveBeenCalled();
});

test('a provider that never answers is silent after ten seconds, and what comes late is kept', async () => {
  vi.useFakeTimers();
  let answer: (renewed: boolean) => void = () => undefined;
  const client = identity({ updateToken: vi.fn(() => new Promise<boolean>((resolve) => { answer = resolve; })) });
  await startSession(settings, async () => undefined, () => client);
  const renewed = refreshSession();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await renewed).toBe(false);
  expect(providerSilent.get()).toBe(true);
  client.token = 'late';
  client.updateToken = vi.fn(async () => false);
  answer(true);
  await vi.advanceTimersByTimeAsync(5000);
  expect(session.get().accessToken).toBe('late');
  expect(providerSilent.get()).toBe(false);
});

test('a session that has ended is no outage', async () => {
  const client = identity();
  await startSession(settings, async () => undefined, () => client);
  client.refreshToken = undefined as never;
  expect(await refreshSession()).toBe(false);
  expect(client.updateToken).not.toHaveBeenCalled();
  expect(providerSilent.get()).toBe(false);
});

test('any other refusal of the refresh leads to sign-in, but for what is typed', async () => {
  const refused = Object.assign(new Error('refused'), { response: new Response(null, { status: 401 }) });
  const client = identity({ updateToken: vi.fn(async () => { throw refused; }) });
  await startSession(settings, async () => undefined, () => client);
  const typed = renderHook(() => useUnsaved(true));
  await refreshSession();
  expect(client.login).not.toHaveBeenCalled();
  expect(sessionLost.get()).toBe(true);
  typed.unmount();
  await refreshSession();
  expect(client.login).toHaveBeenCalledTimes(1);
});

test('signing out while the provider is down empties the page at once and is finished when it is back', async () => {
  vi.useFakeTimers();
  const client = identity();
  await startSession(settings, async () => undefined, () => client);
  isDown();
  const done = signOut();
  await vi.advanceTimersByTimeAsync(5000);
  expect(signOutWaits.get()).toBe(true);
  expect(session.get().isAuthenticated).toBe(false);
  expect(await accessToken()).toBeNull();
  expect(client.logout).not.toHaveBeenCalled();
  answers();
  await vi.advanceTimersByTimeAsync(5000);
  await done;
  expect(client.logout).toHaveBeenCalledTimes(1);
});

test('the profile is opened at a provider that answers only', async () => {
  const client = identity();
  await startSession(settings, async () => undefined, () => client);
  isDown();
  await openProfile();
  expect(client.accountManagement).not.toHaveBeenCalled();
  expect(providerSilent.get()).toBe(true);
  answers();
  await openProfile();
  expect(client.accountManagement).toHaveBeenCalledTimes(1);
});

test('signing out forgets the session, the storage and the caches, and then tells the provider', async () => {
  const forget = vi.fn(async () => undefined);
  const client = identity();
  await startSession(settings, forget, () => client);
  sessionStorage.setItem('draft', 'secret');
  await signOut();
  expect(session.get().isAuthenticated).toBe(false);
  expect(session.get().roles).toEqual([]);
  expect(sessionStorage.length).toBe(0);
  expect(forget).toHaveBeenCalledTimes(1);
  expect(client.logout).toHaveBeenCalledWith({ redirectUri: 'http://localhost:3000/' });
});

/** Another tab of the same browser, as this one hears it. */
function otherTab() {
  const channel = new BroadcastChannel('giroscope.session');
  const heard: Word[] = [];
  channel.addEventListener('message', (event: MessageEvent<Word>) => heard.push(event.data));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
  return { heard, say: (word: Word) => channel.postMessage(word), close: () => channel.close() };
}

test('a session that the provider ended leads to sign-in, and nothing stays', async () => {
  const forget = vi.fn(async () => undefined);
  const client = identity();
  await startSession(settings, forget, () => client);
  history.replaceState(null, '', '/messages?level=ERROR');
  client.onAuthLogout?.();
  await vi.waitFor(() => expect(client.login).toHaveBeenCalledTimes(1));
  expect(session.get().isAuthenticated).toBe(false);
  expect(forget).toHaveBeenCalledTimes(1);
  expect(sessionStorage.getItem('giroscope.return')).toBe('/messages?level=ERROR');
});

test('what is typed stays, and signing in again happens beside it', async () => {
  const typed = renderHook(() => useUnsaved(true));
  const clients = [identity(), identity({ token: 'fresh' })];
  const [first, second] = clients as [IdentityClient, IdentityClient];
  let made = 0;
  await startSession(settings, async () => undefined, () => clients[made++] as IdentityClient);
  const popup = vi.spyOn(window, 'open').mockReturnValue(window);
  first.onAuthLogout?.();
  expect(sessionLost.get()).toBe(true);
  await signInHere();
  expect(first.login).not.toHaveBeenCalled();
  const nonce = new URL(String(popup.mock.calls[0]?.[0]), location.origin).searchParams.get('signin') ?? '';
  const tab = otherTab();
  const tokens = { id: 'u1', token: 't', refreshToken: 'r', idToken: 'i' };
  tab.say({ kind: 'signed-in', nonce: 'of another tab', ...tokens });
  tab.say({ kind: 'signed-in', nonce, ...tokens });
  await vi.waitFor(() => expect(sessionLost.get()).toBe(false));
  expect(second.init).toHaveBeenCalledTimes(1);
  expect(second.init).toHaveBeenCalledWith(expect.objectContaining({ token: 't', refreshToken: 'r', idToken: 'i' }));
  expect(session.get().accessToken).toBe('fresh');
  typed.unmount();
  popup.mockRestore();
  tab.close();
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
  expect(await startSession(settings, async () => undefined, () => identity())).toBe(nonces.length === 0);
  await signOut();
  await vi.waitFor(() => expect(tab.heard.at(-1)?.kind).toBe('signing-out'));
  expect(tab.heard.flatMap((word) => (word.kind === 'signed-in' ? [word.nonce] : []))).toEqual(nonces);
  expect(close).toHaveBeenCalledTimes(nonces.length);
  close.mockRestore();
  tab.close();
});

test('signing out in one tab empties the others, which go to sign-in when it is done', async () => {
  const client = identity();
  await startSession(settings, async () => undefined, () => client);
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
  await startSession(settings, async () => undefined, () => identity());
  await signOut();
  await vi.waitFor(() => expect(tab.heard.map(({ kind }) => kind)).toEqual(['starting', 'signing-out']));
  tab.close();
});

test('a page that comes back from the provider knows which screen it will show; one on its way there does not', () => {
  sessionStorage.setItem('giroscope.return', '/rules?state=DRAFT');
  history.replaceState(null, '', '/');
  expect(pathAhead()).toBeNull();
  history.replaceState(null, '', '/#state=a&code=b');
  expect(pathAhead()).toBe('/rules');
  sessionStorage.setItem('giroscope.return', '//elsewhere.example/rules');
  expect(pathAhead()).toBe('/');
});
