/**
 * Who is signed in, and keeping it so. Tokens live in memory only; one keycloak-js
 * instance serves the page, since it may be initialised once.
 */
import Keycloak from 'keycloak-js';
import { setEndpoints } from './endpoints';
import { hearWindow, isFramed } from './framed';
import { paths } from './paths';
import { preferences } from './preferences';
import {
  OriginUnknown,
  ProviderSilent,
  inTime,
  providerAnswers,
  providerSilent,
  untilProviderAnswers,
} from './provider';
import {
  clearTab,
  expectStart,
  isSignInAnswer,
  rememberAddress,
  rememberAddressAtStart,
  rememberedAddress,
  restoreAddress,
} from './returnAddress';
import { createStore, useStore } from './store';
import type { PageSettings } from './settings';
import { inOurLooks } from './signInLooks';
import { FRESH, asFresh, untilFresh } from './signInFresh';
import { inPlace } from './signInPlace';
import { hearTabs, tellTabs, type Word } from './tabs';
import { offerTyped, saveTyped } from './typed';

export interface Session {
  isAuthenticated: boolean;
  id: string;
  name: string;
  idToken: string;
  accessToken: string;
  refreshToken: string;
  roles: readonly string[];
}

/** The part of keycloak-js that the session uses; tests bring their own. */
export type IdentityClient = Pick<
  Keycloak,
  | 'init'
  | 'loginRequired'
  | 'login'
  | 'logout'
  | 'updateToken'
  | 'accountManagement'
  | 'token'
  | 'idToken'
  | 'refreshToken'
  | 'tokenParsed'
  | 'idTokenParsed'
  | 'isTokenExpired'
  | 'onTokenExpired'
  | 'onAuthLogout'
>;

const NOBODY: Session = {
  isAuthenticated: false,
  id: '',
  name: '',
  idToken: '',
  accessToken: '',
  refreshToken: '',
  roles: [],
};
const REFRESH_EVERY_MS = 5000;
const MINIMUM_VALIDITY_S = 15;
/** keycloak-js renews whatever the token's age. */
const ASK_IN_EARNEST = -1;
const HERE = 'signin';

export const session = createStore<Session>(NOBODY);
/** True once the server refuses a token that the provider renewed: only signing in again helps. */
export const sessionLost = createStore(false);
/** True once the provider has ended the session, until the page is left for its sign-in. */
export const sessionEnded = createStore(false);
/** True while a person who signs out waits for a provider that does not answer. */
export const signOutWaits = createStore(false);
/** True once another tab has signed this person out. */
export const signedOutElsewhere = createStore(false);
/** True where the browser opened no window to sign in, and in a frame there is no other way. */
export const windowRefused = createStore(false);

let client: IdentityClient | undefined;
let pageRealm: PageSettings | undefined;
let forgetCaches: () => Promise<unknown> = async () => undefined;
let refreshing: Promise<boolean> | undefined;
let newClient: () => IdentityClient;
let awaited = '';
let deafen: () => void = () => undefined;
let leaveWindow: () => void = () => undefined;

/** The signed-in person, watched. */
export function useSession(): Session {
  return useStore(session);
}

/** Whether the person has one of the product's roles, such as `upload`. */
export function hasRole(current: Session, role: string): boolean {
  return current.roles.includes(`giroscope-${role}`);
}

/** What the tokens say about the person. */
export function sessionOf(identity: IdentityClient): Session {
  if (!identity.token || !identity.idToken) return NOBODY;
  const claims = identity.idTokenParsed ?? {};
  const access = identity.tokenParsed ?? {};
  return {
    isAuthenticated: true,
    id: access.sub ?? claims.sub ?? '',
    name: String(
      claims.name ?? claims.preferred_username ?? access.name ?? access.preferred_username ?? '',
    ),
    idToken: identity.idToken,
    accessToken: identity.token,
    refreshToken: identity.refreshToken ?? '',
    roles: access.realm_access?.roles ?? [],
  };
}

/**
 * Sign in, or send the browser to sign in. Resolves true when the application may be
 * shown; false when the page is about to reload. Rejects when sign-in cannot work, with
 * `ProviderSilent` where that is an outage; the address asked for stays.
 */
export async function startSession(
  settings: PageSettings,
  clearCaches: () => Promise<unknown>,
  makeClient = () => clientOf(settings),
): Promise<boolean> {
  prepare(settings, clearCaches, makeClient);
  const identity = makeClient();
  if (!isSignInAnswer(location.hash)) {
    if (!(await providerAnswers(settings))) throw new ProviderSilent('no answer before sign-in');
    rememberAddressAtStart();
  } else {
    // Whoever loads the page again while the answer is exchanged comes back to where they were.
    history.replaceState(history.state, '', `${rememberedAddress()}${location.hash}`);
  }
  tellTabs({ kind: 'starting' });
  if (!(await signedIn(identity, settings))) {
    location.reload();
    return false;
  }
  adopt(identity);
  if (!session.get().isAuthenticated) throw new Error('signed in without both tokens');
  if (handOver()) return false;
  beginKeeping();
  return true;
}

/** In a frame of another program: wait until somebody has signed in by `signInHere`. */
export async function startFramedSession(
  settings: PageSettings,
  clearCaches: () => Promise<unknown>,
  makeClient = () => clientOf(settings),
): Promise<void> {
  prepare(settings, clearCaches, makeClient);
  beginKeeping();
  await new Promise<void>((resolve) => {
    const leave = session.subscribe(() => {
      if (!session.get().isAuthenticated) return;
      leave();
      resolve();
    });
  });
}

const clientOf = ({ identityUrl, realm, clientId }: PageSettings): IdentityClient =>
  inPlace(asFresh(inOurLooks(new Keycloak({ url: identityUrl, realm, clientId }))));

function prepare(
  settings: PageSettings,
  clearCaches: () => Promise<unknown>,
  makeClient: () => IdentityClient,
): void {
  newClient = makeClient;
  pageRealm = settings;
  setEndpoints({ ...settings.endpoints, login: settings.identityUrl });
  forgetCaches = clearCaches;
}

function beginKeeping(): void {
  deafen();
  deafen = hearTabs((word) => void heed(word));
  setInterval(keepSession, REFRESH_EVERY_MS);
}

/** Go the way through the provider; however it ends, the address asked for is there again. */
async function signedIn(identity: IdentityClient, settings: PageSettings): Promise<boolean> {
  // keycloak-js drops an answer whose nonce is another, and would ask for the next one, for ever.
  identity.onAuthLogout = () => {
    identity.loginRequired = false;
  };
  try {
    return await identity.init({ ...wayIn(), onLoad: 'login-required' });
  } catch (error) {
    const answers = await providerAnswers(settings);
    // It gave a code to this address, and lets no page of it exchange the code.
    if (answers && error instanceof TypeError)
      throw new OriginUnknown(location.origin, { cause: error });
    if (answers) throw error;
    // The provider may have gone between its page and the exchange of its answer.
    throw new ProviderSilent('no answer to the sign-in', { cause: error });
  } finally {
    restoreAddress();
  }
}

function wayIn() {
  return {
    checkLoginIframe: false,
    pkceMethod: 'S256',
    responseMode: 'fragment',
    // Exact addresses, so that the provider can compare them; the deep link waits in session storage.
    // The window of an ERP comes back to itself: any other page would cut it off from its opener.
    redirectUri: `${location.origin}${location.pathname === paths.validation ? paths.validation : '/'}`,
    locale: preferences.get().language,
  } as const;
}

function adopt(identity: IdentityClient): void {
  client = identity;
  // keycloak-js would leave the page by itself, with what is typed on it.
  identity.loginRequired = false;
  identity.onTokenExpired = () => void refreshSession();
  identity.onAuthLogout = () => void endedByRefusal();
  session.set(sessionOf(identity));
  sessionLost.set(false);
  offerTyped(session.get().id);
}

/** Look after the token; a provider that was silent is asked in earnest, until it answers. */
function keepSession(): void {
  void refreshSession(providerSilent.get() ? ASK_IN_EARNEST : MINIMUM_VALIDITY_S);
}

/** The provider does not renew the session: nothing of it stays here. */
async function endedByProvider(): Promise<void> {
  await ended((identity) => identity.login());
}

/** A refresh answered 400: that signs out, at the provider too, whose client has let go of the token that says whom. */
async function endedByRefusal(): Promise<void> {
  const { idToken } = session.get();
  await ended((identity) => {
    identity.idToken = idToken;
    return leaveForSignIn(identity);
  });
}

/**
 * The server counts the session as ended, whatever the provider renews: it ends there too. Signing
 * in would else be silent, and bring the same session.
 */
export async function endedByServer(): Promise<void> {
  await ended(leaveForSignIn);
}

/** End the session at the provider, and come back to this address after signing in again. */
function leaveForSignIn(identity: IdentityClient): Promise<void> {
  expectStart();
  return leaveProvider(identity);
}

const leaveProvider = (identity: IdentityClient): Promise<void> =>
  identity.logout({ redirectUri: `${location.origin}/` });

async function ended(leave: (identity: IdentityClient) => Promise<void>): Promise<void> {
  const { id, isAuthenticated } = session.get();
  // Told twice of one end, such as by two calls under way, it ends once.
  if (!isAuthenticated) return;
  const identity = client;
  const keepTyped = saveTyped(id);
  rememberAddress();
  client = undefined;
  sessionEnded.set(true);
  await forgetEverything({ keepAddress: true });
  keepTyped();
  if (isFramed()) location.reload();
  else if (identity) await leave(identity);
}

/** What another tab says. */
async function heed(word: Word): Promise<void> {
  if (word.kind === 'signing-out') {
    signedOutElsewhere.set(true);
    await forgetEverything({ keepAddress: false });
  } else if (word.kind === 'starting') {
    // The tab that signed out is back from the provider: sign-in would not be silent any more.
    if (signedOutElsewhere.get()) await toProvider();
  } else if (awaited !== '' && word.nonce === awaited) {
    awaited = '';
    await goOn(word);
  }
}

/** Sign in in a window of its own, so that what is typed here, or the frame it is in, stays. */
export async function signInHere(): Promise<void> {
  await openSignIn();
}

/** Sign in again, password and all, though the session lives; whether that was done. */
export async function proveAgain(): Promise<boolean> {
  const before = provedAt();
  const opened = await openSignIn({ [FRESH]: '1' });
  return (
    opened !== null &&
    untilFresh(
      opened,
      () => provedAt() > before,
      (heard) => session.subscribe(heard),
    )
  );
}

const provedAt = (): number => client?.tokenParsed?.auth_time ?? 0;

async function openSignIn(more: Readonly<Record<string, string>> = {}): Promise<Window | null> {
  awaited = crypto.randomUUID();
  const framed = isFramed();
  const asked = new URLSearchParams({ [HERE]: awaited, ...more });
  const opened = window.open(
    `${framed ? paths.validation : '/'}?${asked}`,
    '_blank',
    'popup,width=520,height=720',
  );
  windowRefused.set(framed && !opened);
  if (opened && framed) {
    leaveWindow();
    leaveWindow = hearWindow(opened, (said) => void heed(said as Word));
  } else if (!opened && !framed) await signIn();
  return opened;
}

/** Leave for the provider's page; a frame begins anew instead, which leads to a window. */
async function toProvider(): Promise<void> {
  if (isFramed()) location.reload();
  else await client?.login();
}

/** The window for signing in again gives its tokens to the tab that asked, and closes. */
function handOver(): boolean {
  const nonce = new URLSearchParams(location.search).get(HERE);
  // Whoever waits for nothing must not be given anything: an empty word is nobody's.
  if (!nonce) return false;
  const { id, accessToken: token, refreshToken, idToken } = session.get();
  const word: Word = { kind: 'signed-in', nonce, id, token, refreshToken, idToken };
  tellTabs(word);
  // A frame hears no tab. Whoever else has opened this window is of another origin, and hears nothing.
  (globalThis.opener as Window | null)?.postMessage(word, location.origin);
  window.close();
  return true;
}

async function goOn({
  id,
  token,
  refreshToken,
  idToken,
}: Extract<Word, { kind: 'signed-in' }>): Promise<void> {
  const { id: held } = session.get();
  const isFirst = isFramed() && held === '';
  if (id !== held && !isFirst) {
    // Somebody else signed in: nothing of the earlier person may stay.
    await forgetEverything({ keepAddress: false });
    location.reload();
    return;
  }
  const identity = newClient();
  await identity.init({ ...wayIn(), token, refreshToken, idToken });
  adopt(identity);
}

/**
 * Renew the token if it is close to its end; all callers share one request. Resolves
 * whether a valid token is held. An outage keeps the session and is tried again.
 */
export function refreshSession(minimumValidity = MINIMUM_VALIDITY_S): Promise<boolean> {
  refreshing ??= renew(minimumValidity).finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}

async function renew(minimumValidity: number): Promise<boolean> {
  const identity = client;
  // Without one the provider has ended the session: nothing is left to be renewed.
  if (!identity?.refreshToken) return false;
  try {
    const isRenewed = await inTime(identity.updateToken(minimumValidity));
    keepTokens(identity);
    // A token that is merely young enough proves nothing: the server may have refused it for good.
    if (isRenewed) sessionLost.set(false);
    providerSilent.set(false);
    return true;
  } catch (error) {
    const status = refusalStatus(error);
    const refused = status >= 400 && status < 500 && status !== 408 && status !== 429;
    providerSilent.set(!refused);
    // Status 400 has signed out already.
    if (refused && status !== 400) await endedByProvider();
    return false;
  }
}

/** Take the client's tokens over, also those that came late, when nobody waited any more. */
function keepTokens(identity: IdentityClient): void {
  const held = session.get();
  if (!held.isAuthenticated || identity.token === held.accessToken) return;
  const now = sessionOf(identity);
  if (!now.isAuthenticated) {
    session.set(now);
    return;
  }
  replaceAccessToken(now.accessToken);
  replaceName(now.name);
  const { idToken, refreshToken, roles } = now;
  session.update((rest) => ({ ...rest, idToken, refreshToken, roles }));
}

/** Another name of the same person, such as after they changed it. */
export function replaceName(name: string): void {
  if (session.get().isAuthenticated) session.update((held) => ({ ...held, name }));
}

/** Another access token of the same session. */
export function replaceAccessToken(token: string): void {
  if (session.get().isAuthenticated) session.update((held) => ({ ...held, accessToken: token }));
}

/** keycloak-js attaches the response to its network errors; an outage has none. */
function refusalStatus(error: unknown): number {
  const response =
    typeof error === 'object' && error !== null && 'response' in error ? error.response : null;
  return response instanceof Response ? response.status : 0;
}

/** Go to the sign-in page and come back to this address. */
export async function signIn(): Promise<void> {
  if (pageRealm && !(await providerAnswers(pageRealm))) {
    // The start of the page says that there is no sign-in now, and waits for it.
    location.reload();
    return;
  }
  rememberAddress();
  await toProvider();
}

/** End the session here, and at the provider as soon as it answers. */
export async function signOut(): Promise<void> {
  const identity = client;
  tellTabs({ kind: 'signing-out' });
  await forgetEverything({ keepAddress: false });
  if (pageRealm && !(await providerAnswers(pageRealm))) {
    signOutWaits.set(true);
    await untilProviderAnswers(pageRealm);
  }
  if (identity) await leaveProvider(identity);
}

async function forgetEverything({ keepAddress }: { keepAddress: boolean }): Promise<void> {
  session.set(NOBODY);
  clearTab({ keepAddress });
  await forgetCaches();
}

/** The provider's account page; while it does not answer, the console stays and says so. */
export async function openProfile(): Promise<void> {
  if (pageRealm && !(await providerAnswers(pageRealm))) providerSilent.set(true);
  else await client?.accountManagement();
}

/**
 * A token fit for a call, renewed first when it is about to end; none when signed out. While
 * the provider is silent nothing waits for it: the server decides about the token there is.
 */
export async function accessToken(): Promise<string | null> {
  if (signedOutElsewhere.get() || signOutWaits.get()) return null;
  if (!providerSilent.get() && client?.isTokenExpired(MINIMUM_VALIDITY_S)) await refreshSession();
  return client?.token ?? (session.get().accessToken || null);
}

/** The page's settings as the session was started with. */
export function sessionSettings(): PageSettings | undefined {
  return pageRealm;
}
