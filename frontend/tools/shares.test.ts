/** Journeys are dealt in three shares; those that go on from one another stay together. */
import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const FOLDER = resolve(import.meta.dirname, '../e2e');
const files = readdirSync(FOLDER).filter((name) => name.endsWith('.spec.ts'));
const sharesOf = (text: string) => text.match(/@share-\w+/g) ?? [];
const textOf = (name: string) => readFileSync(join(FOLDER, name), 'utf8');

test('a share is one of the three that a run may deal', () => {
  const shares = new Set(files.flatMap((name) => sharesOf(textOf(name))));
  expect([...shares].toSorted()).toEqual(['@share-1', '@share-2', '@share-3']);
});

test.each(files.filter((name) => textOf(name).includes("mode: 'serial'")))(
  'all of %s is in one share or always played',
  (name) => {
    const text = textOf(name);
    const shares = sharesOf(text);
    expect(new Set(shares).size).toBeLessThan(2);
    if (shares.length > 0)
      expect(shares).toHaveLength(text.match(/^ *test\($|^ *test\(['`]/gm)!.length);
  },
);
