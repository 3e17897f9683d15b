import { expect, test } from 'vitest';
import type { UploadLineFragment } from '@/generated/graphql';
import { uploads } from '@/testing/world/records';
import { isActive, possibleActions } from './states';

const upload = (changes: Partial<UploadLineFragment>): UploadLineFragment => ({
  ...(uploads[1] as unknown as UploadLineFragment),
  ...changes,
});
const job = (state: 'RUNNING' | 'SUCCEEDED' | 'FAILED', cancellable = false) => ({
  ...(upload({}).job as NonNullable<UploadLineFragment['job']>),
  state,
  cancellable,
});
const allowed = (of: UploadLineFragment) =>
  Object.entries(possibleActions(of))
    .filter(([, may]) => may)
    .map(([name]) => name);

test('what may be done follows the state', () => {
  expect(allowed(upload({ state: 'IMPORTED', undoable: true }))).toEqual(['reimport', 'undo']);
  expect(allowed(upload({ state: 'RUNNING', job: job('RUNNING', true), undoable: false }))).toEqual(
    ['cancel'],
  );
  expect(allowed(upload({ state: 'FAILED', job: job('FAILED'), undoable: false }))).toEqual([
    'retry',
  ]);
  expect(allowed(upload({ state: 'REFUSED', wrongKind: 'PAYMENT', undoable: false }))).toEqual([
    'move',
  ]);
  expect(allowed(upload({ state: 'KNOWN', undoable: false }))).toEqual([]);
});

test('an import being taken back is at work, and offers nothing but waiting', () => {
  const undoing = upload({ state: 'IMPORTED', undoable: true, job: job('RUNNING') });
  expect(isActive(undoing)).toBe(true);
  expect(allowed(undoing)).toEqual([]);
});

test.each(['QUEUED', 'RUNNING'] as const)(
  'a file that is %s is at work, whatever its job says',
  (state) => {
    expect(isActive(upload({ state, job: null }))).toBe(true);
    expect(
      allowed(upload({ state, job: job('FAILED', true), undoable: true, wrongKind: 'PAYMENT' })),
    ).toEqual(['cancel']);
  },
);

test('what has ended is stopped no more, and what was stopped or taken back can be begun again', () => {
  expect(
    allowed(upload({ state: 'IMPORTED', undoable: false, job: job('SUCCEEDED', true) })),
  ).toEqual(['reimport']);
  expect(allowed(upload({ state: 'CANCELLED', undoable: false, job: job('FAILED') }))).toEqual([
    'retry',
  ]);
  expect(allowed(upload({ state: 'UNDONE', undoable: false, job: job('SUCCEEDED') }))).toEqual([
    'reimport',
  ]);
  expect(allowed(upload({ state: 'FAILED', undoable: false, job: null }))).toEqual([]);
});
