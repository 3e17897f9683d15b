// @vitest-environment node
import { expect, test, vi } from 'vitest';
import { createStore } from './store';

test('whoever watches is told of what changes, of nothing else, and of nothing more after leaving', () => {
  const store = createStore(1);
  const [one, other] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const leave = store.subscribe(one);
  store.subscribe(other);
  store.set(1);
  expect(one).not.toHaveBeenCalled();
  store.update((now) => now + 1);
  expect([store.get(), one.mock.calls.length, other.mock.calls.length]).toEqual([2, 1, 1]);
  leave();
  store.set(3);
  expect([store.get(), one.mock.calls.length, other.mock.calls.length]).toEqual([3, 1, 2]);
});
