/** The provider's pages look like the console: each address that leads there says which theme is on the page. */
import type Keycloak from 'keycloak-js';
import { preferences } from './preferences';

/** Let a client's addresses name the theme; a provider that knows none of our themes passes it over. */
export function inOurLooks<T extends Pick<Keycloak, 'createLoginUrl' | 'createAccountUrl'>>(client: T): T {
  const { createLoginUrl, createAccountUrl } = client;
  client.createLoginUrl = async (options) => themed(await createLoginUrl(options));
  client.createAccountUrl = (options) => themed(createAccountUrl(options));
  return client;
}

function themed(address: string): string {
  // What is on the page may be the twin of what was chosen, where the system decides the brightness.
  const theme = document.documentElement.dataset['palette'] ?? preferences.get().theme;
  return `${address}${address.includes('?') ? '&' : '?'}kc_theme=${encodeURIComponent(theme)}`;
}
