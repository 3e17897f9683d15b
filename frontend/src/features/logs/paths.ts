/** The log's filter, as the address carries it and as the server takes it. */
import type { LogDirection, LogFilter, LogType } from '@/generated/graphql';
import { addDays, instantAt } from '@/kernel/dates';
import { choice, date, defineFilter, flag, text } from '@/kernel/urlState';

export const TYPES: readonly LogType[] = ['BANK', 'ERP', 'IDENTITY', 'MAIL', 'WEBHOOK'];
export const DIRECTIONS: readonly LogDirection[] = ['OUT', 'IN'];

export const logOrder = { fields: ['TIME'] as const, fallback: '-TIME' as const };

export interface LogUrlFilter {
  [key: string]: unknown;
  direction: LogDirection | null;
  q: string;
  uri: string;
  status: string;
  correlation: string;
  cause: string;
  failed: boolean | null;
  from: string | null;
  to: string | null;
  /** A moment: nothing later is shown. */
  at: string;
}

export const logFilter = defineFilter<LogUrlFilter>({
  direction: choice(DIRECTIONS),
  q: text,
  uri: text,
  status: text,
  correlation: text,
  cause: text,
  failed: flag,
  from: date,
  to: date,
  at: text,
});

/** The server's filter; what is not asked is left out. */
export function toServerFilter(filter: LogUrlFilter, type: LogType | null): LogFilter {
  const statuses = statusesOf(filter.status);
  const created = spanOf(filter);
  return {
    ...(type ? { types: [type] } : {}),
    ...(filter.direction ? { directions: [filter.direction] } : {}),
    ...(filter.q ? { text: filter.q } : {}),
    ...(filter.uri ? { uri: filter.uri } : {}),
    ...(statuses.length > 0 ? { statuses } : {}),
    ...(filter.correlation ? { correlationId: filter.correlation } : {}),
    ...(filter.cause ? { cause: filter.cause } : {}),
    ...(filter.failed ? { failed: true } : {}),
    ...(created.from || created.to ? { created } : {}),
  };
}

/** The statuses somebody typed, whatever stands between them. */
export function statusesOf(typed: string): number[] {
  return (typed.match(/\b\d{3}\b/g) ?? []).map(Number);
}

/** A span of instants: days in the zone the person chose, ended by the moment jumped to. */
function spanOf({ from, to, at }: LogUrlFilter): { from?: string; to?: string } {
  const moment = instantOf(at);
  const end = to ? new Date(Date.parse(instantAt(addDays(to, 1))) - 1).toISOString() : null;
  const last = moment && (!end || moment < end) ? moment : end;
  return { ...(from ? { from: instantAt(from) } : {}), ...(last ? { to: last } : {}) };
}

/** The moment a text names; null where it names none. */
export function instantOf(typed: string): string | null {
  const moment = new Date(typed);
  return typed === '' || Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}

/** A whole id that somebody pasted, which leads to all that was said about it. */
export function idIn(typed: string): string | null {
  return (
    /^\s*([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\s*$/i
      .exec(typed)?.[1]
      ?.toLowerCase() ?? null
  );
}
