/** The filter of the deliveries, as the address carries it and as the server takes it. */
import type {
  WebhookDeliveryFilter,
  WebhookDeliveryState,
  WebhookEventType,
} from '@/generated/graphql';
import { choices, date, defineFilter, text } from '@/kernel/urlState';

export const STATES: readonly WebhookDeliveryState[] = ['WAITING', 'DELIVERED', 'FAILED'];

/** What an endpoint can ask for. */
export const CHOSEN = [
  'JOURNAL_CREATED',
  'JOURNAL_STATE_CHANGED',
  'JOURNAL_REMOVED',
  'PAYMENT_STATE_CHANGED',
  'STATEMENT_IMPORTED',
  'STATEMENT_REPLACED',
  'MESSAGE_RAISED',
] as const satisfies readonly WebhookEventType[];

export const TYPES: readonly WebhookEventType[] = [...CHOSEN, 'TEST'];

/** Deliveries have one order, that of their events, from either end. */
export const deliveryOrder = { fields: ['TIME'] as const, fallback: '-TIME' as const };

export interface DeliveryUrlFilter {
  [key: string]: unknown;
  endpoint: string;
  state: readonly WebhookDeliveryState[];
  type: readonly WebhookEventType[];
  from: string | null;
  to: string | null;
}

export const deliveryFilter = defineFilter<DeliveryUrlFilter>({
  endpoint: text,
  state: choices(STATES),
  type: choices(TYPES),
  from: date,
  to: date,
});

/** The server's filter; what is not asked is left out. */
export function toServerFilter(filter: DeliveryUrlFilter): WebhookDeliveryFilter {
  const { endpoint, state, type, from, to } = filter;
  return {
    ...(endpoint ? { endpoint } : {}),
    ...(state.length > 0 ? { states: [...state] } : {}),
    ...(type.length > 0 ? { types: [...type] } : {}),
    ...(from || to ? { created: { from, to } } : {}),
  };
}
