/** One clock for everything on screen that grows older by itself: it runs only while somebody watches. */
import { useSyncExternalStore } from 'react';

const STEP_MS = 10_000;

const watchers = new Set<() => void>();
let ticks = 0;
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  // Nobody sees a hidden tab; coming back to it is told below.
  if (document.hidden) return;
  ticks += 1;
  for (const watcher of watchers) watcher();
}

function watch(watcher: () => void): () => void {
  if (watchers.size === 0) {
    timer = setInterval(tick, STEP_MS);
    document.addEventListener('visibilitychange', tick);
  }
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
    if (watchers.size > 0) return;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', tick);
  };
}

/** Draw this component anew every ten seconds while it is seen. */
export function useTicks(): void {
  useSyncExternalStore(watch, () => ticks);
}
