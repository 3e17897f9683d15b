// @vitest-environment node
import { expect, test } from 'vitest';
import { closure, fontsIn, partsOf, type Manifest } from './weights.ts';

const BUILD: Manifest = {
  'index.html': { file: 'index.js', imports: ['_shared'], css: ['index.css'] },
  _shared: { file: 'shared.js', imports: ['index.html'] },
  'screen.ts': { file: 'screen.js', imports: ['_shared', '_table'], css: ['screen.css'] },
  _table: { file: 'table.js', css: ['table.css'] },
};

test('a chunk brings what it imports, once, even in a circle', () => {
  expect([...closure(BUILD, 'index.html')]).toEqual(['index.html', '_shared']);
  expect(partsOf(BUILD, 'index.html', 'screen.ts')).toEqual({
    scripts: new Set(['index.js', 'shared.js', 'screen.js', 'table.js']),
    styles: new Set(['index.css', 'screen.css', 'table.css']),
  });
});

test('an entry that the build lacks is an error, not a weight of nothing', () => {
  expect(() => partsOf(BUILD, 'moved.ts')).toThrow('the build has no moved.ts');
});

test('fonts are found wherever a stylesheet names them', () => {
  expect(
    fontsIn(
      '@font-face{src:url(/assets/inter-1.woff2) format("woff2")} a{background:url("x.svg")}',
    ),
  ).toEqual(['assets/inter-1.woff2']);
});
