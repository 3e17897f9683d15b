import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AgeText } from '@/ui';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T10:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms));

test('an age grows while one looks at it, and all ages share one timer', async () => {
  const { unmount } = render(
    <>
      <AgeText value="2026-11-20T09:59:00Z" />
      <AgeText value="2026-11-20T09:58:00Z" />
    </>,
  );
  expect(screen.getByText('1 minute ago')).toBeInTheDocument();
  expect(vi.getTimerCount()).toBe(1);
  await pass(180_000);
  expect(screen.getByText('4 minutes ago')).toBeInTheDocument();
  expect(screen.getByText('5 minutes ago')).toBeInTheDocument();
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});

test('an age in a hidden tab waits, and is right as soon as the tab is seen again', async () => {
  render(<AgeText value="2026-11-20T09:59:00Z" />);
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  await pass(120_000);
  expect(screen.getByText('1 minute ago')).toBeInTheDocument();
  hidden.mockReturnValue(false);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(screen.getByText('3 minutes ago')).toBeInTheDocument();
});
