/** The upload history's filter, as the address carries it and as the server takes it. */
import type { UploadFilter, UploadKind, UploadState } from '@/generated/graphql';
import { choices, defineFilter, text } from '@/kernel/urlState';

export const STATES: readonly UploadState[] = [
  'QUEUED',
  'RUNNING',
  'IMPORTED',
  'KNOWN',
  'REFUSED',
  'FAILED',
  'CANCELLED',
  'UNDONE',
];

export const uploadOrder = { fields: ['CREATED', 'NAME'] as const, fallback: '-CREATED' as const };

interface UploadUrlFilter {
  [key: string]: unknown;
  state: readonly UploadState[];
  /** The files that were uploaded together with one another. */
  batch: string;
}

export const uploadFilter = defineFilter<UploadUrlFilter>({ state: choices(STATES), batch: text });

/** The server's filter for one of the two pages. */
export function toServerFilter({ state, batch }: UploadUrlFilter, kind: UploadKind): UploadFilter {
  return { kind, ...(state.length > 0 ? { states: [...state] } : {}), ...(batch ? { batch } : {}) };
}
