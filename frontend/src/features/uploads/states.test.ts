import { expect, test } from 'vitest';
import type { UploadLineFragment } from '@/generated/graphql';
import { uploads } from '@/testing/world/records';
import { isActive, possibleActions } from './states';

const upload = (changes: Partial<UploadLineFragment>): UploadLineFragment => ({ ...(uploads[1] as unknown as UploadLineFragment), ...changes });
const job = (state: 'RUNNING' | 'SUCCEEDED' | 'FAILED', cancellable = false) => ({ ...(upload({}).job as NonNullable<UploadLineFragment['job']>), state, cancellable });
const allowed = (of: UploadLineFragment) => Object.entries(possibleActions(of)).filter(([, may]) => may).map(([name]) => name);

test('what may be done follows the state', () => {
  expect(allowed(upload({ state: 'IMPORTED', undoable: true }))).toEqual(['reimport', 'undo']);
  expect(allowed(upload({ state: 'RUNNING', job: job('RUNNING', true), undoable: false }))).toEqual(['cancel']);
  expect(allowed(upload({ state: 'FAILED', job: job('FAILED'), undoable: false }))).toEqual(['retry']);
  expect(allowed(upload({ state: 'REFUSED', wrongKind: 'PAYMENT', undoable: false }))).toEqual(['move']);
  expect(allowed(upload({ state: 'KNOWN', undoable: false }))).toEqual([]);
});

test('an import being taken back is at work, and offers nothing but waiting', () => {
  const undoing = upload({ state: 'IMPORTED', undoable: true, job: job('RUNNING') });
  expect(isActive(undoing)).toBe(true);
  expect(allowed(undoing)).toEqual([]);
});
