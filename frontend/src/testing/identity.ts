/** What stands at the edges of a session for tests: the provider's client, and what windows say to each other. */
import { vi } from 'vitest';
import type { IdentityClient } from '@/kernel/session';
import type { PageSettings } from '@/kernel/settings';

export const settings: PageSettings = {
  identityUrl: 'http://id',
  realm: 'giroscope',
  clientId: 'console',
  realmName: 'Giroscope',
  version: '',
  environment: '',
  maxUploadBytes: null,
  erpOrigins: [],
  endpoints: {},
};

/** A client that signs in, as keycloak-js would with a provider that answers. */
export function identity(changes: Partial<IdentityClient> = {}): IdentityClient {
  return {
    init: vi.fn(async () => true),
    loginRequired: true,
    login: vi.fn(async () => undefined),
    logout: vi.fn(async () => undefined),
    updateToken: vi.fn(async () => false),
    accountManagement: vi.fn(async () => undefined),
    isTokenExpired: () => false,
    token: 'access',
    idToken: 'id',
    refreshToken: 'refresh',
    tokenParsed: { sub: 'u1', realm_access: { roles: ['giroscope-upload'] } },
    idTokenParsed: { sub: 'u1', preferred_username: 'astrid' },
    ...changes,
  };
}

/** Have this window hear a message of a page. */
export function say(data: unknown, origin: string, source: unknown): void {
  const event = new MessageEvent('message', { data, origin });
  // The browser takes only windows as a source; a stand-in has to be put in its place.
  Object.defineProperty(event, 'source', { value: source });
  dispatchEvent(event);
}
