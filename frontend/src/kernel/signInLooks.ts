/** The provider's pages look and speak like the console: each address that leads there says which theme and language are on the page. */
import type Keycloak from 'keycloak-js';
import { preferences } from './preferences';

/** Let a client's addresses name theme and language; a provider that knows none of our themes passes it over. */
export function inOurLooks<T extends Pick<Keycloak, 'createLoginUrl' | 'createAccountUrl'>>(
  client: T,
): T {
  const { createLoginUrl, createAccountUrl } = client;
  // The language of the page may have changed since the client began, and its account page names none.
  client.createLoginUrl = async (options) =>
    themed(await createLoginUrl({ ...options, locale: preferences.get().language }));
  client.createAccountUrl = (options) =>
    themed(withField(createAccountUrl(options), 'ui_locales', preferences.get().language));
  return client;
}

function themed(address: string): string {
  // What is on the page may be the twin of what was chosen, where the system decides the brightness.
  return withField(
    address,
    'kc_theme',
    document.documentElement.dataset['palette'] ?? preferences.get().theme,
  );
}

const withField = (address: string, name: string, value: string) =>
  `${address}${address.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`;
