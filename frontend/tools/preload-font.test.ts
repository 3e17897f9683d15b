// @vitest-environment node
import { expect, test } from 'vitest';
import { preloadFont } from './preload-font.ts';

test('the page asks for the fonts of the build, and for nothing else', () => {
  const { transformIndexHtml } = preloadFont();
  if (typeof transformIndexHtml !== 'object') throw new Error('no hook');
  const tags = transformIndexHtml.handler.call({} as never, '', {
    path: '/',
    filename: 'index.html',
    bundle: { 'assets/inter-1a.woff2': {}, 'assets/index-2b.js': {} } as never,
  });
  expect(tags).toStrictEqual([
    {
      tag: 'link',
      attrs: {
        rel: 'preload',
        as: 'font',
        type: 'font/woff2',
        href: '/assets/inter-1a.woff2',
        crossorigin: '',
      },
      injectTo: 'head',
    },
  ]);
});
