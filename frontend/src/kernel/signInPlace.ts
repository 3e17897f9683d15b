/** The way over the provider takes the place of this page in the browser's history. */
import type Keycloak from 'keycloak-js';

/** Whoever goes back after signing in, or after reading the page anew, is where they were before it. */
export function inPlace<T extends Pick<Keycloak, 'login' | 'createLoginUrl'>>(
  client: T,
  leave: (address: string) => void = (address) => location.replace(address),
): T {
  client.login = async (options) => {
    leave(await client.createLoginUrl(options));
    // The page is about to go: nobody is told that there was no answer.
    return new Promise<void>(() => undefined);
  };
  return client;
}
