// @vitest-environment node
import { expect, test } from 'vitest';
import { createPages, type Connection } from './pages';

/** A list of one state, whose answers come when the test lets them. */
function slowly() {
  const waiting: (() => void)[] = [];
  let state = 'imported';
  const ask = () => {
    // A server reads when it is asked; the answer arrives later.
    const answer: Connection<string> = {
      edges: [{ node: state, cursor: '1' }],
      pageInfo: { hasNextPage: false, hasPreviousPage: false },
      totalCount: 1,
      totalIsExact: true,
    };
    return new Promise<Connection<string>>((resolve) => {
      waiting.push(() => resolve(answer));
    });
  };
  const arrive = async () => {
    waiting.shift()?.();
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
  };
  return {
    pages: createPages(ask),
    arrive,
    waiting,
    become: (next: string) => {
      state = next;
    },
  };
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

test('an answer to what was asked before is not kept once the list is read anew', async () => {
  const waiting: ((answer: Connection<string>) => void)[] = [];
  const said = (node: string): Connection<string> => ({
    edges: [{ node, cursor: '1' }],
    pageInfo: { hasNextPage: false, hasPreviousPage: false },
    totalCount: 1,
    totalIsExact: true,
  });
  const pages = createPages(
    () =>
      new Promise<Connection<string>>((resolve) => {
        waiting.push(resolve);
      }),
  );
  pages.want(0, 10);
  const done = pages.refresh();
  waiting[1]?.(said('approved'));
  await done;
  waiting[0]?.(said('waiting'));
  await new Promise((resolve) => {
    setTimeout(resolve);
  });
  expect(pages.get().pages.get(0)).toEqual(['approved']);
  expect(pages.get()).toMatchObject({ count: 1, loading: false });
});

test('a failure of what was asked before says nothing about what was read anew', async () => {
  const waiting: {
    resolve: (answer: Connection<string>) => void;
    reject: (error: Error) => void;
  }[] = [];
  const pages = createPages(
    () =>
      new Promise<Connection<string>>((resolve, reject) => {
        waiting.push({ resolve, reject });
      }),
  );
  pages.want(0, 10);
  const done = pages.refresh();
  waiting[1]?.resolve({
    edges: [],
    pageInfo: { hasNextPage: false, hasPreviousPage: false },
    totalCount: 0,
    totalIsExact: true,
  });
  await done;
  waiting[0]?.reject(new Error('down'));
  await new Promise((resolve) => {
    setTimeout(resolve);
  });
  expect(pages.get()).toMatchObject({ error: undefined, count: 0 });
});

test('a quiet reading shows no sign of itself, and leaves word of a failure until it went well', async () => {
  const { pages, arrive } = slowly();
  const first = pages.refresh();
  expect(pages.get().loading).toBe(true);
  await arrive();
  await first;
  const quiet = pages.refresh({ quiet: true });
  expect(pages.get().loading).toBe(false);
  await arrive();
  await quiet;
  let isUp = false;
  const failing = createPages(async (): Promise<Connection<string>> => {
    if (!isUp) throw new Error('down');
    return {
      edges: [{ node: 'here', cursor: '1' }],
      pageInfo: { hasNextPage: false, hasPreviousPage: false },
      totalCount: 1,
      totalIsExact: true,
    };
  });
  await failing.refresh();
  expect(failing.get().error).toBeDefined();
  const polled = failing.refresh({ quiet: true });
  expect(failing.get().error).toBeDefined();
  await polled;
  isUp = true;
  await failing.refresh({ quiet: true });
  expect(failing.get()).toMatchObject({ error: undefined, loading: false, count: 1 });
});
