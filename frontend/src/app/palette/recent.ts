/** What was chosen lately. It is kept for this tab's session, which signing out empties. */
import type { Hit } from './hits';

const KEY = 'giroscope.recent';
const MOST = 6;

/** A record, or the address of a screen. */
export type Chosen = Hit | { screen: string };

const keyOf = (chosen: Chosen) =>
  'screen' in chosen ? chosen.screen : `${chosen.kind}:${chosen.id}`;

/** The latest first; what cannot be read counts as nothing. */
export function recentChoices(): readonly Chosen[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? (kept as Chosen[]) : [];
  } catch {
    return [];
  }
}

/** Put a choice in front; each stands there once. */
export function rememberChoice(chosen: Chosen): void {
  const others = recentChoices().filter((each) => keyOf(each) !== keyOf(chosen));
  sessionStorage.setItem(KEY, JSON.stringify([chosen, ...others].slice(0, MOST)));
}
