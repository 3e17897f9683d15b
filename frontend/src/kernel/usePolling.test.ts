import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { usePolling } from './usePolling';

const polled = () => ({
  startPolling: vi.fn<(everyMs: number) => void>(),
  stopPolling: vi.fn<() => void>(),
});

test('it asks again as often as it is told, and stops with the screen', () => {
  const query = polled();
  const { rerender, unmount } = renderHook(
    ({ everyMs }: { everyMs: number | null }) => usePolling(query, everyMs),
    { initialProps: { everyMs: null as number | null } },
  );
  expect(query.startPolling).not.toHaveBeenCalled();
  rerender({ everyMs: 700 });
  expect(query.startPolling).toHaveBeenLastCalledWith(700);
  rerender({ everyMs: 5000 });
  expect(query.startPolling).toHaveBeenLastCalledWith(5000);
  query.stopPolling.mockClear();
  unmount();
  expect(query.stopPolling).toHaveBeenCalledOnce();
});

test('a rest is told once, to whoever listens then, and never before anything moved', () => {
  const query = polled();
  const [first, later] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const { rerender } = renderHook(({ everyMs, onRest }) => usePolling(query, everyMs, onRest), {
    initialProps: { everyMs: null as number | null, onRest: first },
  });
  rerender({ everyMs: 700, onRest: first });
  rerender({ everyMs: 700, onRest: later });
  expect(first).not.toHaveBeenCalled();
  rerender({ everyMs: null, onRest: later });
  rerender({ everyMs: null, onRest: later });
  expect(first).not.toHaveBeenCalled();
  expect(later).toHaveBeenCalledOnce();
});
