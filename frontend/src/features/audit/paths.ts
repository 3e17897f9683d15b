/**
 * The trail's filter, as the address carries it and as the server takes it. Its keys are its own, since the trail shares a page with other lists, too.
 */
import type { AuditFilter, AuditOutcome } from '@/generated/graphql';
import { paths } from '@/kernel/paths';
import { choices, date, defineFilter, text } from '@/kernel/urlState';
import { VERBS } from './verbs';

export const OUTCOMES: readonly AuditOutcome[] = ['DONE', 'REFUSED', 'FAILED'];

/** One event, open beside the trail. */
export const auditEventPath = (id: string) => `${paths.audit}?event=${encodeURIComponent(id)}`;

/** Acts have one order, their own in time, from either end. */
export const auditOrder = { fields: ['TIME'] as const, fallback: '-TIME' as const };

export interface AuditUrlFilter {
  [key: string]: unknown;
  act: readonly string[];
  outcome: readonly AuditOutcome[];
  who: string;
  trail: string;
  since: string | null;
  until: string | null;
}

export const auditFilter = defineFilter<AuditUrlFilter>({
  act: choices(VERBS),
  outcome: choices(OUTCOMES),
  who: text,
  trail: text,
  since: date,
  until: date,
});

/** The server's filter; what is not asked is left out. */
export function toServerFilter({
  act,
  outcome,
  who,
  trail,
  since,
  until,
}: AuditUrlFilter): AuditFilter {
  return {
    ...(act.length > 0 ? { verbs: [...act] } : {}),
    ...(outcome.length > 0 ? { outcomes: [...outcome] } : {}),
    ...(who ? { actor: who } : {}),
    ...(trail ? { text: trail } : {}),
    ...(since || until ? { instant: { from: since, to: until } } : {}),
  };
}
