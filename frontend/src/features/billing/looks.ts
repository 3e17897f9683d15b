/** Tone and icon of each state, so that colour is never alone. */
import type { InvoiceState, SubscriptionState } from '@/generated/graphql';
import type { Tone } from '@/ui';

export const SUBSCRIPTION_LOOKS: Readonly<Record<SubscriptionState, readonly [Tone, string]>> = {
  TRIAL: ['info', 'clock'],
  ACTIVE: ['good', 'check-circle'],
  PAST_DUE: ['bad', 'exclamation-circle'],
  PAUSED: ['warn', 'pause-circle'],
  CANCELLED: ['neutral', 'times-circle'],
};

export const INVOICE_LOOKS: Readonly<Record<InvoiceState, readonly [Tone, string]>> = {
  DRAFT: ['neutral', 'file-edit'],
  OPEN: ['info', 'clock'],
  OVERDUE: ['bad', 'exclamation-circle'],
  PAID: ['good', 'check-circle'],
  CREDITED: ['neutral', 'undo'],
};
