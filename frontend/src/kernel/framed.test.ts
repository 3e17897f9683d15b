import { expect, test } from 'vitest';
import { say } from '@/testing/identity';
import { hearWindow, isFramed } from './framed';

const opened = { name: 'the window' } as Window;

test('a page is framed when its parent is another page', () => {
  const self = {};
  expect(isFramed({ parent: self, self })).toBe(false);
  expect(isFramed({ parent: {}, self })).toBe(true);
});

test('a window is heard while it shows a page of this origin, and nobody else is', () => {
  const heard: unknown[] = [];
  const stop = hearWindow(opened, (said) => heard.push(said));
  say('from elsewhere', 'https://erp.example.com', opened);
  say('another window', location.origin, { name: 'another' });
  say('well', location.origin, opened);
  stop();
  say('too late', location.origin, opened);
  expect(heard).toEqual(['well']);
});
