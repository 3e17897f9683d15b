/** How a connection stands: its tone and icon, whether something is under way, and what may be done. */
import type { BankConnectionState, BankLineFragment } from '@/generated/graphql';
import type { Tone } from '@/ui';

export const STATE_TONES: Readonly<Record<BankConnectionState, readonly [Tone, string]>> = {
  NEW: ['info', 'circle'],
  KEY_CREATED: ['info', 'key'],
  ACTIVATING: ['info', 'spinner'],
  ACTIVE: ['good', 'check-circle'],
  EXPIRING: ['warn', 'exclamation-triangle'],
  RENEWING: ['info', 'sync'],
  EXPIRED: ['bad', 'times-circle'],
  REVOKED: ['neutral', 'ban'],
};

const UNFINISHED: ReadonlySet<string> = new Set(['QUEUED', 'RUNNING', 'CANCELLING']);

/** Whether a worker is at it, so that the screen looks again soon. */
export const isBusy = ({ state, work }: Pick<BankLineFragment, 'state' | 'work'>) =>
  state === 'ACTIVATING' || state === 'RENEWING' || (work !== null && UNFINISHED.has(work.state));

/** Whether it has a certificate that works, or needs none. */
export const isAtWork = (state: BankConnectionState) =>
  state === 'ACTIVE' || state === 'EXPIRING' || state === 'RENEWING';

/** Whether the bank's code is what it waits for. */
export const wantsCode = (state: BankConnectionState) =>
  state === 'NEW' || state === 'KEY_CREATED' || state === 'EXPIRED';

/** How pressing the end of a certificate is. */
export function ageTone(days: number): Tone {
  if (days <= 7) return 'bad';
  return days <= 60 ? 'warn' : 'good';
}

/** Whether a moment lies behind us. */
export const hasCome = (instant: string) => new Date(instant).getTime() <= Date.now();
