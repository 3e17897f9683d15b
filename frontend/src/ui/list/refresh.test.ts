import { expect, test } from 'vitest';
import { createPages, type Connection } from './pages';

/** A list of one state, whose answers come when the test lets them. */
function slowly() {
  const waiting: (() => void)[] = [];
  let state = 'imported';
  const ask = () => {
    // A server reads when it is asked; the answer arrives later.
    const answer: Connection<string> = { edges: [{ node: state, cursor: '1' }], pageInfo: { hasNextPage: false, hasPreviousPage: false }, totalCount: 1, totalIsExact: true };
    return new Promise<Connection<string>>((resolve) => { waiting.push(() => resolve(answer)); });
  };
  const arrive = async () => {
    waiting.shift()?.();
    await new Promise((resolve) => { setTimeout(resolve); });
  };
  return { pages: createPages(ask), arrive, waiting, become: (next: string) => { state = next; } };
}

test('what is read anew after a change is never an answer from before it', async () => {
  const { pages, arrive, become } = slowly();
  const polled = pages.refresh();
  become('undone');
  const asked = [pages.refresh(), pages.refresh()];
  await arrive();
  await polled;
  await arrive();
  await Promise.all(asked);
  expect(pages.get().pages.get(0)).toEqual(['undone']);
});

test('those who ask while one waits for its turn share it', async () => {
  const { pages, arrive, waiting } = slowly();
  const asked = [pages.refresh(), pages.refresh(), pages.refresh()];
  await arrive();
  expect(waiting).toHaveLength(1);
  await arrive();
  await Promise.all(asked);
  expect(waiting).toHaveLength(0);
});
