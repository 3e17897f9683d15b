// @vitest-environment node
import { expect, test, vi } from 'vitest';
import type { PageVariables } from '@/kernel/urlState';
import { createPages } from './pages';

/** A server of numbers, asked as GraphQL lists are; the cursor is the number. */
function serverOf(rows: number[], isExact = true) {
  const asked: PageVariables[] = [];
  const counted: number[] = [];
  const ask = async ({
    first,
    after,
    last,
    before,
    skip = 0,
    counted: counts = true,
  }: PageVariables) => {
    asked.push({
      ...(first ? { first } : {}),
      ...(after ? { after } : {}),
      ...(last ? { last } : {}),
      ...(before ? { before } : {}),
      ...(skip ? { skip } : {}),
    });
    if (counts) counted.push(asked.length);
    await Promise.resolve();
    const start = after ? rows.indexOf(Number(after)) + 1 : 0;
    const end = before ? rows.indexOf(Number(before)) : rows.length;
    const to = last ? end - skip : Math.min(rows.length, start + skip + (first ?? 0));
    const from = last ? Math.max(0, to - last) : start + skip;
    const found = rows.slice(from, to);
    return {
      edges: found.map((node) => ({ node, cursor: String(node) })),
      pageInfo: { hasNextPage: to < rows.length, hasPreviousPage: from > 0 },
      ...(counts
        ? {
            totalCount: isExact ? rows.length : Math.floor(rows.length / 1000) * 1000,
            totalIsExact: isExact,
          }
        : {}),
    };
  };
  return { asked, counted, ask: vi.fn(ask) };
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const settle = () =>
  new Promise((resolve) => {
    setTimeout(resolve, 5);
  });

test('the rows in view are read, and those ahead', async () => {
  const { ask } = serverOf(upTo(1000));
  const pages = createPages(ask);
  pages.want(0, 30, 300);
  await settle();
  expect([...pages.get().pages.keys()]).toEqual([0, 1]);
  expect(pages.get()).toMatchObject({ count: 1000, isExact: true, loading: false });
});

test('scrolling to the end keeps a bounded number of pages', async () => {
  const { ask } = serverOf(upTo(20_000));
  const pages = createPages(ask);
  for (let rank = 0; rank < 20_000; rank += 150) {
    pages.want(rank, rank + 30, 200);
    await settle();
    expect(pages.get().pages.get(Math.floor(rank / 200))?.[rank % 200]).toBe(rank + 1);
  }
  expect(pages.get().pages.size).toBeLessThanOrEqual(12);
});

test('going back asks by the cursors that are remembered', async () => {
  const { ask, asked } = serverOf(upTo(20_000));
  const pages = createPages(ask);
  for (const rank of [0, 200, 400, 600]) {
    pages.want(rank, rank + 10);
    await settle();
  }
  pages.want(15_000, 15_010);
  await settle();
  expect(asked.at(-1)).toEqual({ last: 200, skip: 4800 });
  pages.want(14_800, 14_810);
  await settle();
  expect(asked.at(-1)).toEqual({ last: 200, before: '15001' });
});

test('an estimated list finds its end where the rows end', async () => {
  const { ask } = serverOf(upTo(1420), false);
  const pages = createPages(ask);
  pages.want(0, 30);
  await settle();
  expect(pages.get()).toMatchObject({ count: 1000, isExact: false });
  for (let rank = 0; rank < (pages.get().count ?? 0); rank += 100) {
    pages.want(rank, rank + 30, 100);
    await settle();
  }
  expect(pages.get()).toMatchObject({ count: 1420, isExact: true });
});

test('an estimate that was too high shrinks to what is there', async () => {
  const rows = upTo(450);
  const { ask } = serverOf(rows);
  const pages = createPages(async (page) => ({
    ...(await ask(page)),
    totalCount: 5000,
    totalIsExact: false,
  }));
  pages.want(4900, 4910);
  for (let tries = 0; tries < 30 && !pages.get().isExact; tries += 1) {
    await settle();
    const last = Math.max(0, (pages.get().count ?? 0) - 1);
    pages.want(last, last);
  }
  expect(pages.get()).toMatchObject({ count: 450, isExact: true });
});

test('a failure is told, what was read stays, and nothing is asked until somebody does', async () => {
  const { ask } = serverOf(upTo(1000));
  const pages = createPages(ask);
  pages.want(0, 10);
  await settle();
  ask.mockRejectedValueOnce(new Error('down'));
  pages.want(400, 410);
  await settle();
  const calls = ask.mock.calls.length;
  pages.want(600, 610);
  await settle();
  expect(ask.mock.calls).toHaveLength(calls);
  expect(pages.get().error).toEqual(new Error('down'));
  expect(pages.get().pages.get(0)).toHaveLength(200);
  await pages.refresh();
  expect(pages.get().error).toBeUndefined();
  expect(pages.get().pages.get(3)).toHaveLength(200);
});

test('reading anew shows what has come, and drops what is out of view', async () => {
  const rows = upTo(900);
  const { ask } = serverOf(rows);
  const pages = createPages(ask);
  for (const rank of [400, 200, 0]) {
    pages.want(rank, rank + 10);
    await settle();
  }
  rows.unshift(5000, 5001);
  await pages.refresh();
  expect([...pages.get().pages.keys()]).toEqual([0]);
  expect(pages.get().pages.get(0)?.slice(0, 3)).toEqual([5000, 5001, 1]);
  pages.want(200, 210);
  await settle();
  expect(pages.get().pages.get(1)?.[0]).toBe(199);
});

test('rows are counted with the first page, with each reading anew, and where a count does not hold', async () => {
  const rows = upTo(2000);
  const { ask, asked, counted } = serverOf(rows);
  const pages = createPages(ask);
  for (const rank of [0, 200, 400]) {
    pages.want(rank, rank + 10);
    await settle();
  }
  expect(counted).toEqual([1]);
  await pages.refresh();
  expect(counted).toEqual([1, 4]);
  expect(pages.get()).toMatchObject({ count: 2000, isExact: true });
  rows.splice(0, 1900);
  pages.want(1800, 1810);
  await settle();
  expect(counted).toHaveLength(3);
  expect(counted.at(-1)).toBe(asked.length);
  expect(pages.get()).toMatchObject({ count: 100, isExact: true });
});

test('rows that have come at the end are found without counting', async () => {
  const rows = upTo(400);
  const { ask, counted } = serverOf(rows);
  const pages = createPages(ask);
  pages.want(0, 10);
  await settle();
  rows.push(401, 402);
  pages.want(200, 210);
  await settle();
  pages.want(400, 401);
  await settle();
  expect(pages.get()).toMatchObject({ count: 402, isExact: true });
  expect(counted).toEqual([1]);
});

test('rows are changed in place, wherever they are held', async () => {
  const { ask } = serverOf(upTo(500));
  const pages = createPages(ask);
  pages.want(0, 10, 300);
  await settle();
  pages.replace((row) => (row === 1 || row === 401 ? -row : row));
  expect([pages.get().pages.get(0)?.[0], pages.get().pages.get(0)?.[1]]).toEqual([-1, 2]);
  expect(pages.get().count).toBe(500);
});

test.each([
  [0, 0],
  [1, 1],
  [199, 1],
  [200, 1],
  [201, 2],
  [400, 2],
])('of %i rows as many pages as hold them are asked for: %i', async (count, pagesAsked) => {
  const { ask, asked } = serverOf(upTo(count));
  const pages = createPages(ask);
  pages.want(0, 10);
  await settle();
  pages.want(0, 1000);
  await settle();
  expect(asked).toHaveLength(Math.max(1, pagesAsked));
  expect([...pages.get().pages.values()].flat()).toEqual(upTo(count));
  expect(pages.get()).toMatchObject({ count, isExact: true, loading: false });
});

test('a count that failed is asked for again with the next page', async () => {
  const { ask, counted } = serverOf(upTo(1000));
  const pages = createPages(ask);
  ask.mockRejectedValueOnce(new Error('down'));
  // The second page goes well, so that the first is asked for once more.
  pages.want(0, 399);
  await settle();
  expect(pages.get()).toMatchObject({ error: undefined, count: 1000, isExact: true });
  expect(counted).toHaveLength(1);
});

test('a count lost with a page that was put in the wrong place is taken up by the next', async () => {
  const rows = upTo(2000);
  const { ask, counted } = serverOf(rows);
  const pages = createPages(ask);
  pages.want(0, 10);
  await settle();
  rows.splice(0, 1900);
  const passed = counted.length;
  pages.want(1990, 1999);
  await settle();
  expect(counted.length).toBe(passed + 1);
  expect(pages.get()).toMatchObject({ count: 100, isExact: true });
  expect([...pages.get().pages.values()].flat().filter((row) => row <= 1900 && row > 200)).toEqual(
    [],
  );
});
