/** The queue's filter, as the address carries it and as the server takes it. */
import type { SendingFilter, SendState } from '@/generated/graphql';
import { choices, defineFilter, text } from '@/kernel/urlState';

export const SEND_STATES: readonly SendState[] = [
  'WAITING',
  'LEAVING',
  'UNKNOWN',
  'REFUSED',
  'NOT_TAKEN',
  'SENT',
  'CANCELLED',
];

export interface QueueUrlFilter {
  [key: string]: unknown;
  state: readonly SendState[];
  bank: string;
  q: string;
}

export const queueFilter = defineFilter<QueueUrlFilter>({
  state: choices(SEND_STATES),
  bank: text,
  q: text,
});

export const toServerFilter = ({ state, bank, q }: QueueUrlFilter): SendingFilter => ({
  ...(state.length > 0 ? { states: [...state] } : {}),
  ...(bank ? { bank } : {}),
  ...(q ? { text: q } : {}),
});
