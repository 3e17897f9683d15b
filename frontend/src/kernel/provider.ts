/**
 * Whether the identity provider answers at all. Where it does not, nobody is sent to it: a
 * browser's own error page would take the place of the console and all that is typed there.
 */
import type { PageSettings } from './settings';
import { createStore } from './store';

/** True while the provider does not answer and the sign-in can therefore not be renewed. */
export const providerSilent = createStore(false);

const PATIENCE_MS = 10_000;
const ASK_AGAIN_MS = 5000;

/** The provider does not answer; nothing is wrong with the person. */
export class ProviderSilent extends Error {
  override readonly name = 'ProviderSilent';
}

/** The provider answers, but no page of this address: it is not registered there. */
export class OriginUnknown extends Error {
  override readonly name = 'OriginUnknown';
}

/** Wait for an answer of the provider, but not for ever. Rejects as a network does that is down. */
export function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ProviderSilent('no answer in time')), PATIENCE_MS);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/** Ask for what every OpenID provider publishes; a refusal is an answer too, an outage is none. */
export async function providerAnswers({ identityUrl, realm }: PageSettings): Promise<boolean> {
  try {
    const address = `${identityUrl}/realms/${encodeURIComponent(realm)}/.well-known/openid-configuration`;
    const answer = await inTime(fetch(address, { cache: 'no-store', credentials: 'omit' }));
    return answer.status < 500;
  } catch {
    return false;
  }
}

/** Ask every few seconds until the provider answers. */
export async function untilProviderAnswers(settings: PageSettings): Promise<void> {
  while (!(await providerAnswers(settings)))
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
}
