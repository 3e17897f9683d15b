/**
 * Runs a verb over people and tells how it ended. What is on screen is asked again before the
 * good news is told, so that nothing is shown that the server has not said.
 */
import { currentLabels } from '@/kernel/i18n';
import { problemOf } from '@/kernel/problems';
import { notify, currentRefusals } from '@/ui';
import { labels } from './labels';

export { useRefreshed } from '@/ui';

interface Refusal {
  __typename: 'Problem';
  code: string;
  message: string;
  path?: string | null;
}

export type Ended<T> =
  { done: T; refused: null } | { done: null; refused: string; path?: string | null };

const isRefusal = (outcome: { __typename: string }): outcome is Refusal =>
  outcome.__typename === 'Problem';

/** Run one mutation to its end: what it brought, or the server's sentence why not. */
export async function attempt<T extends { __typename: string }>(
  act: () => Promise<T | Refusal | undefined>,
): Promise<Ended<Exclude<T, Refusal>>> {
  const words = currentLabels(labels);
  try {
    const outcome = await act();
    if (!outcome) return { done: null, refused: words.noConnection };
    if (isRefusal(outcome))
      return {
        done: null,
        refused: currentRefusals().reason(outcome),
        path: outcome.path ?? null,
      };
    return { done: outcome as Exclude<T, Refusal>, refused: null };
  } catch (error) {
    const { kind, detail, correlationId } = problemOf(error);
    const told = kind === 'silent' ? words.down : (detail ?? words.noConnection);
    return { done: null, refused: [told, correlationId].filter(Boolean).join(' · ') };
  }
}

/** What a form shows of how it ended: the server's sentence, at the field it names. */
export function flawsOfRefusal({
  refused,
  path,
}: {
  refused: string | null;
  path?: string | null;
}): { path: string | null; message: string }[] {
  return refused === null ? [] : [{ path: path ?? null, message: refused }];
}

/** Good news, for a moment. */
export function tellDone(text: string): void {
  notify({ severity: 'success', title: currentLabels(labels).done, text });
}

/** A refusal, until somebody has read it. */
export function tellRefused(text: string): void {
  notify({ severity: 'error', title: currentLabels(labels).failed, text });
}
