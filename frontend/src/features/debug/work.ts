/** The filter of background work, as the address carries it and as the server takes it. */
import type { JobState, WorkFilter } from '@/generated/graphql';
import { choices, defineFilter, text } from '@/kernel/urlState';
import type { Tone } from '@/ui';

export const WORK_STATES: readonly JobState[] = [
  'QUEUED',
  'RUNNING',
  'CANCELLING',
  'FAILED',
  'CANCELLED',
  'SUCCEEDED',
];

export const WORK_TONES: Readonly<Record<JobState, Tone>> = {
  QUEUED: 'neutral',
  RUNNING: 'info',
  CANCELLING: 'warn',
  FAILED: 'bad',
  CANCELLED: 'neutral',
  SUCCEEDED: 'good',
};

interface WorkUrlFilter {
  [key: string]: unknown;
  state: readonly JobState[];
  verb: string;
}

export const workFilter = defineFilter<WorkUrlFilter>({ state: choices(WORK_STATES), verb: text });

export const toServerFilter = ({ state, verb }: WorkUrlFilter): WorkFilter => ({
  ...(state.length > 0 ? { states: [...state] } : {}),
  ...(verb ? { verbs: [verb] } : {}),
});
