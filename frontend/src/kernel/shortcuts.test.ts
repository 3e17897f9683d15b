import { expect, test } from 'vitest';
import { prefer } from './preferences';
import { isField, keyCaps, shortcutOf, SHORTCUTS } from './shortcuts';

const press = (key: string, held: KeyboardEventInit = {}) =>
  new KeyboardEvent('keydown', { key, ...held });

test('a key means what stands for it at its place, and nothing elsewhere', () => {
  expect(shortcutOf(press('k', { ctrlKey: true }), 'everywhere')).toBe('palette');
  expect(shortcutOf(press('K', { metaKey: true }), 'everywhere')).toBe('palette');
  expect(shortcutOf(press('k'), 'everywhere')).toBeNull();
  expect(shortcutOf(press('k'), 'list')).toBe('previous');
  expect(shortcutOf(press('ArrowDown', { shiftKey: true }), 'list')).toBe('chooseDown');
  expect(shortcutOf(press('?', { shiftKey: true }), 'everywhere')).toBe('keys');
  expect(shortcutOf(press('?', { altKey: true }), 'everywhere')).toBeNull();
  expect(shortcutOf(press(']'), 'drawer')).toBe('nextRecord');
});

test('single keys can be switched off; the others stay', () => {
  prefer({ shortcuts: false });
  expect(['j', '/', 'x'].map((key) => shortcutOf(press(key), 'list'))).toEqual([null, null, null]);
  expect(shortcutOf(press('?'), 'everywhere')).toBeNull();
  expect(shortcutOf(press('ArrowDown'), 'list')).toBe('next');
  expect(shortcutOf(press('Escape'), 'drawer')).toBe('close');
  expect(shortcutOf(press('k', { ctrlKey: true }), 'everywhere')).toBe('palette');
});

test('no combination means two things at one place', () => {
  for (const shortcuts of Object.values(SHORTCUTS)) {
    const all = Object.values(shortcuts).flat();
    expect(new Set(all).size).toBe(all.length);
  }
});

test('caps are what is printed on the keyboard', () => {
  expect(keyCaps('Mod+k')).toEqual(['Ctrl', 'K']);
  expect(keyCaps('Shift+ArrowDown')).toEqual(['Shift', '↓']);
  expect(keyCaps('j')).toEqual(['j']);
});

test('a field keeps its keys; a tick box does not need them', () => {
  document.body.innerHTML =
    '<input id="text"><input id="box" type="checkbox"><p id="text-nowhere">';
  expect(['text', 'box', 'text-nowhere'].map((id) => isField(document.getElementById(id)))).toEqual(
    [true, false, false],
  );
});
