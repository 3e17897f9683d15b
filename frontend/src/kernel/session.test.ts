import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { identity, settings } from '@/testing/identity';
import { endpoints } from './endpoints';
import { OriginUnknown, ProviderSilent, providerSilent } from './provider';
import { pathAhead } from './returnAddress';
import {
  accessToken,
  hasRole,
  openProfile,
  refreshSession,
  replaceAccessToken,
  replaceName,
  session,
  sessionEnded,
  sessionLost,
  sessionOf,
  signedOutElsewhere,
  signIn,
  signOut,
  signOutWaits,
  startSession,
} from './session';

/** What the provider publishes, or does not. */
const published = vi.fn<typeof fetch>();
const answers = (status = 200) =>
  published.mockImplementation(async () => new Response('{}', { status }));
const isDown = () =>
  published.mockImplementation(async () => {
    throw new TypeError('no network');
  });

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
  sessionEnded.set(false);
  signedOutElsewhere.set(false);
  history.replaceState(null, '', '/');
});

test('sign-in is asked for as the specification says', async () => {
  const client = identity();
  expect(
    await startSession(
      settings,
      async () => undefined,
      () => client,
    ),
  ).toBe(true);
  expect(client.init).toHaveBeenCalledWith({
    onLoad: 'login-required',
    checkLoginIframe: false,
    pkceMethod: 'S256',
    responseMode: 'fragment',
    redirectUri: 'http://localhost:3000/',
    locale: 'en',
  });
  expect(session.get()).toMatchObject({
    isAuthenticated: true,
    id: 'u1',
    name: 'astrid',
    roles: ['giroscope-upload'],
  });
  expect(hasRole(session.get(), 'upload')).toBe(true);
  expect(hasRole(session.get(), 'billing')).toBe(false);
});

test('a role is the product’s own by its whole name', () => {
  const held = (...roles: string[]) => ({ ...session.get(), roles });
  expect(
    hasRole(held('upload', 'giroscope-reupload', 'giroscope-upload-all', 'other-upload'), 'upload'),
  ).toBe(false);
  expect(hasRole(held('other', 'giroscope-upload'), 'upload')).toBe(true);
});

test('a token is taken for ended fifteen seconds before it is, and renewed before it is sent', async () => {
  const client = identity({
    isTokenExpired: vi.fn(() => false),
    updateToken: vi.fn(async () => {
      client.token = 'renewed';
      return true;
    }),
  });
  await startSession(
    settings,
    async () => undefined,
    () => client,
  );
  expect(await accessToken()).toBe('access');
  expect(client.isTokenExpired).toHaveBeenLastCalledWith(15);
  expect(client.updateToken).not.toHaveBeenCalled();
  client.isTokenExpired = () => true;
  expect(await accessToken()).toBe('renewed');
  expect(client.updateToken).toHaveBeenCalledExactlyOnceWith(15);
});

test('a renewed token replaces token and name, and each can be replaced by itself', async () => {
  const client = identity({
    updateToken: vi.fn(async () => {
      client.token = 'renewed';
      client.idTokenParsed = { sub: 'u1', name: 'Astrid Holm' };
      return true;
    }),
  });
  await startSession(
    settings,
    async () => undefined,
    () => client,
  );
  const { id, roles } = session.get();
  await refreshSession();
  expect(session.get()).toMatchObject({ id, roles, accessToken: 'renewed', name: 'Astrid Holm' });
  const held = session.get();
  replaceName('Astrid Lund');
  expect(session.get()).toEqual({ ...held, name: 'Astrid Lund' });
  replaceAccessToken('another');
  expect(session.get()).toEqual({ ...held, name: 'Astrid Lund', accessToken: 'another' });
});

test('the session holds where calls go from when it starts', async () => {
  await startSession(
    { ...settings, endpoints: { signURL: 'https://sign.example.com' } },
    async () => undefined,
    identity,
  );
  expect(endpoints.get()).toMatchObject({
    login: 'http://id',
    signURL: 'https://sign.example.com',
    renewURL: '',
  });
});

test('a token that ends by itself is renewed', async () => {
  const client = identity({ updateToken: vi.fn(async () => true) });
  await startSession(
    settings,
    async () => undefined,
    () => client,
  );
  client.onTokenExpired?.();
  await vi.waitFor(() => expect(client.updateToken).toHaveBeenCalledTimes(1));
});

test('an answer that is dropped for its nonce is not followed by the next sign-in', async () => {
  const client = identity({
    init: vi.fn(async () => {
      client.loginRequired = true;
      client.onAuthLogout?.();
      if (client.loginRequired) void client.login();
      throw new Error('Invalid nonce.');
    }),
  });
  await expect(
    startSession(
      settings,
      async () => undefined,
      () => client,
    ),
  ).rejects.toThrow('Invalid nonce.');
  expect(client.login).not.toHaveBeenCalled();
});

test('who comes back with one token alone is told that sign-in failed', async () => {
  await expect(
    startSession(
      settings,
      async () => undefined,
      () => identity({ idToken: undefined as never }),
    ),
  ).rejects.toThrow('without both tokens');
  expect(session.get().isAuthenticated).toBe(false);
});

test('without an id token nobody is signed in', () => {
  expect(sessionOf(identity({ idToken: undefined as never })).isAuthenticated).toBe(false);
  expect(sessionOf(identity({ token: undefined as never })).isAuthenticated).toBe(false);
});

test('who somebody is and what they may do is read from the tokens, the name as people know it', () => {
  const told = sessionOf(
    identity({
      tokenParsed: {
        sub: 'u7',
        preferred_username: 'bo',
        realm_access: { roles: ['giroscope-audit'] },
      },
      idTokenParsed: { sub: 'u8', name: 'Bo Dahl', preferred_username: 'bo' },
    }),
  );
  expect(told).toEqual({
    isAuthenticated: true,
    id: 'u7',
    name: 'Bo Dahl',
    idToken: 'id',
    accessToken: 'access',
    refreshToken: 'refresh',
    roles: ['giroscope-audit'],
  });
  expect(sessionOf(identity({ tokenParsed: { sub: 'u7' }, idTokenParsed: {} })).roles).toEqual([]);
});

test('the deep link is restored after the way through sign-in', async () => {
  history.replaceState(null, '', '/journals/statements?account=a1');
  await startSession(
    settings,
    async () => undefined,
    () =>
      identity({
        init: vi.fn(async () => {
          history.replaceState(null, '', '/');
          return true;
        }),
      }),
  );
  expect(location.pathname + location.search).toBe('/journals/statements?account=a1');
});

test('a page that is loaded again while its answer is exchanged still knows where it was', async () => {
  sessionStorage.setItem('giroscope.return', '/messages?level=ERROR');
  history.replaceState(null, '', '/#state=1&code=2');
  const seen: string[] = [];
  await startSession(
    settings,
    async () => undefined,
    () =>
      identity({
        init: vi.fn(async () => {
          seen.push(location.pathname + location.search + location.hash);
          return true;
        }),
      }),
  );
  expect(seen).toEqual(['/messages?level=ERROR#state=1&code=2']);
});

test('an address of another site is never restored', async () => {
  history.replaceState(null, '', '/#state=1&code=2');
  sessionStorage.setItem('giroscope.return', '//evil.example/');
  await startSession(
    settings,
    async () => undefined,
    () => identity(),
  );
  expect(location.host).toBe('localhost:3000');
  expect(location.pathname).toBe('/');
});

test('the token is looked after every five seconds with fifteen seconds’ validity', async () => {
  const client = identity();
  await startSession(
    settings,
    async () => undefined,
    () => client,
  );
  await vi.advanceTimersByTimeAsync(5000);
  expect(client.updateToken).toHaveBeenCalledWith(15);
});

test('callers share one refresh', async () => {
  const client = identity({ updateToken: vi.fn(async () => true) });
  await startSession(
    settings,
    async () => undefined,
    () => client,
  );
  await Promise.all([refreshSession(), refreshSession(), refreshSession()]);
  expect(client.updateToken).toHaveBeenCalledTimes(1);
  // What is asked after it has ended is a refresh of its own.
  await refreshSession();
  expect(client.updateToken).toHaveBeenCalledTimes(2);
});

test('before sign-in a provider that is down is told, and nobody is sent to it', async () => {
  for (const trouble of [isDown, () => answers(503)]) {
    trouble();
    history.replaceState(null, '', '/journals/statements?account=a1');
    const client = identity();
    await expect(
      startSession(
        settings,
        async () => undefined,
        () => client,
      ),
    ).rejects.toThrow(ProviderSilent);
    expect(client.init).not.toHaveBeenCalled();
    expect(location.pathname + location.search).toBe('/journals/statements?account=a1');
  }
  expect(published).toHaveBeenCalledWith(
    'http://id/realms/giroscope/.well-known/openid-configuration',
    expect.anything(),
  );
});

test('a provider that refuses the question answers all the same', async () => {
  answers(404);
  expect(
    await startSession(
      settings,
      async () => undefined,
      () => identity(),
    ),
  ).toBe(true);
});

test.each([
  ['that went down meanwhile', isDown, ProviderSilent],
  ['that lets this address read no token', answers, OriginUnknown],
])('a provider %s leaves the address asked for', async (_name, state, told) => {
  sessionStorage.setItem('giroscope.return', '/messages?level=ERROR');
  history.replaceState(null, '', '/#state=1&code=2');
  state();
  const init = vi.fn(async () => {
    throw new TypeError('no tokens');
  });
  await expect(
    startSession(
      settings,
      async () => undefined,
      () => identity({ init }),
    ),
  ).rejects.toThrow(told);
  expect(location.pathname + location.search).toBe('/messages?level=ERROR');
});

test('an outage keeps the session, is asked about in earnest, and ends by itself', async () => {
  let up = false;
  const client = identity({
    updateToken: vi.fn(async () => {
      if (!up) throw new TypeError('no network');
      return true;
    }),
    isTokenExpired: () => true,
  });
  await startSession(
    settings,
    async () => undefined,
    () => client,
  );
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

test.each([502, 503, 408, 429, 500])(
  'status %i of a refresh is an outage, not a refusal',
  async (status) => {
    const busy = Object.assign(new Error('busy'), { response: new Response(null, { status }) });
    const client = identity({
      updateToken: vi.fn(async () => {
        throw busy;
      }),
    });
    await startSession(
      settings,
      async () => undefined,
      () => client,
    );
    await refreshSession();
    expect(providerSilent.get()).toBe(true);
    expect(client.login).not.toHaveBeenCalled();
  },
);

test('a provider that never answers is silent after ten seconds, and what comes late is kept', async () => {
  vi.useFakeTimers();
  let answer: (renewed: boolean) => void = () => undefined;
  const client = identity({
    updateToken: vi.fn(
      () =>
        new Promise<boolean>((resolve) => {
          answer = resolve;
        }),
    ),
  });
  await startSession(
    settings,
    async () => undefined,
    () => client,
  );
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

test('a session that the server refuses stays lost as long as nothing was renewed', async () => {
  await startSession(
    settings,
    async () => undefined,
    () => identity({ updateToken: vi.fn(async () => false) }),
  );
  sessionLost.set(true);
  expect(await refreshSession()).toBe(true);
  expect(sessionLost.get()).toBe(true);
});

test('a session that could be renewed after all is lost no more', async () => {
  const client = identity({ updateToken: vi.fn(async () => true) });
  await startSession(
    settings,
    async () => undefined,
    () => client,
  );
  sessionLost.set(true);
  providerSilent.set(true);
  expect(await refreshSession()).toBe(true);
  expect([sessionLost.get(), providerSilent.get()]).toEqual([false, false]);
});

test('a session that has ended is no outage', async () => {
  const client = identity();
  await startSession(
    settings,
    async () => undefined,
    () => client,
  );
  client.refreshToken = undefined as never;
  expect(await refreshSession()).toBe(false);
  expect(client.updateToken).not.toHaveBeenCalled();
  expect(providerSilent.get()).toBe(false);
});

test('any other refusal of the refresh leads to sign-in too', async () => {
  const refused = Object.assign(new Error('refused'), {
    response: new Response(null, { status: 401 }),
  });
  const client = identity({
    updateToken: vi.fn(async () => {
      throw refused;
    }),
  });
  await startSession(
    settings,
    async () => undefined,
    () => client,
  );
  await refreshSession();
  expect(client.login).toHaveBeenCalledTimes(1);
  expect(await accessToken()).toBeNull();
});

test('signing out while the provider is down empties the page at once and is finished when it is back', async () => {
  vi.useFakeTimers();
  const client = identity();
  await startSession(
    settings,
    async () => undefined,
    () => client,
  );
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

test('tokens that come after signing out bring nobody back', async () => {
  let answer: (renewed: boolean) => void = () => undefined;
  const client = identity({
    updateToken: vi.fn(
      () =>
        new Promise<boolean>((resolve) => {
          answer = resolve;
        }),
    ),
  });
  await startSession(
    settings,
    async () => undefined,
    () => client,
  );
  const renewed = refreshSession();
  await signOut();
  client.token = 'late';
  answer(true);
  await renewed;
  expect(session.get()).toMatchObject({ isAuthenticated: false, accessToken: '', name: '' });
});

test('nobody is sent to sign in at a provider that does not answer', async () => {
  const client = identity();
  await startSession(
    settings,
    async () => undefined,
    () => client,
  );
  isDown();
  await signIn();
  expect(client.login).not.toHaveBeenCalled();
  answers();
  history.replaceState(null, '', '/messages?level=ERROR');
  await signIn();
  expect(client.login).toHaveBeenCalledTimes(1);
  expect(sessionStorage.getItem('giroscope.return')).toBe('/messages?level=ERROR');
});

test('the profile is opened at a provider that answers only', async () => {
  const client = identity();
  await startSession(
    settings,
    async () => undefined,
    () => client,
  );
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

test('a page that comes back from the provider knows which screen it will show; one on its way there does not', () => {
  sessionStorage.setItem('giroscope.return', '/rules?state=DRAFT');
  history.replaceState(null, '', '/');
  expect(pathAhead()).toBeNull();
  // A mark of the page itself is no answer of the provider's.
  for (const mark of ['#state=a', '#code=b', '#error=e']) {
    history.replaceState(null, '', `/${mark}`);
    expect(pathAhead()).toBeNull();
  }
  for (const answer of ['#state=a&code=b', '#state=a&error=login_required']) {
    history.replaceState(null, '', `/${answer}`);
    expect(pathAhead()).toBe('/rules');
  }
  sessionStorage.setItem('giroscope.return', '//elsewhere.example/rules');
  expect(pathAhead()).toBe('/');
});
