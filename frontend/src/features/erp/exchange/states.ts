/** The states of payments and writes: their order, how they look, and the filters over them. */
import type {
  ErpOperation,
  ErpOutboxFilter,
  ErpOutboxState,
  ErpPaymentFilter,
  ErpPaymentState,
} from '@/generated/graphql';
import { choices, defineFilter, text } from '@/kernel/urlState';
import type { Tone } from '@/ui';

type Look = readonly [Tone, string];

export const PAYMENT_LOOKS: Readonly<Record<ErpPaymentState, Look>> = {
  HELD: ['warn', 'pause'],
  OPEN: ['info', 'inbox'],
  CLAIMING: ['info', 'clock'],
  CLAIMED: ['info', 'lock'],
  IN_JOURNAL: ['info', 'book'],
  SENT: ['info', 'send'],
  ACCEPTED: ['good', 'check'],
  EXECUTED: ['good', 'check'],
  BOOKED: ['good', 'check-circle'],
  REJECTED: ['bad', 'times-circle'],
  RETURNED: ['bad', 'undo'],
  CANCELLED: ['neutral', 'times'],
  GONE: ['neutral', 'ban'],
};
export const WRITE_LOOKS: Readonly<Record<ErpOutboxState, Look>> = {
  FAILED: ['bad', 'times-circle'],
  WAITING: ['info', 'clock'],
  WRITING: ['info', 'send'],
  WRITTEN: ['good', 'check'],
  SKIPPED: ['neutral', 'ban'],
  SUPERSEDED: ['neutral', 'history'],
};

export const PAYMENT_STATES = Object.keys(PAYMENT_LOOKS) as ErpPaymentState[];
export const WRITE_STATES = Object.keys(WRITE_LOOKS) as ErpOutboxState[];
export const OPERATIONS: readonly ErpOperation[] = ['CLAIM', 'STATUS', 'STATEMENT', 'FILE'];

/** The key of the address that says which part of the screen is open. */
export const PART: readonly string[] = ['tab'];

export interface PaymentUrlFilter {
  [key: string]: unknown;
  state: readonly ErpPaymentState[];
  q: string;
}

export const paymentFilter = defineFilter<PaymentUrlFilter>({
  state: choices(PAYMENT_STATES),
  q: text,
});

export const toPaymentFilter = ({ state, q }: PaymentUrlFilter): ErpPaymentFilter => ({
  ...(state.length > 0 ? { states: [...state] } : {}),
  ...(q ? { text: q } : {}),
});

export interface QueueUrlFilter {
  [key: string]: unknown;
  state: readonly ErpOutboxState[];
  operation: readonly ErpOperation[];
  q: string;
}

export const queueFilter = defineFilter<QueueUrlFilter>({
  state: choices(WRITE_STATES),
  operation: choices(OPERATIONS),
  q: text,
});

export const toQueueFilter = ({ state, operation, q }: QueueUrlFilter): ErpOutboxFilter => ({
  ...(state.length > 0 ? { states: [...state] } : {}),
  ...(operation.length > 0 ? { operations: [...operation] } : {}),
  ...(q ? { text: q } : {}),
});
