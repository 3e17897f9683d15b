/** Where a person comes back to after signing in: kept in the tab, past the provider's pages. */

const RETURN_KEY = 'giroscope.return';
/** Stands between an end of the session and the page that the provider leads back to. */
const ENDED_KEY = 'giroscope.ended';

export function rememberAddress(): void {
  sessionStorage.setItem(RETURN_KEY, `${location.pathname}${location.search}`);
}

/** The provider leads to the start of the console next, whatever is remembered. */
export function expectStart(): void {
  sessionStorage.setItem(ENDED_KEY, '1');
}

/** As a page begins: where the provider led to it, the address before that is remembered already. */
export function rememberAddressAtStart(): void {
  if (sessionStorage.getItem(ENDED_KEY) === null) rememberAddress();
  sessionStorage.removeItem(ENDED_KEY);
}

/** Only an address of this page: "//elsewhere" would leave it. */
export function rememberedAddress(): string {
  const address = sessionStorage.getItem(RETURN_KEY);
  return address && /^\/(?!\/)/.test(address) ? address : `${location.pathname}${location.search}`;
}

export function restoreAddress(): void {
  const target = rememberedAddress();
  sessionStorage.removeItem(RETURN_KEY);
  history.replaceState(history.state, '', target);
}

/** Forget what the tab keeps of a session. */
export function clearTab({ keepAddress }: { keepAddress: boolean }): void {
  const address = sessionStorage.getItem(RETURN_KEY);
  sessionStorage.clear();
  if (keepAddress && address) sessionStorage.setItem(RETURN_KEY, address);
}

export function isSignInAnswer(hash: string): boolean {
  const answer = new URLSearchParams(hash.slice(1));
  return answer.has('state') && (answer.has('code') || answer.has('error'));
}

/** The path that a page which comes back from the provider will show; null before it has been there. */
export function pathAhead(): string | null {
  return isSignInAnswer(location.hash)
    ? new URL(rememberedAddress(), location.origin).pathname
    : null;
}
