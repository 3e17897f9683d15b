// @vitest-environment node
import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ICONS } from './icons';

const ASKED = /(?:\bicon|<Icon name)(?:=|: |=\{)(?:\w+ \? )?["']([a-z][a-z -]*)["']/g;

/** Every icon named in a source, and the file that names it. */
function asked(): [icon: string, file: string][] {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !name.includes('.test.'),
  );
  return files.flatMap((file) =>
    [...readFileSync(`src/${file}`, 'utf8').matchAll(ASKED)].map(
      ([, icon = '']) => [icon, file] as [string, string],
    ),
  );
}

test('every icon that a screen asks for is drawn', () => {
  const all = asked();
  expect(all.length).toBeGreaterThan(20);
  expect(all.filter(([icon]) => !(icon in ICONS))).toEqual([]);
});

test('every drawing is asked for by some screen', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|icons\.ts$/.test(name))
    .map((name) => readFileSync(`src/${name}`, 'utf8'))
    .join();
  expect(
    Object.keys(ICONS).filter(
      (name) => !sources.includes(`'${name}'`) && !sources.includes(`"${name}"`),
    ),
  ).toEqual([]);
});

test('every drawing stays on its grid', () => {
  for (const [name, path] of Object.entries(ICONS)) {
    expect(path, name).toMatch(/^M[\d. a-zA-Z-]+$/);
    const starts = [...path.matchAll(/M(-?[\d.]+)[ ]?(-?[\d.]+)/g)].flatMap(([, x, y]) => [
      Number(x),
      Number(y),
    ]);
    for (const at of starts) expect(at >= 1 && at <= 23, `${name} starts at ${at}`).toBe(true);
  }
});
