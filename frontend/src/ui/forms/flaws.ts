/** What is wrong with a form, from its own check or from the server, and at which field. */
import { HttpProblem, problemOf } from '@/kernel/problems';

export interface Flaw {
  /** The field's name, or the server's path to it; without one it is about the whole. */
  path: string | null;
  message: string;
}

/** The field a path leads to: the server names it from the outside in, as `people.0.email`. */
export function fieldAt(path: string | null, fields: readonly string[]): string | null {
  return path?.split(/[.[\]]+/).findLast((step) => fields.includes(step)) ?? null;
}

/** A failed call as flaws: each of the server's errors at its place, or one sentence with an id to quote. */
export function flawsOf(error: unknown, otherwise: string): readonly Flaw[] {
  if (error instanceof HttpProblem && error.errors.length > 0)
    return error.errors.map(({ path = null, message }) => ({ path, message }));
  const { detail, correlationId } = problemOf(error);
  return [
    { path: null, message: [detail ?? otherwise, correlationId].filter(Boolean).join(' · ') },
  ];
}
