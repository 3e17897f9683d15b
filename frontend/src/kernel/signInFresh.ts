/** A window that was opened to sign in again asks the provider not to take an older sign-in for it. */
import type Keycloak from 'keycloak-js';

/** What its address says. */
export const FRESH = 'fresh';

/** Let a client's way to the provider name how old a sign-in may be: `max_age`, which both providers know. */
export function asFresh<T extends Pick<Keycloak, 'createLoginUrl'>>(
  client: T,
  search: string = location.search,
): T {
  const { createLoginUrl } = client;
  const isFresh = new URLSearchParams(search).has(FRESH);
  client.createLoginUrl = async (options) =>
    createLoginUrl(isFresh ? { ...options, maxAge: 1 } : options);
  return client;
}

const LOOK_EVERY_MS = 300;
/** Its last word comes a moment before the window closes, or never. */
const LAST_WORD_MS = 2500;

/** Whether the window that was opened brought a fresh sign-in, before somebody closed it. */
export async function untilFresh(
  opened: Window,
  isFresh: () => boolean,
  listen: (heard: () => void) => () => void,
): Promise<boolean> {
  return new Promise((resolve) => {
    const end = () => {
      leave();
      clearInterval(looking);
      resolve(isFresh());
    };
    const leave = listen(() => {
      if (isFresh()) end();
    });
    const looking = setInterval(() => {
      if (opened.closed) setTimeout(end, LAST_WORD_MS);
    }, LOOK_EVERY_MS);
  });
}
