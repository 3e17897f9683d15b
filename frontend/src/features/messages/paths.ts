/** The message list's filter, as the address carries it and as the server takes it. */
import type { MessageFilter, MessageLevel } from '@/generated/graphql';
import { choices, date, defineFilter, flag, text } from '@/kernel/urlState';

export const LEVELS: readonly MessageLevel[] = ['ERROR', 'WARNING', 'INFO', 'SUCCESS', 'DEBUG'];

export interface MessageUrlFilter {
  [key: string]: unknown;
  level: readonly MessageLevel[];
  q: string;
  correlation: string;
  unread: boolean | null;
  from: string | null;
  to: string | null;
}

export const messageFilter = defineFilter<MessageUrlFilter>({
  level: choices(LEVELS),
  q: text,
  correlation: text,
  unread: flag,
  from: date,
  to: date,
});

/** The server's filter; what is not asked is left out. */
export function toServerFilter(filter: MessageUrlFilter): MessageFilter {
  return {
    ...(filter.level.length > 0 ? { levels: [...filter.level] } : {}),
    ...(filter.q ? { text: filter.q } : {}),
    ...(filter.correlation ? { correlationId: filter.correlation } : {}),
    ...(filter.unread ? { unread: true } : {}),
    ...(filter.from || filter.to ? { created: { from: filter.from, to: filter.to } } : {}),
  };
}
