/** Findings of one kind stand together: thirty payments without a town are one thing to mend. */
import type { FindingLineFragment } from '@/generated/graphql';

type Finding = FindingLineFragment;

const GRAVEST_FIRST: readonly Finding['severity'][] = ['ERROR', 'WARNING', 'INFO'];

/** Findings by kind, the gravest first, and within that as they were found. */
export function groupedFindings(findings: readonly Finding[]): readonly (readonly Finding[])[] {
  const kinds = Map.groupBy(findings, ({ severity, code }) => `${severity} ${code}`);
  const gravity = ([first]: readonly Finding[]) =>
    first ? GRAVEST_FIRST.indexOf(first.severity) : 0;
  return [...kinds.values()].toSorted((a, b) => gravity(a) - gravity(b));
}
