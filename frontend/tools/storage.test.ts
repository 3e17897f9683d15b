// @vitest-environment node
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { STORAGE } from './storage.ts';

const run = (page: object): unknown => runInNewContext(STORAGE, { window: page });

test('where storage may not even be asked for, memory takes its place', () => {
  const page = {} as { localStorage: Storage; sessionStorage: Storage };
  for (const name of ['localStorage', 'sessionStorage']) {
    Object.defineProperty(page, name, {
      configurable: true,
      get: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  }
  run(page);
  const { localStorage, sessionStorage } = page;
  localStorage.setItem('theme', 'saga-blue');
  localStorage.setItem('scale', 14 as unknown as string);
  expect([
    localStorage.getItem('theme'),
    localStorage.getItem('scale'),
    localStorage.getItem('never'),
  ]).toEqual(['saga-blue', '14', null]);
  expect([localStorage.length, localStorage.key(1), localStorage.key(2)]).toEqual([
    2,
    'scale',
    null,
  ]);
  expect(sessionStorage.getItem('theme')).toBeNull();
  localStorage.removeItem('theme');
  localStorage.clear();
  expect(localStorage.length).toBe(0);
});

test('storage that there is stays what it is', () => {
  const own = {};
  const page = { localStorage: own, sessionStorage: own };
  run(page);
  expect(page).toEqual({ localStorage: own, sessionStorage: own });
  expect(page.localStorage).toBe(own);
});
