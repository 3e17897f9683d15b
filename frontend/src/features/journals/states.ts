/** How a journal's state looks, and which states a quick view gathers. */
import type { JournalState } from '@/generated/graphql';
import type { Tone } from '@/ui';

const LOOKS: Readonly<Record<JournalState, readonly [Tone, string]>> = {
  RECEIVED: ['neutral', 'inbox'],
  INVALID: ['bad', 'times-circle'],
  VALIDATED: ['info', 'check'],
  AWAITING_APPROVAL: ['warn', 'user'],
  APPROVED: ['info', 'check'],
  SENDING: ['info', 'send'],
  UNKNOWN: ['bad', 'question-circle'],
  SENT: ['info', 'send'],
  ACCEPTED: ['info', 'check'],
  PARTIALLY_ACCEPTED: ['warn', 'exclamation-triangle'],
  REJECTED: ['bad', 'times-circle'],
  EXECUTED: ['good', 'check'],
  BOOKED: ['good', 'check-circle'],
  RECONCILED: ['good', 'link'],
  CANCELLED: ['neutral', 'ban'],
};

/** Tone and icon of a state. */
export function stateLook(state: JournalState): readonly [Tone, string] {
  return LOOKS[state];
}

export const STATES = Object.keys(LOOKS) as readonly JournalState[];

/** The states after which nothing more comes by itself, as the server counts them; all others are on their way. */
export const DONE: readonly JournalState[] = ['BOOKED', 'RECONCILED', 'REJECTED', 'CANCELLED'];
export const IN_FLIGHT: readonly JournalState[] = STATES.filter((state) => !DONE.includes(state));

/** Within so many hours a journal usually leaves a state; states in which people decide, or which are final, have none. */
const USUAL_HOURS: Partial<Record<JournalState, number>> = {
  RECEIVED: 1,
  SENDING: 1,
  SENT: 2,
  ACCEPTED: 24,
  PARTIALLY_ACCEPTED: 24,
  EXECUTED: 24,
};

export function usualHours(state: JournalState): number | null {
  return USUAL_HOURS[state] ?? null;
}
