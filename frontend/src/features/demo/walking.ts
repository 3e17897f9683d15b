/** The guided walk somebody is on. It goes along from screen to screen in this tab, until it is ended or they sign out. */
import { createStore } from '@/kernel/store';
import type { WalkStep } from './walks';

const KEY = 'giroscope.walk';

export interface Walk {
  /** The set it leads through. */
  set: string;
  steps: readonly WalkStep[];
  at: number;
}

export const walk = createStore<Walk | null>(kept());

/** Begin one, go to another step of it, or end it. */
export function setWalk(next: Walk | null): void {
  walk.set(next);
  if (next) sessionStorage.setItem(KEY, JSON.stringify(next));
  else sessionStorage.removeItem(KEY);
}

/** What has been removed is walked through no longer. */
export function endWalkOf(set: string): void {
  if (walk.get()?.set === set) setWalk(null);
}

/** What cannot be read counts as no walk. */
function kept(): Walk | null {
  try {
    const found = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Walk | null;
    return found?.steps[found.at] ? found : null;
  } catch {
    return null;
  }
}
