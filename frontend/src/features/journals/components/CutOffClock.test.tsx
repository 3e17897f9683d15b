import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { show } from '@/testing/render';
import { CutOffClock } from './CutOffClock';

// A Monday, ten in the morning in Copenhagen.
beforeEach(() =>
  vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.parse('2026-11-23T09:00:00Z') }),
);
afterEach(() => vi.useRealTimers());

test.each([
  [
    'its own day',
    '2026-11-23T12:30:00Z',
    '2026-11-23',
    '2026-11-23',
    'Carried out today if signed before 13:30 — 3 h 30 min left by the bank’s clock in Copenhagen',
  ],
  [
    'a day whose cut-off has passed',
    '2026-11-23T12:30:00Z',
    '2026-11-23',
    '2026-11-20',
    'Carried out today if signed before 13:30 — 3 h 30 min left by the bank’s clock in Copenhagen. 11/20/2026 can no longer be reached.',
  ],
  [
    'a Saturday ahead',
    '2026-11-30T12:30:00Z',
    '2026-11-30',
    '2026-11-28',
    'Carried out on 11/30/2026 if signed before 11/30/2026 13:30 by the bank’s clock in Copenhagen. Banks are closed on 11/28/2026.',
  ],
])('the cut-off of %s', (_, at, day, wanted, told) => {
  show(
    <CutOffClock
      cutOff={{ at, day, wanted, batches: 1, zone: 'Europe/Copenhagen' }}
      onPassed={() => undefined}
    />,
  );
  const words = [...screen.getByRole('timer', { name: 'Cut-off' }).children]
    .map(({ textContent }) => textContent)
    .filter(Boolean)
    .join(' ');
  expect(words).toBe(told);
});
