/** The message list's filter, as the address carries it and as the server takes it. */
import type {
  MessageFilter,
  MessageGrouping,
  MessageLevel,
  MessageLineFragment,
} from '@/generated/graphql';
import { choices, date, defineFilter, flag, text } from '@/kernel/urlState';

export const LEVELS: readonly MessageLevel[] = ['ERROR', 'WARNING', 'INFO', 'SUCCESS', 'DEBUG'];
export const GROUPINGS: readonly MessageGrouping[] = ['INBOX', 'CORRELATION', 'CODE', 'TEXT'];

export const messageOrder = { fields: ['TIME'] as const, fallback: '-TIME' as const };

export interface MessageUrlFilter {
  [key: string]: unknown;
  level: readonly MessageLevel[];
  q: string;
  reference: string;
  correlation: string;
  /** What a group of the inbox has in common. */
  thread: string;
  code: string;
  /** The id of a message that says the same. */
  same: string;
  unread: boolean | null;
  acknowledged: boolean | null;
  resolved: boolean | null;
  from: string | null;
  to: string | null;
}

export const messageFilter = defineFilter<MessageUrlFilter>({
  level: choices(LEVELS),
  q: text,
  reference: text,
  correlation: text,
  thread: text,
  code: text,
  same: text,
  unread: flag,
  acknowledged: flag,
  resolved: flag,
  from: date,
  to: date,
});

/** How the messages are grouped: as the address says; else single ones where something is looked up. */
export function groupingOf(
  group: string | null,
  filter: MessageUrlFilter,
): MessageGrouping | undefined {
  const { q, reference, correlation, thread, code, same } = filter;
  if (group !== null) return GROUPINGS.find((each) => each === group);
  return q || reference || correlation || thread || code || same ? undefined : 'INBOX';
}

/** The server's filter; what is not asked is left out. */
export function toServerFilter(filter: MessageUrlFilter): MessageFilter {
  return {
    ...(filter.level.length > 0 ? { levels: [...filter.level] } : {}),
    ...(filter.q ? { text: filter.q } : {}),
    ...(filter.reference ? { reference: filter.reference } : {}),
    ...(filter.correlation ? { correlationId: filter.correlation } : {}),
    ...(filter.thread ? { thread: filter.thread } : {}),
    ...(filter.code ? { code: filter.code } : {}),
    ...(/^\d+$/.test(filter.same) ? { sameTextAs: filter.same } : {}),
    ...(filter.unread ? { unread: true } : {}),
    ...(filter.acknowledged === null ? {} : { acknowledged: filter.acknowledged }),
    ...(filter.resolved === null ? {} : { resolved: filter.resolved }),
    ...(filter.from || filter.to ? { created: { from: filter.from, to: filter.to } } : {}),
  };
}

/** Whether a message that has just come would be in the list, as far as the browser can tell. */
export function wouldMatch(filter: MessageUrlFilter, message: MessageLineFragment): boolean {
  const holds = (whole: string | null, part: string) =>
    whole?.toLowerCase().includes(part.toLowerCase()) === true;
  const day = message.created.slice(0, 10);
  return (
    (filter.level.length === 0 || filter.level.includes(message.level)) &&
    (!filter.q || holds(message.said.en, filter.q) || holds(message.reference, filter.q)) &&
    (!filter.reference || message.reference === filter.reference) &&
    (!filter.correlation || message.correlationId === filter.correlation) &&
    (!filter.unread || !message.read) &&
    // Nobody has dealt with what has just come.
    !filter.acknowledged &&
    !filter.resolved &&
    !filter.same &&
    !filter.thread &&
    (!filter.code || message.code === filter.code) &&
    (!filter.from || day >= filter.from) &&
    (!filter.to || day <= filter.to)
  );
}

/** The account a reference names, such as `account:3`; null where it names something else. */
export function accountOf(reference: string | null): string | null {
  return /^account:(\d+)$/.exec(reference ?? '')?.[1] ?? null;
}

/** The account's month a reference names, such as `month:2026-03:3`. */
export function monthOf(reference: string | null): { month: string; account: string } | null {
  const [, month, account] = /^month:(\d{4}-\d{2}):(\d+)$/.exec(reference ?? '') ?? [];
  return month && account ? { month, account } : null;
}

/** The connection to a bank a reference names, such as `bank:3`. */
export function bankOf(reference: string | null): string | null {
  return /^bank:(\d+)$/.exec(reference ?? '')?.[1] ?? null;
}

/** The upload a reference names, such as `upload:12`; null where it names something else. */
export function uploadOf(reference: string | null): string | null {
  return /^upload:(\d+)$/.exec(reference ?? '')?.[1] ?? null;
}

/** The files uploaded together that a reference names, such as `batch:` and a UUID. */
export function batchOf(reference: string | null): string | null {
  return /^batch:([0-9a-f-]{36})$/.exec(reference ?? '')?.[1] ?? null;
}

/** The rule a reference names, such as `rule:4`. */
export function ruleOf(reference: string | null): string | null {
  return /^rule:(\d+)$/.exec(reference ?? '')?.[1] ?? null;
}
