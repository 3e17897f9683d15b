/** What is typed and not saved holds the page back, from the first form of it to the last. */
import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { hasUnsaved, useHasUnsaved, useUnsaved } from './unsaved';

const isLeft = () => dispatchEvent(new Event('beforeunload', { cancelable: true }));

test('a page is left without asking only when nothing on it would be lost', () => {
  const watched = renderHook(() => useHasUnsaved());
  expect([hasUnsaved(), watched.result.current, isLeft()]).toEqual([false, false, true]);
  const first = renderHook(({ dirty }) => useUnsaved(dirty), { initialProps: { dirty: false } });
  const second = renderHook(() => useUnsaved(true));
  expect([hasUnsaved(), isLeft()]).toEqual([true, false]);
  first.rerender({ dirty: true });
  second.unmount();
  expect([hasUnsaved(), isLeft()]).toEqual([true, false]);
  first.rerender({ dirty: false });
  watched.rerender();
  expect([hasUnsaved(), watched.result.current, isLeft()]).toEqual([false, false, true]);
});
