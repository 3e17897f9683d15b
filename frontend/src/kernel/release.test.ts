import { afterEach, expect, test, vi } from 'vitest';
import { isMissingPart, lookForRelease, newRelease, startFileOf } from './release';

const page = (file: string) =>
  `<!doctype html><head><script vite-ignore src="/first-paint.js"></script><script type="module" crossorigin src="${file}"></script></head>`;

afterEach(() => {
  vi.unstubAllGlobals();
  document.head.replaceChildren();
  newRelease.set(false);
});

function running(file: string, answer: () => Response | Promise<Response>) {
  document.head.innerHTML = `<script type="module" crossorigin src="${file}"></script>`;
  const asked = vi.fn(async () => answer());
  vi.stubGlobal('fetch', asked);
  return asked;
}

test('the start file is found among other scripts', () => {
  expect(startFileOf(page('/assets/index-a1.js'))).toBe('/assets/index-a1.js');
  expect(startFileOf('<h1>502 Bad Gateway</h1>')).toBeNull();
});

test('the same build is no news, another one is, and is asked for no more', async () => {
  let served = '/assets/index-a1.js';
  const asked = running('/assets/index-a1.js', () => new Response(page(served)));
  await lookForRelease(1e12);
  expect(newRelease.get()).toBe(false);
  served = '/assets/index-b2.js';
  await lookForRelease(1e12 + 30_000);
  expect(newRelease.get()).toBe(false);
  await lookForRelease(1e12 + 61_000);
  expect(newRelease.get()).toBe(true);
  await lookForRelease(1e12 + 200_000);
  expect(asked).toHaveBeenCalledTimes(2);
});

test.each([
  ['is away', 2e12, () => Promise.reject(new TypeError('Failed to fetch'))],
  ['is broken', 3e12, () => new Response('<h1>502</h1>', { status: 502 })],
  [
    'is broken in the looks of another build',
    4e12,
    () => new Response(page('/assets/index-b2.js'), { status: 503 }),
  ],
  ['says nothing', 5e12, () => new Response('')],
])('a server that %s brings no news', async (_name, now, answer) => {
  const asked = running('/assets/index-a1.js', answer);
  await lookForRelease(now);
  expect(asked).toHaveBeenCalledTimes(1);
  expect(newRelease.get()).toBe(false);
});

test('a page that names no start file of its own compares nothing', async () => {
  const asked = running('/assets/index-a1.js', () => new Response(page('/assets/index-b2.js')));
  document.head.replaceChildren();
  await lookForRelease(6e12);
  expect(asked).toHaveBeenCalledTimes(1);
  expect(newRelease.get()).toBe(false);
});

test('a part that is gone is told from other faults', () => {
  expect(
    isMissingPart(
      new TypeError('Failed to fetch dynamically imported module: https://x/assets/users-1.js'),
    ),
  ).toBe(true);
  expect(isMissingPart(new TypeError('x is undefined'))).toBe(false);
  expect(isMissingPart('text')).toBe(false);
});
