// @vitest-environment node
import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LAYERS } from '../src/kernel/constants.ts';

const sheets = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.css'))
  .map((name) => [name, readFileSync(`src/${name}`, 'utf8')] as const);

test('the layers are the specification’s, and the stylesheets say the same', () => {
  expect(LAYERS).toEqual({ modal: 1100, overlay: 1000, menu: 1000, tooltip: 1100 });
  const root = sheets.find(([name]) => name === 'ui/ui.css')?.[1] ?? '';
  for (const [name, layer] of Object.entries(LAYERS))
    expect(root).toContain(`--g-layer-${name}: ${layer};`);
});

test('nothing else invents a layer of its own', () => {
  // Small numbers order the parts of one thing among themselves.
  const own = sheets.flatMap(([name, text]) =>
    [...text.matchAll(/z-index:\s*(\d+)/g)]
      .filter(([, layer]) => Number(layer) >= 10)
      .map(([rule]) => `${name}: ${rule}`),
  );
  expect(own).toEqual([]);
});
