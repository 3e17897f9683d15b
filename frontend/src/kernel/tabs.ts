/** The tabs of one console keep in step: who signs out in one has signed out in all. */

export type Word =
  | { kind: 'signing-out' }
  | { kind: 'starting' }
  | {
      kind: 'signed-in';
      nonce: string;
      id: string;
      token: string;
      refreshToken: string;
      idToken: string;
    };

// The browser hands what is said here to pages of this origin only.
const channel = new BroadcastChannel('giroscope.session');

/** Tell the other tabs; the one that speaks does not hear itself. */
export function tellTabs(word: Word): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
  channel.postMessage(word);
}

/** Hear the other tabs, until the returned function is called. */
export function hearTabs(listener: (word: Word) => void): () => void {
  const hear = (event: MessageEvent<Word>) => listener(event.data);
  channel.addEventListener('message', hear);
  return () => channel.removeEventListener('message', hear);
}
