// @vitest-environment node
import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const SOURCE = resolve(import.meta.dirname, '..');

test('every name that the screen-reader guide quotes is a word of the console', () => {
  const guide = readFileSync(resolve(SOURCE, '../../docs/screen-reader.md'), 'utf8');
  const quoted = [...guide.matchAll(/“([^”]+)”/g)].map(([, name = '']) => name);
  const sources = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter(
      (path) => /\.tsx?$/.test(path) && !path.includes('.test.') && !path.includes('testing/'),
    )
    .map((path) => readFileSync(join(SOURCE, path), 'utf8'))
    .join('\n');
  expect(quoted.length).toBeGreaterThan(30);
  expect(quoted.filter((name) => !sources.includes(`'${name}`) && name !== 'Giroscope')).toEqual(
    [],
  );
});
