/** How far a payment is: its look, and which of it stands under a tab. */
import type { PaymentOutcome, PaymentProgress } from '@/generated/graphql';
import type { Tone } from '@/ui';

const LOOKS: Readonly<Record<PaymentProgress, readonly [Tone, string, PaymentOutcome]>> = {
  RECEIVED: ['neutral', 'inbox', 'IN_FLIGHT'],
  INVALID: ['bad', 'times-circle', 'STOPPED'],
  AWAITING_APPROVAL: ['warn', 'user', 'IN_FLIGHT'],
  APPROVED: ['info', 'check', 'IN_FLIGHT'],
  SENDING: ['info', 'send', 'IN_FLIGHT'],
  UNKNOWN: ['bad', 'question-circle', 'IN_FLIGHT'],
  SENT: ['info', 'send', 'IN_FLIGHT'],
  PENDING: ['info', 'clock', 'IN_FLIGHT'],
  ACCEPTED: ['good', 'check', 'IN_FLIGHT'],
  OVERDUE: ['warn', 'exclamation-triangle', 'UNPAID'],
  BOOKED: ['good', 'check-circle', 'PAID'],
  REJECTED: ['bad', 'times-circle', 'UNPAID'],
  RETURNED: ['bad', 'replay', 'UNPAID'],
  CANCELLED: ['neutral', 'ban', 'STOPPED'],
  REPLACED: ['neutral', 'refresh', 'REPLACED'],
};

/** Tone and icon. */
export const progressLook = (progress: PaymentProgress): readonly [Tone, string] => [
  LOOKS[progress][0],
  LOOKS[progress][1],
];

export const PROGRESS = Object.keys(LOOKS) as readonly PaymentProgress[];

/** How far payments are of which this became. */
export const progressIn = (outcome: PaymentOutcome): readonly PaymentProgress[] =>
  PROGRESS.filter((each) => LOOKS[each][2] === outcome);
