/** A session in a frame of another program: the provider is only ever seen in a window beside it. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { identity, say as hear, settings } from '@/testing/identity';
import {
  session,
  sessionEnded,
  sessionLost,
  signIn,
  signInHere,
  signOut,
  startFramedSession,
  windowRefused,
} from './session';

const tokens = { token: 'access', refreshToken: 'refresh', idToken: 'id' };

const popup = vi.fn<typeof window.open>();
const nonceAsked = () =>
  new URL(String(popup.mock.calls.at(-1)?.[0]), location.origin).searchParams.get('signin') ?? '';
const say = (data: unknown, origin = location.origin, source: unknown = window) =>
  hear(data, origin, source);

beforeEach(() => {
  session.set({ ...session.get(), isAuthenticated: false, id: '' });
  // Another program's page.
  vi.stubGlobal('parent', {});
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('{}'));
  popup.mockReset();
  vi.spyOn(window, 'open').mockImplementation(popup);
  popup.mockReturnValue(window);
});
afterEach(async () => {
  await signOut();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  sessionLost.set(false);
  sessionEnded.set(false);
  windowRefused.set(false);
});

test('waits for the window that somebody opened, and takes its tokens from nobody else', async () => {
  const client = identity();
  const started = startFramedSession(
    settings,
    async () => undefined,
    () => client,
  );
  await signInHere();
  expect(popup.mock.calls[0]?.[0]).toMatch(/^\/journal-validation\?signin=/);
  const word = { kind: 'signed-in', nonce: nonceAsked(), id: 'u1', ...tokens };
  say(word, 'https://erp.example.com');
  say(word, location.origin, { name: 'another window' });
  say({ ...word, nonce: 'guessed' });
  expect(session.get().isAuthenticated).toBe(false);
  say(word);
  await started;
  expect(client.init).toHaveBeenCalledTimes(1);
  expect(client.init).toHaveBeenCalledWith(expect.objectContaining(tokens));
  expect(session.get()).toMatchObject({ isAuthenticated: true, name: 'astrid' });
});

test('of several windows only the one opened last is heard', async () => {
  const client = identity();
  const started = startFramedSession(
    settings,
    async () => undefined,
    () => client,
  );
  const [first, second] = [{ name: 'first' }, { name: 'second' }] as [Window, Window];
  popup.mockReturnValueOnce(first).mockReturnValueOnce(second);
  await signInHere();
  const before = nonceAsked();
  await signInHere();
  say({ kind: 'signed-in', nonce: before, id: 'u1', ...tokens }, location.origin, second);
  say({ kind: 'signed-in', nonce: nonceAsked(), id: 'u1', ...tokens }, location.origin, first);
  // What is heard is taken up at once.
  expect(client.init).not.toHaveBeenCalled();
  say({ kind: 'signed-in', nonce: nonceAsked(), id: 'u1', ...tokens }, location.origin, second);
  await started;
  expect(client.init).toHaveBeenCalledTimes(1);
});

test('somebody else who signs in for a session in a frame gets none of it', async () => {
  const clients = [identity(), identity()];
  let made = 0;
  const forget = vi.fn(async () => undefined);
  const started = startFramedSession(settings, forget, () => clients[made++] ?? identity());
  await signInHere();
  say({ kind: 'signed-in', nonce: nonceAsked(), id: 'u1', ...tokens });
  await started;
  await signInHere();
  say({ kind: 'signed-in', nonce: nonceAsked(), id: 'u2', ...tokens });
  await vi.waitFor(() => expect(forget).toHaveBeenCalledTimes(1));
  expect(session.get().isAuthenticated).toBe(false);
  expect(clients[1]?.init).not.toHaveBeenCalled();
});

test('a session that ends leaves nothing in the frame; the provider’s page is never gone to', async () => {
  const client = identity();
  const started = startFramedSession(
    settings,
    async () => undefined,
    () => client,
  );
  await signInHere();
  say({ kind: 'signed-in', nonce: nonceAsked(), id: 'u1', ...tokens });
  await started;
  client.onAuthLogout?.();
  expect(session.get()).toMatchObject({ isAuthenticated: false, accessToken: '' });
  expect(sessionEnded.get()).toBe(true);
  expect(client.login).not.toHaveBeenCalled();
  await signIn();
  expect(client.login).not.toHaveBeenCalled();
});

test('a browser that opens no window is told of', async () => {
  popup.mockReturnValue(null);
  void startFramedSession(
    settings,
    async () => undefined,
    () => identity(),
  );
  await signInHere();
  expect(windowRefused.get()).toBe(true);
  popup.mockReturnValue(window);
  await signInHere();
  expect(windowRefused.get()).toBe(false);
});
