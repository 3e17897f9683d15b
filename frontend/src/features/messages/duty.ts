/**
 * One tab works for all tabs of a person: whichever is visible and holds the lock. What it
 * finds, the others hear. Where the browser has no locks, each visible tab works for itself.
 */

export interface Duty<Word> {
  /** Begin to work; called when this tab's turn comes. */
  begin: () => void;
  /** Leave it to others; called when this tab is hidden. */
  end: () => void;
  /** What the working tab found. */
  hear: (word: Word) => void;
  /** What to tell a tab that has just come; nothing before the first finding. */
  known: () => Word | null;
}

export interface Held<Word> {
  tell: (word: Word) => void;
  leave: () => void;
}

type Said<Word> = { kind: 'found'; word: Word } | { kind: 'newcomer' };

/** Take part until `leave` is called. */
export function shareDuty<Word>(name: string, duty: Duty<Word>): Held<Word> {
  const channel = new BroadcastChannel(name);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
  const say = (said: Said<Word>) => channel.postMessage(said);
  let release: (() => void) | undefined;

  const hear = ({ data }: MessageEvent<Said<Word>>) => {
    if (data.kind === 'found') duty.hear(data.word);
    else {
      const known = release ? duty.known() : null;
      if (known !== null) say({ kind: 'found', word: known });
    }
  };
  const hold = async (signal: AbortSignal) => {
    if (signal.aborted) return;
    const over = new Promise<void>((resolve) =>
      signal.addEventListener('abort', () => resolve(), { once: true }),
    );
    duty.begin();
    await over;
    duty.end();
  };
  const apply = () => {
    if (release || document.hidden) return;
    const turn = new AbortController();
    release = () => turn.abort();
    const { locks } = navigator as { locks?: LockManager };
    // A request that is given up while it waits is refused; that is meant.
    if (locks)
      void locks
        .request(name, { signal: turn.signal }, () => hold(turn.signal))
        .catch(() => undefined);
    else void hold(turn.signal);
  };
  const onVisibility = () => {
    if (!document.hidden) return apply();
    release?.();
    release = undefined;
    return undefined;
  };

  channel.addEventListener('message', hear);
  document.addEventListener('visibilitychange', onVisibility);
  say({ kind: 'newcomer' });
  apply();
  return {
    tell: (word) => say({ kind: 'found', word }),
    leave: () => {
      document.removeEventListener('visibilitychange', onVisibility);
      release?.();
      channel.close();
    },
  };
}
