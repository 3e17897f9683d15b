/** Tells the accounting system that opened this window what came of the check. */
import { sessionSettings } from '@/kernel/session';
import type { Report } from './report';

/** What is told: the verdict and what names the file, no payment and no name. */
export interface Outcome {
  type: 'giroscope.validation';
  standing: Report['standing'];
  counts: Report['counts'];
  messageId: string | null;
  sha256: string;
}

export const outcomeOf = ({ standing, counts, messageId, sha256 }: Report): Outcome => ({ type: 'giroscope.validation', standing, counts, messageId, sha256 });

interface Reachable {
  postMessage: (message: unknown, targetOrigin: string) => void;
}

/** Tell whoever opened or frames this window, if its origin is on the list; browsers drop the others. */
export function tellOpener(
  report: Report,
  origins: readonly string[] = sessionSettings()?.erpOrigins ?? [],
  { opener, parent, self }: { opener: Reachable | null; parent: Reachable; self: Reachable } = globalThis.window,
): void {
  const listener = opener ?? (parent === self ? null : parent);
  if (!listener) return;
  for (const origin of origins) listener.postMessage(outcomeOf(report), origin);
}
